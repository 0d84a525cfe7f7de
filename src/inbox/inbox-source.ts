import type { InboxError } from '../errors.js';
import type {
  Attachment,
  Conversation,
  ConversationQuery,
  ConversationStatus,
  Inbox,
  Message,
} from './model.js';

/**
 * The seam between an inbox and where it comes from. The hosted service is one source, `inbox-widget/memory` another;
 * an app may bring its own (`widget.source = …`) and check it with the conformance suite of `inbox-widget/memory`.
 *
 * Owns every exchange with wherever the inbox is kept. Knows nothing of the screen, of drafts or of the outbox.
 *
 * Every method may be called at any time and in any order. Each rejects with an `InboxError`
 * (`INBOX_SERVICE_UNREACHABLE` where a retry may help, `INBOX_SERVICE_REFUSED` and the like where not, as for an unknown
 * id; any other error counts as final) or, once its `signal` is aborted, with the signal's reason. Each must settle at some
 * time: nothing here times out one that does not, and what was written after a message waits for that message's answer. What
 * was returned or reported never changes: a change makes another object.
 */
export interface InboxSource {
  /** Whose inbox this is, which channels it uses, and how many messages are unread. */
  getInbox(options?: RequestOptions): Promise<Inbox>;

  /** One page of the conversations that match a query, newest first. */
  listConversations(query: ConversationQuery, page: PageRequest, options?: RequestOptions): Promise<ConversationPage>;
  /** One conversation, as the list would show it. */
  getConversation(id: string, options?: RequestOptions): Promise<Conversation>;

  /**
   * The messages just before the one with the id `before`, or without it the newest ones; oldest first. `limit` is as in
   * `PageRequest`.
   */
  listMessages(
    conversationId: string,
    page: { before?: string | undefined; limit?: number },
    options?: RequestOptions,
  ): Promise<MessagePage>;

  /** Sends once for each `clientKey`, however often it is called: the same key is answered with the same message. */
  sendMessage(conversationId: string, message: NewMessage, options?: RequestOptions): Promise<Message>;

  /** Marks everything up to and including `messageId` as read; never moves backwards. */
  markRead(conversationId: string, messageId: string, options?: RequestOptions): Promise<void>;
  /** Makes the newest received message count as unread again. */
  markUnread(conversationId: string, options?: RequestOptions): Promise<void>;
  /** Closes or reopens a conversation, and answers with it as it is then. */
  setStatus(conversationId: string, status: ConversationStatus, options?: RequestOptions): Promise<Conversation>;
  /** Tells the contact that somebody is typing. A lost call does no harm. */
  sendTyping(conversationId: string, options?: RequestOptions): Promise<void>;

  /**
   * Uploads a file, to be sent with a message by the answer's `id`.
   *
   * @param options.onProgress Called with the fraction that has arrived, from 0 to 1.
   * @throws {InboxError} `INBOX_ATTACHMENT_REJECTED`
   */
  uploadAttachment(
    file: File,
    options?: RequestOptions & { onProgress?: (part: number) => void },
  ): Promise<Attachment>;
  /** The bytes of an attachment. */
  downloadAttachment(id: string, options?: RequestOptions): Promise<Blob>;

  /**
   * Reports what happens from now on, until the returned function is called. Every event carries the whole object and
   * means "this is how it is now"; events may come twice or late, and a gap is followed by `reset`. What one's own methods
   * have changed is reported too.
   *
   * There may be several listeners, each of which first hears of the `connection`: `live` once events come. With each `live`,
   * what waits after a failure is tried at once: so report it when the connection changes, not with every poll.
   */
  subscribe(listener: (event: SourceEvent) => void): () => void;

  /**
   * Time by the source's clock, in ms since 1970: decides what is "today", and when a channel takes no more replies.
   * Default: this machine's clock, which may be wrong.
   */
  now?(): number;
}

export interface RequestOptions {
  readonly signal?: AbortSignal;
}

export interface PageRequest {
  /** The `nextCursor` of the page before; absent or `undefined` for the first page. */
  readonly cursor?: string | undefined;
  /** 1 to 100, default 30. */
  readonly limit?: number;
}

export interface ConversationPage {
  readonly conversations: readonly Conversation[];
  /**
   * Absent (or `null`) on the last page. Better the place of the last row (its time and id) than a number of rows: where one
   * above has left the query meanwhile, a number skips a row.
   */
  readonly nextCursor?: string | null;
  /** Number of unread messages over all conversations, whatever the query. */
  readonly unread: number;
}

export interface MessagePage {
  /** Oldest first. */
  readonly messages: readonly Message[];
  /** There are messages older than these. */
  readonly hasMore: boolean;
}

export interface NewMessage {
  /** Plain text; may be empty where there are attachments. */
  readonly text: string;
  /** Ids of files that `uploadAttachment()` has answered with. */
  readonly attachmentIds?: readonly string[];
  /** Idempotency key, chosen once when the message is written. */
  readonly clientKey: string;
}

/** State of the connection that events come over. `live` also while events come by polling. */
export type Connection = 'connecting' | 'live' | 'reconnecting' | 'offline';

export type SourceEvent =
  | { readonly type: 'message'; readonly message: Message; readonly conversation: Conversation }
  | { readonly type: 'conversation'; readonly conversation: Conversation }
  | { readonly type: 'typing'; readonly conversationId: string; readonly name: string }
  /** The unread count, where it comes without its conversations (a hidden page polls only that). */
  | { readonly type: 'unread'; readonly unread: number }
  /** Something may have been missed: fetch again. */
  | { readonly type: 'reset' }
  | { readonly type: 'connection'; readonly connection: Connection; readonly error?: InboxError };
