import { expect } from 'chai';
import type { InboxUnread } from '../../src/index.js';
import { createMemorySource, exampleInbox } from '../../src/inbox/memory/index.js';
import { GuestPage, textOf } from './guest-page.js';
import { until } from './until.js';

describe('<inbox-unread>', () => {
  let page: GuestPage;
  beforeEach(() => (page = new GuestPage()));
  afterEach(() => page.leave());

  function count(attributes: Readonly<Record<string, string>> = {}, parent: Element = document.body): InboxUnread {
    const unread = document.createElement('inbox-unread');
    for (const [name, value] of Object.entries(attributes)) unread.setAttribute(name, value);
    parent.append(unread);
    return unread;
  }

  const source = () => createMemorySource(exampleInbox());

  it('shows nothing without a widget, and takes no room', async () => {
    const unread = count();
    await unread.updateComplete;
    expect(textOf(unread)).to.equal('');
    expect(unread.matches(':state(none)')).to.equal(true);
    expect(unread.getBoundingClientRect().width).to.equal(0);
  });

  it('shows the count of the first widget of the page, wherever the two are', async () => {
    const before = count();
    const inbox = source();
    await page.show({ properties: { source: inbox } });
    const after = count();
    await until(() => textOf(before) === '3' && textOf(after) === '3');
    expect(before.matches(':state(none)')).to.equal(false);
    inbox.receive('mara', 'One more');
    await until(() => textOf(before) === '4');
  });

  it('shows nothing where nothing is unread, nor once the widget has gone', async () => {
    const unread = count();
    const inbox = source();
    const widget = await page.show({ properties: { source: inbox } });
    await until(() => textOf(unread) === '3');
    for (const id of ['mara', 'theo']) {
      const { messages } = await inbox.listMessages(id, {});
      await inbox.markRead(id, messages.at(-1)?.id ?? '');
    }
    await until(() => unread.matches(':state(none)'));
    inbox.receive('mara', 'One more');
    await until(() => textOf(unread) === '1');
    widget.remove();
    // At once, though the inbox is kept for a while: it may only be moving.
    await unread.updateComplete;
    expect(unread.matches(':state(none)')).to.equal(true);
    document.body.append(widget);
    await unread.updateComplete;
    expect(textOf(unread)).to.equal('1');
  });

  it('counts for the widget that it names, and for another once it names another', async () => {
    await page.show({ properties: { source: source() }, attributes: { id: 'first' } });
    const other = source();
    other.receive('mara', 'One more');
    await page.show({ properties: { source: other }, attributes: { id: 'second' } });
    const unread = count({ for: 'second' });
    await until(() => textOf(unread) === '4');
    unread.for = 'first';
    await until(() => textOf(unread) === '3');
    unread.setAttribute('for', 'nobody');
    await until(() => textOf(unread) === '');
  });

  it('counts for the widget that it names, though that is named later, or otherwise', async () => {
    const widget = await page.show({ properties: { source: source() } });
    await until(() => widget.unreadCount === 3);
    const unread = count({ for: 'late' });
    await unread.updateComplete;
    expect(textOf(unread)).to.equal('');
    // At once: what other elements do, those of other tests included, would show it in the end.
    for (const id of ['late', 'other', 'late']) {
      widget.id = id;
      await widget.updateComplete;
      await unread.updateComplete;
      expect(textOf(unread), id).to.equal(id === 'late' ? '3' : '');
    }
  });

  it('counts for the first widget of the document, also where that comes last or moves', async () => {
    const later = source();
    later.receive('mara', 'One more');
    await page.show({ properties: { source: later } });
    const unread = count();
    await until(() => textOf(unread) === '4');
    const first = await page.show({ properties: { source: source() } });
    await until(() => first.unreadCount === 3);
    await unread.updateComplete;
    expect(textOf(unread)).to.equal('4');
    document.body.prepend(first);
    await unread.updateComplete;
    expect(textOf(unread)).to.equal('3');
  });

  it('counts for the first widget of the document as long as it is there, though nothing is unread in it', async () => {
    await page.show({ properties: { source: source() } });
    const unread = count();
    await until(() => textOf(unread) === '3');
    const first = page.put({ properties: { source: createMemorySource() } });
    document.body.prepend(first);
    await until(() => unread.matches(':state(none)'));
    first.remove();
    await until(() => textOf(unread) === '3');
  });

  it('writes the number as the page\'s language does', async () => {
    const inbox = createMemorySource({
      ...exampleInbox(),
      conversations: [{
        id: 'many',
        channel: 'sms',
        contact: { id: 'c', name: 'Somebody' },
        unread: 1200,
        messages: Array.from({ length: 1200 }, (_, index) => ({
          id: `m${index}`,
          conversationId: 'many',
          direction: 'in' as const,
          authorName: 'Somebody',
          text: 'Hello',
          attachments: [],
          sentAt: new Date(2026, 0, 1, 0, 0, index).toISOString(),
          status: 'read' as const,
        })),
      }],
    });
    const unread = count({ lang: 'de' });
    await page.show({ properties: { source: inbox } });
    await until(() => textOf(unread) === '1.200');
    const odd = count({ lang: 'no language!' });
    await until(() => textOf(odd) !== '');
  });

  it('stops counting where it has left the page, and goes on where it comes back', async () => {
    const unread = count();
    const inbox = source();
    await page.show({ properties: { source: inbox } });
    await until(() => textOf(unread) === '3');
    unread.remove();
    inbox.receive('mara', 'One more');
    await until(() => page.heard('inbox-unread-changed').at(-1)?.unreadCount === 4);
    expect(textOf(unread)).to.equal('3');
    document.body.append(unread);
    await until(() => textOf(unread) === '4');
  });
});
