import { html, nothing, type TemplateResult } from 'lit';
import type { InboxError } from '../../errors.js';
import { isEmojiOnly } from '../emoji-only.js';
import { deliveryMark, icon } from '../icons.js';
import { linkify } from '../linkify.js';
import type { ThreadItem, ThreadMessage } from '../thread-items.js';
import type { Ui } from '../ui.js';
import type { WordKey } from '../../locales/dictionary.js';
import { attachmentTemplate } from './attachment.js';

/** What of the thread a message needs to be drawn. */
export interface MessageContext {
  /** Who the inbox belongs to: own messages bear no name. */
  readonly clientName: string;
  /** Whether it is pointed at, and shows its exact time and what can be done with it. */
  readonly tools: 'none' | 'shown' | 'copied';
}

const STATES: Readonly<Record<string, WordKey>> = {
  waiting: 'waiting',
  sending: 'sending',
  sent: 'stateSent',
  delivered: 'stateDelivered',
  read: 'stateRead',
};

/** The inside of a message's list item. */
export function messageTemplate(
  { message, first, last }: Extract<ThreadItem, { type: 'message' }>,
  { clientName, tools }: MessageContext,
  ui: Ui,
): TemplateResult {
  const { t, format } = ui;
  const { direction, authorName, text, attachments, sentAt } = message;
  const mine = direction === 'out' && (!authorName || authorName === clientName);
  const time = format.time(sentAt);
  return html`${direction === 'out' && !mine && first
      ? html`<p class="author" part="author" dir="auto">${authorName}</p>`
      : html`<span class="visually-hidden">${mine ? t('you') : authorName}${last ? '' : `, ${time}`}:</span>`}
    ${text
      ? html`<p
          class="bubble"
          part="bubble ${direction === 'in' ? 'inbound' : 'outbound'}-bubble"
          dir="auto"
          ?data-emoji=${isEmojiOnly(text)}
          >${linkify(text).map((part) =>
            part.href
              ? html`<a href=${part.href} target="_blank" rel="noopener noreferrer">${part.text}</a>`
              : part.text,
          )}</p
        >`
      : nothing}
    ${attachments.map((attachment) => attachmentTemplate(attachment, ui))}
    ${last ? metaTemplate(message, time, ui) : nothing}${tools === 'none' ? nothing : toolsTemplate(message, tools === 'copied', ui)}`;
}

function metaTemplate({ direction, status, sentAt, outgoing }: ThreadMessage, time: string, ui: Ui): TemplateResult {
  const { t, format, on } = ui;
  if (status === 'failed') {
    return html`<p class="message-meta" part="message-meta">
      ${icon('alert')}<span>${[t('notSent'), reason(outgoing?.error ?? null, ui)].join(' ').trim()}</span>${outgoing
        ? html`<button class="text-button" part="retry-button" type="button" @click=${() => on.retry(outgoing.key)}>
              ${t('retry')}</button
            ><button class="text-button" type="button" @click=${() => on.discard(outgoing.key)}>${t('discard')}</button>`
        : nothing}
    </p>`;
  }
  const state = STATES[status];
  return html`<p class="message-meta" part="message-meta">
    <time datetime=${sentAt} title=${format.exact(sentAt)}>${time}</time>${direction === 'out' && state
      ? html`<span><span class="visually-hidden">, </span>${t(state)}</span>${deliveryMark(status)}`
      : nothing}
  </p>`;
}

const reason = (error: InboxError | null, { t }: Ui): string => {
  if (error?.code === 'INBOX_SERVICE_UNREACHABLE') return t('connectionLost');
  return error ? t('notAccepted') : '';
};

/** Shown over the message without moving it. */
const toolsTemplate = ({ text, sentAt }: ThreadMessage, copied: boolean, { t, format, on }: Ui): TemplateResult =>
  html`<div class="message-tools">
    <time datetime=${sentAt}>${format.exact(sentAt)}</time>
    ${text
      ? html`<button class="icon-button" type="button" aria-label=${t('copy')} title=${t('copy')} @click=${() => on.copy(text)}>
          ${icon(copied ? 'tick' : 'copy', 'icon-small')}
        </button>`
      : nothing}
  </div>`;
