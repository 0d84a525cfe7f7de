import type { Conversation, InboxSource, Message } from '../../src/index.js';

/**
 * Runs in the page: puts a source in the service's place that gives 10,000 conversations and 100,000 messages at once.
 * By pages of fifty messages it would take minutes to have them all, and a person would not wait either.
 */
export async function takeFullSource(): Promise<void> {
  const PERSON = 'Mara Lindqvist';
  const TEXTS = [
    'Thank you, that helps.',
    'I have measured the alcove again, and it is two centimetres narrower than I thought. Does the shelf come in 78 as well?',
    'See https://example.com/shelves',
    '🙏',
    'See you at four, then.',
  ];
  const now = Date.now();
  const minutesAgo = (minutes: number): string => new Date(now - minutes * 60_000).toISOString();
  const conversations = Array.from({ length: 10_000 }, (_, index): Conversation => ({
    id: `full-${index}`,
    channel: ['whatsapp', 'email', 'sms', 'telegram', 'web'][index % 5] as string,
    contact: { id: `contact-${index}`, name: index ? `Person ${index}` : PERSON },
    preview: TEXTS[index % TEXTS.length] as string,
    unread: index % 9 === 4 ? 1 : 0,
    status: 'open',
    lastMessageAt: minutesAgo(index * 7),
  }));
  const messages = Array.from({ length: 100_000 }, (_, index): Message => ({
    id: `message-${index}`,
    conversationId: 'full-0',
    direction: index % 3 === 1 ? 'out' : 'in',
    authorName: index % 3 === 1 ? 'Bench' : PERSON,
    text: TEXTS[index % TEXTS.length] as string,
    attachments: [],
    sentAt: minutesAgo(100_000 - index),
    status: 'read',
  }));
  const never = (): Promise<never> => new Promise(() => undefined);
  const source: InboxSource = {
    getInbox: async () => ({ component: { id: 'full', title: 'Inbox' }, client: { id: 'full', name: 'Bench' }, channels: ['whatsapp', 'email', 'sms', 'telegram', 'web'], unread: 0 }),
    listConversations: async () => ({ conversations, nextCursor: null, unread: 0 }),
    getConversation: async (id) => conversations.find((one) => one.id === id) ?? never(),
    listMessages: async () => ({ messages, hasMore: false }),
    markRead: async () => undefined,
    markUnread: async () => undefined,
    sendTyping: async () => undefined,
    subscribe: () => () => undefined,
    sendMessage: never,
    setStatus: never,
    uploadAttachment: never,
    downloadAttachment: never,
  };
  const widget = document.querySelector('inbox-widget') as HTMLElement & { source: InboxSource; openConversation(id: string): void };
  widget.source = source;
  widget.openConversation('full-0');
  const title = (): string => widget.shadowRoot?.querySelector('[part~="thread-title"]')?.textContent ?? '';
  while (!title().includes(PERSON) || !widget.shadowRoot?.querySelector('[part~="message"]')) await new Promise(requestAnimationFrame);
}
