import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Attachment } from '../../inbox/model.js';
import { each } from '../each.js';
import type { ScreenUi } from '../ui.js';
import { iconButton } from './controls.js';

/**
 * Pictures of the thread, one at a time and enlarged, over the page. Meanwhile, announcements are made in here: nothing
 * else is seen or heard.
 *
 * @param notice The line above everything.
 */
export function viewerTemplate(images: readonly Attachment[], index: number, notice: unknown, { t, files }: ScreenUi): TemplateResult {
  const image = images[index] as Attachment;
  const { name } = image;
  const step = (by: number, word: 'previousImage' | 'nextImage'): TemplateResult | typeof nothing =>
    images.length > 1
      ? iconButton('back', t(word), () => files.stepImage(by), { size: by > 0 ? 'icon-turned' : '', disabled: !images[index + by] })
      : nothing;
  return html`<dialog class="viewer" aria-label=${name} @close=${files.closeImage} @click=${files.pressViewer} @keydown=${files.viewerKeydown}>
    <div class="viewer-header">
      <p class="viewer-title" dir="auto" aria-live="polite">${name}</p>
      ${step(-1, 'previousImage')}${step(1, 'nextImage')}${iconButton('download', t('download', { name }), () => void files.save(image), {
        size: '',
      })}${iconButton('cross', t('closeViewer'), files.closeImage, { size: '' })}
    </div>
    <p class="visually-hidden" role="status"></p>
    ${each(
      [image],
      ({ id }) => id,
      ({ id }) => (files.isPicture(image) ? html`<img data-attachment=${id} alt=${name} />` : html`<p class="viewer-lost" role="alert">${t('notDownloaded', { name })}</p>`),
    )}
    ${notice}
  </dialog>`;
}
