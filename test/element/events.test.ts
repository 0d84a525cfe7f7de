import { expect } from 'chai';
import * as inbox from '../../src/index.js';
import { createMemorySource, exampleInbox, type MemorySource } from '../../src/inbox/memory/index.js';
import { problem } from '../helpers/fake-service.js';
import { EVENT_CLASSES, GuestPage, inside, open, readable, send, textOf, type } from './guest-page.js';
import { turn, until } from './until.js';

describe('events', () => {
  let page: GuestPage;
  beforeEach(() => (page = new GuestPage()));
  afterEach(() => page.leave());

  /** A widget whose inbox is in the test's hands. */
  async function withSource(): Promise<{ widget: inbox.InboxWidget; source: MemorySource }> {
    const source = createMemorySource(exampleInbox());
    return { widget: await page.show({ properties: { source } }), source };
  }

  it('F25 cross the shadow boundary, bubble, and cannot be cancelled', async () => {
    const host = document.createElement('div');
    const parent = host.attachShadow({ mode: 'open' });
    document.body.append(host);
    await page.show({ parent });
    expect(page.kinds).to.deep.equal(['inbox-token-refreshed', 'inbox-ready']);
    for (const event of page.events) {
      expect([event.bubbles, event.composed, event.cancelable], event.type).to.deep.equal([true, true, false]);
      expect(event).to.be.instanceOf(EVENT_CLASSES[event.type as keyof inbox.InboxEventMap]);
      expect(event.target === host).to.equal(true);
    }
  });

  it('inbox-ready says how much is unread, once', async () => {
    const source = createMemorySource(exampleInbox());
    const widget = page.put({ properties: { source } });
    const event = await until(() => page.heard('inbox-ready')[0]);
    expect(event.unreadCount).to.equal(3);
    expect(widget.unreadCount).to.equal(3);
    widget.reload();
    await source.getInbox();
    expect(page.heard('inbox-ready')).to.have.lengthOf(1);
  });

  it('inbox-ready finds the first data on screen', async () => {
    const source = createMemorySource(exampleInbox());
    const { listConversations } = source;
    // As over a network, in a task of its own: nothing else is about to be drawn.
    source.listConversations = async (...asked) => {
      await turn();
      return listConversations.apply(source, asked);
    };
    const widget = page.put({ properties: { source } });
    let atEvent = '';
    widget.addEventListener('inbox-ready', () => (atEvent = textOf(widget)));
    await until(() => page.heard('inbox-ready')[0]);
    expect(atEvent).to.include('Mara');
  });

  it('inbox-unread-changed says the count, and only where it is another', async () => {
    const { widget, source } = await withSource();
    await until(() => page.heard('inbox-ready')[0]);
    source.receive('mara', 'One more');
    await until(() => widget.unreadCount === 4);
    source.type('mara');
    expect(page.heard('inbox-unread-changed').map(({ unreadCount }) => unreadCount)).to.deep.equal([3, 4]);
  });

  it('inbox-conversation-opened says which one, whoever opened it', async () => {
    const { widget } = await withSource();
    widget.openConversation('theo');
    await until(() => page.heard('inbox-conversation-opened')[0]);
    inside(widget, '.row')?.click();
    await until(() => page.heard('inbox-conversation-opened')[1]);
    expect(page.heard('inbox-conversation-opened').map(({ conversationId }) => conversationId)).to.deep.equal(['theo', 'mara']);
  });

  it('inbox-conversation-closed says which one, whoever closed it, where none is open after it', async () => {
    const { widget } = await withSource();
    for (const [index, id] of ['theo', 'mara'].entries()) {
      widget.openConversation(id);
      await until(() => page.heard('inbox-conversation-opened')[index]);
    }
    widget.openConversation(null);
    await until(() => page.heard('inbox-conversation-closed')[0]);
    expect(widget.conversation).to.equal(null);
    widget.style.width = '400px';
    await open(widget, 'theo');
    const back = await until(() => inside(widget, '.back-button'));
    await until(() => back.clientHeight);
    back.click();
    await until(() => page.heard('inbox-conversation-closed')[1]);
    expect(page.heard('inbox-conversation-closed').map(({ conversationId }) => conversationId)).to.deep.equal(['mara', 'theo']);
  });

  for (const [what, leave] of [
    ['another client comes', (widget: inbox.InboxWidget) => (widget.token = page.web.issue({ client: 'bob' }))],
    ['the page signs out', (widget: inbox.InboxWidget) => widget.signOut()],
  ] as const) {
    it(`inbox-conversation-closed comes too where ${what}, before anything of that`, async () => {
      const widget = await page.show({ attributes: { token: page.web.issue({ client: 'ada' }) } });
      (await until(() => inside(widget, '.row'))).click();
      await until(() => page.heard('inbox-conversation-opened')[0]);
      const { length } = page.kinds;
      let atEvent: string | null | undefined;
      widget.addEventListener('inbox-conversation-closed', () => (atEvent = widget.conversation));
      leave(widget);
      await until(() => page.kinds.length > length);
      expect(page.kinds.slice(length).filter((kind) => kind !== 'inbox-unread-changed')[0]).to.equal('inbox-conversation-closed');
      expect([atEvent, widget.conversation]).to.deep.equal([null, null]);
    });
  }

  it('inbox-message-received is told once where an inbox has just come in the place of another', async () => {
    const { widget, source } = await withSource();
    const told: string[] = [];
    for (const one of [widget, page.put({ properties: { source } })]) {
      one.addEventListener('inbox-message-received', () => told.push(one === widget ? 'before' : 'now'));
    }
    widget.remove();
    await until(() => page.heard('inbox-ready')[1]);
    source.receive('mara', 'News');
    await until(() => told.includes('now'));
    for (let count = 0; count < 5; count++) await turn();
    expect(told).to.deep.equal(['now']);
  });

  it('inbox-message-received says where, and not of what was there before', async () => {
    const { source } = await withSource();
    const { id } = source.receive('theo', 'Are you there?');
    const event = await until(() => page.heard('inbox-message-received')[0]);
    expect([event.conversationId, event.messageId]).to.deep.equal(['theo', id]);
    expect(page.heard('inbox-message-received')).to.have.lengthOf(1);
  });

  it('inbox-message-sent says the id of the service, once', async () => {
    const { widget, source } = await withSource();
    const field = await open(widget, 'mara');
    type(field, 'On Thursday');
    send(field);
    const event = await until(() => page.heard('inbox-message-sent')[0]);
    const { messages } = await source.listMessages('mara', {});
    expect(event.messageId).to.equal(messages.at(-1)?.id);
    expect(event.conversationId).to.equal('mara');
    expect(page.heard('inbox-message-sent')).to.have.lengthOf(1);
  });

  it('inbox-message-failed says why a message was refused', async () => {
    const refusal = new inbox.InboxError('INBOX_MESSAGE_REJECTED', 'The number is not reachable.');
    const source = createMemorySource(exampleInbox(), {
      before: (method) => {
        if (method === 'sendMessage') throw refusal;
      },
    });
    const widget = await page.show({ properties: { source } });
    const field = await open(widget, 'mara');
    type(field, 'On Thursday');
    send(field);
    const { error, conversationId, messageId } = await until(() => page.heard('inbox-message-failed')[0]);
    expect(error).to.equal(refusal);
    expect(conversationId).to.equal('mara');
    expect(messageId).to.be.a('string').that.is.not.empty;
  });

  it('inbox-token-refreshed says until when, and why', async () => {
    const expiresAt = Math.floor(Date.now() / 1000) * 1000 + 3_600_000;
    page.web.answer = () => page.web.give(page.web.issue({ expiresAt }));
    const widget = await page.show();
    page.web.answer = () => page.web.give(page.web.issue({ expiresAt: expiresAt + 1000 }));
    await widget.refreshToken();
    const told = page.heard('inbox-token-refreshed').map(({ expiresAt: until, reason }) => [until?.getTime(), reason]);
    expect(told).to.deep.equal([[expiresAt, 'missing'], [expiresAt + 1000, 'requested']]);
    expect(widget.tokenExpiresAt?.getTime()).to.equal(expiresAt + 1000);
  });

  it('inbox-token-refreshed says "expired" and "rejected" where it was so', async () => {
    await page.show({ attributes: { token: page.web.issueDead() } });
    const revoked = page.web.issue({ client: 'bob' });
    page.web.service('bob').tokens.clear();
    page.web.client = 'bob';
    await page.show({ attributes: { token: revoked } });
    expect(page.heard('inbox-token-refreshed').map(({ reason }) => reason)).to.deep.equal(['expired', 'rejected']);
  });

  it('F25 inbox-session-ended comes once where the endpoint refuses, and nothing is ever ready', async () => {
    page.web.answer = () => new Response(null, { status: 401 });
    const widget = page.put();
    const { error } = await until(() => page.heard('inbox-session-ended')[0]);
    expect(error).to.be.instanceOf(inbox.InboxError);
    expect([error.code, error.status]).to.deep.equal(['INBOX_REFRESH_REFUSED', 401]);
    expect(page.kinds).to.deep.equal(['inbox-token-failed', 'inbox-session-ended']);
    expect(page.heard('inbox-token-failed')[0]?.retryAt).to.equal(null);
    expect(widget.tokenStatus).to.equal('ended');
    expect(page.web.serviceCalls).to.have.lengthOf(0);
    await until(() => widget.matches(':state(ended)'));
  });

  it('F25 inbox-token-failed says what happened and when it is tried again', async () => {
    page.web.answer = () => new Response(null, { status: 500 });
    page.put();
    const { error, retryAt } = await until(() => page.heard('inbox-token-failed')[0]);
    expect([error.code, error.status]).to.deep.equal(['INBOX_REFRESH_UNREACHABLE', 500]);
    expect((retryAt?.getTime() ?? 0) - Date.now()).to.be.within(0, 3_000);
    expect(page.kinds).to.deep.equal(['inbox-token-failed']);
  });

  it('inbox-misconfigured comes once for each thing to mend, in the console too', async () => {
    page.web.answer = () => new Response(null, { status: 404 });
    const widget = page.put();
    page.put();
    await until(() => page.heard('inbox-misconfigured').length === 2);
    const [event] = page.heard('inbox-misconfigured');
    expect(event?.error.code).to.equal('INBOX_REFRESH_NOT_FOUND');
    const lines = page.said.filter((line) => line.includes('INBOX_REFRESH_NOT_FOUND'));
    expect(lines).to.have.lengthOf(1);
    expect(widget.tokenStatus).to.equal('misconfigured');
  });

  it('inbox-misconfigured comes once where the service does not serve pages of this origin, and is over once it does', async () => {
    page.web.service().fault = () => problem(403, 'origin_not_allowed');
    const widget = page.put({ attributes: { token: page.web.issue() } });
    await until(() => page.heard('inbox-misconfigured')[0]);
    await until(() => widget.matches(':state(misconfigured)') && textOf(widget).includes('INBOX_SERVICE_REFUSED'));
    expect(page.web.refreshes).to.have.lengthOf(0);
    page.web.service().fault = () => null;
    dispatchEvent(new Event('online'));
    await until(() => inside(widget, '.row'));
    expect(page.heard('inbox-misconfigured')).to.have.lengthOf(1);
  });

  it('F25 inbox-ready waits for the first authorised answer', async () => {
    page.web.service().fault = () => problem(503, 'unavailable');
    const widget = page.put({ attributes: { token: page.web.issue() } });
    await until(() => page.web.serviceCalls.length > 1 && inside(widget, '.inbox'));
    expect(page.kinds).to.deep.equal([]);
    page.web.service().fault = () => null;
    widget.reload();
    await until(() => page.heard('inbox-ready')[0]);
  });

  it('inbox-client-changed comes after everything of the old client has gone, before anything of the new one', async () => {
    const widget = await page.show();
    page.web.client = 'bob';
    await widget.refreshToken();
    await until(() => textOf(widget).includes('bob'));
    expect(page.kinds).to.deep.equal(['inbox-token-refreshed', 'inbox-ready', 'inbox-client-changed', 'inbox-token-refreshed', 'inbox-ready']);
    expect(page.heard('inbox-unread-changed').map(({ unreadCount }) => unreadCount)).to.deep.equal([2, 0, 2]);
  });

  for (const [what, react] of [
    ['throws', () => { throw new Error('A fault of the page'); }],
    ['removes the element', (widget: inbox.InboxWidget) => widget.remove()],
    ['asks for a new token', (widget: inbox.InboxWidget) => void widget.refreshToken().catch(() => {})],
    ['signs out', (widget: inbox.InboxWidget) => widget.signOut()],
  ] as const) {
    it(`F16 goes on where a listener ${what}`, async () => {
      const other = await page.show({ properties: { token: page.web.issue() } });
      const widget = await page.show({ properties: { token: page.web.issue(), withoutStorage: true } });
      const onError = (event: ErrorEvent): void => event.preventDefault();
      const { onerror } = window;
      window.onerror = () => true;
      window.addEventListener('error', onError);
      widget.addEventListener('inbox-token-refreshed', () => react(widget), { once: true });
      await widget.refreshToken().catch(() => {});
      await until(() => page.heard('inbox-token-refreshed').length >= 2);
      other.token = page.web.issue({ expiresAt: Date.now() + 10 * 3_600_000 });
      other.reload();
      await until(() => other.tokenStatus === 'fresh' && inside(other, '.row'));
      window.removeEventListener('error', onError);
      window.onerror = onerror;
    });
  }

  it('F40 none holds a token', async () => {
    const widget = await page.show({ attributes: { token: page.web.issueDead() } });
    page.web.answer = () => new Response(page.web.tokens[0], { status: 401 });
    await widget.refreshToken().catch(() => {});
    await until(() => page.heard('inbox-session-ended')[0]);
    const said = page.events.map(readable).join('\n');
    for (const token of page.web.tokens) expect(said.includes(token)).to.equal(false);
  });

  it('are all known to the page by name', () => {
    // Types: a listener knows what its event carries.
    const widget = document.createElement('inbox-widget');
    widget.addEventListener('inbox-ready', ({ unreadCount }) => unreadCount.toFixed());
    widget.addEventListener('inbox-unread-changed', ({ unreadCount }) => unreadCount.toFixed());
    widget.addEventListener('inbox-token-refreshed', ({ expiresAt, reason }) => `${expiresAt?.toISOString()} ${reason satisfies inbox.RefreshReason}`);
    widget.addEventListener('inbox-token-failed', ({ error, retryAt }) => `${error.code satisfies inbox.InboxErrorCode} ${retryAt?.toISOString()}`);
    widget.addEventListener('inbox-session-ended', ({ error }) => error.code.toLowerCase());
    widget.addEventListener('inbox-misconfigured', ({ error }) => error.code.toLowerCase());
    widget.addEventListener('inbox-client-changed', ({ type }) => type);
    widget.addEventListener('inbox-conversation-opened', ({ conversationId }) => conversationId.trim());
    widget.addEventListener('inbox-message-received', ({ conversationId, messageId }) => conversationId + messageId);
    widget.addEventListener('inbox-message-sent', ({ conversationId, messageId }) => conversationId + messageId);
    widget.addEventListener('inbox-message-failed', ({ conversationId, messageId, error }) => conversationId + messageId + error.code);
    // They bubble, and are known by name wherever they come by.
    if (!widget) {
      document.addEventListener('inbox-ready', (event) => event.unreadCount.toFixed());
      window.addEventListener('inbox-message-failed', ({ conversationId, error }) => conversationId + error.code);
    }
    // @ts-expect-error a token is nowhere in an event
    widget.addEventListener('inbox-token-refreshed', ({ token }) => token);
    // @ts-expect-error it is read-only for listeners
    if (!widget) widget.unreadCount = 1;
    // @ts-expect-error one of three
    if (!widget) widget.theme = 'purple';
  });
});
