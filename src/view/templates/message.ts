import { html, nothing, type TemplateResult } from 'lit/html.js';
import { isEmojiOnly } from '../emoji-only.js';
import { deliveryMark, icon, type IconName } from '../icons.js';
import { linkify } from '../linkify.js';
import { nameOf } from '../people.js';
import type { MessageItem, ThreadMessage } from '../thread-items.js';
import type { ScreenUi } from '../ui.js';
import { attachmentTemplate } from './attachment.js';
import { button, iconButton } from './controls.js';
import { marker } from './marker.js';

/**
 * The inside of a message's list item.
 *
 * @param clientName Whose inbox it is: the client's own messages bear no name.
 * @param copying Icon of the button that copies it, where its exact time and what can be done with it are shown.
 * @param query What is searched for; empty for nothing.
 */
export function messageTemplate(
  message: ThreadMessage,
  { first, last }: MessageItem,
  clientName: string,
  copying: IconName | false,
  query: string,
  ui: ScreenUi,
): TemplateResult {
  const { t, format } = ui;
  const { direction, authorName, text, attachments, sentAt } = message;
  const outbound = direction === 'out';
  const mine = outbound && (!authorName || authorName === clientName);
  const author = nameOf(authorName, t);
  const time = format.time(sentAt);
  const marked = marker(query);
  return html`${outbound && !mine && first
      ? html`<p class="author" part="author" dir="auto" aria-hidden="true">${author}</p>`
      : nothing}<span class="visually-hidden">${mine ? t('you') : author}${last ? '' : t('comma') + time}:</span>
    ${text
      ? html`<p class="bubble" part="bubble ${outbound ? 'outbound' : 'inbound'}-bubble" dir="auto" ?data-emoji=${isEmojiOnly(text)}
          >${linkify(text).map((part) => {
            const shown = marked(part.text);
            return part.href ? html`<a href=${part.href} dir="ltr" target="_blank" rel="noopener noreferrer">${shown}</a>` : shown;
          })}</p
        >`
      : nothing}
    ${attachments.map((attachment) => attachmentTemplate(attachment, ui))}
    ${last ? metaTemplate(message, time, ui) : nothing}${copying ? toolsTemplate(message, time, copying, ui) : nothing}`;
}

function metaTemplate({ direction, status, sentAt, outgoing }: ThreadMessage, time: string, { t, format, store }: ScreenUi): TemplateResult {
  const exact = format.exact(sentAt);
  // Nothing but a time needs no paragraph around it.
  if (direction === 'in') return html`<time class="message-meta" part="message-meta" datetime=${sentAt} title=${exact}>${time}</time>`;
  const error = outgoing?.error;
  const content =
    status === 'failed'
      ? html`${icon('alert')}<span
            >${format.sentences(t('notSent'), error ? t(error.code === 'INBOX_SERVICE_UNREACHABLE' ? 'connectionLost' : 'notAccepted') : '')}</span
          >${outgoing
            ? html`<span>${[
                button(t('retry'), () => store.retry(outgoing.key), { part: 'retry-button', className: 'text-button' }),
                ' ',
                button(t('discard'), () => store.discard(outgoing.key), { className: 'text-button' }),
              ]}</span>`
            : nothing}`
      : html`<time datetime=${sentAt} title=${exact}>${time}</time>${format.sentence(t(status))}${deliveryMark(status)}`;
  // Browsers see no paragraph in a flex container, and take its loose words for the message's own: at those, screen readers would
  // read the whole message again.
  return html`<p class="message-meta" part="message-meta" role="paragraph">${content}</p>`;
}

/** The tools, shown over the message without moving it. Its time is heard with it already. */
const toolsTemplate = ({ text, sentAt }: ThreadMessage, time: string, copying: IconName, { t, format, screen }: ScreenUi): TemplateResult =>
  html`<div class="message-tools">
    <time datetime=${sentAt} aria-hidden="true"><span>${format.exact(sentAt)}</span><span>${time}</span></time>${text
      ? iconButton(copying, t('copy'), () => void screen.copy(text))
      : nothing}
  </div>`;
