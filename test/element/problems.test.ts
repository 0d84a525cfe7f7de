import { expect } from 'chai';
import { InboxError } from '../../src/errors.js';
import { createMemorySource, exampleInbox } from '../../src/inbox/memory/index.js';
import { GuestPage, inside, open, textOf, type } from './guest-page.js';
import { HeldTimers } from './held-timers.js';
import { turn, until } from './until.js';

/** How long a page has to come up with a token or a way to one. */
const LIMIT_MS = 10_000;
/** How long scripts have to listen, or to name the service. */
const LISTEN_MS = 2_000;

const blocked = new InboxError('INBOX_BLOCKED_BY_POLICY', 'The policy of the page blocks the service.');

describe('what stands in the way of an inbox', () => {
  let page: GuestPage;
  beforeEach(() => (page = new GuestPage()));
  afterEach(() => page.leave());

  const told = (): string[] => page.heard('inbox-misconfigured').map(({ error }) => error.code);

  it('is told and takes nothing off the screen, where the inbox was there before', async () => {
    const source = createMemorySource(exampleInbox());
    const widget = await page.show({ properties: { source } });
    await until(() => page.heard('inbox-ready')[0]);
    source.setConnection('offline', blocked);
    await until(() => told()[0]);
    await turn();
    expect(!inside(widget, '.row')).to.equal(false);
    expect(widget.matches(':state(misconfigured)')).to.equal(false);
    expect(told()).to.deep.equal(['INBOX_BLOCKED_BY_POLICY']);
  });

  it('is told once however often it is met, and again only after the connection was there', async () => {
    const source = createMemorySource(exampleInbox());
    await page.show({ properties: { source } });
    await until(() => page.heard('inbox-ready')[0]);
    source.setConnection('offline', blocked);
    source.setConnection('offline', blocked);
    source.setConnection('reconnecting');
    source.setConnection('offline', blocked);
    expect(told()).to.have.length(1);
    source.setConnection('live');
    source.setConnection('offline', blocked);
    expect(told()).to.have.length(2);
  });

  it('is another thing to mend where the set-up is wrong in another way', async () => {
    const timers = new HeldTimers(LISTEN_MS);
    try {
      const widget = page.put({ properties: { baseUrl: undefined } });
      await until(() => inside(widget, '.skeleton'));
      const first = inside(widget, '.skeleton');
      widget.baseUrl = 'http://service.example';
      await until(() => inside(widget, '.skeleton') && inside(widget, '.skeleton') !== first);
      timers.end(LISTEN_MS);
      await until(() => inside(widget, '.panel'));
      expect(textOf(widget)).not.to.include('INBOX_SERVICE_UNCONFIGURED');
      expect(told()).to.have.length(1);
      expect(told()).not.to.include('INBOX_SERVICE_UNCONFIGURED');
    } finally {
      timers.stop();
    }
  });

  const fetchToken = () => Promise.reject(new Error('Not now.'));
  for (const [way, properties, later] of [
    ['endpoint', {}, {}],
    ['function', { refreshEndpoint: undefined, fetchToken }, {}],
    ['function that a later script has set', { refreshEndpoint: undefined }, { fetchToken }],
  ] as const) {
    it(`is not called a missing way to a token, where the ${way} has given none within ten seconds`, async () => {
      page.web.answer = () => new Response(null, { status: 502 });
      const timers = new HeldTimers(LIMIT_MS);
      try {
        const widget = page.put({ properties });
        await until(() => timers.waiting.includes(LIMIT_MS));
        Object.assign(widget, later);
        await until(() => page.heard('inbox-token-failed')[0]);
        expect(widget.tokenStatus).to.equal('missing');
        timers.end(LIMIT_MS);
        expect(told()).to.deep.equal([]);
      } finally {
        timers.stop();
      }
    });
  }

  it('leaves no rejection unhandled, where the person goes on and is refused again', async () => {
    page.web.answer = () => new Response(null, { status: 401 });
    const widget = page.put();
    const unhandled: unknown[] = [];
    const note = (event: PromiseRejectionEvent): void => {
      unhandled.push(event.reason);
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener('unhandledrejection', note, true);
    try {
      const go = await until(() => inside(widget, '[part="panel-button"]'));
      const { length } = page.heard('inbox-token-failed');
      go.click();
      await until(() => page.heard('inbox-token-failed').length > length);
      await turn();
      await turn();
      expect(unhandled).to.deep.equal([]);
    } finally {
      removeEventListener('unhandledrejection', note, true);
    }
  });
});

describe('an inbox', () => {
  let page: GuestPage;
  beforeEach(() => (page = new GuestPage()));
  afterEach(() => page.leave());

  it('counts nothing before there is something to show, and then what it says at its event', async () => {
    const source = createMemorySource(exampleInbox());
    const { listConversations, getInbox } = source;
    let show!: () => void;
    const held = new Promise<void>((resolve) => (show = resolve));
    let answered = 0;
    source.listConversations = async (...asked) => {
      await held;
      return listConversations.apply(source, asked);
    };
    source.getInbox = async () => {
      const inbox = await getInbox.call(source);
      answered++;
      return inbox;
    };
    const widget = page.put({ properties: { source } });
    const atEvent: number[] = [];
    widget.addEventListener('inbox-unread-changed', () => atEvent.push(widget.unreadCount));
    await until(() => answered);
    await turn();
    expect([widget.unreadCount, page.events.length]).to.deep.equal([0, 0]);
    show();
    await until(() => page.heard('inbox-ready')[0]);
    expect(atEvent).to.deep.equal([3]);
  });

  it('goes by the time of its source', async () => {
    const then = Date.parse('2020-05-21T09:44:00Z');
    const source = createMemorySource(exampleInbox(then), { now: () => then });
    const widget = await page.show({ properties: { source } });
    await until(() => inside(widget, '.row-time')?.textContent?.includes(':'));
  });

  it('keeps nothing any more from the moment on that it is told to', async () => {
    const widget = await page.show({ attributes: { token: page.web.issue() } });
    type(await open(widget, 'with-ada'), 'Half a sentence');
    await page.kept(1);
    widget.withoutStorage = true;
    await page.kept(0);
    await until(() => inside(widget, '.row'));
  });

  it('of another service is not signed out, though the page has signed out of the first', async () => {
    const widget = await page.show();
    widget.signOut();
    await until(() => widget.tokenStatus === 'ended');
    const { length } = page.web.refreshes;
    widget.baseUrl = 'https://other.example';
    await until(() => page.web.refreshes.length > length);
  });

  describe('that comes back from the browser’s page cache', () => {
    /** An inbox that may be somebody else’s by now, and the endpoint’s answer. */
    async function back() {
      const widget = await page.show();
      const answer = page.web.hold();
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      await until(() => widget.matches(':state(unconfirmed)'));
      return { widget, answer };
    }

    it('is unconfirmed until the endpoint has answered', async () => {
      const { widget, answer } = await back();
      answer();
      await until(() => !widget.matches(':state(unconfirmed)'));
      expect(!inside(widget, '.row')).to.equal(false);
    });

    it('gives the focus back to what had it, which browsers take from what is hidden', async () => {
      const widget = await page.show({ attributes: { token: page.web.issue() } });
      const field = await open(widget, 'with-ada');
      field.focus();
      const answer = page.web.hold();
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      await until(() => widget.matches(':state(unconfirmed)'));
      // Hidden for so long that the browser has noticed, and drawn anew meanwhile.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      widget.strings = { send: 'Go' };
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      answer();
      await until(() => !widget.matches(':state(unconfirmed)'));
      await turn();
      expect(widget.shadowRoot?.activeElement).to.equal(field);
    });

    it('is unconfirmed no longer once it has another source', async () => {
      const { widget } = await back();
      widget.source = createMemorySource(exampleInbox());
      await until(() => widget.unreadCount === 3);
      expect(widget.matches(':state(unconfirmed)')).to.equal(false);
    });
  });
});
