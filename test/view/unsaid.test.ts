import { expect } from 'chai';
import { InboxError } from '../../src/errors.js';
import { conversation, message, outgoing, StateStore, thread } from './fixtures.js';
import { mount, unmountAll, type Mounted } from './mount.js';
import { oak, png } from './picture-files.js';

const mara = conversation({ id: 'mara' });
const theo = conversation({ id: 'theo', name: 'Théo Baptiste' });
const lost = new InboxError('INBOX_SERVICE_UNREACHABLE', 'Lost.');
const threads = new Map([
  ['mara', thread([message()])],
  ['theo', thread([message()])],
]);
const open = (part = {}): Promise<Mounted> => mount({ conversations: [mara, theo], openId: 'mara', threads, ...part });

describe('The status region no longer says', () => {
  afterEach(unmountAll);

  it('that a conversation is closed, once it is open again or another one is', async () => {
    const view = await open();
    for (const goOn of [() => view.store.put(mara), () => view.store.change({ openId: 'theo' })]) {
      view.store.put({ ...mara, status: 'closed' });
      await view.drawn();
      expect(view.heard).to.equal('This conversation is closed.');
      goOn();
      await view.drawn();
      expect(view.heard).to.equal('');
    }
  });

  it('nor ever says that a conversation is closed that was so when it was opened, though that is known only later', async () => {
    const view = await open({ openId: 'new' });
    view.store.put(conversation({ id: 'new', status: 'closed' }));
    await view.drawn();
    expect(view.all('.composer-closed')).to.have.length(1);
    expect(view.heard).to.equal('');
  });

  it('that it loads, once it has', async () => {
    const view = await mount({ conversations: [mara], list: { status: 'loading', ids: [] } });
    const { list } = view.store.state;
    expect(view.heard).to.equal('Loading conversations');
    view.store.change({ list: { ...list, status: 'ready', ids: ['mara'] } });
    await view.drawn();
    expect(view.heard).to.equal('');
  });

  it('that a list could not be loaded, while it is tried again, and says so anew where that fails as well', async () => {
    const view = await mount({ conversations: [mara], list: { status: 'failed', ids: [], error: lost } });
    const { list } = view.store.state;
    for (const [status, heard] of [['failed', 'This could not be loaded'], ['loading', 'Loading conversations'], ['failed', 'This could not be loaded']] as const) {
      view.store.change({ list: { ...list, status } });
      await view.drawn();
      expect(view.heard).to.contain(heard);
      if (status === 'loading') expect(view.heard).not.to.contain('not be loaded');
    }
  });

  it('how many a search has found, once everything is there again', async () => {
    const view = await open();
    const { list } = view.store.state;
    const found = async (q: string, ids: readonly string[]): Promise<string> => {
      const query = { ...list.query, q };
      for (const status of ['loading', 'ready'] as const) {
        view.store.change({ list: { ...list, query, status, ids } });
        await view.drawn();
      }
      return view.heard;
    };
    expect(await found('invocie', [])).to.equal('0 conversations');
    expect(await found('', list.ids)).to.equal('');
  });

  it('that one is offline, once one is not, nor what could not be loaded, once it is', async () => {
    const view = await open({ connection: 'offline' });
    const { list } = view.store.state;
    expect(view.heard).to.equal('You’re offline. What you send waits here.');
    view.store.change({ connection: 'live' });
    await view.drawn();
    expect(view.heard).to.equal('');
    view.store.change({ list: { ...list, status: 'failed', error: lost } });
    await view.drawn();
    expect(view.heard).to.equal('This could not be loaded');
    view.store.change({ list });
    await view.drawn();
    expect(view.heard).to.equal('');
  });

  it('that one is signed out, once one is not', async () => {
    const view = await open();
    view.view.setCondition({ kind: 'ended' });
    await view.drawn();
    expect(view.heard).to.equal('You’re signed out');
    view.view.setCondition({ kind: 'none' });
    await view.drawn();
    expect(view.heard).to.equal('');
  });

  it('behind a picture what has been followed by something else in front of it', async () => {
    const store = new StateStore({ conversations: [mara], openId: 'mara', threads: new Map([['mara', thread([message({ attachments: [oak] })])]]) });
    store.blobs.set(oak.id, await png());
    const view = await mount({}, { store });
    const sent = async (): Promise<string[]> => {
      store.happen({ type: 'sent', message: message() });
      await view.drawn();
      return view.all('[role="status"]').map(({ textContent }) => textContent);
    };
    expect(await sent()).to.deep.equal(['Sent']);
    view.find('.attachment-image').click();
    await view.drawn();
    // Of the picture's region, and of the one behind it.
    expect(await sent()).to.deep.equal(['Sent', '']);
    view.clock.pass(10_000);
    expect(view.all('[role="status"]').map(({ textContent }) => textContent)).to.deep.equal(['', '']);
  });

  it('one thing of two that were said together, but goes on with the other, which is still so', async () => {
    const view = await open();
    view.store.change({ connection: 'offline', conversations: new Map([['mara', { ...mara, status: 'closed' }]]) });
    view.store.happen({ type: 'failed', outgoing: outgoing(), error: lost });
    await view.drawn();
    expect(view.heard).to.equal('Not sent You’re offline. What you send waits here. This conversation is closed.');
    view.store.change({ connection: 'live' });
    await view.drawn();
    expect(view.text('[role="status"]')).to.equal('Not sent This conversation is closed.');
    view.store.put(mara);
    await view.drawn();
    expect(view.text('[role="status"]')).to.equal('Not sent');
  });

  it('for one of two that could not be loaded, once it is', async () => {
    const view = await open();
    const { list } = view.store.state;
    view.store.change({ list: { ...list, error: lost }, threads: new Map([['mara', thread([], { status: 'failed', error: lost })]]) });
    await view.drawn();
    expect(view.heard).to.equal('This could not be loaded This could not be loaded');
    view.store.putThread('mara', thread([message()]));
    await view.drawn();
    expect(view.text('[role="status"]')).to.equal('This could not be loaded');
    view.store.change({ list });
    await view.drawn();
    expect(view.text('[role="status"]')).to.equal('');
  });

  it('one thing, but goes on with what was said after it', async () => {
    const view = await open({ connection: 'offline' });
    view.store.happen({ type: 'sent', message: message() });
    await view.drawn();
    view.store.change({ connection: 'live' });
    await view.drawn();
    expect(view.heard).to.equal('Sent');
  });
});

describe('After the session has ended', () => {
  afterEach(unmountAll);

  it('nothing is read out that was just about to be', async () => {
    const view = await open();
    view.store.happen({ type: 'sent', message: message() });
    view.view.setCondition({ kind: 'ended' });
    await view.drawn();
    expect(view.heard).to.equal('You’re signed out');
  });

  it('nothing is read out that came just before, and later ones are again', async () => {
    const view = await open();
    const receive = (): void => view.store.happen({ type: 'received', message: message({ text: 'Private' }), conversation: mara });
    receive();
    view.view.setCondition({ kind: 'ended' });
    view.clock.pass(1_000);
    await view.drawn();
    expect(view.heard).to.equal('You’re signed out');
    view.view.setCondition({ kind: 'none' });
    receive();
    view.clock.pass(1_000);
    await view.drawn();
    expect(view.heard).to.equal('Mara Lindqvist: Private');
  });
});
