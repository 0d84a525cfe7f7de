import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Conversation } from '../../inbox/model.js';
import type { Draft, StagedAttachment } from '../../inbox/state.js';
import { channelName, channelVia } from '../channels.js';
import { icon } from '../icons.js';
import { shortName } from '../people.js';
import type { Ui } from '../ui.js';

/** What can be written to the open conversation. */
export interface ComposerModel {
  readonly draft: Draft;
  /** The channel's window for replies is over. */
  readonly windowOver: boolean;
  /** There is something to send, and nothing still on its way up. */
  readonly sendable: boolean;
  /** Of a file, in bytes; `undefined` where no limit is known. */
  readonly largestAttachment: number | undefined;
}

export function composerTemplate(conversation: Conversation, model: ComposerModel, ui: Ui): TemplateResult {
  const { t, format, on } = ui;
  const { contact, channel, status } = conversation;
  if (status === 'closed') {
    return notice('lock', t('closedNotice'), html`<button class="button" type="button" @click=${on.toggleStatus}>${t('reopen')}</button>`);
  }
  if (model.windowOver) {
    return notice('clock', t('windowOver', { channel: channelName(channel, t), name: shortName(contact.name) }), nothing);
  }
  const via = channelVia(channel, t);
  const limit = model.largestAttachment;
  const attach = limit ? t('attachUpTo', { limit: format.size(limit) }) : t('attach');
  return html`<form class="composer" part="composer" @submit=${on.submit}>
    <div class="composer-box" part="composer-box">
      ${model.draft.attachments.length
        ? html`<ul class="staged" part="staged" role="list" aria-label=${t('attachments')}>
            ${model.draft.attachments.map((staged) => stagedTemplate(staged, model, ui))}
          </ul>`
        : nothing}
      <button class="icon-button attach-button" part="attach-button" type="button" aria-label=${attach} title=${attach} @click=${on.attach}>
        ${icon('attach')}
      </button>
      <input class="files" type="file" multiple hidden @change=${on.filesChosen} />
      <textarea
        class="field"
        part="field"
        rows="1"
        enterkeyhint="send"
        aria-label=${format.sentence(t('replyTo', { name: contact.name, via }))}
        placeholder=${format.sentence(t('reply', { via }))}
        .value=${live(model.draft.text)}
        @input=${on.fieldInput}
        @keydown=${on.fieldKeydown}
        @paste=${on.paste}
      ></textarea>
      <button class="send-button" part="send-button" type="submit" aria-label=${t('send')} aria-disabled=${model.sendable ? nothing : 'true'}>
        ${icon('send')}
      </button>
    </div>
  </form>`;
}

/** The same place and shape, without a field to mistake. */
const notice = (name: 'lock' | 'clock', text: string, action: unknown): TemplateResult =>
  html`<footer class="composer" part="composer">
    <div class="composer-closed" part="composer-notice">
      ${icon(name, 'icon-small')}
      <p>${text}</p>
      ${action}
    </div>
  </footer>`;

function stagedTemplate(staged: StagedAttachment, { largestAttachment: limit }: ComposerModel, ui: Ui): TemplateResult {
  const { t, format, on } = ui;
  const { key, name, size, progress, uploaded, error } = staged;
  const busy = !uploaded && !error;
  return html`<li ?data-busy=${busy} ?data-failed=${error !== null}>
    ${icon(error ? 'alert' : busy ? 'turning' : 'file', 'icon-small')}<span dir="auto">${name}</span>
    ${busy ? html`<span class="staged-note">${format.percent(progress)}</span>` : nothing}${error
      ? html`<span class="staged-note">${limit && size > limit ? t('tooLarge', { limit: format.size(limit) }) : t('notUploaded')}</span>`
      : nothing}
    <button class="icon-button" type="button" aria-label=${t('remove', { name })} @click=${() => on.unstage(key)}>
      ${icon('cross', 'icon-small')}
    </button>
  </li>`;
}
