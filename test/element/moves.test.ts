import { expect } from 'chai';
import type { InboxWidget } from '../../src/index.js';
import { pageShared } from '../../src/page-shared.js';
import { bearerOf } from './fake-web.js';
import { GuestPage, inside, open, type } from './guest-page.js';
import { PageLedger } from './page-ledger.js';
import { frame, passed, until } from './until.js';

/** How long an element is kept that has left the page, and its owner of the token after it; with some room. */
const GRACES_MS = 2_500;

type Move = (node: Node, before: Node | null) => void;

describe('coming and going', () => {
  let page: GuestPage;
  let ledger: PageLedger;

  beforeEach(() => {
    ledger = new PageLedger();
    page = new GuestPage();
    ledger.start();
  });
  afterEach(() => {
    ledger.stop();
    page.leave();
  });

  const parents = (count: number): HTMLElement[] =>
    Array.from({ length: count }, () => document.body.appendChild(document.createElement('div')));

  async function writing(): Promise<{ widget: InboxWidget; field: HTMLTextAreaElement; log: HTMLElement }> {
    const widget = await page.show({ attributes: { token: page.web.issue() } });
    const field = await open(widget, 'with-ada');
    type(field, 'Half a sentence');
    await until(() => page.web.openStreams[0]);
    const log = inside(widget, '.log') as HTMLElement;
    await until(() => log.scrollHeight > log.clientHeight + 200);
    await until(() => page.web.calls.some(({ url }) => url.pathname.endsWith('/read')));
    await frame();
    await frame();
    return { widget, field, log };
  }

  it('F30 costs nothing where the element only moves: five parents in one task', async () => {
    const { widget, field } = await writing();
    const { length } = page.web.calls;
    for (const parent of parents(5)) parent.append(widget);
    await frame();
    await passed(GRACES_MS);
    expect(inside(widget, '.field') === field).to.equal(true);
    expect(field.value).to.equal('Half a sentence');
    expect(page.web.calls.length).to.equal(length);
    expect(page.web.openStreams).to.have.lengthOf(1);
    expect(page.web.streams).to.have.lengthOf(1);
    page.web.service().inbox.receive('second-ada', 'You are still here');
    await until(() => inside(widget, '.rows')?.textContent?.includes('You are still here'));
  });

  it('looks as it did in the document of a frame, and back in its own', async () => {
    const widget = await page.show({ attributes: { token: page.web.issue() } });
    const look = (): unknown[] => [getComputedStyle(widget).display, getComputedStyle(inside(widget, '.inbox') as HTMLElement).borderTopStyle];
    const before = look();
    expect(before).to.deep.equal(['grid', 'solid']);
    const frame = document.body.appendChild(document.createElement('iframe'));
    for (const place of [frame.contentDocument?.body, document.body]) {
      place?.append(widget);
      await widget.updateComplete;
      expect(look()).to.deep.equal(before);
    }
  });

  it('looks as it did in the document of a frame, where it comes long after it has left the page', async () => {
    const widget = await page.show({ attributes: { token: page.web.issue() } });
    const look = (): unknown[] => [getComputedStyle(widget).display, getComputedStyle(inside(widget, '.inbox') as HTMLElement).borderTopStyle];
    const before = look();
    const frame = document.body.appendChild(document.createElement('iframe'));
    for (const place of [frame.contentDocument?.body, document.body]) {
      widget.remove();
      await passed(GRACES_MS);
      place?.append(widget);
      await until(() => inside(widget, '.row'));
      expect(look()).to.deep.equal(before);
    }
  });

  it('F30 keeps the thread where it was read, wherever the element moves', async () => {
    const { widget, log } = await writing();
    log.scrollTop -= 150;
    await frame();
    await frame();
    const { scrollTop } = log;
    for (const parent of parents(2)) parent.append(widget);
    await until(() => Math.abs(log.scrollTop - scrollTop) < 2);
  });

  it('F30 notices nothing of moveBefore(), not even for a moment', async function () {
    const [parent] = parents(1);
    const move = (parent as { moveBefore?: Move } | undefined)?.moveBefore;
    if (!move) return this.skip();
    const { widget, field, log } = await writing();
    log.scrollTop -= 150;
    await frame();
    const { scrollTop } = log;
    const { length } = page.web.calls;
    move.call(parent, widget, null);
    expect(widget.parentElement === parent).to.equal(true);
    expect(log.scrollTop).to.equal(scrollTop);
    expect(field.isConnected).to.equal(true);
    await passed(GRACES_MS);
    expect(page.web.calls.length).to.equal(length);
    expect(page.web.openStreams).to.have.lengthOf(1);
  });

  for (const endpoint of [true, false]) {
    it(`F30 begins anew where it comes back after a while, ${endpoint ? 'with' : 'without'} an endpoint`, async () => {
      const widget = page.put({ attributes: { token: page.web.issue() }, properties: endpoint ? {} : { refreshEndpoint: undefined } });
      type(await open(widget, 'with-ada'), 'Half a sentence');
      await until(() => page.web.openStreams[0]);
      widget.remove();
      await until(() => page.web.openStreams.length === 0);
      await passed(GRACES_MS);
      page.web.service().inbox.receive('second-ada', 'While you were away');
      document.body.append(widget);
      await until(() => inside(widget, '.rows')?.textContent?.includes('While you were away'));
      await until(() => inside<HTMLTextAreaElement>(widget, '.field')?.value === 'Half a sentence');
      await until(() => page.web.openStreams.length === 1);
      expect(widget.tokenStatus).to.equal('fresh');
      expect(page.web.refreshes).to.have.lengthOf(0);
      expect(page.kinds.filter((kind) => kind === 'inbox-ready')).to.have.lengthOf(2);
    });
  }

  it('sends no token, where it comes back after a while, in whose place another had come', async () => {
    const token = page.web.issue();
    const widget = await page.show({ attributes: { token } });
    await widget.refreshToken();
    widget.remove();
    await passed(GRACES_MS);
    const { length } = page.web.serviceCalls;
    document.body.append(widget);
    await until(() => page.kinds.filter((kind) => kind === 'inbox-ready').length === 2);
    expect(page.web.serviceCalls.slice(length).map(({ init }) => bearerOf(init))).not.to.include(token);
  });

  it('tells nothing more of what is unread where it goes for good: another may have come in its place', async () => {
    const widget = await page.show();
    const told: number[] = [];
    // As frameworks do, which leave their listeners on what they take out of the page.
    widget.addEventListener('inbox-unread-changed', ({ unreadCount }) => told.push(unreadCount));
    widget.remove();
    const other = await page.show();
    await until(() => widget.unreadCount === 0);
    expect([told, other.unreadCount]).to.deep.equal([[], 2]);
    document.body.append(widget);
    await until(() => told.length > 0);
    expect(told).to.deep.equal([2]);
  });

  it('tells that nothing is unread any longer where that is so when it comes back, or nobody is signed in', async () => {
    const { web } = page;
    const told: number[] = [];
    const away = async (): Promise<void> => {
      widget.remove();
      await until(() => widget.unreadCount === 0);
      await until(() => web.openStreams.length === 0);
    };
    const widget = await page.show();
    await until(() => widget.unreadCount === 2);
    widget.addEventListener('inbox-unread-changed', ({ unreadCount }) => told.push(unreadCount));
    await away();
    await web.service().inbox.markRead('with-ada', 'with-ada-40');
    document.body.append(widget);
    await until(() => told.length > 0);
    web.service().inbox.receive('second-ada', 'One more');
    await until(() => told.length > 1);
    await away();
    // Its token is kept for a moment.
    await passed(GRACES_MS);
    web.answer = () => new Response(null, { status: 401 });
    document.body.append(widget);
    await until(() => told.length > 2);
    expect(told).to.deep.equal([0, 1, 0]);
  });

  it('F30 F31 leaves nothing behind where it goes for good', async () => {
    const before = ledger.left;
    const { widget } = await writing();
    expect(ledger.left).not.to.deep.equal(before);
    document.body.append(widget);
    widget.remove();
    await until(() => ledger.timers.size === 0 && ledger.channels.size === 0 && ledger.listeners.length === before.listeners.length);
    const { length } = page.web.calls;
    expect(ledger.left).to.deep.equal(before);
    expect(pageShared('widgets/2', () => ({ open: new Set() })).open, 'for those that count').not.to.include(widget);
    expect(pageShared('configuration/1', () => ({ listeners: new Set() })).listeners, 'for configure()').to.be.empty;
    expect(page.web.openStreams).to.have.lengthOf(0);
    await passed(100);
    expect(page.web.calls.length).to.equal(length);
  });

  it('F31 leaves nothing behind where it comes and goes 50 times, each time while a token is being fetched', async () => {
    const before = ledger.left;
    const signals: AbortSignal[] = [];
    page.web.answer = ({ init }) => {
      if (init.signal) signals.push(init.signal);
      return new Promise(() => {});
    };
    for (let time = 0; time < 50; time++) {
      const widget = page.put();
      await widget.updateComplete;
      if (time === 0) await until(() => signals[0]);
      widget.remove();
    }
    expect(signals).to.have.lengthOf(1);
    await until(() => ledger.timers.size === 0);
    await until(() => ledger.channels.size === 0 && signals.every(({ aborted }) => aborted));
    expect(ledger.left).to.deep.equal(before);
    expect(page.web.calls.length).to.equal(signals.length);
  });

  it('F31 ends what it was about to begin where it leaves before it is drawn', async () => {
    const before = ledger.left;
    page.put({ attributes: { token: page.web.issue() } }).remove();
    await until(() => ledger.timers.size === 0);
    expect(ledger.left).to.deep.equal(before);
    expect(page.web.calls).to.have.lengthOf(0);
  });

  it('does nothing where it is never on the page', async () => {
    const before = ledger.left;
    const widget = document.createElement('inbox-widget');
    Object.assign(widget, { baseUrl: page.web.origin, refreshEndpoint: page.web.endpoint, token: page.web.issue() });
    await passed(50);
    expect(ledger.left).to.deep.equal(before);
    expect(page.web.calls).to.have.lengthOf(0);
  });

  it('says at once that it can fetch no token where it is not on the page, or no longer', async () => {
    const asked = (widget: InboxWidget): Promise<unknown> => widget.refreshToken().catch((error: unknown) => error);
    const gone = { code: 'INBOX_REFRESH_UNCONFIGURED', message: 'The element is not in the page.' };
    const widget = document.createElement('inbox-widget');
    Object.assign(widget, { baseUrl: page.web.origin, refreshEndpoint: page.web.endpoint });
    expect(await asked(widget)).to.include(gone);
    document.body.append(widget);
    expect(await asked(widget)).to.equal(undefined);
    widget.remove();
    await until(() => !inside(widget, '.inbox'));
    expect(await asked(widget)).to.include(gone);
  });
});
