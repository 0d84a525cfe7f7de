import { InboxError } from '../errors.js';
import { draftOf, isOnItsWay, isSendable } from './draft.js';
import { isTemporary } from './failures.js';
import { ATTACHMENTS_PER_MESSAGE, LARGEST_ATTACHMENT_BYTES } from './limits.js';
import type { Attachment } from './model.js';
import type { Draft, OutgoingMessage, StagedAttachment } from './state.js';
import type { StoredDraft, StoredWriting } from './storage.js';
import type { StoreParts } from './store-parts.js';

/** Stages a file that the service already has. */
const stagedAgain = (uploaded: Attachment): StagedAttachment => {
  const { id, name, type, size } = uploaded;
  return { key: id, name, type, size, progress: 1, uploaded, error: null };
};

/** What is being written, with the files that are uploaded for it. */
export class Drafts {
  readonly #parts: StoreParts;

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  setText(conversationId: string, text: string): void {
    this.#put(conversationId, { ...this.#draft(conversationId), text });
  }

  stage(conversationId: string, files: readonly File[]): void {
    for (const file of files) {
      const key = this.#parts.randomKey();
      if (this.#upload(conversationId, key, file)) this.#parts.storage.saveFile(key, { conversationId, file });
    }
  }

  unstage(conversationId: string, key: string): void {
    this.#parts.writes.abort(`upload ${key}`);
    this.#parts.storage.saveFile(key, null);
    this.#changeFiles(conversationId, (files) => files.filter((staged) => staged.key !== key));
  }

  /** What is to be sent; `null` where the draft is not ready for it. */
  ready(conversationId: string): { text: string; attachments: Attachment[] } | null {
    const draft = this.#draft(conversationId);
    if (!isSendable(draft)) return null;
    return { text: draft.text.trim(), attachments: draft.attachments.flatMap(({ uploaded }) => uploaded ?? []) };
  }

  /** Removes what has been sent. A file that failed stays. */
  clear(conversationId: string): void {
    const { attachments } = this.#draft(conversationId);
    this.#put(conversationId, { text: '', attachments: attachments.filter(({ error }) => error) });
  }

  /**
   * Takes in what an earlier page has left; text that is being written here is newer. Unfinished uploads start again. Nothing of it is
   * stored again: another tab may have sent it meanwhile.
   */
  restore({ drafts, files }: Pick<StoredWriting, 'drafts' | 'files'>): void {
    for (const [conversationId, draft] of drafts) this.#takeBack(conversationId, draft);
    for (const [key, { conversationId, file }] of files) this.#upload(conversationId, key, file);
  }

  /** Puts a message that was not accepted back into the draft, to be rewritten, unless something else is being written. */
  takeBack(message: OutgoingMessage): void {
    this.#takeBack(message.conversationId, message);
    this.#save(message.conversationId, this.#draft(message.conversationId));
  }

  /** Stores all drafts for the client that has just become known. */
  saveAll(): void {
    for (const [conversationId, draft] of this.#parts.cell.now.drafts) {
      this.#save(conversationId, draft);
      for (const { key, file } of draft.attachments.filter(isOnItsWay)) {
        if (file) this.#parts.storage.saveFile(key, { conversationId, file });
      }
    }
  }

  /** @returns Whether the upload has begun: the file is neither too large nor one too many. */
  #upload(conversationId: string, key: string, file: File): boolean {
    const { source, writes, storage } = this.#parts;
    const { name, type, size } = file;
    const isOneTooMany = this.#draft(conversationId).attachments.filter(({ error }) => !error).length >= ATTACHMENTS_PER_MESSAGE;
    const staged: StagedAttachment = { key, name, type, size, file, progress: 0, uploaded: null, error: null };
    this.#changeFiles(conversationId, (files) => [...files, staged]);
    const change = (part: Partial<StagedAttachment>): void =>
      this.#changeFiles(conversationId, (files) => files.map((other) => (other.key === key ? { ...other, ...part } : other)));
    const over = size > LARGEST_ATTACHMENT_BYTES ? 'tooLarge' : isOneTooMany && 'tooMany';
    if (over) {
      change({ over, error: new InboxError('INBOX_ATTACHMENT_REJECTED', 'The file is over a limit.') });
      return false;
    }
    const end = (part: Partial<StagedAttachment>): void => {
      change(part);
      storage.saveFile(key, null);
    };
    writes.run(
      `upload ${key}`,
      (signal) => {
        change({ progress: 0 });
        return source.uploadAttachment(file, { signal, onProgress: (progress) => change({ progress }) });
      },
      (uploaded) => end({ uploaded }),
      // An upload that was lost on its way is retried.
      (error) => (isTemporary(error) ? change({ progress: null }) : end({ error })),
    );
    return true;
  }

  #takeBack(conversationId: string, { text, attachments }: StoredDraft): void {
    const { cell } = this.#parts;
    if (!cell.now.drafts.has(conversationId)) cell.changeEntry('drafts', conversationId, { text, attachments: attachments.map(stagedAgain) });
  }

  #draft(conversationId: string): Draft {
    return draftOf(this.#parts.cell.now, conversationId);
  }

  #changeFiles(conversationId: string, change: (files: Draft['attachments']) => Draft['attachments']): void {
    const draft = this.#draft(conversationId);
    this.#put(conversationId, { ...draft, attachments: change(draft.attachments) });
  }

  #put(conversationId: string, draft: Draft): void {
    const isEmpty = !draft.text && !draft.attachments.length;
    this.#parts.cell.changeEntry('drafts', conversationId, isEmpty ? undefined : draft);
    this.#save(conversationId, draft);
  }

  #save(conversationId: string, { text, attachments }: Draft): void {
    const uploaded = attachments.flatMap((staged) => staged.uploaded ?? []);
    this.#parts.storage.saveDraft(conversationId, text || uploaded.length ? { text, attachments: uploaded } : null);
  }
}
