import { InboxError } from '../errors.js';
import { draftOf, isOnItsWay, isSendable } from './draft.js';
import { isTemporary } from './failures.js';
import { ATTACHMENTS_PER_MESSAGE, LARGEST_ATTACHMENT_BYTES } from './limits.js';
import type { Attachment } from './model.js';
import type { Draft, OutgoingMessage, StagedAttachment } from './state.js';
import type { StoredDraft, StoredWriting } from './storage.js';
import type { StoreParts } from './store-parts.js';

/** Stages a file that the service already has. */
const stagedAgain = (uploaded: Attachment): StagedAttachment => ({ ...uploaded, key: uploaded.id, progress: 1, uploaded, error: null });

/** What is being written, with the files that are uploaded for it. */
export class Drafts {
  readonly #parts: StoreParts;

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  setText(conversationId: string, text: string): void {
    this.#put(conversationId, { ...this.#draft(conversationId), text });
    this.#save(conversationId);
  }

  stage(conversationId: string, files: readonly File[]): void {
    for (const file of files) this.#upload(conversationId, this.#parts.randomKey(), file);
  }

  unstage(conversationId: string, key: string): void {
    this.#parts.writes.abort(`upload ${key}`);
    this.#parts.storage.save('file', key, null);
    this.#remove(conversationId, key);
    this.#save(conversationId);
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
    this.#save(conversationId);
  }

  /**
   * Takes in what an earlier page has left; text that is being written here is newer. Unfinished uploads start again. Nothing of it is
   * stored again: another tab may have sent it meanwhile.
   */
  restore({ drafts, files }: Pick<StoredWriting, 'drafts' | 'files'>): void {
    for (const [conversationId, draft] of drafts) this.#takeBack(conversationId, draft);
    for (const [key, { conversationId, file }] of files) this.#upload(conversationId, key, file, true);
  }

  /** Puts a message that was not accepted back into the draft, to be rewritten, unless something else is being written. */
  takeBack(message: OutgoingMessage): void {
    this.#takeBack(message.conversationId, message);
    this.#save(message.conversationId);
  }

  /** Stores all drafts for the client that has just become known. */
  saveAll(): void {
    for (const [conversationId, { attachments }] of this.#parts.cell.now.drafts) {
      this.#save(conversationId);
      for (const { key, file } of attachments.filter(isOnItsWay)) this.#parts.storage.save('file', key, { conversationId, file: file as File });
    }
  }

  /** @param isInherited Whether an earlier page has left it: that page may still be open, in another tab. */
  #upload(conversationId: string, key: string, file: File, isInherited = false): void {
    const { source, writes, storage } = this.#parts;
    const { name, type, size } = file;
    const isOneTooMany = this.#draft(conversationId).attachments.filter(({ error }) => !error).length >= ATTACHMENTS_PER_MESSAGE;
    const staged: StagedAttachment = { key, name, type, size, file, progress: 0, uploaded: null, error: null };
    this.#changeFiles(conversationId, (files) => [...files, staged]);
    const change = (part: Partial<StagedAttachment>): void =>
      this.#changeFiles(conversationId, (files) => files.map((other) => (other.key === key ? { ...other, ...part } : other)));
    const over = size > LARGEST_ATTACHMENT_BYTES ? 'tooLarge' : isOneTooMany && 'tooMany';
    if (over) return change({ over, error: new InboxError('INBOX_ATTACHMENT_REJECTED', 'The file is over a limit.') });
    if (!isInherited) storage.save('file', key, { conversationId, file });
    const end = (part: Partial<StagedAttachment>): void => {
      change(part);
      this.#save(conversationId);
      storage.save('file', key, null);
    };
    writes.run(
      `upload ${key}`,
      async (signal) => {
        change({ progress: 0 });
        const uploaded = await source.uploadAttachment(file, { signal, onProgress: (progress) => change({ progress }) });
        // Uploaded or taken away meanwhile by the tab that staged it.
        return isInherited && !(await storage.isKept('file', key)) ? null : uploaded;
      },
      (uploaded) => (uploaded ? end({ uploaded }) : this.#remove(conversationId, key)),
      // An upload that was lost on its way is retried.
      (error) => (isTemporary(error) ? change({ progress: null }) : end({ error })),
    );
  }

  #takeBack(conversationId: string, { text, attachments }: StoredDraft): void {
    const { cell } = this.#parts;
    if (!cell.now.drafts.has(conversationId)) cell.changeEntry('drafts', conversationId, { text, attachments: attachments.map(stagedAgain) });
  }

  #draft(conversationId: string): Draft {
    return draftOf(this.#parts.cell.now, conversationId);
  }

  #remove(conversationId: string, key: string): void {
    this.#changeFiles(conversationId, (files) => files.filter((staged) => staged.key !== key));
  }

  /** Files on their way are not stored with the draft: how far they have come is nothing to store. */
  #changeFiles(conversationId: string, change: (files: Draft['attachments']) => Draft['attachments']): void {
    const draft = this.#draft(conversationId);
    this.#put(conversationId, { ...draft, attachments: change(draft.attachments) });
  }

  #put(conversationId: string, draft: Draft): void {
    const isEmpty = !draft.text && !draft.attachments.length;
    this.#parts.cell.changeEntry('drafts', conversationId, isEmpty ? undefined : draft);
  }

  #save(conversationId: string): void {
    const { text, attachments } = this.#draft(conversationId);
    const kept = attachments.flatMap(({ uploaded }) => uploaded ?? []);
    this.#parts.storage.saveDraft(conversationId, text || kept.length ? { text, attachments: kept } : null);
  }
}
