import { InboxError } from '../errors.js';
import { asInboxError } from './failures.js';
import { ATTACHMENTS_PER_MESSAGE } from './limits.js';
import type { InboxSource } from './inbox-source.js';
import type { Attachment } from './model.js';
import type { Draft, StagedAttachment } from './state.js';
import type { StateCell } from './state-cell.js';
import type { InboxStorage, StoredDraft } from './storage.js';

const EMPTY: Draft = { text: '', attachments: [] };

export interface DraftsOptions {
  readonly cell: StateCell;
  readonly source: Pick<InboxSource, 'uploadAttachment'>;
  readonly storage: Pick<InboxStorage, 'saveDraft'>;
  readonly randomKey: () => string;
  /** In bytes. */
  readonly largestAttachment: number;
}

/** What is being written, with the files that are uploaded for it. */
export class Drafts {
  readonly #options: DraftsOptions;
  /** Uploads that run, by the key of their file. */
  #uploads = new Map<string, AbortController>();

  constructor(options: DraftsOptions) {
    this.#options = options;
  }

  setText(conversationId: string, text: string): void {
    this.#put(conversationId, { ...this.#draft(conversationId), text });
  }

  stage(conversationId: string, files: readonly File[]): void {
    for (const file of files) void this.#upload(conversationId, file);
  }

  unstage(conversationId: string, key: string): void {
    this.#uploads.get(key)?.abort();
    this.#uploads.delete(key);
    const draft = this.#draft(conversationId);
    this.#put(conversationId, { ...draft, attachments: draft.attachments.filter((staged) => staged.key !== key) });
  }

  /**
   * Takes the draft away to be sent.
   *
   * @returns `null` where there is nothing to send or a file is still on its way; the draft stays then.
   */
  take(conversationId: string): { text: string; attachments: Attachment[] } | null {
    const { text, attachments: staged } = this.#draft(conversationId);
    const attachments = staged.flatMap(({ uploaded }) => uploaded ?? []);
    const isUploading = staged.some(({ uploaded, error }) => !uploaded && !error);
    if (isUploading || (!text.trim() && !attachments.length)) return null;
    this.#put(conversationId, EMPTY);
    return { text: text.trim(), attachments };
  }

  /** Takes in what an earlier page has left; what is being written here is newer. */
  restore(stored: ReadonlyMap<string, StoredDraft>): void {
    for (const [conversationId, { text, attachments }] of stored) {
      if (this.#options.cell.now.drafts.has(conversationId)) continue;
      const staged = attachments.map((uploaded): StagedAttachment => {
        const { id, name, type, size } = uploaded;
        return { key: id, name, type, size, progress: 1, uploaded, error: null };
      });
      this.#options.cell.changeEntry('drafts', conversationId, { text, attachments: staged });
    }
  }

  /** Keeps all drafts for the client that has just become known. */
  saveAll(): void {
    for (const [conversationId, draft] of this.#options.cell.now.drafts) this.#save(conversationId, draft);
  }

  stop(): void {
    for (const upload of this.#uploads.values()) upload.abort();
    this.#uploads.clear();
  }

  async #upload(conversationId: string, file: File): Promise<void> {
    const { source, randomKey, largestAttachment } = this.#options;
    const key = randomKey();
    const { name, type, size } = file;
    const draft = this.#draft(conversationId);
    const staged: StagedAttachment = { key, name, type, size, file, progress: 0, uploaded: null, error: null };
    this.#put(conversationId, { ...draft, attachments: [...draft.attachments, staged] });
    const change = (part: Partial<StagedAttachment>): void => {
      const now = this.#draft(conversationId);
      const attachments = now.attachments.map((other) => (other.key === key ? { ...other, ...part } : other));
      this.#put(conversationId, { ...now, attachments });
    };
    const problem =
      size > largestAttachment
        ? `The file is larger than ${largestAttachment} bytes.`
        : draft.attachments.filter(({ error }) => !error).length >= ATTACHMENTS_PER_MESSAGE &&
          `A message takes ${ATTACHMENTS_PER_MESSAGE} files.`;
    if (problem) return change({ error: new InboxError('INBOX_ATTACHMENT_REJECTED', problem) });
    const upload = new AbortController();
    this.#uploads.set(key, upload);
    const { signal } = upload;
    try {
      const uploaded = await source.uploadAttachment(file, {
        signal,
        onProgress: (progress) => {
          if (!signal.aborted) change({ progress });
        },
      });
      if (!signal.aborted) change({ uploaded, progress: 1 });
    } catch (error) {
      if (!signal.aborted) change({ error: asInboxError(error) });
    } finally {
      this.#uploads.delete(key);
    }
  }

  #draft(conversationId: string): Draft {
    return this.#options.cell.now.drafts.get(conversationId) ?? EMPTY;
  }

  #put(conversationId: string, draft: Draft): void {
    const isEmpty = !draft.text && !draft.attachments.length;
    this.#options.cell.changeEntry('drafts', conversationId, isEmpty ? undefined : draft);
    this.#save(conversationId, draft);
  }

  #save(conversationId: string, { text, attachments }: Draft): void {
    const uploaded = attachments.flatMap((staged) => staged.uploaded ?? []);
    this.#options.storage.saveDraft(conversationId, text || uploaded.length ? { text, attachments: uploaded } : null);
  }
}
