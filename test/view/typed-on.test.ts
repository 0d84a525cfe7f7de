import { expect } from 'chai';
import { InboxError } from '../../src/errors.js';
import { conversation, message, thread } from './fixtures.js';
import { mount, unmountAll, type Mounted, type MountOptions } from './mount.js';

const mara = conversation({ id: 'mara' });
const open = (options?: MountOptions): Promise<Mounted> =>
  mount({ conversations: [mara, conversation({ id: 'theo', name: 'Théo Baptiste' })], openId: 'mara', threads: new Map([['mara', thread([message()])]]) }, options);

/** What the page hears of keys, as `type key`. */
function listen({ host }: Mounted): string[] {
  const heard: string[] = [];
  for (const type of ['keydown', 'keypress', 'keyup'] as const) host.addEventListener(type, ({ key }) => heard.push(`${type} ${key}`));
  return heard;
}

/** One press of a key, as a browser tells it: its end goes to whatever has the focus by then. */
async function stroke(view: Mounted, key: string): Promise<void> {
  const tell = (type: string): unknown =>
    (view.root.activeElement ?? view.frame).dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, composed: true, cancelable: true }));
  if (tell('keydown') && key.length === 1) tell('keypress');
  await view.drawn();
  tell('keyup');
}

describe('Whoever types while the field goes', () => {
  afterEach(unmountAll);

  const ways: [string, (view: Mounted) => void, string][] = [
    ['since somebody else closes the conversation', ({ store }) => store.put({ ...mara, status: 'closed' }), 'This conversation is closed.'],
    [
      'since the channel’s window is over',
      (view) => view.store.put({ ...mara, replyUntil: new Date(view.clock.now() - 1).toISOString() }),
      'WhatsApp takes replies for 24 hours. You can write again once Mara does.',
    ],
    ['since the session is over', ({ view }) => view.setCondition({ kind: 'ended', isWiped: false }), 'You’re signed out'],
    [
      'since the page is set up wrongly',
      ({ view }) => view.setCondition({ kind: 'misconfigured', error: new InboxError('INBOX_SERVICE_UNCONFIGURED', 'No.') }),
      'The inbox isn’t set up yet',
    ],
  ];
  for (const [why, end, said] of ways) {
    it(`${why}, is told so, presses nothing and triggers nothing of the page’s`, async () => {
      const view = await open();
      view.find('.field').focus();
      const heard = listen(view);
      end(view);
      await view.drawn();
      for (const key of ['j', ' ', 'Enter']) await stroke(view, key);
      expect(view.heard).to.equal(said);
      expect(heard).to.deep.equal([]);
      expect(view.continued).to.equal(0);
      expect(view.focused).not.to.equal(null);
      await stroke(view, 'Tab');
      expect(heard, 'the way out').to.deep.equal(['keydown Tab', 'keyup Tab']);
    });
  }

  it('is as free as before once the focus was elsewhere', async () => {
    const view = await open();
    view.find('.field').focus();
    view.store.put({ ...mara, status: 'closed' });
    await view.drawn();
    const log = view.focused as HTMLElement;
    view.find('.row').focus();
    log.focus();
    const heard = listen(view);
    await stroke(view, 'j');
    expect(heard).to.deep.equal(['keydown j', 'keypress j', 'keyup j']);
  });

  it('goes on in the field that is back where its button stood', async () => {
    const view = await open();
    view.store.put({ ...mara, status: 'closed' });
    await view.drawn();
    view.find('.composer-closed button').focus();
    view.store.put(mara);
    await view.drawn();
    expect(view.focused).to.equal(view.find('.field'));
  });

  for (const [why, narrow] of [
    ['there is less room', (host: HTMLElement) => (host.style.width = '400px')],
    ['the text is larger', (host: HTMLElement) => (host.style.fontSize = '30px')],
    ['the page asks for it', (host: HTMLElement) => host.setAttribute('layout', 'stack')],
  ] as const) {
    it(`is led into the thread, and typed letters nowhere, where the list is no longer beside it because ${why}`, async () => {
      const view = await open();
      view.type('.search-field', 'o');
      narrow(view.host);
      await view.drawn();
      expect(view.focused).to.equal(view.find('.log'));
      const heard = listen(view);
      await stroke(view, 'a');
      expect(heard).to.deep.equal([]);
    });
  }
});

describe('A closed conversation', () => {
  afterEach(unmountAll);

  it('is not told of where it is only opened', async () => {
    const view = await mount({ conversations: [{ ...mara, status: 'closed' }], threads: new Map([['mara', thread([message()])]]) });
    view.store.change({ openId: 'mara' });
    await view.drawn();
    expect(view.heard).to.equal('');
    view.store.put(mara);
    await view.drawn();
    view.store.put({ ...mara, status: 'closed' });
    await view.drawn();
    expect(view.heard).to.equal('This conversation is closed.');
  });

  it('is not told of where it was closed while another pane was open', async () => {
    const view = await open();
    view.store.change({ openId: null });
    await view.drawn();
    view.store.put({ ...mara, status: 'closed' });
    view.store.change({ openId: 'mara' });
    await view.drawn();
    expect(view.heard).to.equal('');
  });
});

describe('A key that the inbox has used', () => {
  afterEach(unmountAll);

  it('is the inbox’s to its end, also where the focus is elsewhere by then', async () => {
    const view = await open({ attributes: { layout: 'stack' } });
    const heard = listen(view);
    view.find('.log').focus();
    await stroke(view, 'ArrowUp');
    await stroke(view, 'Escape');
    expect(view.focused?.className).to.equal('row');
    expect(heard).to.deep.equal([]);
    await stroke(view, 'Escape');
    expect(heard, 'nothing to leave').to.deep.equal(['keydown Escape', 'keyup Escape']);
  });
});

describe('Files held over the inbox', () => {
  afterEach(unmountAll);

  it('are refused where nothing takes them, so that the browser does not open them', async () => {
    const view = await open();
    const hold = (selector: string, given: DataTransfer): DragEvent => {
      const event = new DragEvent('dragover', { bubbles: true, composed: true, cancelable: true, dataTransfer: given });
      view.find(selector).dispatchEvent(event);
      return event;
    };
    const files = new DataTransfer();
    files.items.add(new File(['x'], 'x.txt'));
    expect(hold('.rows', files).defaultPrevented).to.be.true;
    expect(hold('.log', files).defaultPrevented).to.be.true;
    const text = new DataTransfer();
    text.setData('text/plain', 'x');
    expect(hold('.rows', text).defaultPrevented, 'text goes where the browser likes').to.be.false;
  });
});
