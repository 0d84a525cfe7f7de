import type { Channel, Contact, Conversation, ConversationQuery, ConversationStatus, Message, Timestamp } from '../model.js';

/** One conversation of a seed, with its messages. */
export interface ConversationSeed {
  readonly id: string;
  readonly channel: Channel;
  readonly contact: Contact;
  readonly subject?: string;
  /** Default `open`. */
  readonly status?: ConversationStatus;
  readonly replyUntil?: Timestamp;
  /** Shown in place of the beginning of the newest message, until another one comes. */
  readonly preview?: string;
  /** How many of the received messages are unread; default 0. */
  readonly unread?: number;
  /** Oldest first. */
  readonly messages: readonly Message[];
}

const PREVIEW_LENGTH = 160;

/** A text as it is searched: without case and accents. */
const folded = (text: string): string => text.normalize('NFD').replace(/[\u0300-\u036f]+/g, '').toLowerCase();

/** A conversation of the memory source: what a service would keep of it, and how it describes it. */
export class MemoryConversation {
  readonly messages: Message[];
  readonly #indexes = new Map<string, number>();
  #searched = '';
  /** Index of the newest message that has been read, or -1. */
  #readIndex = -1;
  /** The seed's own preview, until another message comes. */
  #preview: string | undefined;
  #value: Conversation;

  constructor(seed: ConversationSeed, now: () => string) {
    const { id, channel, contact, subject, status, replyUntil, preview, unread, messages } = seed;
    this.messages = [...messages];
    for (const [index, message] of messages.entries()) this.#indexes.set(message.id, index);
    this.#readIndex = messages.length - 1;
    for (let left = unread ?? 0; left > 0 && this.#readIndex >= 0; this.#readIndex--) {
      if (this.messages[this.#readIndex]?.direction === 'in') left--;
    }
    this.#value = {
      id,
      channel,
      contact,
      ...(subject !== undefined && { subject }),
      preview: '',
      unread: 0,
      status: status ?? 'open',
      ...(replyUntil !== undefined && { replyUntil }),
      lastMessageAt: messages.at(-1)?.sentAt ?? now(),
    };
    this.#preview = preview;
    this.#refresh();
  }

  /** The conversation as it is now; another object after each change. */
  get value(): Conversation {
    return this.#value;
  }

  find(id: string): Message | undefined {
    return this.messages[this.#indexes.get(id) ?? -1];
  }

  change(part: Partial<Conversation>): void {
    this.#value = { ...this.#value, ...part };
  }

  /** Adds a message, or replaces the one with its id. */
  put(message: Message): void {
    const index = this.#indexes.get(message.id) ?? this.messages.length;
    if (index === this.messages.length) this.#preview = undefined;
    this.#indexes.set(message.id, index);
    this.messages[index] = message;
    this.#refresh();
  }

  /** @returns Whether that changed anything. */
  markRead(messageId: string): boolean {
    this.#readIndex = Math.max(this.#readIndex, this.#indexes.get(messageId) ?? -1);
    return this.#refresh();
  }

  /** @returns Whether that changed anything. */
  markUnread(): boolean {
    const newest = this.messages.findLastIndex(({ direction }) => direction === 'in');
    if (newest >= 0) this.#readIndex = Math.min(this.#readIndex, newest - 1);
    return this.#refresh();
  }

  matches({ filter, channel, q }: ConversationQuery): boolean {
    const { unread, status } = this.#value;
    if (channel && channel !== this.#value.channel) return false;
    if (filter === 'unread' ? !unread : filter !== 'all' && status !== (filter satisfies ConversationStatus)) return false;
    return !q.trim() || this.#text().includes(folded(q.trim()));
  }

  #text(): string {
    const { contact, subject } = this.#value;
    this.#searched ||= folded([contact.name, subject ?? '', ...this.messages.map(({ text }) => text)].join('\n'));
    return this.#searched;
  }

  #refresh(): boolean {
    const before = this.#value.unread;
    const last = this.messages.at(-1);
    let unread = 0;
    for (let index = this.#readIndex + 1; index < this.messages.length; index++) {
      if (this.messages[index]?.direction === 'in') unread++;
    }
    this.#searched = '';
    this.change({
      unread,
      ...(last && {
        preview: this.#preview ?? (last.text || (last.attachments?.[0]?.name ?? '')).slice(0, PREVIEW_LENGTH),
        lastDirection: last.direction,
        lastStatus: last.status,
        lastMessageAt: last.sentAt,
      }),
    });
    return unread !== before;
  }
}
