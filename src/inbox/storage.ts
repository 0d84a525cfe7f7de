import type { Attachment } from './model.js';
import type { OutgoingMessage } from './state.js';

/** A draft as it is stored: the text, and the files that the service already has. */
export interface StoredDraft {
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

/** A file for the next message that is still being uploaded. */
export interface StoredFile {
  readonly conversationId: string;
  readonly file: File;
}

/** What a client had written when the page was last closed. */
export interface StoredWriting {
  readonly drafts: ReadonlyMap<string, StoredDraft>;
  /** By the keys of their staged attachments. */
  readonly files: ReadonlyMap<string, StoredFile>;
  readonly outbox: readonly OutgoingMessage[];
}

/**
 * Keeps what a person has written and not yet sent: never a token, never a message that was received.
 *
 * No method ever fails: where nothing can be stored, it lasts only as long as the page.
 */
export interface InboxStorage {
  /**
   * Says whose writing is kept from now on. Deletes that of every client of the service who has no inbox on this page, and
   * answers with what this one had written.
   */
  open(clientId: string): Promise<StoredWriting>;
  /** `draft` is `null` where there no longer is one. What another tab has written in the conversation stays. */
  saveDraft(conversationId: string, draft: StoredDraft | null): void;
  /** `null`: the service has it, or it is no longer to be sent. */
  save(kind: 'file' | 'outgoing', key: string, value: StoredFile | OutgoingMessage | null): void;
  /** Whether a file or message that `open()` answered with is still stored; `true` where that cannot be told. */
  isKept(kind: 'file' | 'outgoing', key: string): Promise<boolean>;
  /** Deletes everything of this client, or of all the service's clients where none is known, and keeps nothing more until `open()`. */
  wipe(): Promise<void>;
  /** Nobody writes here any longer: the next client's `open()` may delete what is stored. */
  close(): void;
}
