import { expect } from 'chai';
import { InboxError } from '../../src/errors.js';
import { conversation, message, outgoing, type StateStore, thread } from './fixtures.js';
import { mount, unmountAll, type Mounted } from './mount.js';

const mara = conversation({ id: 'mara', unread: 2, preview: 'No rush on the second one' });
const theo = conversation({ id: 'theo', name: 'Théo Baptiste', channel: 'email' });
const lost = new InboxError('INBOX_SERVICE_UNREACHABLE', 'Lost.');
const open = (part = {}): Promise<Mounted> =>
  mount({ conversations: [mara, theo], openId: 'mara', threads: new Map([['mara', thread([message()])]]), ...part });

describe('The status region says', () => {
  afterEach(unmountAll);

  it('a new message: in the open thread its text, elsewhere whose it is', async () => {
    const view = await open();
    view.store.happen({ type: 'received', message: message({ text: 'Perfect' }), conversation: mara });
    view.clock.pass(1_000);
    await view.drawn();
    expect(view.heard).to.equal('Mara Lindqvist: Perfect');
    view.store.happen({ type: 'received', message: message({ conversationId: 'theo', text: 'x' }), conversation: theo });
    view.clock.pass(1_000);
    await view.drawn();
    expect(view.heard).to.equal('New message from Théo Baptiste');
  });

  it('of many messages at once how many there are, and of a long one its beginning', async () => {
    const view = await open();
    for (const conversationId of ['mara', 'theo', 'theo', 'theo']) {
      view.store.happen({ type: 'received', message: message({ conversationId, text: 'x'.repeat(5_000) }), conversation: conversationId === 'mara' ? mara : theo });
      view.clock.pass(100);
    }
    await view.drawn();
    expect(view.heard).to.equal('');
    view.clock.pass(1_000);
    await view.drawn();
    expect(view.heard).to.equal(`Mara Lindqvist: ${'x'.repeat(200)}… Théo Baptiste: 3 new messages`);
  });

  it('a message by its author, or by whose conversation it is where it names none', async () => {
    const view = await open();
    const say = async (part: Parameters<typeof message>[0]): Promise<string> => {
      view.store.happen({ type: 'received', message: message(part), conversation: mara });
      view.clock.pass(1_000);
      await view.drawn();
      return view.heard;
    };
    expect(await say({ authorName: 'Ines', text: 'One' })).to.equal('Ines: One');
    expect(await say({ authorName: '', text: 'Two' })).to.equal('Mara Lindqvist: Two');
    expect(await say({ text: '🙂'.repeat(200) }), 'whole, by characters').to.equal(`Mara Lindqvist: ${'🙂'.repeat(200)}`);
    expect(await say({ text: '🙂'.repeat(201) })).to.equal(`Mara Lindqvist: ${'🙂'.repeat(200)}…`);
  });

  it('each for ten seconds, also what follows soon', async () => {
    const view = await open();
    const happen = async (happening: Parameters<StateStore['happen']>[0]): Promise<void> => {
      view.store.happen(happening);
      await view.drawn();
    };
    await happen({ type: 'sent', message: message() });
    view.clock.pass(6_000);
    await happen({ type: 'failed', outgoing: outgoing({ conversationId: 'nobody' }), error: lost });
    view.clock.pass(6_000);
    expect(view.heard, 'of a conversation that is not known').to.equal('Not sent');
    view.clock.pass(4_000);
    expect(view.heard).to.equal('');
  });

  it('that something could not be loaded, each time it is tried', async () => {
    const view = await open();
    const { list } = view.store.state;
    for (const round of [1, 2]) {
      view.store.change({ list: { ...list, status: 'loading' } });
      await view.drawn();
      view.find('[role="status"]').textContent = '';
      view.store.change({ list: { ...list, status: 'failed', error: lost } });
      await view.drawn();
      expect(view.heard, `${round}`).to.equal('This could not be loaded');
    }
    view.store.change({ list });
    view.find('[role="status"]').textContent = '';
    view.store.putThread('mara', { ...thread([]), status: 'failed', error: lost });
    await view.drawn();
    expect(view.heard).to.equal('This could not be loaded');
  });

  it('two at once both, and the same again', async () => {
    const view = await open();
    const received = { type: 'received', message: message({ text: 'Yes' }), conversation: mara } as const;
    const both = async (): Promise<void> => {
      view.store.happen(received);
      view.clock.pass(1_000);
      view.store.happen({ type: 'sent', message: message() });
      await view.drawn();
    };
    await both();
    expect(view.heard).to.equal('Mara Lindqvist: Yes Sent');
    let changes = 0;
    new MutationObserver(() => changes++).observe(view.find('[role="status"]'), { childList: true, characterData: true, subtree: true });
    await both();
    expect(changes).to.equal(1);
  });

  it('“Sent” and “Not sent”, but neither delivered nor typing', async () => {
    const view = await open();
    view.store.happen({ type: 'sent', message: message() });
    await view.drawn();
    expect(view.heard).to.equal('Sent');
    view.store.happen({ type: 'failed', outgoing: outgoing(), error: lost });
    await view.drawn();
    expect(view.heard).to.equal('Not sent');
    view.store.happen({ type: 'undelivered', message: message({ conversationId: 'theo' }) });
    await view.drawn();
    expect(view.heard).to.equal('Théo Baptiste: Not sent');
    view.store.change({ typing: new Map([['mara', 'Mara']]) });
    view.store.putThread('mara', thread([message({ direction: 'out', status: 'read' })]));
    await view.drawn();
    expect(view.heard).to.equal('Théo Baptiste: Not sent');
  });

  it('whose message was not sent, where another conversation is open, and nothing any more after a while', async () => {
    const view = await open();
    const failed = outgoing({ conversationId: 'theo', status: 'failed', error: lost });
    view.store.happen({ type: 'failed', outgoing: failed, error: lost });
    await view.drawn();
    expect(view.heard).to.equal('Théo Baptiste: Not sent');
    view.clock.pass(10_000);
    expect(view.heard).to.equal('');
  });

  it('how many a search has found, when it has', async () => {
    const view = await open();
    const { list } = view.store.state;
    const query = { ...list.query, q: 'mara' };
    view.store.change({ list: { ...list, query, status: 'loading' } });
    await view.drawn();
    expect(view.heard).to.equal('');
    view.store.change({ list: { ...list, query, status: 'ready', ids: ['mara'] } });
    await view.drawn();
    expect(view.heard).to.equal('1 conversation');
  });

  it('how many a filter leaves, once, and that there are more', async () => {
    const view = await open();
    const { list } = view.store.state;
    const query = { ...list.query, filter: 'unread' } as const;
    view.store.change({ list: { ...list, query, status: 'loading' } });
    await view.drawn();
    view.store.change({ list: { ...list, query, status: 'ready', ids: ['mara', 'theo'], hasMore: true } });
    await view.drawn();
    expect(view.heard).to.equal('2+ conversations');
    view.store.change({ list: { ...list, query, status: 'ready', ids: ['mara'], hasMore: false } });
    await view.drawn();
    expect(view.heard).to.equal('2+ conversations');
  });

  it('nothing of how many there are where nothing is left out', async () => {
    const view = await open();
    const { list } = view.store.state;
    view.store.change({ list: { ...list, status: 'loading' } });
    await view.drawn();
    view.store.change({ list });
    await view.drawn();
    expect(view.heard).to.equal('');
  });

  it('the same again where another search has found as many', async () => {
    const view = await open();
    const { list } = view.store.state;
    let changes = 0;
    const search = async (q: string, ...ids: string[]): Promise<void> => {
      const query = { ...list.query, q };
      view.store.change({ list: { ...list, query, status: 'loading' } });
      await view.drawn();
      view.store.change({ list: { ...list, query, status: 'ready', ids } });
      await view.drawn();
    };
    await search('mara', 'mara');
    new MutationObserver(() => changes++).observe(view.find('[role="status"]'), { childList: true, characterData: true, subtree: true });
    await search('theo', 'theo');
    expect(view.heard).to.equal('1 conversation');
    expect(changes).to.equal(1);
    view.store.change({ unread: 7 });
    await view.drawn();
    expect(changes).to.equal(1);
  });

  it('that it loads, once', async () => {
    const view = await mount({ list: { status: 'loading' }, inbox: null });
    expect(view.heard).to.equal('Loading conversations');
    const { list } = view.store.state;
    for (const status of ['ready', 'loading'] as const) {
      view.store.change({ list: { ...list, status, query: { ...list.query, q: status === 'loading' ? 'x' : '' } } });
      await view.drawn();
    }
    expect(view.heard, 'for a search').to.equal('');
  });

  it('a lost connection once, and after five seconds; the notice stands as long as it lasts', async () => {
    const view = await open();
    view.store.change({ connection: 'reconnecting' });
    await view.drawn();
    view.clock.pass(4_900);
    await view.drawn();
    expect(view.heard).to.equal('');
    expect(view.all('.notice')).to.be.empty;
    view.clock.pass(200);
    await view.drawn();
    expect(view.heard).to.equal('Reconnecting… You can keep writing.');
    expect(view.text('.notice')).to.equal('Reconnecting… You can keep writing.');
    view.find('[role="status"]').textContent = '';
    view.store.change({ unread: 7 });
    await view.drawn();
    expect(view.heard).to.equal('');
    view.store.change({ connection: 'live' });
    await view.drawn();
    expect(view.all('.notice')).to.be.empty;
    view.store.change({ connection: 'reconnecting' });
    await view.drawn();
    expect(view.all('.notice')).to.be.empty;
    view.clock.pass(5_000);
    await view.drawn();
    expect(view.text('.notice'), 'the next time').to.equal('Reconnecting… You can keep writing.');
  });

  it('nothing of a connection that is back within five seconds', async () => {
    const view = await open();
    view.store.change({ connection: 'reconnecting' });
    await view.drawn();
    view.clock.pass(3_000);
    view.store.change({ connection: 'live' });
    await view.drawn();
    view.store.change({ connection: 'reconnecting' });
    await view.drawn();
    view.clock.pass(3_000);
    await view.drawn();
    expect(view.heard).to.equal('');
  });

  it('what was refused, which stays to be read', async () => {
    const view = await open({ refused: { change: 'status', conversationId: 'mara', error: lost } });
    expect(view.heard).to.equal('The conversation could not be changed. It is as it was.');
    view.find('.notice button').click();
    expect(view.store.called('dismissRefused')).to.have.length(1);
  });

  it('that one is signed out', async () => {
    const view = await open();
    view.view.setCondition({ kind: 'ended' });
    await view.drawn();
    expect(view.heard).to.equal('You’re signed out');
  });

  it('that one is signed out still, once it is known, and shows it, as it shows meanwhile that it is being asked', async () => {
    const view = await open();
    view.view.setCondition({ kind: 'ended' });
    await view.drawn();
    view.find('[role="status"]').textContent = '';
    let tell: () => void = () => undefined;
    view.answer = new Promise((resolve) => (tell = resolve));
    const button = view.find('[part="panel-button"]');
    button.click();
    button.click();
    await view.drawn();
    expect([view.continued, view.all('.panel .icon-turning').length, view.heard]).to.deep.equal([1, 1, '']);
    tell();
    await view.drawn();
    expect([view.all('.panel .icon-turning').length, view.heard, view.text('.panel-title')]).to.deep.equal([0, 'You’re still signed out', 'You’re still signed out']);
    button.click();
    expect(view.continued, 'once more').to.equal(2);
  });

  it('nothing of the kind where one may go on', async () => {
    const view = await open();
    view.view.setCondition({ kind: 'ended' });
    await view.drawn();
    view.find('[role="status"]').textContent = '';
    view.find('[part="panel-button"]').click();
    view.view.setCondition({ kind: 'none' });
    await view.drawn();
    expect(view.heard).to.equal('');
    view.view.setCondition({ kind: 'ended' });
    await view.drawn();
    expect(view.text('.panel-title'), 'another time').to.equal('You’re signed out');
  });
});
