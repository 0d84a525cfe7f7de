import { nothing } from 'lit/html.js';
import type { Attachment } from '../inbox/model.js';
import type { InboxState, StagedAttachment } from '../inbox/state.js';
import { draftOf } from './composer-pane.js';
import { find, type PaneHost } from './pane.js';
import { Pictures } from './pictures.js';
import { viewerTemplate } from './templates/viewer.js';
import type { ScreenUi } from './ui.js';

/** A file's address is needed until the browser has begun to save it. */
const SAVING_MS = 1_000;

/** The files of the open thread and its composer: pictures in their places or large, everything else to be saved. */
export class FilesPane {
  readonly #host: PaneHost;
  readonly #pictures: Pictures;
  /** The pictures that are looked at large, and which of them is shown. */
  #viewed: { readonly images: readonly Attachment[]; readonly index: number } | null = null;
  #followed = '';
  /** Name of a file that could not be had; `null` once that is read. */
  notDownloaded: string | null = null;

  constructor(host: PaneHost) {
    const { store, requestRender } = host;
    this.#host = host;
    this.#pictures = new Pictures(async (id, signal) => this.#staged(id)?.file ?? store.download(id, signal), requestRender);
  }

  /** Whether a file is shown as a picture. */
  get isPicture(): (attachment: Attachment) => boolean {
    return this.#pictures.isPicture;
  }

  /** Asks again for pictures that could not be had, where another thread is open or the connection is another. */
  follow({ openId, connection }: InboxState): void {
    const now = `${connection} ${openId}`;
    if (now !== this.#followed) this.#pictures.tryAgain();
    this.#followed = now;
  }

  /** @param notice The line above everything, which the viewer covers. */
  template(notice: unknown, ui: ScreenUi): unknown {
    return this.#viewed ? viewerTemplate(this.#viewed.images, this.#viewed.index, notice, ui) : nothing;
  }

  get isViewing(): boolean {
    return this.#viewed !== null;
  }

  /** Fills pictures that have just been drawn. */
  rendered(): void {
    const dialog = find<HTMLDialogElement>(this.#host, '.viewer');
    if (dialog && !dialog.open) {
      dialog.showModal();
      this.focus();
    }
    this.#pictures.fill(this.#host.frame, (id) => (this.#attachments().find((one) => one.id === id) ?? this.#staged(id))?.type ?? '');
  }

  /** @returns Whether a picture is looked at large, which keeps the focus to itself. */
  focus(): boolean {
    const close = find(this.#host, '.viewer-header > :last-child');
    close?.focus();
    return !!close;
  }

  async save({ id, name }: Attachment): Promise<void> {
    const { store, clock, frame, requestRender } = this.#host;
    try {
      const blob = new Blob([await store.download(id)], { type: 'application/octet-stream' });
      this.notDownloaded = null;
      await this.#pictures.lend(blob, (href) => {
        const link = Object.assign(frame.ownerDocument.createElement('a'), { href, download: name });
        link.click();
        return new Promise<void>((done) => clock.after(SAVING_MS, done));
      });
    } catch {
      this.notDownloaded = name;
    }
    requestRender();
  }

  openImage(id: string): void {
    const drawn = new Set(Array.from(this.#host.frame.querySelectorAll('img'), ({ dataset }) => dataset.attachment));
    const images = this.#attachments().filter((one) => drawn.has(one.id));
    this.#view(images, images.findIndex((one) => one.id === id));
  }

  stepImage(by: number): void {
    if (this.#viewed) this.#view(this.#viewed.images, this.#viewed.index + by);
  }

  readonly closeImage = (): void => {
    find<HTMLDialogElement>(this.#host, '.viewer')?.close();
    this.#viewed = null;
    this.#host.requestRender();
  };

  /** A press beside the picture closes too. */
  readonly pressViewer = ({ target, currentTarget }: Event): void => {
    if (target === currentTarget) this.closeImage();
  };

  readonly viewerKeydown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (step) this.stepImage(this.#host.frame.matches(':dir(rtl)') ? -step : step);
  };

  dispose(): void {
    this.#pictures.dispose();
  }

  /** A file that waits in the composer. */
  #staged(key: string): StagedAttachment | undefined {
    const { state } = this.#host.store;
    return draftOf(state, state.openId ?? '').attachments.find((one) => one.key === key);
  }

  /** All files of the open thread, in order. */
  #attachments(): Attachment[] {
    const { openId, threads, outbox } = this.#host.store.state;
    return [...(threads.get(openId ?? '')?.messages ?? []), ...outbox].flatMap(({ attachments }) => attachments);
  }

  #view(images: readonly Attachment[], index: number): void {
    if (images[index]) this.#viewed = { images, index };
    this.#pictures.tryAgain();
    this.#host.requestRender();
  }
}
