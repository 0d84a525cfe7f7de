import { html, nothing, type TemplateResult } from 'lit/html.js';
import { draftOf, excessOf, isOnItsWay, isSendable } from '../../inbox/draft.js';
import { ATTACHMENTS_PER_MESSAGE, LARGEST_ATTACHMENT_BYTES, LONGEST_TEXT } from '../../inbox/limits.js';
import type { Conversation } from '../../inbox/model.js';
import type { InboxState, StagedAttachment } from '../../inbox/state.js';
import { channelName, channelVia } from '../channels.js';
import { icon } from '../icons.js';
import { nameOf, shortName } from '../people.js';
import type { ScreenUi, Ui } from '../ui.js';
import { button, iconButton } from './controls.js';

/** Why no reply can be written now; `undefined` where one can. Some channels take none until the contact has written again. */
export function whyNoReply({ contact, channel, status, replyUntil = '' }: Conversation, { t, now }: Ui): string | undefined {
  if (status === 'closed') return t('closedNotice');
  return Date.parse(replyUntil) <= now ? t('windowOver', { channel: channelName(channel, t), name: shortName(nameOf(contact.name, t)) }) : undefined;
}

/** @param reason Why no reply can be written; `undefined` where one can. */
export function composerTemplate(conversation: Conversation, state: InboxState, reason: string | undefined, ui: ScreenUi): TemplateResult {
  const { t, format, composer, store } = ui;
  const { id, contact, channel, status } = conversation;
  const name = nameOf(contact.name, t);
  if (reason) {
    return status === 'closed' ? notice('lock', reason, button(t('reopen'), () => store.setStatus(id, 'open'))) : notice('clock', reason, nothing);
  }
  const via = channelVia(channel, t);
  const draft = draftOf(state, id);
  const excess = excessOf(draft);
  // Those that failed stand first, or what needs the person might be out of sight.
  const attachments = [...draft.attachments].sort((a, b) => Number(!a.error) - Number(!b.error));
  return html`<form class="composer" part="composer" @submit=${composer.submit}>
    <div class="composer-box" part="composer-box">
      ${attachments.length
        ? html`<ul class="staged scroller" part="staged" role="list" aria-label=${t('attachments')}>
            ${attachments.map((staged) => stagedTemplate(staged, ui))}
          </ul>`
        : nothing}
      ${excess
        ? html`<p class="too-long"><span role="alert">${t('tooLong', { count: LONGEST_TEXT })}</span> <b dir="ltr">+${format.number(excess)}</b></p>`
        : nothing}
      ${iconButton('attach', t('attach', { limit: format.size(LARGEST_ATTACHMENT_BYTES) }), composer.attach, {
        part: 'attach-button',
        size: '',
      })}
      <input class="files" type="file" multiple hidden @change=${composer.filesChosen} />
      <textarea
        class="field scroller"
        part="field"
        rows="1"
        enterkeyhint="send"
        aria-invalid=${excess > 0 || nothing}
        aria-label=${format.sentence(t('replyTo', { name, via }))}
        placeholder=${format.sentence(t('reply', { via }))}
        @input=${composer.input}
        @keydown=${composer.keydown}
      ></textarea>
      <button class="send-button" part="send-button" type="submit" aria-label=${t('send')} title=${t('send')} aria-disabled=${isSendable(draft) ? nothing : 'true'}>${icon('send')}</button>
    </div>
  </form>`;
}

/** In the composer's place and shape, without a field that would invite typing. */
const notice = (name: 'lock' | 'clock', text: string, action: unknown): TemplateResult =>
  html`<footer class="composer" part="composer">
    <div class="composer-closed" part="composer-notice">
      ${icon(name, 'icon-small')}
      <p>${text}</p>
      ${action}
    </div>
  </footer>`;

/** How far a file's upload has come. */
export const uploadNote = ({ progress }: StagedAttachment, { t, format }: Pick<Ui, 't' | 'format'>): string =>
  progress === null ? format.sentence(t('waiting')) : format.percent(progress);

function stagedTemplate(staged: StagedAttachment, { t, format, composer, files }: ScreenUi): TemplateResult {
  const { key, name, over, error } = staged;
  const busy = isOnItsWay(staged);
  const note = error
    ? t(over ?? 'notUploaded', { limit: format.size(LARGEST_ATTACHMENT_BYTES), count: ATTACHMENTS_PER_MESSAGE })
    : busy
      ? uploadNote(staged, { t, format })
      : '';
  return html`<li ?data-failed=${error}>
    ${!error && files.isPicture({ ...staged, id: key })
      ? html`<img data-attachment=${key} alt="" />`
      : icon(error ? 'alert' : busy ? 'turning' : 'file', 'icon-small')}<p role=${error ? 'alert' : nothing}
      ><span dir="auto">${name}</span> <span class="staged-note">${note}</span></p
    >${iconButton('cross', t('remove', { name }), () => composer.unstage(key))}
  </li>`;
}
