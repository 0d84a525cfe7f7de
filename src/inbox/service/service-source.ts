import type { TokenSupplier } from '../../token/token-supplier.js';
import { callSafely } from '../call-safely.js';
import { isInboxError, isTemporary } from '../failures.js';
import type {
  ConversationPage,
  InboxSource,
  MessagePage,
  NewMessage,
  PageRequest,
  RequestOptions,
  SourceEvent,
} from '../inbox-source.js';
import type { Attachment, Conversation, ConversationQuery, ConversationStatus, Inbox, Message } from '../model.js';
import { browserClock, type PageClock } from '../../page-clock.js';
import { readJson } from './answer.js';
import { EventStream } from './event-stream.js';
import { browserPage, type PageSignals } from './page-signals.js';
import { ServiceClient, type ServiceRequest } from './service-client.js';
import { contentDisposition, upload } from './upload.js';
import { parseAttachment, parseConversation, parseConversationPage, parseInbox, parseMessage, parseMessagePage } from './wire.js';

/** Time limit for transferring an attachment. */
const TRANSFER_LIMIT_MS = 600_000;

export interface ServiceSourceOptions {
  /** Address of the service, without a trailing slash. */
  readonly service: string;
  readonly tokens: TokenSupplier;
  readonly fetch?: typeof fetch;
  readonly clock?: PageClock;
  readonly random?: () => number;
  readonly page?: PageSignals;
}

/**
 * The hosted service as a source (docs/wire.md, section 3). All subscribers share one event stream. `dispose()` ends everything,
 * requests on their way included.
 */
export class ServiceSource implements InboxSource {
  readonly #client: ServiceClient;
  readonly #tokens: TokenSupplier;
  readonly #stream: EventStream;
  readonly #listeners = new Set<(event: SourceEvent) => void>();
  /** A request could not reach the service, and none has succeeded since. */
  #isLost = false;

  constructor({ service, tokens, fetch, clock = browserClock, random = Math.random, page = browserPage }: ServiceSourceOptions) {
    this.#tokens = tokens;
    this.#client = new ServiceClient({ service, tokens, fetch, clock, identify: () => this.getInbox() });
    this.#stream = new EventStream({
      client: this.#client,
      tokens,
      clock,
      random,
      page,
      emit: (event) => this.#emit(event),
      poll: async () => {
        const { unread } = await this.getInbox();
        this.#emit({ type: 'unread', unread });
      },
    });
  }

  getInbox(options?: RequestOptions): Promise<Inbox> {
    const parse = (json: unknown, token: string): Inbox => {
      const inbox = parseInbox(json);
      this.#client.identifiedToken = token;
      this.#tokens.identify(token, inbox.client.id);
      this.#stream.tabs.setClient(inbox.client.id);
      return inbox;
    };
    return this.#ask('', parse, options);
  }

  listConversations(query: ConversationQuery, page: PageRequest, options?: RequestOptions): Promise<ConversationPage> {
    return this.#ask(`/conversations${search({ ...query, ...page })}`, parseConversationPage, options);
  }

  getConversation(id: string, options?: RequestOptions): Promise<Conversation> {
    return this.#ask(conversationPath(id), parseConversation, options);
  }

  listMessages(
    conversationId: string,
    page: { before?: string; limit?: number },
    options?: RequestOptions,
  ): Promise<MessagePage> {
    return this.#ask(`${conversationPath(conversationId)}/messages${search(page)}`, parseMessagePage, options);
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
      body: { text, attachmentIds },
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

  uploadAttachment(file: File, options?: RequestOptions & { onProgress?: (part: number) => void }): Promise<Attachment> {
    return this.#ask('/attachments', parseAttachment, {
      ...options,
      headers: {
        'content-type': file.type || 'application/octet-stream',
        'content-disposition': contentDisposition(file.name),
      },
      limitMs: TRANSFER_LIMIT_MS,
      send: upload(file, options?.onProgress),
      rejected: 'INBOX_ATTACHMENT_REJECTED',
    });
  }

  downloadAttachment(id: string, options?: RequestOptions): Promise<Blob> {
    const path = `/attachments/${encodeURIComponent(id)}`;
    return this.#client.request(path, (response) => response.blob(), {
      ...options,
      headers: { accept: '*/*' },
      limitMs: TRANSFER_LIMIT_MS,
    });
  }

  subscribe(listener: (event: SourceEvent) => void): () => void {
    this.#listeners.add(listener);
    this.#stream.start();
    queueMicrotask(() => {
      if (this.#listeners.has(listener)) listener({ type: 'connection', connection: this.#stream.connection });
    });
    return () => {
      this.#listeners.delete(listener);
      if (!this.#listeners.size) this.#stream.stop();
    };
  }

  now(): number {
    return this.#client.now();
  }

  dispose(): void {
    this.#listeners.clear();
    this.#stream.stop();
    this.#client.dispose();
  }

  async #ask<T>(path: string, parse: (json: unknown, token: string) => T, request?: ServiceRequest): Promise<T> {
    try {
      const answer = await this.#client.request(path, async (response, token) => parse(await readJson(response), token), request);
      this.#stream.wake(this.#isLost);
      this.#isLost = false;
      return answer;
    } catch (error) {
      // A request that was given up says nothing.
      if (isInboxError(error) && isTemporary(error)) this.#isLost = true;
      throw error;
    }
  }

  #tell(path: string, request: ServiceRequest): Promise<void> {
    // What has a body is the service's only if it is JSON: a page for “offline” has changed nothing.
    return this.#client.request<unknown>(path, (response) => response.status === 204 || readJson(response), request) as Promise<void>;
  }

  #emit(event: SourceEvent): void {
    for (const listener of this.#listeners) callSafely(() => listener(event));
  }
}

/** An id may come from a page's address. `.` and `..` would lead out of the conversations, so they become something that is no id. */
const conversationPath = (id: string): string => `/conversations/${encodeURIComponent(id).replace(/^\.\.?$/, '$&%20')}`;

/** A query string without what is empty. */
const search = (parameters: Record<string, string | number | undefined>): string =>
  `?${new URLSearchParams(Object.entries(parameters).filter(([, value]) => value) as [name: string, value: string][])}`;
