import { expect } from 'chai';
import { createMemorySource, exampleInbox } from '../../src/inbox/memory/index.js';
import { GuestPage, inside } from './guest-page.js';
import { until } from './until.js';

/** As in the README: the page keeps the open conversation in its address. Returns how to end that. */
function follow(inbox: HTMLElement & { conversation: string | null | undefined }): () => void {
  const inAddress = (): string | null => new URLSearchParams(location.search).get('conversation');
  const show = (): void => void (inbox.conversation = inAddress());
  const enter = (id: string | null): unknown =>
    id === inAddress() || history.pushState(null, '', id ? `?conversation=${encodeURIComponent(id)}` : location.pathname);
  inbox.addEventListener('inbox-conversation-opened', ({ conversationId }) => enter(conversationId));
  inbox.addEventListener('inbox-conversation-closed', () => enter(null));
  addEventListener('popstate', show);
  show();
  return () => removeEventListener('popstate', show);
}

describe('a page that keeps the open conversation in its address', () => {
  const address = location.href;
  let page: GuestPage;
  let stop = (): void => undefined;
  beforeEach(() => (page = new GuestPage()));
  afterEach(() => {
    stop();
    history.replaceState(null, '', address);
    page.leave();
  });

  it('goes back and forth with one entry for each that a person opens, and none for what it sets itself', async () => {
    history.pushState(null, '', location.pathname);
    const widget = await page.show({ properties: { source: createMemorySource(exampleInbox()) } });
    widget.style.width = '400px';
    stop = follow(widget);
    const { length } = history;
    const shown = (id: string | null): Promise<unknown> =>
      until(() => widget.conversation === id && location.search === (id ? `?conversation=${id}` : ''));
    (await until(() => inside(widget, '.row[data-id="theo"]'))).click();
    await shown('theo');
    const back = await until(() => inside(widget, '.back-button'));
    await until(() => back.clientHeight);
    back.click();
    await shown(null);
    expect(history.length).to.equal(length + 2);
    for (const id of ['theo', null]) {
      history.back();
      await shown(id);
    }
    history.forward();
    await shown('theo');
    await until(() => inside(widget, '.thread-title'));
    expect(history.length).to.equal(length + 2);
    expect(page.kinds.filter((kind) => /opened|closed/.test(kind))).to.deep.equal(
      ['opened', 'closed', 'opened', 'closed', 'opened'].map((what) => `inbox-conversation-${what}`),
    );
  });
});
