import { expect } from 'chai';
import { InboxError, type InboxWidget } from '../../src/index.js';
import { createMemorySource, exampleInbox } from '../../src/inbox/memory/index.js';
import { GuestPage, inside, textOf } from './guest-page.js';
import { frame, turn, until } from './until.js';

const STATES = ['loading', 'reconnecting', 'offline', 'ended', 'misconfigured'] as const;

const statesOf = (widget: InboxWidget): string[] => STATES.filter((state) => widget.matches(`:state(${state})`));

describe('states, methods and slots', () => {
  let page: GuestPage;
  beforeEach(() => (page = new GuestPage()));
  afterEach(() => page.leave());

  it('is loading until the first data is on screen', async () => {
    const widget = page.put({ properties: { source: createMemorySource(exampleInbox()) } });
    await widget.updateComplete;
    expect(statesOf(widget)).to.deep.equal(['loading']);
    await until(() => page.heard('inbox-ready')[0]);
    expect(statesOf(widget)).to.deep.equal([]);
  });

  it('is reconnecting and offline as its connection is', async () => {
    const source = createMemorySource(exampleInbox());
    const widget = await page.show({ properties: { source } });
    for (const connection of ['reconnecting', 'offline'] as const) {
      source.setConnection(connection);
      await until(() => statesOf(widget).join() === connection);
    }
    source.setConnection('live');
    await until(() => statesOf(widget).length === 0);
  });

  it('is ended where the endpoint refuses, and no longer once it gives a token again', async () => {
    const widget = await page.show();
    page.web.answer = () => new Response(null, { status: 401 });
    await widget.refreshToken().catch(() => {});
    await until(() => statesOf(widget).join() === 'ended');
    expect(textOf(widget)).not.to.include('ada');
    const go = await until(() => inside(widget, '[part="panel-button"]'));
    const answer = page.web.hold();
    go.click();
    await until(() => page.web.refreshes[2]);
    // Whoever asks may be somebody else: nothing is shown before it is known.
    expect(statesOf(widget)).to.deep.equal(['ended']);
    expect(!inside(widget, '.row')).to.equal(true);
    answer();
    await until(() => inside(widget, '.row'));
    expect(statesOf(widget)).to.deep.equal([]);
    expect(page.kinds).to.deep.equal([
      'inbox-token-refreshed', 'inbox-ready', 'inbox-token-failed', 'inbox-session-ended', 'inbox-token-refreshed',
    ]);
  });

  it('is reconnecting, not ended, where the endpoint cannot be reached and the token is over', async () => {
    page.web.answer = () => new Response(null, { status: 502 });
    const widget = page.put({ attributes: { token: page.web.issueDead() } });
    await until(() => page.heard('inbox-token-failed')[0]);
    await until(() => statesOf(widget).join() === 'reconnecting');
    expect(widget.tokenStatus).to.equal('expired');
    expect(page.web.serviceCalls).to.have.lengthOf(0);
  });

  it('has no state once it has left the page', async () => {
    const widget = await page.show();
    page.web.answer = () => new Response(null, { status: 401 });
    await widget.refreshToken().catch(() => {});
    await until(() => statesOf(widget).join() === 'ended');
    widget.remove();
    await until(() => !statesOf(widget).length);
    expect(widget.tokenStatus).to.equal('missing');
  });

  it('tells how its token fares', async () => {
    const answer = page.web.hold();
    const widget = page.put();
    expect(widget.tokenStatus).to.equal('missing');
    await until(() => widget.tokenStatus === 'refreshing');
    expect(widget.tokenExpiresAt).to.equal(null);
    answer();
    await until(() => widget.tokenStatus === 'fresh');
    expect(widget.tokenExpiresAt).to.be.instanceOf(Date);
  });

  it('has none, but its inbox, in browsers whose states are all named with dashes', async () => {
    const { supports } = CSS;
    const { attachInternals } = HTMLElement.prototype;
    CSS.supports = (...words: [string, string?]) => !words[0].includes(':state(') && supports.apply(CSS, words as [string]);
    HTMLElement.prototype.attachInternals = function () {
      const internals = attachInternals.call(this);
      internals.states.add = () => {
        throw new DOMException('It must begin with two dashes.', 'SyntaxError');
      };
      return internals;
    };
    try {
      const widget = await page.show();
      page.web.answer = () => new Response(null, { status: 401 });
      await widget.refreshToken().catch(() => {});
      await until(() => textOf(widget).includes('signed out'));
      expect(statesOf(widget)).to.deep.equal([]);
    } finally {
      Object.assign(CSS, { supports });
      HTMLElement.prototype.attachInternals = attachInternals;
    }
  });

  it('refreshToken() resolves with the new token in use, and makes one call however often it is asked', async () => {
    const widget = await page.show({ attributes: { token: page.web.issue() } });
    await Promise.all([widget.refreshToken(), widget.refreshToken(), widget.refreshToken()]);
    expect(page.web.refreshes).to.have.lengthOf(1);
    widget.reload();
    await until(() => page.web.bearers.length === 2);
    expect(page.web.bearers).to.deep.equal(page.web.tokens);
  });

  for (const [what, prepare, code] of [
    ['the endpoint refuses', () => ({ answer: 403 }), 'INBOX_REFRESH_REFUSED'],
    ['there is no way to one', () => ({ properties: { refreshEndpoint: undefined } }), 'INBOX_REFRESH_UNCONFIGURED'],
    ['the element is not set up', () => ({ properties: { baseUrl: undefined } }), 'INBOX_SERVICE_UNCONFIGURED'],
  ] as const) {
    it(`refreshToken() rejects where ${what}`, async () => {
      const { answer, properties }: { answer?: number; properties?: object } = prepare();
      if (answer) page.web.answer = () => new Response(null, { status: answer });
      const widget = page.put({ attributes: { token: page.web.issue() }, ...(properties && { properties }) });
      const error: unknown = await widget.refreshToken().catch((cause: unknown) => cause);
      expect(error).to.be.instanceOf(InboxError);
      expect((error as InboxError).code).to.equal(code);
    });
  }

  it('reload() fetches what is on screen anew', async () => {
    const widget = await page.show();
    widget.reload();
    await until(() => page.web.service().callsTo('/inbox/conversations').length >= 2);
    expect(page.heard('inbox-ready')).to.have.lengthOf(1);
  });

  it('openConversation(null) goes back to the list', async () => {
    const widget = await page.show({ attributes: { layout: 'stack' }, properties: { source: createMemorySource(exampleInbox()) } });
    widget.openConversation('mara');
    await until(() => inside(widget, '.bubble'));
    widget.openConversation(null);
    await until(() => !inside(widget, '.bubble'));
    expect(inside(widget, '.row')?.checkVisibility?.() ?? true).to.equal(true);
  });

  it('has methods that do no harm where there is nothing to do', async () => {
    const widget = document.createElement('inbox-widget');
    widget.reload();
    widget.signOut();
    widget.openConversation(null);
    await turn();
    expect(page.events).to.deep.equal([]);
  });

  for (const [slot, words] of [
    ['header', {}],
    ['empty', { properties: { source: createMemorySource({}) } }],
    ['ended', { ended: true }],
  ] as const) {
    it(`puts what the page has in its slot "${slot}" in its place`, async () => {
      if ('ended' in words) page.web.answer = () => new Response(null, { status: 401 });
      const widget = page.put('properties' in words ? words : {});
      const own = document.createElement('p');
      own.slot = slot;
      own.textContent = 'Words of the page';
      widget.append(own);
      await until(() => own.assignedSlot?.name === slot);
      await frame();
      await until(() => own.getBoundingClientRect().height > 0);
    });
  }
});
