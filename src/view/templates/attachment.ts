import { html, type TemplateResult } from 'lit';
import type { Attachment } from '../../inbox/model.js';
import { icon } from '../icons.js';
import type { Ui } from '../ui.js';

/** A picture that opens large, or a file that is saved. Neither has an address: the token is needed to fetch it. */
export function attachmentTemplate(attachment: Attachment, ui: Ui): TemplateResult {
  const { t, format, on } = ui;
  const { id, name, size } = attachment;
  if (ui.isPicture(attachment)) {
    return html`<button
      class="attachment attachment-image"
      part="attachment"
      type="button"
      aria-label=${t('openImage', { name })}
      @click=${() => on.openImage(attachment)}
    >
      <img data-attachment=${id} alt="" />
    </button>`;
  }
  return html`<button
    class="attachment attachment-file"
    part="attachment"
    type="button"
    aria-label="${t('download', { name })}, ${kindOf(attachment)} ${format.size(size)}"
    @click=${() => on.save(attachment)}
  >
    <span class="attachment-kind">${icon('file')}</span>
    <span
      ><span class="attachment-name" dir="auto">${name}</span
      ><span class="attachment-size">${[kindOf(attachment), format.size(size)].filter(Boolean).join(', ')}</span></span
    >
    ${icon('download', 'icon-small')}
  </button>`;
}

/** `PDF`: what people call the file's kind; empty where its name does not say. */
const kindOf = ({ name }: Attachment): string => /\.([\p{L}\d]{1,5})$/u.exec(name)?.[1]?.toUpperCase() ?? '';
