import type { InboxError } from '../errors.js';
import type { Connection } from './inbox-source.js';
import type { Attachment, Conversation, ConversationQuery, ConversationStatus, Inbox, Message } from './model.js';

/**
 * Everything that a person can see of an inbox, as plain immutable data: what has not changed keeps its identity, so that
 * the view redraws only what has.
 */
export interface InboxState {
  /** `null` until the first answer. */
  readonly inbox: Inbox | null;
  /** Number of unread messages over all conversations. */
  readonly unread: number;
  readonly connection: Connection;
  readonly list: ListState;
  /** Every known conversation, including those that the query leaves out. The map is changed in place, the conversations in it are not. */
  readonly conversations: ReadonlyMap<string, Conversation>;
  /** Id of the open conversation; `null` where none is. */
  readonly openId: string | null;
  /** Threads that have been opened, by conversation id. */
  readonly threads: ReadonlyMap<string, ThreadState>;
  /** Who is typing, by conversation id. */
  readonly typing: ReadonlyMap<string, string>;
  /** What is being written, by conversation id. */
  readonly drafts: ReadonlyMap<string, Draft>;
  /** Messages that were sent and not yet confirmed, over all conversations, oldest first. */
  readonly outbox: readonly OutgoingMessage[];
  /** An optimistic change that the service refused and that was undone; `null` where there is none to report. */
  readonly refused: RefusedChange | null;
}

export type LoadStatus = 'loading' | 'ready' | 'failed';

export interface ListState {
  readonly query: ConversationQuery;
  /** The rows, in order. */
  readonly ids: readonly string[];
  readonly status: LoadStatus;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly error: InboxError | null;
}

export interface ThreadState {
  /** Oldest first, without those in the outbox. */
  readonly messages: readonly Message[];
  readonly status: LoadStatus;
  /** There are older messages still to be fetched. */
  readonly hasMore: boolean;
  readonly loadingOlder: boolean;
  readonly error: InboxError | null;
  /** Id of the first message that was unread when the thread was opened: where the marker "New" stands. */
  readonly unreadFrom: string | null;
  /** How many messages were unread when it was opened and are in pages still to be fetched: then there is no marker yet. */
  readonly unreadAbove: number;
}

export interface Draft {
  readonly text: string;
  readonly attachments: readonly StagedAttachment[];
}

/** A file that is being, or has been, uploaded for the next message. */
export interface StagedAttachment {
  readonly key: string;
  readonly name: string;
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** From 0 to 1; `null` while it waits to be retried. */
  readonly progress: number | null;
  /** The file itself; absent where an earlier page uploaded it. */
  readonly file?: File;
  /** `null` until it is uploaded. */
  readonly uploaded: Attachment | null;
  readonly error: InboxError | null;
  /** The limit for which it was not even uploaded; absent where the error is the source's. */
  readonly over?: 'tooLarge' | 'tooMany';
}

export interface OutgoingMessage {
  /** Idempotency key; also the message's `clientKey` once it has come back. */
  readonly key: string;
  readonly conversationId: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly createdAt: string;
  /** `waiting`: for the network or for its turn; `failed`: refused, and up to the person now. */
  readonly status: 'waiting' | 'sending' | 'failed';
  readonly error: InboxError | null;
}

export interface RefusedChange {
  readonly change: 'status' | 'unread';
  readonly conversationId: string;
  readonly error: InboxError;
}

/** What has just happened, for the element's events and for the live region; not for drawing. */
export type Happening =
  | { readonly type: 'ready' }
  | { readonly type: 'opened'; readonly conversationId: string }
  /** It has left the screen, and none is open after it. Its status (`closed`) is another matter. */
  | { readonly type: 'closed'; readonly conversationId: string }
  | { readonly type: 'received'; readonly message: Message; readonly conversation: Conversation }
  | { readonly type: 'sent'; readonly message: Message }
  | { readonly type: 'failed'; readonly outgoing: OutgoingMessage; readonly error: InboxError }
  /** The service had accepted a message, and its channel could not deliver it. */
  | { readonly type: 'undelivered'; readonly message: Message };

/** What a person can do. The view calls these; the store does them. */
export interface InboxActions {
  /** Changes the given parts of the query and fetches the first page. Not debounced: the view does that. */
  setQuery(change: Partial<ConversationQuery>): void;
  loadMoreConversations(): void;
  /** Opens a conversation (fetching it if unknown), or with `null` goes back to the list. */
  open(conversationId: string | null): void;
  loadOlderMessages(conversationId: string): void;
  setDraftText(conversationId: string, text: string): void;
  /** Uploads at once; a file over the limits is staged with its error and never sent. */
  stageFiles(conversationId: string, files: readonly File[]): void;
  unstageFile(conversationId: string, key: string): void;
  /** Moves the draft to the outbox. Does nothing while a file is still being uploaded, the text is too long, or there is nothing to send. */
  send(conversationId: string): void;
  /** Sends a failed message again, with the same idempotency key. */
  retry(key: string): void;
  /** Removes a failed message from the outbox, and puts it back into the draft if that is empty. */
  discard(key: string): void;
  /** The newest message has been seen. */
  markRead(conversationId: string): void;
  /** The unread messages have arrived unseen: they are marked as new, even in an open thread. */
  markUnseen(conversationId: string): void;
  /** Lets its newest received message count as unread again; for a conversation without unread messages, in which something was received. */
  markUnread(conversationId: string): void;
  setStatus(conversationId: string, status: ConversationStatus): void;
  /** The person is typing; the store passes this on at most every few seconds. */
  typing(conversationId: string): void;
  /** @throws {InboxError} where it cannot be downloaded */
  download(attachmentId: string, signal?: AbortSignal): Promise<Blob>;
  /** The notice about a refused change has been read. */
  dismissRefused(): void;
  /** Fetches everything on screen again. */
  reload(): void;
}

/** A store as the view sees it. */
export interface InboxStoreView extends InboxActions {
  readonly state: InboxState;
  /** The listener is called after changes, in a microtask at the earliest: many changes in one task make one call. */
  subscribe(listener: () => void): () => void;
  onHappening(listener: (happening: Happening) => void): () => void;
}
