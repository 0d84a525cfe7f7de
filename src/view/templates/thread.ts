import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Conversation } from '../../inbox/model.js';
import type { InboxState, ThreadState } from '../../inbox/state.js';
import { channelName } from '../channels.js';
import { each } from '../each.js';
import { icon } from '../icons.js';
import { nameOf, shortName } from '../people.js';
import { messageOf, type LogModel, type ThreadItem } from '../thread-items.js';
import type { ScreenUi, Ui } from '../ui.js';
import { avatar } from './avatar.js';
import { composerTemplate } from './composer.js';
import { button, iconButton } from './controls.js';
import { messageTemplate } from './message.js';
import { choosePanel, failedPanel, gonePanel, isGone } from './panels.js';

/**
 * The open conversation. The contact's name labels the group; until that is known, nothing does.
 *
 * @param replied The conversation, where replies are to be written here.
 * @param reason Why none can be written now; `undefined` where one can.
 */
export function threadTemplate(state: InboxState, model: LogModel, replied: Conversation | undefined, reason: string | undefined, ui: ScreenUi): TemplateResult {
  const { composer } = ui;
  const openId = state.openId as string;
  const thread = state.threads.get(openId);
  const conversation = state.conversations.get(openId);
  const isLost = thread?.status === 'failed' && !model.items.length;
  const isNowhere = isLost && isGone(thread);
  return html`<div
    class="thread"
    part="thread"
    role="group"
    aria-labelledby=${conversation ? 'thread-title' : nothing}
    @dragover=${composer.dragOver}
    @dragleave=${composer.dragLeave}
    @drop=${composer.drop}
    @paste=${composer.paste}
  >
    ${conversation ? headerTemplate(conversation, thread, ui) : isNowhere ? nothing : skeletonHeader(backButton(ui))}
    ${model.items.length || thread?.status === 'ready'
      ? logTemplate(state, openId, model, ui)
      : isLost
        ? (isNowhere ? gonePanel : failedPanel)(ui)
        : loadingTemplate(ui)}
    ${replied && !isLost ? composerTemplate(replied, state, reason, ui) : nothing}
  </div>`;
}

/** Where no conversation is open: how to begin. */
export const nothingOpenTemplate = (ui: Ui): TemplateResult =>
  html`<div class="thread" part="thread">${choosePanel(ui)}</div>`;

/** Before anything is known of the inbox. */
export const firstLoadTemplate = (ui: Ui): TemplateResult =>
  html`<div class="thread" part="thread" aria-hidden="true">${skeletonHeader(nothing)}${loadingTemplate(ui)}</div>`;

const backButton = ({ t, screen }: ScreenUi): TemplateResult =>
  iconButton('back', t('back'), () => screen.leave(), { part: 'back-button', className: 'back-button', size: '' });

function headerTemplate({ id, contact, channel, subject, status }: Conversation, thread: ThreadState | undefined, ui: ScreenUi): TemplateResult {
  const { t, screen, store } = ui;
  // Where nothing was received, the service has nothing to count, and so would report nothing that corrects what is shown.
  const isReceived = !thread || thread.hasMore || thread.messages.some(({ direction }) => direction === 'in');
  const open = status === 'open';
  const change = t(open ? 'close' : 'reopen');
  return html`<header class="thread-header" part="thread-header">
    ${backButton(ui)}${avatar(contact, null)}
    <div class="contact">
      <h2 class="thread-title" part="thread-title" id="thread-title" tabindex="-1" dir="auto">${nameOf(contact.name, t)}</h2>
      <p class="thread-meta" part="thread-meta"
        >${channelName(channel, t)}${subject ? html` · <span dir="auto">${subject}</span>` : nothing}${open ? nothing : ` · ${t('isClosed')}`}</p
      >
    </div>
    ${isReceived ? iconButton('unread', t('markUnread'), screen.markUnread) : nothing}${button(
      html`${icon(open ? 'done' : 'reopen', 'icon-small')}<span>${change}</span>`,
      // The second click of a double click would undo the first.
      ({ detail }) => detail < 2 && store.setStatus(id, open ? 'closed' : 'open'),
      { part: 'status-button', className: 'button status-button', title: change },
    )}
  </header>`;
}

const skeletonHeader = (back: unknown): TemplateResult =>
  html`<header class="thread-header skeleton-header" part="thread-header">${back}<span></span><span></span></header>`;

const loadingTemplate = ({ t }: Ui): TemplateResult =>
  html`<div class="log-area">
    <div class="log scroller" role="group" aria-busy="true" aria-label=${t('loadingMessages')} tabindex="-1">
      <ul class="messages skeleton" part="skeleton" aria-hidden="true"><li></li><li></li><li></li><li></li><li></li></ul>
    </div>
  </div>`;

function logTemplate(state: InboxState, openId: string, model: LogModel, ui: ScreenUi): TemplateResult {
  const { t, log } = ui;
  const { pointer } = log;
  const { items, atNewest, below } = model;
  const typing = state.typing.get(openId);
  const clientName = state.inbox?.client.name ?? '';
  const { q } = state.list.query;
  return html`<div class="log-area">
    <div
      class="log scroller"
      part="log"
      role="group"
      aria-label=${t('messages')}
      tabindex="0"
      @scroll=${log.scrolled}
      @keydown=${pointer.keydown}
      @pointerover=${pointer.pointed}
      @pointerleave=${pointer.pointed}
      @click=${pointer.isTouch ? pointer.tapped : nothing}
    >
      <ol class="messages" role="list" @focusin=${pointer.focused}>
        ${olderTemplate(state.threads.get(openId), model, () => ui.store.loadOlderMessages(openId), ui)}${each(
          items,
          (item) => item.key,
          (item) => itemTemplate(item, model, clientName, q, ui),
          (item) => [
            ...(Object.values(item) as unknown[]),
            'source' in item && item.source.attachments?.map(ui.files.isPicture).join(),
            item.key === model.arrived,
            item.key === pointer.active,
            pointer.isCopied,
            pointer.isTouch,
            clientName,
            q,
            ui,
          ],
        )}
        ${atNewest && typing !== undefined
          ? html`<li class="message" data-direction="in" data-first data-last>
              <p class="bubble typing" part="typing"
                ><span class="visually-hidden">${t('isTyping', { name: shortName(typing) })}</span
                ><span></span><span></span><span></span
              ></p>
            </li>`
          : nothing}
      </ol>
    </div>
    ${below === null
      ? nothing
      : button(
          html`${icon('down', 'icon-small')}${below ? t('newMessages', { count: below }) : t('newest')}`,
          log.jump,
          { part: 'jump-button', className: 'jump-button' },
        )}
  </div>`;
}

/** Above the oldest message that is here: older ones are being fetched, or could not be. */
function olderTemplate(thread: ThreadState | undefined, { lacksOlder }: LogModel, retry: () => void, { t }: Ui): unknown {
  if (thread?.loadingOlder) return html`<li class="day" aria-hidden="true">${icon('turning')}</li>`;
  return lacksOlder ? html`<li class="day">${button(t('retry'), retry)}</li>` : nothing;
}

function itemTemplate(item: ThreadItem, model: LogModel, clientName: string, query: string, ui: ScreenUi): TemplateResult {
  if (item.type === 'day') {
    return html`<li class="day" part="day-separator"><h3>${ui.format.day(item.timestamp, ui.now)}</h3></li>`;
  }
  if (item.type === 'unread') {
    return html`<li class="unread-marker" part="unread-marker"><span>${ui.t('newMarker')}</span></li>`;
  }
  const { key, source, first, last } = item;
  const { active, isCopied, isTouch } = ui.log.pointer;
  const message = messageOf(source);
  const { direction, status } = message;
  return html`<li
    class="message"
    part="message"
    tabindex="-1"
    data-key=${key}
    data-direction=${direction}
    data-status=${direction === 'out' ? status : nothing}
    ?data-first=${first}
    ?data-last=${last}
    ?data-new=${key === model.arrived}
    ?data-tapped=${key === active && isTouch}
  >
    ${messageTemplate(message, item, clientName, key === active && (isCopied ? 'tick' : 'copy'), query, ui)}
  </li>`;
}
