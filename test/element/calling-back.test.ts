import { expect } from 'chai';
import { createMemorySource, exampleInbox } from '../../src/inbox/memory/index.js';
import { configure, type InboxWidget } from '../../src/index.js';
import { counted } from './counted-source.js';
import { GuestPage, inside } from './guest-page.js';
import { turn, until } from './until.js';

const rowOf = ({ shadowRoot }: InboxWidget, name: string): HTMLElement | undefined =>
  [...(shadowRoot?.querySelectorAll<HTMLElement>('.row') ?? [])].find((row) => row.textContent?.includes(name));

/** Whatever inbox was about to be opened is open. */
async function opened(): Promise<void> {
  await turn();
  await turn();
}

describe('a listener of the page’s that calls back at once', () => {
  let page: GuestPage;
  beforeEach(() => (page = new GuestPage()));
  afterEach(() => page.leave());

  it('and signs out at the end of the session, which a new element hears of as it comes, has one inbox on screen', async () => {
    page.web.answer = () => new Response(null, { status: 401 });
    const first = page.put();
    await until(() => first.matches(':state(ended)') && inside(first, '.panel'));
    const widget = page.put();
    widget.addEventListener('inbox-session-ended', () => widget.signOut());
    await until(() => inside(widget, '.panel'));
    await opened();
    const sheetsOf = ({ shadowRoot }: typeof widget): number | undefined => shadowRoot?.adoptedStyleSheets.length;
    expect(sheetsOf(widget)).to.equal(sheetsOf(first));
  });

  it('and signs out when nothing is unread any longer leaves one inbox, and nothing of it once it is gone', async () => {
    const { source, listeners } = counted();
    const widget = await page.show({ properties: { source } });
    await until(() => widget.unreadCount);
    const { size } = listeners;
    widget.addEventListener('inbox-unread-changed', () => widget.signOut(), { once: true });
    widget.signOut();
    await until(() => inside(widget, '.row'));
    await opened();
    expect(listeners.size).to.equal(size);
    widget.source = createMemorySource();
    await until(() => listeners.size === 0);
  });

  it('and signs out as the element has left for good has no inbox off the page', async () => {
    const { source, listeners } = counted(() => widget.signOut());
    const widget = await page.show({ properties: { source } });
    widget.remove();
    await until(() => listeners.size === 0);
    await opened();
    expect(listeners.size).to.equal(0);
  });

  it('and puts the element back that has just left for good has one that still obeys `configure()`', async () => {
    configure({ baseUrl: page.web.origin });
    const { source } = counted(() => document.body.append(widget));
    const widget = await page.show({ properties: { baseUrl: undefined, source } });
    widget.remove();
    await until(() => widget.isConnected);
    widget.source = undefined;
    await until(() => page.web.refreshes[0] && inside(widget, '.row'));
    configure({ baseUrl: undefined });
    await until(() => widget.matches(':state(misconfigured)'));
  });

  for (const [how, openMara] of [
    ['the page', (widget: InboxWidget) => widget.openConversation('mara')],
    ['a person', (widget: InboxWidget) => rowOf(widget, 'Mara')?.click()],
  ] as const) {
    for (const instead of ['theo', null]) {
      it(`and has ${instead ?? 'none'} instead of the conversation that ${how} has just opened, is obeyed`, async () => {
        const widget = await page.show({ properties: { source: createMemorySource(exampleInbox()) } });
        const atEvent: unknown[] = [];
        widget.addEventListener('inbox-conversation-opened', ({ conversationId }) => {
          atEvent.push(widget.conversation);
          if (conversationId === 'mara') widget.openConversation(instead);
        });
        openMara(widget);
        await until(() => atEvent.length);
        await opened();
        expect(atEvent).to.deep.equal(instead ? ['mara', 'theo'] : ['mara']);
        expect([widget.conversation, widget.getAttribute('conversation')]).to.deep.equal([instead, instead]);
        expect(inside(widget, '.inbox')?.hasAttribute('data-open')).to.equal(instead !== null);
      });
    }
  }

  for (const turns of [1, 2, 3, 4, 5]) {
    it(`and has another conversation while the first is being taken in (${turns}), is obeyed`, async () => {
      const widget = await page.show({ properties: { source: createMemorySource(exampleInbox()) } });
      widget.openConversation('mara');
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      widget.openConversation('theo');
      await opened();
      expect(widget.conversation).to.equal('theo');
    });
  }
});
