import { InboxError } from '../../errors.js';
import type {
  Connection,
  ConversationPage,
  InboxSource,
  MessagePage,
  NewMessage,
  PageRequest,
  RequestOptions,
  SourceEvent,
} from '../inbox-source.js';
import { LARGEST_ATTACHMENT_BYTES, LARGEST_PAGE_SIZE } from '../limits.js';
import type {
  Attachment,
  Conversation,
  ConversationQuery,
  ConversationStatus,
  DeliveryStatus,
  Inbox,
  Message,
} from '../model.js';
import type { ConversationSeed, MemoryConversation } from './memory-conversation.js';
import { MemoryInbox, refuse } from './memory-inbox.js';
import type { MemorySeed, MemorySourceOptions } from './memory-options.js';

const DEFAULT_PAGE_SIZE = 30;
const REPLY_WINDOW_MS = 24 * 3_600_000;

/** Creates a complete inbox in memory, empty or with what `seed` holds. */
export const createMemorySource = (seed: MemorySeed = {}, options: MemorySourceOptions = {}): MemorySource =>
  new MemorySource(seed, options);

/**
 * A whole `InboxSource` without a network, for previews, demos and tests. Besides what a client can do, it offers what a
 * contact can do (`receive()`, `type()`) and what can happen on the way (`setDelivery()`, `setConnection()`, `reset()`).
 */
export class MemorySource implements InboxSource {
  readonly now: () => number;
  readonly #inbox: MemoryInbox;
  readonly #before: NonNullable<MemorySourceOptions['before']>;
  readonly #largestAttachment: number;
  /** Messages that a client has sent, by idempotency key, as they were then. */
  readonly #sent = new Map<string, Message>();
  readonly #listeners = new Set<(event: SourceEvent) => void>();
  #connection: Connection = 'live';

  constructor(seed: MemorySeed, { now, before, largestAttachment }: MemorySourceOptions) {
    this.now = now ?? Date.now;
    this.#inbox = new MemoryInbox(seed, this.now);
    this.#before = before ?? (() => undefined);
    this.#largestAttachment = largestAttachment ?? LARGEST_ATTACHMENT_BYTES;
  }

  async getInbox(options?: RequestOptions): Promise<Inbox> {
    await this.#begin('getInbox', options);
    return this.#inbox.value;
  }

  async listConversations(
    query: ConversationQuery,
    { cursor, limit }: PageRequest,
    options?: RequestOptions,
  ): Promise<ConversationPage> {
    await this.#begin('listConversations', options);
    const size = pageSize(limit);
    const found = this.#inbox.conversations
      .filter((conversation) => conversation.matches(query))
      .map(({ value }) => value)
      .filter((conversation) => cursor === undefined || position(conversation) < cursor)
      .sort((a, b) => (position(a) < position(b) ? 1 : -1));
    const conversations = found.slice(0, size);
    const last = conversations.at(-1);
    return { conversations, nextCursor: found.length > size && last ? position(last) : null, unread: this.#inbox.value.unread };
  }

  async getConversation(id: string, options?: RequestOptions): Promise<Conversation> {
    await this.#begin('getConversation', options);
    return this.#inbox.find(id).value;
  }

  async listMessages(
    conversationId: string,
    { before, limit }: { before?: string; limit?: number },
    options?: RequestOptions,
  ): Promise<MessagePage> {
    await this.#begin('listMessages', options);
    const { messages } = this.#inbox.find(conversationId);
    const end = before === undefined ? messages.length : messages.findIndex(({ id }) => id === before);
    if (end < 0) refuse('message');
    const start = Math.max(0, end - pageSize(limit));
    return { messages: messages.slice(start, end), hasMore: start > 0 };
  }

  async sendMessage(conversationId: string, message: NewMessage, options?: RequestOptions): Promise<Message> {
    await this.#begin('sendMessage', options);
    const earlier = this.#sent.get(message.clientKey);
    if (earlier) return this.#inbox.find(conversationId).find(earlier.id) ?? earlier;
    const conversation = this.#inbox.find(conversationId);
    const { replyUntil } = conversation.value;
    if (replyUntil !== undefined && Date.parse(replyUntil) < this.now()) {
      throw new InboxError('INBOX_MESSAGE_REJECTED', 'The time for replies is over.', { status: 409 });
    }
    const { text, attachmentIds = [], clientKey } = message;
    const attachments = attachmentIds.map((id) => this.#inbox.attachment(id));
    const written = { direction: 'out', authorName: this.#inbox.value.client.name, text, attachments } as const;
    const sent = { ...this.#inbox.createMessage(conversationId, written), clientKey };
    this.#sent.set(clientKey, sent);
    conversation.put(sent);
    this.#emitMessage(conversation, sent);
    return sent;
  }

  async markRead(conversationId: string, messageId: string, options?: RequestOptions): Promise<void> {
    await this.#begin('markRead', options);
    const conversation = this.#inbox.find(conversationId);
    if (!conversation.find(messageId)) refuse('message');
    if (conversation.markRead(messageId)) this.#emitConversation(conversation);
  }

  async markUnread(conversationId: string, options?: RequestOptions): Promise<void> {
    await this.#begin('markUnread', options);
    const conversation = this.#inbox.find(conversationId);
    if (conversation.markUnread()) this.#emitConversation(conversation);
  }

  async setStatus(conversationId: string, status: ConversationStatus, options?: RequestOptions): Promise<Conversation> {
    await this.#begin('setStatus', options);
    const conversation = this.#inbox.find(conversationId);
    if (conversation.value.status !== status) {
      conversation.change({ status });
      this.#emitConversation(conversation);
    }
    return conversation.value;
  }

  async sendTyping(conversationId: string, options?: RequestOptions): Promise<void> {
    await this.#begin('sendTyping', options);
    this.#inbox.find(conversationId);
  }

  async uploadAttachment(
    file: File,
    options: RequestOptions & { onProgress?: (part: number) => void } = {},
  ): Promise<Attachment> {
    await this.#begin('uploadAttachment', options);
    if (file.size > this.#largestAttachment) {
      throw new InboxError('INBOX_ATTACHMENT_REJECTED', 'The file is too large.', { status: 413 });
    }
    options.onProgress?.(1);
    return this.#inbox.addFile(file, file.type || 'application/octet-stream');
  }

  async downloadAttachment(id: string, options?: RequestOptions): Promise<Blob> {
    await this.#begin('downloadAttachment', options);
    return this.#inbox.file(id);
  }

  subscribe(listener: (event: SourceEvent) => void): () => void {
    // The same listener may be given twice; each subscription is separate.
    const own = (event: SourceEvent): void => listener(event);
    this.#listeners.add(own);
    queueMicrotask(() => {
      if (this.#listeners.has(own)) own({ type: 'connection', connection: this.#connection });
    });
    return () => this.#listeners.delete(own);
  }

  /** A new conversation comes in. */
  addConversation(seed: ConversationSeed): Conversation {
    const conversation = this.#inbox.add(seed);
    this.#emitConversation(conversation);
    return conversation.value;
  }

  /**
   * The contact writes a message.
   *
   * @throws {InboxError} `INBOX_SERVICE_REFUSED` where the conversation is unknown
   */
  receive(conversationId: string, text: string, files: readonly File[] = []): Message {
    const conversation = this.#inbox.find(conversationId);
    const attachments = files.map((file) => this.#inbox.addFile(file));
    const { channel, contact } = conversation.value;
    const message = this.#inbox.createMessage(conversationId, { direction: 'in', authorName: contact.name, text, attachments });
    conversation.put(message);
    if (channel === 'whatsapp') {
      conversation.change({ replyUntil: new Date(Date.parse(message.sentAt) + REPLY_WINDOW_MS).toISOString() });
    }
    this.#emitMessage(conversation, message);
    return message;
  }

  /**
   * The channel reports what has become of a message.
   *
   * @throws {InboxError} `INBOX_SERVICE_REFUSED` where the conversation or message is unknown
   */
  setDelivery(conversationId: string, messageId: string, status: DeliveryStatus): void {
    const conversation = this.#inbox.find(conversationId);
    const message = { ...(conversation.find(messageId) ?? refuse('message')), status };
    conversation.put(message);
    this.#emitMessage(conversation, message);
  }

  /**
   * The contact is typing.
   *
   * @throws {InboxError} `INBOX_SERVICE_REFUSED` where the conversation is unknown
   */
  type(conversationId: string): void {
    this.#emit({ type: 'typing', conversationId, name: this.#inbox.find(conversationId).value.contact.name });
  }

  /** The connection that events come over has changed. */
  setConnection(connection: Connection, error?: InboxError): void {
    this.#connection = connection;
    this.#emit({ type: 'connection', connection, error });
  }

  /** Something may have been missed. */
  reset(): void {
    this.#emit({ type: 'reset' });
  }

  async #begin(method: keyof InboxSource, { signal }: RequestOptions = {}): Promise<void> {
    signal?.throwIfAborted();
    const passed = Promise.resolve(this.#before(method));
    if (!signal) return passed;
    await Promise.race([
      passed,
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      }),
    ]);
  }

  #emitMessage(conversation: MemoryConversation, message: Message): void {
    this.#emit({ type: 'message', message, conversation: conversation.value });
  }

  #emitConversation(conversation: MemoryConversation): void {
    this.#emit({ type: 'conversation', conversation: conversation.value });
  }

  #emit(event: SourceEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

const pageSize = (limit = DEFAULT_PAGE_SIZE): number => Math.min(LARGEST_PAGE_SIZE, Math.max(1, limit));

const position = ({ lastMessageAt, id }: Conversation): string => `${new Date(lastMessageAt).toISOString()} ${id}`;
