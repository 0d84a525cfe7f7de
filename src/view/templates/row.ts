import { html, nothing, type TemplateResult } from 'lit/html.js';
import { lineOf } from '../../inbox/line-of.js';
import type { Conversation } from '../../inbox/model.js';
import type { OutgoingMessage } from '../../inbox/state.js';
import { channelName } from '../channels.js';
import { deliveryMark } from '../icons.js';
import { nameOf } from '../people.js';
import type { Ui } from '../ui.js';
import { avatar } from './avatar.js';
import { marker } from './marker.js';

/** One conversation in the list. */
export interface RowModel {
  readonly conversation: Conversation;
  /** It is the open conversation. */
  readonly current: boolean;
  /** It is the list's one tab stop. */
  readonly tabStop: boolean;
  /** Its draft, where that is not on screen already; empty for none. */
  readonly draft: string;
  /** The newest message that was sent and is not yet confirmed. */
  readonly outgoing: OutgoingMessage | undefined;
  /** Somebody is typing in it, and that is not on screen already. */
  readonly typing: boolean;
  /** What is searched for; empty for nothing. */
  readonly query: string;
}

export function rowTemplate(row: RowModel, ui: Ui): TemplateResult {
  const { t, format, now } = ui;
  const { conversation, current, tabStop, typing, outgoing, query } = row;
  const { id, contact, channel, unread, lastDirection, lastStatus } = conversation;
  // What has come and has not been read is more urgent than what waits to be finished.
  const draft = typing || unread ? '' : row.draft;
  const isMessage = !typing && !draft;
  const lastAt = outgoing?.createdAt ?? conversation.lastMessageAt;
  const status = outgoing?.status ?? (lastDirection === 'out' ? lastStatus : undefined);
  const line = typing ? t('typing') : draft || (outgoing ? lineOf(outgoing) : conversation.preview);
  const marked = marker(query);
  const time = format.short(lastAt, now);
  const name = nameOf(contact.name, t);
  // Heard in place of the name and time on screen. The name carries it: words that are only heard would be one more element in each
  // row, and a page may leave out any other part, such as avatars.
  const heard = [name, channelName(channel, t), ...(unread ? [t('rowUnread', { count: unread })] : []), time, ''].join(t('comma'));
  return html`<button
    class="row"
    part="row"
    data-id=${id}
    tabindex=${tabStop ? 0 : -1}
    aria-current=${current ? 'true' : nothing}
    ?data-unread=${unread > 0}
  >
    <span class="row-name" part="row-name" dir="auto" role="img" aria-label=${heard}>${marked(name)}</span
    >${avatar(contact, channel)}
    <time class="row-time" part="row-time" datetime=${lastAt} aria-hidden="true">${time}</time>
    ${isMessage && status ? deliveryMark(status, `${t('youStatus', { status: t(status) })}: `) : nothing}
    <span class="row-preview ${typing ? 'row-typing' : ''}" part="row-preview" dir="auto"
      >${draft ? html`<bdi class="row-draft">${t('draft')}</bdi> ` : nothing}${isMessage ? marked(line) : line}</span
    >
    ${unread ? html`<span class="unread-count" part="unread-count" aria-hidden="true">${format.number(unread)}</span>` : nothing}
  </button>`;
}
