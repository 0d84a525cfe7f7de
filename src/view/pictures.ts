import type { Attachment } from '../inbox/model.js';

/** Types that are shown as a picture. SVG is left out: it is a document. */
const PICTURE_TYPE = /^image\/(?:png|jpeg|gif|webp|avif)$/i;
/** How many pictures are kept, so that scrolling back or enlarging one does not fetch it again. */
const KEPT_MAX = 12;

/**
 * Fetches pictures with the function that it is given, and puts them into their `<img data-attachment>`. The address of
 * each blob lives until the picture has been decoded.
 */
export class Pictures {
  readonly #download: (attachmentId: string, signal?: AbortSignal) => Promise<Blob>;
  readonly #onChanged: () => void;
  /** By id, in the order of their last use. */
  readonly #kept = new Map<string, Promise<Blob>>();
  /** Ids of attachments that are no pictures, whatever their type says. */
  readonly #broken = new Set<string>();
  /** Ids of attachments that could not be fetched. */
  readonly #lost = new Set<string>();
  readonly #stopping = new AbortController();
  /** Which attachment each element shows, or is about to. */
  readonly #shown = new WeakMap<HTMLImageElement, string>();

  /** @param onChanged Called when a picture cannot be shown. */
  constructor(download: (attachmentId: string, signal?: AbortSignal) => Promise<Blob>, onChanged: () => void) {
    this.#download = download;
    this.#onChanged = onChanged;
  }

  /** Whether an attachment is shown as a picture: its type is safe, and nothing has gone wrong with it. */
  readonly isPicture = ({ id, type }: Attachment): boolean => PICTURE_TYPE.test(type) && !this.#broken.has(id) && !this.#lost.has(id);

  /** Lets what could not be fetched be fetched again. */
  tryAgain(): void {
    this.#lost.clear();
  }

  /** Fills the pictures below an element that are still empty. */
  fill(within: ParentNode, typeOf: (id: string) => string): void {
    for (const image of within.querySelectorAll<HTMLImageElement>('img[data-attachment]')) {
      const id = image.dataset.attachment ?? '';
      if (this.#shown.get(image) === id) continue;
      this.#shown.set(image, id);
      void this.#show(image, id, typeOf(id));
    }
  }

  /**
   * Lends an address for a blob, which is revoked when the borrower is done.
   *
   * @param done Uses the address; its promise settles when the address is no longer needed.
   */
  async lend(blob: Blob, done: (address: string) => Promise<unknown>): Promise<void> {
    const address = URL.createObjectURL(blob);
    try {
      await done(address);
    } finally {
      URL.revokeObjectURL(address);
    }
  }

  dispose(): void {
    this.#stopping.abort();
  }

  async #show(image: HTMLImageElement, id: string, type: string): Promise<void> {
    /** Where to note the id if what is under way now fails. */
    let unfit = this.#lost;
    try {
      const blob = new Blob([await this.#blob(id)], { type });
      unfit = this.#broken;
      await this.lend(blob, (address) => {
        image.src = address;
        return image.decode();
      });
    } catch {
      // An image that has left the page meanwhile says nothing about its file, which is fetched again when it returns.
      if (!image.isConnected || this.#shown.get(image) !== id) return;
      unfit.add(id);
      this.#onChanged();
    }
  }

  #blob(id: string): Promise<Blob> {
    const blob = this.#kept.get(id) ?? this.#download(id, this.#stopping.signal);
    blob.catch(() => this.#kept.delete(id));
    // The most recently used is the last one to go.
    this.#kept.delete(id);
    this.#kept.set(id, blob);
    for (const oldest of this.#kept.keys()) if (this.#kept.size > KEPT_MAX) this.#kept.delete(oldest);
    return blob;
  }
}
