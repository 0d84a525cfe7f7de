import type { InboxWidget } from '../../../src/index.js';

/** What one inbox of a ramble has told its page by events. */
export class Ledger {
  readonly #widget: InboxWidget;
  readonly #wrong: string[] = [];
  /** Ids of messages that were told to have been sent or received. */
  #told = new Set<string>();
  #open: string | null = null;
  #unread = 0;

  constructor(widget: InboxWidget) {
    this.#widget = widget;
    widget.addEventListener('inbox-conversation-opened', ({ conversationId }) => (this.#open = conversationId));
    widget.addEventListener('inbox-conversation-closed', ({ conversationId }) => {
      if (conversationId !== this.#open) this.#wrong.push(`told that ${conversationId} was closed, while ${this.#open} was open`);
      this.#open = null;
    });
    widget.addEventListener('inbox-unread-changed', ({ unreadCount }) => {
      if (unreadCount === this.#unread) this.#wrong.push(`told twice that ${unreadCount} are unread`);
      this.#unread = unreadCount;
    });
    for (const type of ['inbox-message-sent', 'inbox-message-received'] as const) {
      widget.addEventListener(type, ({ messageId }) => {
        if (this.#told.has(messageId)) this.#wrong.push(`${type} came twice for ${messageId}`);
        this.#told.add(messageId);
      });
    }
  }

  /** The inbox starts over: what it has told before, it may tell again. */
  startOver(): void {
    this.#told = new Set();
  }

  /** @returns In what the events differ from what the element says of itself. */
  findings(): string[] {
    const { conversation, unreadCount } = this.#widget;
    return [
      ...this.#wrong.splice(0),
      ...((conversation ?? null) === this.#open ? [] : [`${conversation} is open, but by the events it is ${this.#open}`]),
      ...(unreadCount === this.#unread ? [] : [`${unreadCount} are unread, but by the events ${this.#unread}`]),
    ];
  }
}
