import { expect } from 'chai';
import { createMemorySource, exampleInbox } from '../../src/inbox/memory/index.js';
import type { InboxWidget } from '../../src/index.js';
import { GuestPage, inside, open, textOf, type } from './guest-page.js';
import { passed, turn, until } from './until.js';

const KEPT = 'Your drafts are kept.';
const HOUR_MS = 3_600_000;
/** How long the owner of a token is kept that nobody holds, and longer than any call that is due waits; with some room. */
const OWNER_GRACE_MS = 1_200;

describe('signing out', () => {
  let page: GuestPage;
  beforeEach(() => (page = new GuestPage()));
  afterEach(() => page.leave());

  /** Ada's inbox, with a draft that the browser keeps. */
  async function withDraft(): Promise<InboxWidget> {
    const widget = await page.show({ attributes: { token: page.web.issue() } });
    type(await open(widget, 'with-ada'), 'Half a sentence');
    await page.kept(1);
    return widget;
  }

  /** Takes a widget out of the page, and waits until it is held to have gone for good. */
  async function goneForGood(widget: InboxWidget): Promise<void> {
    widget.remove();
    await until(() => widget.tokenStatus === 'missing');
  }

  /** Puts a widget that has gone for good back into the page, where it says that the session is over, and asks nobody. */
  async function comesBackSignedOut(widget: InboxWidget): Promise<void> {
    await passed(OWNER_GRACE_MS);
    const { length } = page.web.calls;
    document.body.append(widget);
    await until(() => textOf(widget).includes('signed out'));
    expect(widget.tokenStatus).to.equal('ended');
    expect(page.web.calls).to.have.lengthOf(length);
  }

  it('F23 wipes what was written in the inbox on screen', async () => {
    const widget = await withDraft();
    widget.signOut();
    await page.kept(0);
  });

  it('F23 wipes what was written also of an element that has long left the page', async () => {
    const widget = await withDraft();
    await goneForGood(widget);
    await page.kept(1);
    widget.signOut();
    await page.kept(0);
    expect(widget.conversation).to.equal(null);
    document.body.append(widget);
    await widget.refreshToken();
    await until(() => inside(widget, '.row'));
    expect((await open(widget, 'with-ada')).value).to.equal('');
  });

  for (const [what, properties] of [
    ['a way to a token', {}],
    ['none', { refreshEndpoint: undefined }],
  ] as const) {
    it(`F23 outlasts a while out of the page, with ${what}, and what a framework says anew`, async () => {
      const token = page.web.issue();
      const widget = await page.show({ properties: { token, ...properties } });
      widget.signOut();
      widget.token = token;
      await goneForGood(widget);
      await passed(OWNER_GRACE_MS);
      const { length } = page.web.calls;
      document.body.append(widget);
      widget.token = token;
      await until(() => textOf(widget).includes('signed out'));
      expect(textOf(widget)).not.to.include(KEPT);
      await passed(OWNER_GRACE_MS);
      expect(widget.tokenStatus).to.equal('ended');
      expect(page.web.calls.length).to.equal(length);
      widget.token = page.web.issue({ expiresAt: Date.now() + 9 * HOUR_MS });
      await until(() => inside(widget, '.row'));
    });
  }

  it('F23 outlasts it also where that was said of a token that had come with another service', async () => {
    const token = page.web.issue();
    const widget = page.put({ properties: { baseUrl: 'https://other.example', token: page.web.issue({ client: 'bob' }) } });
    await until(() => page.web.strays[0]);
    Object.assign(widget, { baseUrl: page.web.origin, token });
    await until(() => inside(widget, '.row'));
    widget.signOut();
    widget.token = token;
    await goneForGood(widget);
    await passed(OWNER_GRACE_MS);
    document.body.append(widget);
    await until(() => textOf(widget).includes('signed out'));
    expect(widget.tokenStatus).to.equal('ended');
  });

  it('F23 holds also where the element was out of the page at the time: back there, it asks nobody', async () => {
    const widget = await page.show({ attributes: { token: page.web.issue() } });
    await goneForGood(widget);
    widget.signOut();
    await comesBackSignedOut(widget);
  });

  it('F23 outlasts a while out of the page also of an element by which it was not said', async () => {
    const [widget, other] = [await page.show({ attributes: { token: page.web.issue() } }), await page.show()];
    other.signOut();
    for (const one of [widget, other]) await goneForGood(one);
    await comesBackSignedOut(widget);
  });

  it('F23 is over for an element that has gone on since, also where it comes back later', async () => {
    const widget = await page.show();
    widget.signOut();
    await widget.refreshToken();
    await goneForGood(widget);
    await passed(OWNER_GRACE_MS);
    document.body.append(widget);
    await until(() => inside(widget, '.row') ?? textOf(widget).includes('signed out'));
    expect(widget.tokenStatus).to.equal('fresh');
  });

  it('F23 of an element that comes back signs out no other that has gone on meanwhile', async () => {
    const [widget, other] = [await withDraft(), await page.show()];
    widget.signOut();
    await goneForGood(widget);
    const answer = page.web.hold();
    const refreshed = other.refreshToken();
    await until(() => page.web.refreshes[0]);
    document.body.append(widget);
    await widget.updateComplete;
    answer();
    await refreshed;
    await until(() => inside(widget, '.row') && inside(other, '.row'));
  });

  it('F23 wipes what was written also where a listener says so that hears, with the element, of a session that had ended', async () => {
    const widget = await withDraft();
    page.web.answer = () => new Response(null, { status: 401 });
    await widget.refreshToken().catch(() => {});
    await goneForGood(widget);
    await page.kept(1);
    widget.addEventListener('inbox-session-ended', () => widget.signOut(), { once: true });
    document.body.append(widget);
    await page.kept(0);
  });

  it("F23 wipes what was written also before the inbox's code is there", async () => {
    await goneForGood(await withDraft());
    const widget = page.put({ attributes: { token: page.web.issue() } });
    await widget.updateComplete;
    expect(!inside(widget, '.inbox')).to.equal(true);
    widget.signOut();
    await page.kept(0);
    await until(() => widget.matches(':state(ended)'));
  });

  it('F23 wipes what was written also where the set-up is wrong just now', async () => {
    const widget = await withDraft();
    widget.baseUrl = undefined;
    await until(() => widget.matches(':state(misconfigured)'));
    await page.kept(1);
    widget.signOut();
    await page.kept(0);
  });

  it("F23 closes the inbox of an app's own source, and opens it anew without what was written", async () => {
    const widget = await page.show({ properties: { source: createMemorySource(exampleInbox()) } });
    type(await open(widget, 'mara'), 'Half a sentence');
    widget.signOut();
    expect(!inside(widget, '.inbox')).to.equal(true);
    expect(widget.conversation).to.equal(null);
    await until(() => inside(widget, '.row'));
    expect(!inside(widget, '.bubble')).to.equal(true);
    expect((await open(widget, 'mara')).value).to.equal('');
  });

  for (const [from, to] of [
    ['.row', '[part="panel-button"]'],
    // Whoever goes on typing must not press a button by it.
    ['.field', '.inbox'],
  ] as const) {
    it(`leads the focus from ${from} to what is there in its place, and to nowhere once it is elsewhere`, async () => {
      const widget = await withDraft();
      const elsewhere = document.body.appendChild(document.createElement('input'));
      const signOut = async (meanwhile?: () => void): Promise<void> => {
        await open(widget, 'with-ada');
        inside(widget, from)!.focus();
        widget.signOut();
        meanwhile?.();
        await until(() => inside(widget, '.panel'));
      };
      await signOut();
      expect(widget.shadowRoot!.activeElement).to.equal(inside(widget, to));
      await widget.refreshToken();
      await signOut(() => elsewhere.focus());
      expect(document.activeElement).to.equal(elsewhere);
      await widget.refreshToken();
      await open(widget, 'with-ada');
      elsewhere.focus();
      widget.signOut();
      elsewhere.blur();
      await until(() => inside(widget, '.panel'));
      expect(document.activeElement, 'where it was not inside').to.equal(document.body);
    });
  }

  it('takes the token that a listener offers after signing out, for that is the next session', async () => {
    const widget = await page.show({ attributes: { token: page.web.issue() } });
    const next = page.web.issue({ client: 'bob', expiresAt: Date.now() + 9 * HOUR_MS });
    widget.addEventListener('inbox-token-refreshed', () => {
      widget.signOut();
      widget.token = next;
    }, { once: true });
    await widget.refreshToken().catch(() => {});
    await until(() => inside(widget, '.row'));
    expect(widget.tokenStatus).to.equal('fresh');
    expect(page.web.bearers.at(-1)).to.equal(next);
  });

  const goneOn: Readonly<Record<string, (widget: InboxWidget) => unknown>> = {
    '': () => {},
    ', also where it has signed out and gone on itself before': (widget) => {
      widget.signOut();
      return widget.refreshToken();
    },
    ', also where it has gone on with a token after the endpoint failed': async (widget) => {
      const { answer } = page.web;
      widget.signOut();
      page.web.answer = () => new Response(null, { status: 503 });
      await widget.refreshToken().catch(() => {});
      page.web.answer = answer;
      widget.token = page.web.issue({ expiresAt: Date.now() + 8.5 * HOUR_MS });
      await until(() => widget.tokenStatus === 'fresh');
    },
  };
  for (const [how, goOn] of Object.entries(goneOn)) {
    it(`drops the token that an element was about to offer when another signed out${how}`, async () => {
      const [widget, other] = [await page.show({ attributes: { token: page.web.issue() } }), await page.show()];
      await goOn(widget);
      widget.token = page.web.issue({ expiresAt: Date.now() + 9 * HOUR_MS });
      other.signOut();
      await until(() => textOf(widget).includes('signed out'));
      await turn();
      expect(widget.tokenStatus).to.equal('ended');
    });
  }

  it('takes what is offered to an element after it was signed out, before it has heard of the token that came first', async () => {
    const [first, widget] = [await page.show({ attributes: { token: page.web.issue() } }), await page.show()];
    const token = page.web.issue({ expiresAt: Date.now() + 9 * HOUR_MS });
    first.addEventListener(
      'inbox-token-refreshed',
      () => {
        widget.signOut();
        widget.token = token;
      },
      { once: true },
    );
    await first.refreshToken().catch(() => {});
    await turn();
    await until(() => inside(widget, '.row') ?? textOf(widget).includes('signed out'));
    expect(widget.tokenStatus).to.equal('fresh');
  });

  it('drops it also where it was signed out when it left the page, and came back to a session that others had begun', async () => {
    const [widget, other] = [await page.show({ attributes: { token: page.web.issue() } }), await page.show()];
    other.signOut();
    await goneForGood(widget);
    await other.refreshToken();
    document.body.append(widget);
    await until(() => inside(widget, '.row'));
    widget.token = page.web.issue({ expiresAt: Date.now() + 9 * HOUR_MS });
    other.signOut();
    await until(() => textOf(widget).includes('signed out'));
    await turn();
    expect(widget.tokenStatus).to.equal('ended');
  });

  it('promises no drafts after a sign-out, for there are none', async () => {
    const widget = await withDraft();
    widget.signOut();
    await until(() => textOf(widget).includes('signed out'));
    expect(textOf(widget)).not.to.include(KEPT);
    // Nor where whoever goes on is refused.
    page.web.answer = () => new Response(null, { status: 401 });
    await widget.refreshToken().catch(() => {});
    await until(() => page.heard('inbox-session-ended')[0]);
    await turn();
    expect(textOf(widget)).not.to.include(KEPT);
  });

  it('promises no drafts where the page asks for a token as soon as it has signed out, and is refused', async () => {
    const widget = await withDraft();
    widget.signOut();
    page.web.answer = () => new Response(null, { status: 401 });
    await widget.refreshToken().catch(() => {});
    await until(() => textOf(widget).includes('signed out'));
    expect(textOf(widget)).not.to.include(KEPT);
  });

  it('promises no drafts in an element that takes the place of the one whose page has signed out', async () => {
    const widget = await withDraft();
    widget.signOut();
    widget.remove();
    const next = page.put();
    await until(() => textOf(next).includes('signed out'));
    expect(textOf(next)).not.to.include(KEPT);
  });

  it('F23 in another tab counts here as well: the page is told once, and nothing that was written is left', async () => {
    const widget = await withDraft();
    const told: unknown[] = [];
    widget.addEventListener('inbox-session-ended', () => told.push([widget.tokenStatus, widget.matches(':state(ended)'), widget.conversation, widget.unreadCount]));
    const { origin, pathname } = new URL(page.web.endpoint, document.baseURI);
    const otherTab = new BroadcastChannel('inbox-widget/1');
    otherTab.postMessage({ address: `${page.web.origin} ${origin}${pathname}`, client: 'ada' });
    otherTab.close();
    await page.kept(0);
    await until(() => textOf(widget).includes('signed out'));
    expect(textOf(widget)).not.to.include(KEPT);
    expect(told).to.deep.equal([['ended', true, null, 0]]);
    expect(page.kinds.filter((kind) => kind.startsWith('inbox-token'))).to.deep.equal([]);
  });

  it('promises drafts again once somebody has gone on after a sign-out', async () => {
    const widget = await withDraft();
    widget.signOut();
    await until(() => textOf(widget).includes('signed out'));
    await widget.refreshToken();
    type(await open(widget, 'with-ada'), 'Another half');
    page.web.answer = () => new Response(null, { status: 401 });
    await widget.refreshToken().catch(() => {});
    await until(() => textOf(widget).includes(KEPT));
  });

  it('promises no drafts after a refusal where they are in memory only', async () => {
    const widget = await page.show({ attributes: { token: page.web.issue(), 'without-storage': '' } });
    type(await open(widget, 'with-ada'), 'Half a sentence');
    page.web.answer = () => new Response(null, { status: 401 });
    await widget.refreshToken().catch(() => {});
    await until(() => textOf(widget).includes('signed out'));
    expect(textOf(widget)).not.to.include(KEPT);
  });

  it('says after a refusal that drafts are kept, and keeps them', async () => {
    const widget = await withDraft();
    page.web.answer = () => new Response(null, { status: 401 });
    await widget.refreshToken().catch(() => {});
    await until(() => textOf(widget).includes(KEPT));
    await page.kept(1);
    widget.token = page.web.issue({ expiresAt: Date.now() + 9 * HOUR_MS });
    await until(() => inside<HTMLTextAreaElement>(widget, '.field')?.value === 'Half a sentence');
  });
});
