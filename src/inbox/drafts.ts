import { InboxError } from '../errors.js';
import { passes } from './failures.js';
import { ATTACHMENTS_PER_MESSAGE } from './limits.js';
import type { Attachment } from './model.js';
import type { Draft, OutgoingMessage, StagedAttachment } from './state.js';
import type { InboxStorage, StoredDraft } from './storage.js';
import type { StoreParts } from './store-parts.js';

const EMPTY: Draft = { text: '', attachments: [] };

export interface DraftsOptions extends StoreParts {
  readonly storage: Pick<InboxStorage, 'saveDraft'>;
  readonly randomKey: () => string;
  /** In bytes. */
  readonly largestAttachment: number;
}

/** A file that is with the service already. */
const stagedAgain = (uploaded: Attachment): StagedAttachment => {
  const { id, name, type, size } = uploaded;
  return { key: id, name, type, size, progress: 1, uploaded, error: null };
};

/** What is being written, with the files that are uploaded for it. */
export class Drafts {
  readonly #options: DraftsOptions;

  constructor(options: DraftsOptions) {
    this.#options = options;
  }

  setText(conversationId: string, text: string): void {
    this.#put(conversationId, { ...this.#draft(conversationId), text });
  }

  stage(conversationId: string, files: readonly File[]): void {
    for (const file of files) this.#upload(conversationId, file);
  }

  unstage(conversationId: string, key: string): void {
    this.#options.writes.abort(`upload ${key}`);
    const draft = this.#draft(conversationId);
    this.#put(conversationId, { ...draft, attachments: draft.attachments.filter((staged) => staged.key !== key) });
  }

  /** What is ready to be sent; `null` where there is nothing, or a file is still on its way. */
  ready(conversationId: string): { text: string; attachments: Attachment[] } | null {
    const { text, attachments: staged } = this.#draft(conversationId);
    const attachments = staged.flatMap(({ uploaded }) => uploaded ?? []);
    const isUploading = staged.some(({ uploaded, error }) => !uploaded && !error);
    return isUploading || (!text.trim() && !attachments.length) ? null : { text: text.trim(), attachments };
  }

  /** Takes away what has been sent. A file that failed stays. */
  clear(conversationId: string): void {
    const { attachments } = this.#draft(conversationId);
    this.#put(conversationId, { text: '', attachments: attachments.filter(({ error }) => error) });
  }

  /** Takes in what an earlier page has left; what is being written here is newer. */
  restore(stored: ReadonlyMap<string, StoredDraft>): void {
    for (const [conversationId, { text, attachments }] of stored) {
      if (this.#options.cell.now.drafts.has(conversationId)) continue;
      this.#options.cell.changeEntry('drafts', conversationId, { text, attachments: attachments.map(stagedAgain) });
    }
  }

  /** What was not accepted can be written differently, where nothing else is being written. */
  takeBack({ conversationId, text, attachments }: OutgoingMessage): void {
    if (this.#options.cell.now.drafts.has(conversationId)) return;
    this.#put(conversationId, { text, attachments: attachments.map(stagedAgain) });
  }

  /** Keeps all drafts for the client that has just become known. */
  saveAll(): void {
    for (const [conversationId, draft] of this.#options.cell.now.drafts) this.#save(conversationId, draft);
  }

  #upload(conversationId: string, file: File): void {
    const { source, writes, randomKey, largestAttachment } = this.#options;
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
    writes.run(
      `upload ${key}`,
      (signal) => {
        change({ progress: 0 });
        return source.uploadAttachment(file, { signal, onProgress: (progress) => signal.aborted || change({ progress }) });
      },
      (uploaded) => change({ uploaded, progress: 1 }),
      // One that was lost on its way is sent again.
      (error) => change(passes(error) ? { progress: null } : { error }),
    );
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
