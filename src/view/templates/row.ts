import { html, nothing, type TemplateResult } from 'lit';
import type { Conversation } from '../../inbox/model.js';
import { channelName } from '../channels.js';
import { highlight } from '../highlight.js';
import { deliveryMark } from '../icons.js';
import type { Ui } from '../ui.js';
import { avatar } from './avatar.js';

/** One conversation in the list. */
export interface RowModel {
  readonly conversation: Conversation;
  /** It is the open one. */
  readonly current: boolean;
  /** It is the list's one tab stop. */
  readonly tabStop: boolean;
  /** What is being written in it and not seen elsewhere; empty for nothing. */
  readonly draft: string;
  /** Somebody types in it, and it is not seen elsewhere. */
  readonly typing: boolean;
  /** What is searched for; empty for nothing. */
  readonly query: string;
}

export function rowTemplate({ conversation, current, tabStop, draft, typing, query }: RowModel, ui: Ui): TemplateResult {
  const { t, format, now } = ui;
  const { id, contact, channel, unread, lastMessageAt, lastDirection, lastStatus, preview } = conversation;
  const time = format.short(lastMessageAt, now);
  const status = lastDirection === 'out' && !typing && !draft ? lastStatus : undefined;
  const line = typing ? t('typing') : draft || preview;
  const before = status ? `${t('youStatus', { status: t(status) })}: ` : draft ? `${t('draft')} ` : '';
  const heard = [contact.name, channelName(channel, t), unread && t('rowUnread', { count: unread }), time, before + line];
  return html`<button
    class="row"
    part="row"
    type="button"
    data-id=${id}
    tabindex=${tabStop ? 0 : -1}
    aria-current=${current ? 'true' : nothing}
    aria-label=${heard.filter(Boolean).join(', ')}
    ?data-unread=${unread > 0}
  >
    ${avatar(contact, channel)}
    <span class="row-name" part="row-name" dir="auto">${marked(contact.name, query)}</span>
    <time class="row-time" part="row-time" datetime=${lastMessageAt}>${time}</time>
    <span class="row-preview" part="row-preview"
      >${status ? deliveryMark(status) : nothing}<span class=${typing ? 'row-typing' : nothing} dir="auto"
        >${draft && !typing ? html`<span class="row-draft">${before}</span>` : nothing}${marked(line, draft || typing ? '' : query)}</span
      ></span
    >
    ${unread ? html`<span class="unread-count" part="unread-count">${format.number(unread)}</span>` : nothing}
  </button>`;
}

/** The text with what was searched for marked in it. */
const marked = (text: string, query: string): unknown =>
  query ? highlight(text, query).map((part) => (part.hit ? html`<mark>${part.text}</mark>` : part.text)) : text;
