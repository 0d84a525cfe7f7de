import type { Attachment } from './model.js';
import type { OutgoingMessage } from './state.js';

/** A draft as it is kept: the text, and the files that are already with the service. */
export interface StoredDraft {
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

/** A file for the next message that is still on its way to the service. */
export interface StoredFile {
  readonly conversationId: string;
  readonly file: File;
}

/** What a client had written when the page was last closed. */
export interface StoredWriting {
  readonly drafts: ReadonlyMap<string, StoredDraft>;
  /** By the keys of their places among the staged. */
  readonly files: ReadonlyMap<string, StoredFile>;
  readonly outbox: readonly OutgoingMessage[];
}

/**
 * Keeps what a person has written and not yet sent. Never a token, never a message that was received.
 *
 * No method ever fails: where nothing can be kept, it is kept as long as the page lives.
 */
export interface InboxStorage {
  /**
   * Whose writing is kept from now on. Deletes that of every client who has no inbox on this page, and answers with what
   * this one had written.
   */
  open(clientId: string): Promise<StoredWriting>;
  /** `null` where there is no draft any more. What another tab has written in the conversation stays. */
  saveDraft(conversationId: string, draft: StoredDraft | null): void;
  /** `null` where it is with the service, or does not go there any more. */
  saveFile(key: string, file: StoredFile | null): void;
  saveOutgoing(message: OutgoingMessage): void;
  removeOutgoing(key: string): void;
  /** Whether an outgoing message that `open()` answered with is still kept; `true` where nobody can say. */
  isKept(key: string): Promise<boolean>;
  /** Deletes everything of this client, or of all where none is known, and keeps nothing more until `open()`. */
  wipe(): Promise<void>;
  /** Nobody writes here any more: the next client's `open()` may delete what is kept. */
  close(): void;
}
