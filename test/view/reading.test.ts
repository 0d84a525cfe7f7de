import { expect } from 'chai';
import type { Direction } from '../../src/inbox/model.js';
import { conversation, message, thread } from './fixtures.js';
import { many, mara, open, scrollTo, scrollToNewest } from './long-thread.js';
import { mount, unmountAll } from './mount.js';

/** Microtasks have run, and no frame has been painted since. */
const settled = (): Promise<void> => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => resolve();
  port2.postMessage(null);
});

describe('Reading', function () {
  this.timeout(60_000);
  afterEach(unmountAll);
  const unread = { ...mara, unread: 2 };

  it('marks as read once the newest message is on screen', async () => {
    const view = await mount({ conversations: [unread], openId: 'mara', threads: new Map([['mara', thread(many(5))]]) });
    expect(view.store.called('markRead')[0]).to.deep.equal(['mara']);
  });

  it('does so once for a message, whatever comes of it, and again where the thread is opened again', async () => {
    const view = await mount({ conversations: [unread], openId: 'mara', threads: new Map([['mara', thread(many(5))]]) });
    const asked = (): number => view.store.called('markRead').length;
    view.store.put({ ...unread, unread: 3 });
    await view.drawn();
    expect(asked(), 'the service refuses, or says later that it is unread').to.equal(1);
    view.store.putThread('mara', thread(many(6)));
    await view.drawn();
    expect(asked(), 'another message').to.equal(2);
    view.store.change({ openId: null });
    await view.drawn();
    view.store.change({ openId: 'mara' });
    await view.drawn();
    expect(asked(), 'opened again').to.equal(3);
  });

  it('does not while its thread has not been fetched, though a message of it has come', async () => {
    const view = await mount({ conversations: [unread], openId: 'mara', threads: new Map([['mara', thread(many(1), { status: 'loading' })]]) });
    expect(view.all('.message[data-key]')).to.have.length(1);
    expect(view.store.called('markRead')).to.be.empty;
    view.store.putThread('mara', thread(many(5)));
    await view.drawn();
    expect(view.store.called('markRead')).to.have.length(1);
  });

  it('does not while the newest message is out of sight', async () => {
    const view = await open(many(60));
    await scrollTo(view, 600);
    view.store.put(unread);
    await view.drawn();
    expect(view.store.called('markRead')).to.be.empty;
    expect(view.store.called('markUnseen')[0]).to.deep.equal(['mara']);
    await scrollToNewest(view, 'm59');
    expect(view.store.called('markRead').length).to.be.above(0);
  });

  it('does not while the inbox is off screen', async () => {
    const view = await open(many(5));
    view.host.hidden = true;
    await view.drawn();
    view.store.put(unread);
    await view.drawn();
    expect(view.store.called('markRead')).to.be.empty;
    view.host.hidden = false;
    await view.drawn();
    expect(view.store.called('markRead').length).to.be.above(0);
  });

  it('does not while the page has folded up the inbox', async () => {
    const view = await open(many(5));
    const fold = document.createElement('div');
    view.host.replaceWith(fold);
    fold.append(view.host);
    Object.assign(fold.style, { blockSize: '0', overflow: 'hidden' });
    await view.drawn();
    view.store.put(unread);
    await view.drawn();
    expect(view.store.called('markRead')).to.be.empty;
    fold.style.blockSize = '';
    await view.drawn();
    expect(view.store.called('markRead').length).to.be.above(0);
    fold.replaceWith(view.host);
  });

  it('does not while only its upper part is on screen', async () => {
    const view = await open(many(30));
    // The page is long enough to push the end of the thread out of its window.
    const above = Object.assign(document.createElement('div'), { style: `block-size: ${innerHeight - 200}px` });
    view.host.before(above);
    await view.drawn();
    view.store.put(unread);
    await view.drawn();
    expect(view.store.called('markRead')).to.be.empty;
    expect(view.store.called('markUnseen')[0]).to.deep.equal(['mara']);
    above.remove();
    await view.drawn();
    expect(view.store.called('markRead').length).to.be.above(0);
  });

  for (const [property, value] of [['visibility', 'hidden'], ['opacity', '0']] as const) {
    it(`does not while the page hides the inbox by its ${property}`, async () => {
      const view = await open(many(5));
      view.clock.pass(5_000);
      view.host.style.setProperty(property, value);
      const idle = view.clock.pending;
      view.store.put(unread);
      await view.drawn();
      view.clock.pass(5_000);
      expect(view.store.called('markRead')).to.be.empty;
      expect(view.store.called('markUnseen').length).to.be.above(0);
      view.host.style.removeProperty(property);
      view.clock.pass(1_000);
      expect(view.store.called('markRead').length).to.be.above(0);
      view.store.put({ ...unread, unread: 0 });
      await view.drawn();
      expect(view.clock.pending, 'nothing is waited for').to.equal(idle);
    });
  }

  it('waits for nothing once the message has been read elsewhere, or the inbox is gone', async () => {
    const view = await open(many(5));
    view.host.style.visibility = 'hidden';
    const idle = view.clock.pending;
    view.store.put(unread);
    await view.drawn();
    expect(view.clock.pending).to.equal(idle + 1);
    view.store.put({ ...unread, unread: 0 });
    await view.drawn();
    expect(view.clock.pending).to.equal(idle);
    view.store.put(unread);
    await view.drawn();
    view.view.dispose();
    expect(view.clock.pending).to.equal(0);
  });

  it('listens no longer to a page in the background, once the inbox is gone', async () => {
    const view = await open(many(5));
    const seen = (isHidden: boolean): void => {
      Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    };
    try {
      seen(true);
      view.store.put(unread);
      await view.drawn();
      expect(view.store.called('markRead')).to.be.empty;
      view.view.dispose();
      seen(false);
      expect([view.store.called('markRead').length, view.clock.pending]).to.deep.equal([0, 0]);
    } finally {
      Reflect.deleteProperty(document, 'hidden');
    }
  });

  it('does not take a thread that begins above for seen, because the one before it was', async () => {
    const theo = conversation({ id: 'theo', unread: 40 });
    const threads = new Map([['mara', thread(many(5))], ['theo', thread(many(80), { unreadFrom: 'm10' })]]);
    // High enough that how much is drawn has to grow first.
    const view = await mount({ conversations: [mara, theo], openId: 'mara', threads }, { height: 2_400 });
    window.scrollTo(0, 2_400);
    await view.drawn();
    view.store.change({ openId: 'theo' });
    await view.drawn();
    expect(view.store.called('markRead')).to.be.empty;
  });

  it('takes the next message for seen where the one before it was, before anything is painted', async () => {
    const view = await open(many(5));
    view.store.put(unread);
    view.store.putThread('mara', thread(many(6)));
    await settled();
    expect(view.store.called('markRead')).to.have.lengthOf(1);
    expect(view.store.called('markUnseen')).to.be.empty;
  });

  it('is undone by “Mark as unread”, which closes the thread so that it stays so', async () => {
    const view = await open(many(5));
    view.find('[aria-label="Mark as unread"]').click();
    await view.drawn();
    expect(view.store.called('markUnread')).to.deep.equal([['mara']]);
    expect(view.store.state.openId).to.equal(null);
    expect(view.focused).to.equal(view.row('Mara Lindqvist'));
  });

  it('is not undone where nothing was received: the service would have nothing to count', async () => {
    const view = await open([]);
    const isOffered = async (directions: readonly Direction[], hasMore = false): Promise<boolean> => {
      view.store.putThread('mara', thread(directions.map((direction) => message({ direction })), { hasMore }));
      await view.drawn();
      return view.all('[aria-label="Mark as unread"]').length > 0;
    };
    expect(await isOffered(['out', 'out'])).to.be.false;
    expect(await isOffered(['out', 'out'], true), 'an older one may have been').to.be.true;
    expect(await isOffered(['in', 'out'])).to.be.true;
    expect(await isOffered([])).to.be.false;
  });
});
