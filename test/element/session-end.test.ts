import { expect } from 'chai';
import type { InboxWidget } from '../../src/index.js';
import { GuestPage, inside, textOf } from './guest-page.js';
import { HeldTimers } from './held-timers.js';
import { turn, until } from './until.js';

/** The shortest pause before another try of anything; with some room. */
const SHORTEST_PAUSE_MS = 600;

describe('after the end of a session', () => {
  let page: GuestPage;
  beforeEach(() => (page = new GuestPage()));
  afterEach(() => page.leave());

  const refuse = (): void => void (page.web.answer = () => new Response(null, { status: 401 }));
  const statusOf = (widget: InboxWidget): string => inside(widget, '[role="status"]')?.textContent?.trim() ?? '';

  /** Ada's inbox, with its stream open, which the endpoint has ended. */
  async function ended(): Promise<InboxWidget> {
    const widget = await page.show({ attributes: { token: page.web.issue() } });
    await until(() => page.web.openStreams[0]);
    refuse();
    await widget.refreshToken().catch(() => {});
    await until(() => widget.matches(':state(ended)'));
    return widget;
  }

  it('the inbox is there as soon as a token is offered, and waits for no pause between tries', async () => {
    const timers = new HeldTimers(SHORTEST_PAUSE_MS);
    try {
      refuse();
      const widget = page.put();
      await until(() => widget.matches(':state(ended)') && textOf(widget).includes('signed out'));
      widget.token = page.web.issue();
      await until(() => inside(widget, '.row'));
    } finally {
      timers.stop();
    }
  });

  it('F25 data that come only now are ready once they are on screen: when there is a token again', async () => {
    let answer = (): void => {};
    const held = new Promise<null>((resolve) => (answer = () => resolve(null)));
    page.web.service().fault = ({ path }) => (path === '/inbox/conversations' ? held : null);
    const widget = page.put({ attributes: { token: page.web.issue() } });
    await until(() => page.web.service().callsTo('/inbox/conversations')[0]);
    refuse();
    await widget.refreshToken().catch(() => {});
    answer();
    await turn();
    await turn();
    expect(page.kinds).to.deep.equal(['inbox-token-failed', 'inbox-session-ended']);
    widget.token = page.web.issue({ expiresAt: Date.now() + 9 * 3_600_000 });
    const { unreadCount } = await until(() => page.heard('inbox-ready')[0]);
    expect([unreadCount, widget.unreadCount]).to.deep.equal([2, 2]);
    expect(textOf(widget)).to.include('Friend of ada');
    widget.reload();
    await turn();
    expect(page.heard('inbox-ready')).to.have.lengthOf(1);
  });

  it('its event finds the element as it tells', async () => {
    const widget = await page.show();
    refuse();
    const found: unknown[] = [];
    widget.addEventListener('inbox-session-ended', () => found.push(widget.matches(':state(ended)'), widget.unreadCount, widget.tokenStatus));
    await widget.refreshToken().catch(() => {});
    await until(() => found.length);
    expect(found).to.deep.equal([true, 0, 'ended']);
  });

  it('nothing is unread, until there is a token again', async () => {
    const widget = await ended();
    expect(widget.unreadCount).to.equal(0);
    widget.token = page.web.issue({ expiresAt: Date.now() + 9 * 3_600_000 });
    await until(() => inside(widget, '.row'));
    await until(() => widget.unreadCount === 2);
    expect(page.heard('inbox-unread-changed').map(({ unreadCount }) => unreadCount)).to.deep.equal([2, 0, 2]);
  });

  it('nothing goes on because the page sets something else', async () => {
    const widget = await ended();
    const { length } = page.web.calls;
    widget.withoutComposer = true;
    await widget.updateComplete;
    await turn();
    expect(widget.tokenStatus).to.equal('ended');
    expect(page.web.calls).to.have.lengthOf(length);
  });

  it('nothing is told of what still comes in', async () => {
    const widget = await ended();
    await until(() => statusOf(widget));
    const said = statusOf(widget);
    page.web.service().inbox.receive('second-ada', 'For nobody’s ears');
    await turn();
    await turn();
    expect(page.heard('inbox-message-received')).to.have.lengthOf(0);
    expect(statusOf(widget)).to.equal(said);
    expect(widget.unreadCount).to.equal(0);
    widget.token = page.web.issue({ expiresAt: Date.now() + 9 * 3_600_000 });
    await until(() => inside(widget, '.rows')?.textContent?.includes('For nobody’s ears'));
  });
});
