import type { Attachment } from '../inbox/model.js';

/** What is shown as a picture. SVG is left out: it is a document. */
const PICTURE_TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);
/** So many pictures are kept, so that scrolling back or looking closer fetches none again. */
const KEPT_MAX = 12;

/** A picture in memory; `revoke()` as soon as it has been decoded. */
export interface BlobAddress {
  readonly url: string;
  revoke(): void;
}

export type Download = (attachmentId: string, signal?: AbortSignal) => Promise<Blob>;

/**
 * Fetches pictures with the inbox's own means and puts them into their `<img data-attachment>`. Each blob address lives
 * until it has been decoded.
 */
export class Pictures {
  readonly #download: Download;
  readonly #changed: () => void;
  readonly #kept = new Map<string, Promise<Blob>>();
  readonly #failed = new Set<string>();
  readonly #addresses = new Set<string>();
  readonly #stopping = new AbortController();
  readonly #shown = new WeakMap<HTMLImageElement, string>();

  /** @param changed Called when a picture turns out not to be one. */
  constructor(download: Download, changed: () => void) {
    this.#download = download;
    this.#changed = changed;
  }

  readonly isPicture = ({ id, type }: Attachment): boolean =>
    PICTURE_TYPES.has(type.toLowerCase().trim()) && !this.#failed.has(id);

  /** Fills the pictures below an element that are still empty. */
  fill(within: ParentNode, attachments: (id: string) => Attachment | undefined): void {
    for (const image of within.querySelectorAll<HTMLImageElement>('img[data-attachment]')) {
      const id = image.dataset.attachment ?? '';
      if (this.#shown.get(image) === id) continue;
      this.#shown.set(image, id);
      const attachment = attachments(id);
      if (attachment) void this.show(image, attachment);
    }
  }

  /** @returns Whether it could be shown. */
  async show(image: HTMLImageElement, { id, type }: Attachment): Promise<boolean> {
    let address: BlobAddress | null = null;
    try {
      const blob = await this.#blob(id);
      address = this.address(new Blob([blob], { type }));
      image.src = address.url;
      await image.decode();
      return true;
    } catch {
      // One that has left the page in the meantime cannot be decoded, and is fetched again when it returns.
      if (image.isConnected && !this.#stopping.signal.aborted) {
        this.#failed.add(id);
        this.#changed();
      } else this.#shown.delete(image);
      return false;
    } finally {
      address?.revoke();
    }
  }

  /** An address for a blob, taken back at the latest when the view goes. */
  address(blob: Blob): BlobAddress {
    const url = URL.createObjectURL(blob);
    this.#addresses.add(url);
    return {
      url,
      revoke: () => {
        if (this.#addresses.delete(url)) URL.revokeObjectURL(url);
      },
    };
  }

  dispose(): void {
    this.#stopping.abort();
    for (const url of this.#addresses) URL.revokeObjectURL(url);
    this.#addresses.clear();
    this.#kept.clear();
  }

  #blob(id: string): Promise<Blob> {
    let blob = this.#kept.get(id);
    if (!blob) {
      blob = this.#download(id, this.#stopping.signal);
      blob.catch(() => this.#kept.delete(id));
    }
    // The last one asked for is the last one to go.
    this.#kept.delete(id);
    this.#kept.set(id, blob);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT_MAX) break;
      this.#kept.delete(oldest);
    }
    return blob;
  }
}
