import { nothing } from 'lit/html.js';
import { draftOf } from '../inbox/draft.js';
import type { Attachment } from '../inbox/model.js';
import type { InboxState, StagedAttachment } from '../inbox/state.js';
import { find, type PaneHost } from './pane.js';
import { Pictures } from './pictures.js';
import { viewerTemplate } from './templates/viewer.js';
import type { ScreenUi } from './ui.js';

/** How long a file's address is kept, in ms: until the browser has begun to save the file. */
const SAVING_MS = 1_000;

/** The files of the open thread and its composer: pictures in their places or enlarged, everything else to be saved. */
export class FilesPane {
  readonly #host: PaneHost;
  readonly #pictures: Pictures;
  /** The pictures that the viewer goes through, which of them it shows, and whose they are. */
  #viewed: { readonly images: readonly Attachment[]; readonly index: number; readonly openId: string | null } | null = null;
  /** The connection and the open thread for which pictures were last fetched. */
  #followed = '';
  /** Name of a file that could not be downloaded; `null` where there is none, or its notice was dismissed. */
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

  /** Lets pictures that failed be fetched again when another thread is opened or the connection changes. A viewer closes with its thread. */
  follow({ openId, connection }: InboxState): void {
    if (this.#viewed?.openId !== openId) this.#viewed = null;
    const now = `${connection} ${openId}`;
    if (now !== this.#followed) this.#pictures.tryAgain();
    this.#followed = now;
  }

  /** @param notice The line above everything, which the viewer covers, and so shows as well. */
  template(notice: unknown, ui: ScreenUi): unknown {
    return this.#viewed ? viewerTemplate(this.#viewed.images, this.#viewed.index, notice, ui) : nothing;
  }

  /** Fills pictures that have just been drawn. */
  rendered(): void {
    const dialog = this.#viewed && find<HTMLDialogElement>(this.#host, '.viewer');
    if (dialog && !dialog.open) {
      dialog.showModal();
      this.focus();
    }
    this.#pictures.fill(this.#host.frame, (id) => (this.#attachments().find((one) => one.id === id) ?? this.#staged(id))?.type ?? '');
  }

  /** @returns Whether the viewer is open, which keeps the focus to itself. */
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
    const drawn = Array.from(this.#host.frame.querySelectorAll('img'), ({ dataset }) => dataset.attachment);
    const images = this.#attachments().filter((one) => drawn.includes(one.id));
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

  /** A press beside the picture closes the viewer too. */
  readonly pressViewer = ({ target, currentTarget }: Event): void => {
    if (target === currentTarget) this.closeImage();
  };

  readonly viewerKeydown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (step) this.stepImage(getComputedStyle(this.#host.frame).direction === 'rtl' ? -step : step);
  };

  dispose(): void {
    this.#pictures.dispose();
  }

  /** A file that is waiting in the composer. */
  #staged(key: string): StagedAttachment | undefined {
    const { state } = this.#host.store;
    return draftOf(state, state.openId ?? '').attachments.find((one) => one.key === key);
  }

  /** All files of the open thread, in order, and after them those of every message that waits to be sent. */
  #attachments(): Attachment[] {
    const { openId, threads, outbox } = this.#host.store.state;
    return [...(threads.get(openId ?? '')?.messages ?? []), ...outbox].flatMap(({ attachments }) => attachments ?? []);
  }

  #view(images: readonly Attachment[], index: number): void {
    if (images[index]) this.#viewed = { images, index, openId: this.#host.store.state.openId };
    this.#pictures.tryAgain();
    this.#host.requestRender();
  }
}
