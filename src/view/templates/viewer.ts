import { html, type TemplateResult } from 'lit/html.js';
import type { Attachment } from '../../inbox/model.js';
import type { ScreenUi } from '../ui.js';
import { iconButton } from './controls.js';

/** Pictures of the thread, one at a time and large, over the page. */
export function viewerTemplate(images: readonly Attachment[], index: number, { t, files }: ScreenUi): TemplateResult {
  const image = images[index] as Attachment;
  const { id, name } = image;
  const step = (by: number, word: 'previousImage' | 'nextImage'): TemplateResult | string =>
    images[index + by]
      ? iconButton('back', t(word), () => files.stepImage(by), { size: `icon-directional ${by > 0 ? 'icon-turned' : ''}` })
      : '';
  return html`<dialog class="viewer" aria-label=${name} @close=${files.closeImage} @click=${files.pressViewer} @keydown=${files.viewerKeydown}>
    <header class="viewer-header">
      <p class="viewer-title" dir="auto" aria-live="polite">${name}</p>
      ${step(-1, 'previousImage')}${step(1, 'nextImage')}${iconButton('download', t('download', { name }), () => void files.save(image), {
        size: '',
      })}${iconButton('cross', t('closeViewer'), files.closeImage, { size: '' })}
    </header>
    <img data-attachment=${id} alt=${name} />
  </dialog>`;
}
