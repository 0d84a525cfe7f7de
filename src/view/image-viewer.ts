import { html, render, type TemplateResult } from 'lit';
import type { Attachment } from '../inbox/model.js';
import { icon } from './icons.js';
import type { Pictures } from './pictures.js';
import type { Ui } from './ui.js';

/** Shows the pictures of a thread large, one at a time, over the page. The arrows lead to the next, Escape closes. */
export class ImageViewer {
  readonly #frame: HTMLElement;
  readonly #pictures: Pictures;
  #dialog: HTMLDialogElement | null = null;
  #images: readonly Attachment[] = [];
  #index = 0;

  /** @param frame What the dialog is put into, and takes its look from. */
  constructor(frame: HTMLElement, pictures: Pictures) {
    this.#frame = frame;
    this.#pictures = pictures;
  }

  open(images: readonly Attachment[], index: number, ui: Ui): void {
    this.close();
    this.#images = images;
    this.#index = index;
    const dialog = this.#frame.ownerDocument.createElement('dialog');
    dialog.className = 'viewer';
    dialog.addEventListener('close', () => this.#removed());
    dialog.addEventListener('keydown', (event) => this.#keydown(event, ui));
    // A press beside the picture closes too.
    dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
    this.#dialog = dialog;
    this.#frame.append(dialog);
    this.#show(ui);
    dialog.showModal();
  }

  close(): void {
    this.#dialog?.close();
    this.#removed();
  }

  #removed(): void {
    this.#dialog?.remove();
    this.#dialog = null;
  }

  #keydown(event: KeyboardEvent, ui: Ui): void {
    event.stopPropagation();
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    const rtl = this.#frame.matches(':dir(rtl)') ? -1 : 1;
    if (step) this.#move(step * rtl, ui);
  }

  #move(step: number, ui: Ui): void {
    const index = this.#index + step;
    if (!this.#images[index]) return;
    this.#index = index;
    this.#show(ui);
  }

  #show(ui: Ui): void {
    const attachment = this.#images[this.#index];
    if (!this.#dialog || !attachment) return;
    render(this.#template(attachment, ui), this.#dialog);
    const image = this.#dialog.querySelector('img');
    if (image && image.dataset.attachment !== attachment.id) {
      image.dataset.attachment = attachment.id;
      void this.#pictures.show(image, attachment);
    }
  }

  #template(attachment: Attachment, ui: Ui): TemplateResult {
    const { t, on } = ui;
    const { name } = attachment;
    const count = this.#images.length;
    const label = count > 1 ? t('imageOf', { name, index: this.#index + 1, count }) : name;
    const step = (by: number, word: 'previousImage' | 'nextImage'): TemplateResult =>
      html`<button
        class="icon-button"
        type="button"
        aria-label=${t(word)}
        aria-disabled=${this.#images[this.#index + by] ? 'false' : 'true'}
        @click=${() => this.#move(by, ui)}
      >
        ${icon('back', `icon-directional ${by > 0 ? 'icon-turned' : ''}`)}
      </button>`;
    return html`<header class="viewer-header">
        <h2 class="viewer-title" dir="auto" aria-live="polite">${label}</h2>
        ${count > 1 ? [step(-1, 'previousImage'), step(1, 'nextImage')] : ''}
        <button class="icon-button" type="button" aria-label=${t('download', { name })} @click=${() => on.save(attachment)}>
          ${icon('download')}
        </button>
        <button class="icon-button" type="button" autofocus aria-label=${t('closeViewer')} @click=${() => this.close()}>
          ${icon('cross')}
        </button>
      </header>
      <img alt=${name} />`;
  }
}
