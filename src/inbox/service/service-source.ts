import { InboxError } from '../../errors.js';
import type { TokenSupplier } from '../../token/token-supplier.js';
import { LARGEST_ATTACHMENT_BYTES } from '../limits.js';
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
import type { Attachment, Conversation, ConversationQuery, ConversationStatus, Inbox, Message } from '../model.js';
import { browserTimers, type Timers } from '../timers.js';
import { EventStream } from './event-stream.js';
import { browserPage, type PageSignals } from './page-signals.js';
import { ServiceClient, type ServiceRequest } from './service-client.js';
import type { StreamEvent } from './sse-parser.js';
import { TabSignal } from './tab-signal.js';
import { contentDisposition, upload } from './upload.js';
import { parseAttachment, parseConversation, parseConversationPage, parseEvent, parseInbox, parseMessage, parseMessagePage } from './wire.js';

/** For the bytes of an attachment. */
const TRANSFER_LIMIT_MS = 600_000;

export interface ServiceSourceOptions {
  /** Address of the service, without a trailing slash. */
  readonly service: string;
  readonly tokens: TokenSupplier;
  readonly fetch?: typeof fetch;
  readonly timers?: Timers;
  readonly random?: () => number;
  readonly page?: PageSignals;
}

/**
 * The hosted service as a source (`wire` section 3). All who subscribe share one event stream. Everything ends with
 * `dispose()`, also what is on its way.
 */
export class ServiceSource implements InboxSource {
  readonly #client: ServiceClient;
  readonly #tokens: TokenSupplier;
  readonly #stream: EventStream;
  readonly #tabs: TabSignal;
  readonly #listeners = new Set<(event: SourceEvent) => void>();
  #connection: Connection = 'connecting';

  constructor({ service, tokens, fetch, timers = browserTimers, random = Math.random, page = browserPage }: ServiceSourceOptions) {
    this.#tokens = tokens;
    this.#client = new ServiceClient({ service, tokens, fetch, timers, identify: () => this.getInbox() });
    this.#tabs = new TabSignal(service, () => this.#stream.yield());
    this.#stream = new EventStream({
      client: this.#client,
      tokens,
      timers,
      random,
      page,
      received: (event) => this.#receive(event),
      missed: () => this.#emit({ type: 'reset' }),
      connection: (connection, error) => {
        this.#connection = connection;
        this.#emit({ type: 'connection', connection, error });
      },
      poll: async () => {
        const { unread } = await this.getInbox();
        this.#emit({ type: 'unread', unread });
      },
      opened: () => this.#tabs.tell(),
    });
  }

  getInbox(options?: RequestOptions): Promise<Inbox> {
    const parse = (json: unknown, token: string): Inbox => {
      const inbox = parseInbox(json);
      this.#client.identified = token;
      this.#tokens.identify(token, inbox.client.id);
      this.#tabs.setClient(inbox.client.id);
      return inbox;
    };
    return this.#ask('/inbox', parse, options);
  }

  listConversations(
    { filter, channel, q }: ConversationQuery,
    { cursor = '', limit }: PageRequest,
    options?: RequestOptions,
  ): Promise<ConversationPage> {
    const query = search({ filter: filter === 'all' ? '' : filter, channel, q, cursor, limit });
    return this.#ask(`/inbox/conversations${query}`, parseConversationPage, options);
  }

  getConversation(id: string, options?: RequestOptions): Promise<Conversation> {
    return this.#ask(conversationPath(id), parseConversation, options);
  }

  listMessages(
    conversationId: string,
    { before = '', limit }: { before?: string; limit?: number },
    options?: RequestOptions,
  ): Promise<MessagePage> {
    return this.#ask(`${conversationPath(conversationId)}/messages${search({ before, limit })}`, parseMessagePage, options);
  }

  sendMessage(
    conversationId: string,
    { text, attachmentIds, clientKey }: NewMessage,
    options?: RequestOptions,
  ): Promise<Message> {
    return this.#ask(`${conversationPath(conversationId)}/messages`, parseMessage, {
      ...options,
      method: 'POST',
      headers: { 'idempotency-key': clientKey },
      body: { text, ...(attachmentIds?.length && { attachmentIds }) },
      rejected: 'INBOX_MESSAGE_REJECTED',
    });
  }

  markRead(conversationId: string, messageId: string, options?: RequestOptions): Promise<void> {
    return this.#tell(`${conversationPath(conversationId)}/read`, { ...options, method: 'PUT', body: { messageId } });
  }

  markUnread(conversationId: string, options?: RequestOptions): Promise<void> {
    return this.#tell(`${conversationPath(conversationId)}/read`, { ...options, method: 'DELETE' });
  }

  setStatus(conversationId: string, status: ConversationStatus, options?: RequestOptions): Promise<Conversation> {
    return this.#ask(conversationPath(conversationId), parseConversation, {
      ...options,
      method: 'PATCH',
      body: { status },
    });
  }

  sendTyping(conversationId: string, options?: RequestOptions): Promise<void> {
    return this.#tell(`${conversationPath(conversationId)}/typing`, { ...options, method: 'PUT' });
  }

  async uploadAttachment(
    file: File,
    { signal, onProgress }: RequestOptions & { onProgress?: (part: number) => void } = {},
  ): Promise<Attachment> {
    if (file.size > LARGEST_ATTACHMENT_BYTES) {
      throw new InboxError('INBOX_ATTACHMENT_REJECTED', 'The file is larger than 25 MiB.');
    }
    return this.#ask('/inbox/attachments', parseAttachment, {
      headers: {
        'content-type': file.type || 'application/octet-stream',
        'content-disposition': contentDisposition(file.name),
      },
      signal,
      limitMs: TRANSFER_LIMIT_MS,
      send: upload(file, onProgress),
      rejected: 'INBOX_ATTACHMENT_REJECTED',
    });
  }

  downloadAttachment(id: string, { signal }: RequestOptions = {}): Promise<Blob> {
    const path = `/inbox/attachments/${encodeURIComponent(id)}`;
    return this.#client.request(path, (response) => response.blob(), {
      headers: { accept: '*/*' },
      signal,
      limitMs: TRANSFER_LIMIT_MS,
    });
  }

  subscribe(listener: (event: SourceEvent) => void): () => void {
    // The same listener may be given twice; each subscription is its own.
    const own = (event: SourceEvent): void => listener(event);
    this.#listeners.add(own);
    if (this.#listeners.size === 1) {
      this.#tabs.start();
      this.#stream.start();
    }
    queueMicrotask(() => {
      if (this.#listeners.has(own)) own({ type: 'connection', connection: this.#connection });
    });
    return () => {
      if (this.#listeners.delete(own) && !this.#listeners.size) this.#rest();
    };
  }

  now(): number {
    return this.#client.now();
  }

  dispose(): void {
    this.#listeners.clear();
    this.#rest();
    this.#client.dispose();
  }

  #rest(): void {
    this.#stream.stop();
    this.#tabs.stop();
    this.#connection = 'connecting';
  }

  async #ask<T>(path: string, parse: (json: unknown, token: string) => T, request?: ServiceRequest): Promise<T> {
    const answer = await this.#client.json(path, parse, request);
    this.#stream.wake();
    return answer;
  }

  #tell(path: string, request: ServiceRequest): Promise<void> {
    return this.#client.request(path, () => undefined, request);
  }

  #receive({ type, data }: StreamEvent): void {
    let event: SourceEvent | null;
    try {
      event = parseEvent(type, data);
    } catch {
      // Not understood, as it will not be when it is fetched anew: the rest of the stream still is.
      return;
    }
    if (event) this.#emit(event);
  }

  #emit(event: SourceEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        reportError(error);
      }
    }
  }
}

const conversationPath = (id: string): string => `/inbox/conversations/${encodeURIComponent(id)}`;

/** Leaves out what is empty. */
const search = (parameters: Record<string, string | number | undefined>): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, String(value));
  return `?${query}`;
};
