import { expect } from 'chai';
import { configure, type InboxWidget, type RefreshHeaders } from '../../src/index.js';
import { GuestPage, inside, open, textOf, type } from './guest-page.js';
import { HeldTimers } from './held-timers.js';
import { turn, until } from './until.js';

const HOUR_MS = 3_600_000;
/** How long the owner of a token is kept that nobody holds. */
const OWNER_GRACE_MS = 1_000;
const ISSUER = 'https://issuer.example';

describe('a set-up that changes', () => {
  let page: GuestPage;
  beforeEach(() => (page = new GuestPage()));
  afterEach(() => page.leave());

  /** An inbox in use: its stream open, a thread open, half a sentence in it, and the focus there. */
  async function inUse(properties: Partial<Omit<InboxWidget, 'style'>> = {}) {
    const widget = await page.show({ attributes: { token: page.web.issue() }, properties });
    const field = await open(widget, 'with-ada');
    type(field, 'Half a sentence');
    field.focus();
    await until(() => page.web.openStreams[0]);
    // Seen, and told to the service.
    await until(() => widget.unreadCount === 0);
    await turn();
    return { widget, field, row: inside(widget, '.row') };
  }

  /** Everything is as it was: the very things on screen, and nothing was fetched anew. */
  function expectUntouched({ widget, field, row }: Awaited<ReturnType<typeof inUse>>): void {
    expect(inside(widget, '.row') === row).to.equal(true);
    expect(inside(widget, '.field') === field).to.equal(true);
    expect(field.value).to.equal('Half a sentence');
    expect(widget.shadowRoot?.activeElement === field).to.equal(true);
    expect(page.heard('inbox-ready')).to.have.lengthOf(1);
    expect(page.heard('inbox-client-changed')).to.have.lengthOf(0);
    expect(page.web.streams).to.have.lengthOf(1);
    expect(page.web.service('ada').callsTo('/inbox/conversations/with-ada/messages')).to.have.lengthOf(1);
  }

  /** Lets the element take in what it was told, and all that follows at once. */
  async function settled(widget: InboxWidget): Promise<void> {
    await widget.updateComplete;
    await turn();
    await turn();
  }

  const sent = (call: { init: RequestInit } | undefined): string | null => new Headers(call?.init.headers).get('x-csrf');

  for (const [what, before, change] of [
    ['the same headers in a new object', { refreshHeaders: { 'X-CSRF': 'leaf' } }, (widget: InboxWidget) => (widget.refreshHeaders = { 'X-CSRF': 'leaf' })],
    ['the same address with a slash behind it', {}, (widget: InboxWidget) => (widget.baseUrl = `${widget.baseUrl}/`)],
    ['further services', {}, () => configure({ services: ['https://other.example'] })],
    ['the same address for all elements', {}, () => configure({ baseUrl: page.web.origin })],
  ] as const) {
    it(`F32 touches nothing where the page sets ${what}`, async () => {
      const ready = await inUse(before);
      const { length } = page.web.calls;
      change(ready.widget);
      await settled(ready.widget);
      expect(page.web.calls.length).to.equal(length);
      expectUntouched(ready);
    });
  }

  for (const [what, before, after] of [
    ['other headers', { 'X-CSRF': 'leaf' }, { 'X-CSRF': 'tree' }],
    ['another function for headers', () => ({ 'X-CSRF': 'leaf' }), () => ({ 'X-CSRF': 'tree' })],
    ['headers where there were none', undefined, { 'X-CSRF': 'tree' }],
  ] as [string, RefreshHeaders | undefined, RefreshHeaders][]) {
    it(`F32 asks the endpoint at once with ${what}, behind the inbox on screen`, async () => {
      const ready = await inUse({ refreshHeaders: before });
      page.web.answer = () => page.web.give(page.web.issue({ expiresAt: Date.now() + 9 * HOUR_MS }));
      ready.widget.refreshHeaders = after;
      await until(() => page.heard('inbox-token-refreshed')[0]);
      expect(page.web.refreshes.map(sent)).to.deep.equal(['tree']);
      expectUntouched(ready);
    });
  }

  it('F32 asks another fetchToken at once, behind the inbox on screen', async () => {
    const ready = await inUse({ fetchToken: () => Promise.reject(new Error('The old one')) });
    const reasons: string[] = [];
    ready.widget.fetchToken = ({ reason }) => {
      reasons.push(reason);
      return Promise.resolve(page.web.issue({ expiresAt: Date.now() + 9 * HOUR_MS }));
    };
    await until(() => page.heard('inbox-token-refreshed')[0]);
    expect(reasons).to.deep.equal(['requested']);
    expect(page.heard('inbox-token-failed')).to.have.lengthOf(0);
    expectUntouched(ready);
  });

  it('F32 takes it for no failure where the other fetchToken has the token in use', async () => {
    const ready = await inUse();
    let asked = 0;
    ready.widget.fetchToken = () => {
      asked++;
      return Promise.resolve(page.web.tokens[0] ?? '');
    };
    await until(() => asked);
    await settled(ready.widget);
    expect(page.kinds).to.deep.equal(['inbox-ready', 'inbox-conversation-opened']);
    expect(ready.widget.tokenStatus).to.equal('fresh');
    expect(asked).to.equal(1);
    expectUntouched(ready);
  });

  it('F24 shows the inbox of the other client whose token comes by the other headers', async () => {
    const { widget } = await inUse({ refreshHeaders: { 'X-CSRF': 'of Ada' } });
    page.web.client = 'bob';
    widget.refreshHeaders = { 'X-CSRF': 'of Bob' };
    await until(() => page.heard('inbox-client-changed')[0]);
    await until(() => textOf(widget).includes('Friend of bob'));
    expect(widget.shadowRoot?.innerHTML).not.to.match(/ada|Ada/);
    expect(page.web.refreshes.map(sent)).to.deep.equal(['of Bob']);
    expect((await open(widget, 'with-bob')).value).to.equal('');
  });

  it('F13 concerns only the element that changes, where two share a token', async () => {
    const ready = await inUse({ refreshHeaders: { 'X-CSRF': 'leaf' } });
    const other = await page.show({ properties: { refreshHeaders: { 'X-CSRF': 'leaf' } } });
    other.refreshHeaders = { 'X-CSRF': 'tree' };
    await until(() => page.web.refreshes[0]);
    await until(() => page.web.streams.length === 2 && inside(other, '.row'));
    expect(page.web.refreshes.map(sent)).to.deep.equal(['tree']);
    const { widget, row, field } = ready;
    expect(inside(widget, '.row') === row && inside(widget, '.field') === field).to.equal(true);
    expect(field.value).to.equal('Half a sentence');
    expect(page.events.filter(({ type, target }) => type === 'inbox-ready' && target === widget)).to.have.lengthOf(1);
    expect(page.events.filter(({ type, target }) => type === 'inbox-ready' && target === other)).to.have.lengthOf(2);
  });

  it('begins anew with other headers where there is no token to go on with', async () => {
    page.web.answer = (call) => (sent(call) === 'tree' ? page.web.give(page.web.issue()) : new Response(null, { status: 401 }));
    const widget = page.put({ properties: { refreshHeaders: { 'X-CSRF': 'leaf' } } });
    await until(() => widget.matches(':state(ended)'));
    widget.refreshHeaders = { 'X-CSRF': 'tree' };
    await until(() => inside(widget, '.row'));
    expect(page.web.refreshes.map(sent)).to.deep.equal(['leaf', 'tree']);
  });

  it('lets in a token that was refused for its issuer, once configure() names it', async () => {
    const widget = page.put({ properties: { token: page.web.issue({ issuer: ISSUER }), refreshEndpoint: undefined } });
    await until(() => page.heard('inbox-misconfigured')[0]);
    configure({ services: [ISSUER] });
    await until(() => inside(widget, '.row'));
    expect(page.web.bearers).to.deep.equal(page.web.tokens);
  });

  it('takes the token of the first service once more where the page goes back to that service', async () => {
    const timers = new HeldTimers(OWNER_GRACE_MS);
    try {
      const token = page.web.issue();
      const widget = await page.show({ properties: { token } });
      const { baseUrl } = widget;
      Object.assign(widget, { baseUrl: 'https://other.example', token: page.web.issue({ client: 'bob' }) });
      await until(() => page.web.strays[0]);
      timers.end(OWNER_GRACE_MS);
      Object.assign(widget, { baseUrl, token });
      await until(() => inside(widget, '.row'));
      expect(page.web.bearers).to.deep.equal([token]);
      expect(page.web.refreshes).to.have.lengthOf(0);
    } finally {
      timers.stop();
    }
  });

  it('keeps drafts where it is wrong for a moment', async () => {
    const { widget } = await inUse();
    await page.kept(1);
    const { baseUrl } = widget;
    widget.baseUrl = undefined;
    await until(() => inside(widget, '.skeleton') && !inside(widget, '.field'));
    widget.baseUrl = baseUrl;
    await until(() => inside<HTMLTextAreaElement>(widget, '.field')?.value === 'Half a sentence');
    await page.kept(1);
  });
});
