import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Conversation } from '../../inbox/model.js';
import type { ThreadState } from '../../inbox/state.js';
import { channelName } from '../channels.js';
import { icon } from '../icons.js';
import { shortName } from '../people.js';
import type { ThreadItem } from '../thread-items.js';
import type { Ui } from '../ui.js';
import { avatar } from './avatar.js';
import { composerTemplate, type ComposerModel } from './composer.js';
import { messageTemplate } from './message.js';
import { choosePanel, failedPanel } from './panels.js';

/** The open thread as it is drawn: only a window of its messages. */
export interface ThreadModel {
  /** `undefined` until it is known. */
  readonly conversation: Conversation | undefined;
  readonly status: ThreadState['status'];
  readonly loadingOlder: boolean;
  readonly items: readonly ThreadItem[];
  /** The window holds the newest message. */
  readonly atNewest: boolean;
  /** Keys of messages that have come just now. */
  readonly fresh: ReadonlySet<string>;
  /** Key of the message that is pointed at. */
  readonly active: string | null;
  /** Its text has been copied. */
  readonly copied: boolean;
  readonly clientName: string;
  /** Somebody is typing. */
  readonly typing: boolean;
  /** Below the log's end there is more: how many new messages, 0 for old ones only; `null` where the end is seen. */
  readonly below: number | null;
  readonly dropping: boolean;
  /** `null`: reading only. */
  readonly composer: ComposerModel | null;
}

const SKELETON_MESSAGES = [1, 2, 3, 4, 5];

export function threadTemplate(model: ThreadModel, ui: Ui): TemplateResult {
  const { conversation, status, items, dropping } = model;
  const { t, on } = ui;
  return html`<div
    class="thread"
    part="thread"
    role="group"
    aria-labelledby=${conversation ? 'thread-title' : nothing}
    @dragover=${on.dragOver}
    @dragleave=${on.dragLeave}
    @drop=${on.drop}
  >
    ${conversation ? headerTemplate(conversation, ui) : skeletonHeader(backButton(ui))}
    ${status === 'failed' && !items.length
      ? failedPanel(ui)
      : status === 'loading' && !items.length
        ? loadingTemplate(ui)
        : logTemplate(model, ui)}
    ${conversation && model.composer ? composerTemplate(conversation, model.composer, ui) : nothing}
    ${dropping ? html`<div class="drop-hint" aria-hidden="true">${t('dropHere')}</div>` : nothing}
  </div>`;
}

const backButton = ({ t, on }: Ui): TemplateResult =>
  html`<button class="icon-button back-button" part="back-button" type="button" aria-label=${t('back')} @click=${on.back}>
    ${icon('back', 'icon-directional')}
  </button>`;

function headerTemplate(conversation: Conversation, ui: Ui): TemplateResult {
  const { t, on } = ui;
  const { contact, channel, subject, status } = conversation;
  const open = status === 'open';
  return html`<header class="thread-header" part="thread-header">
    ${backButton(ui)} ${avatar(contact, null)}
    <div class="contact">
      <h2 class="thread-title" part="thread-title" id="thread-title" tabindex="-1" dir="auto">${contact.name}</h2>
      <p class="thread-meta" part="thread-meta"
        >${channelName(channel, t)}${subject ? html` · <span dir="auto">${subject}</span>` : nothing}${open
          ? nothing
          : ` · ${t('closed')}`}</p
      >
    </div>
    <button class="icon-button" type="button" aria-label=${t('markUnread')} title=${t('markUnread')} @click=${on.markUnread}>
      ${icon('unread', 'icon-small')}
    </button>
    <button class="button status-button" part="status-button" type="button" @click=${on.toggleStatus}>
      ${icon(open ? 'done' : 'reopen', 'icon-small')}<span>${t(open ? 'close' : 'reopen')}</span>
    </button>
  </header>`;
}

const skeletonHeader = (back: unknown = nothing): TemplateResult =>
  html`<header class="thread-header skeleton-header" part="thread-header">${back}<span></span><span></span></header>`;

/** Where nothing is open: it is said how to begin. */
export const nothingOpenTemplate = (ui: Ui): TemplateResult =>
  html`<div class="thread" part="thread" role="group">${choosePanel(ui)}</div>`;

/** Before anything is known of the inbox. */
export const firstLoadTemplate = (ui: Ui): TemplateResult =>
  html`<div class="thread" part="thread" role="group" aria-hidden="true">${skeletonHeader()}${loadingTemplate(ui)}</div>`;

/** Before the first messages. */
const loadingTemplate = ({ t }: Ui): TemplateResult =>
  html`<div class="log-area">
    <div class="log" aria-busy="true" role="group" aria-label=${t('loadingMessages')}>
      <ul class="messages skeleton" part="skeleton" aria-hidden="true">
        ${SKELETON_MESSAGES.map(() => html`<li></li>`)}
      </ul>
    </div>
  </div>`;

function logTemplate(model: ThreadModel, ui: Ui): TemplateResult {
  const { t, on } = ui;
  const { conversation, items, atNewest, typing, below, loadingOlder } = model;
  return html`<div class="log-area">
    <div
      class="log"
      part="log"
      role="group"
      aria-label=${t('messages')}
      tabindex="0"
      @scroll=${on.logScroll}
      @keydown=${on.logKeydown}
      @pointerover=${on.logPointer}
      @pointerleave=${on.logPointer}
    >
      <ol class="messages" role="list">
        ${loadingOlder ? html`<li class="loading-older" aria-hidden="true">${icon('turning', 'icon-small icon-turning')}</li>` : nothing}
        ${repeat(
          items,
          (item) => item.key,
          (item) => itemTemplate(item, model, ui),
        )}
        ${typing && atNewest && conversation
          ? html`<li class="message" data-direction="in" data-first data-last>
              <p class="bubble typing" part="typing"
                ><span class="visually-hidden">${t('isTyping', { name: shortName(conversation.contact.name) })}</span
                ><span></span><span></span><span></span
              ></p>
            </li>`
          : nothing}
      </ol>
    </div>
    ${below === null
      ? nothing
      : html`<button class="jump-button" part="jump-button" type="button" @click=${on.jump}>
          ${icon('down', 'icon-small')}<span>${below ? t('newMessages', { count: below }) : t('newest')}</span>
        </button>`}
  </div>`;
}

function itemTemplate(item: ThreadItem, { fresh, active, copied, clientName }: ThreadModel, ui: Ui): TemplateResult {
  if (item.type === 'day') {
    return html`<li class="day" part="day-separator"><h3>${ui.format.day(item.timestamp, ui.now)}</h3></li>`;
  }
  if (item.type === 'unread') {
    return html`<li class="unread-marker" part="unread-marker"><span>${ui.t('newMarker')}</span></li>`;
  }
  const { key, source, message, first, last } = item;
  const tools = key === active ? (copied ? 'copied' : 'shown') : 'none';
  return html`<li
    class="message"
    part="message"
    data-direction=${message.direction}
    data-status=${message.direction === 'out' ? message.status : nothing}
    ?data-first=${first}
    ?data-last=${last}
    ?data-new=${fresh.has(key)}
    data-key=${key}
  >
    ${guard(
      [source, first, last, tools, clientName, message.attachments.filter(ui.isPicture).length, ui],
      () => messageTemplate(item, { clientName, tools }, ui),
    )}
  </li>`;
}
