import { InboxError } from '../../errors.js';
import type { Attachment, Inbox, Message } from '../model.js';
import { MemoryConversation, type ConversationSeed } from './memory-conversation.js';
import type { MemorySeed } from './memory-options.js';

/** What the memory source holds: conversations and files. Gives out ids and times, neither of them twice. */
export class MemoryInbox {
  readonly #described: Omit<Inbox, 'unread'>;
  readonly #now: () => number;
  readonly #conversations = new Map<string, MemoryConversation>();
  readonly #attachments = new Map<string, Attachment>();
  readonly #files: Map<string, Blob>;
  #lastTime = 0;
  #lastId = 0;

  constructor({ component, client, channels, conversations = [], files }: MemorySeed, now: () => number) {
    this.#now = now;
    this.#files = new Map(files);
    this.#described = {
      component: component ?? { id: 'component', title: 'Inbox' },
      client: client ?? { id: 'client', name: 'Client' },
      channels: channels ?? [...new Set(conversations.map(({ channel }) => channel))],
    };
    for (const conversation of conversations) this.add(conversation);
  }

  get value(): Inbox {
    let unread = 0;
    for (const { value } of this.#conversations.values()) unread += value.unread;
    return { ...this.#described, unread };
  }

  get conversations(): readonly MemoryConversation[] {
    return [...this.#conversations.values()];
  }

  add(seed: ConversationSeed): MemoryConversation {
    const conversation = new MemoryConversation(seed, () => this.#time());
    this.#conversations.set(seed.id, conversation);
    for (const { attachments } of conversation.messages) {
      for (const attachment of attachments ?? []) this.#attachments.set(attachment.id, attachment);
    }
    this.#lastTime = Math.max(this.#lastTime, Date.parse(conversation.value.lastMessageAt));
    return conversation;
  }

  /** @throws {InboxError} `INBOX_SERVICE_REFUSED` where there is no such conversation */
  find(id: string): MemoryConversation {
    return this.#conversations.get(id) ?? refuse('conversation');
  }

  /** A message as it begins: sent just now. It is in no conversation yet. */
  createMessage(conversationId: string, written: Pick<Message, 'direction' | 'authorName' | 'text' | 'attachments'>): Message {
    return { ...written, id: this.#newId('message'), conversationId, sentAt: this.#time(), status: 'sent' };
  }

  addFile(file: File, type = file.type): Attachment {
    const attachment = { id: this.#newId('attachment'), name: file.name, type, size: file.size };
    this.#attachments.set(attachment.id, attachment);
    this.#files.set(attachment.id, file);
    return attachment;
  }

  /** @throws {InboxError} `INBOX_SERVICE_REFUSED` where there is no such attachment */
  attachment(id: string): Attachment {
    return this.#attachments.get(id) ?? refuse('attachment');
  }

  /** @throws {InboxError} `INBOX_SERVICE_REFUSED` where there is no such attachment */
  file(id: string): Blob {
    return this.#files.get(id) ?? refuse('attachment');
  }

  /** A time later than every one before, so that the order is never in doubt. */
  #time(): string {
    this.#lastTime = Math.max(this.#lastTime + 1, this.#now());
    return new Date(this.#lastTime).toISOString();
  }

  #newId(kind: string): string {
    return `${kind}-${++this.#lastId}`;
  }
}

/** @throws {InboxError} always: there is no such thing */
export function refuse(what: 'conversation' | 'message' | 'attachment'): never {
  throw new InboxError('INBOX_SERVICE_REFUSED', `There is no such ${what}.`, { status: 404, serviceCode: `${what}_unknown` });
}
