import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Attachment } from '../../inbox/model.js';
import { icon } from '../icons.js';
import type { ScreenUi } from '../ui.js';

/** A picture that opens in the viewer, or a file that is saved. Neither is a link: fetching it takes the token. */
export function attachmentTemplate(attachment: Attachment, { t, format, files }: ScreenUi): TemplateResult {
  const { id, name, size } = attachment;
  if (files.isPicture(attachment)) {
    return html`<button
      class="attachment attachment-image"
      part="attachment"
      aria-label=${t('openImage', { name })}
      @click=${({ detail }: MouseEvent) => detail < 2 && files.openImage(id)}
    >
      <img data-attachment=${id} alt="" />
    </button>`;
  }
  // `PDF`: what people call the file's kind, where its name says it.
  const kind = /\.(\w{1,5})$/.exec(name)?.[1]?.toUpperCase();
  return html`<button
    class="attachment attachment-file"
    part="attachment"
    title=${t('download', { name })}
    @click=${() => void files.save(attachment)}
  >
    <span class="attachment-kind">${icon('file')}</span
    ><span><span class="attachment-name" dir="auto">${name}</span><span class="attachment-size" dir="auto">${kind ? [html`<bdi>${kind}</bdi>`, t('comma')] : nothing}${format.size(size)}</span></span
    >${icon('download', 'icon-small')}
  </button>`;
}
