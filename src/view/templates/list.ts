import { html, nothing, type TemplateResult } from 'lit/html.js';
import { LONGEST_SEARCH } from '../../inbox/limits.js';
import { CONVERSATION_FILTERS } from '../../inbox/model.js';
import type { InboxState } from '../../inbox/state.js';
import { channelName } from '../channels.js';
import { each } from '../each.js';
import { icon } from '../icons.js';
import type { ScreenUi } from '../ui.js';
import { button, iconButton } from './controls.js';
import { emptyListPanel, failedPanel } from './panels.js';
import { rowTemplate } from './row.js';

/** The list beside the thread: search and filters, and the conversations that are in sight. */
export function listTemplate(state: InboxState, ui: ScreenUi): TemplateResult {
  const { query, ids, status } = state.list;
  return html`<div class="list" part="list" role="group" aria-label=${ui.t('inbox')}>
    ${headerTemplate(state, ui)}
    ${ids.length || status === 'loading'
      ? html`<div class="rows-scroller scroller" @scroll=${ui.list.scrolled}>${ids.length ? rowsTemplate(state, ui) : SKELETON}</div>`
      : status === 'failed'
        ? failedPanel(ui)
        : emptyListPanel(query, ui)}
  </div>`;
}

function headerTemplate({ list: { query }, inbox, unread }: InboxState, ui: ScreenUi): TemplateResult {
  const { t, list } = ui;
  return html`<header class="list-header" part="list-header">
    <slot name="header"><h2 class="list-title" part="list-title" dir="auto">${t('inbox')}</h2></slot>
    ${inbox?.channels.length !== 1
      ? html`<label class="channel-filter" part="channel-filter">
          <select aria-label=${t('channel')} @change=${list.setChannel}>
            <option value="">${t('allChannels')}</option>
            ${inbox?.channels.map(
              (channel) => html`<option value=${channel} .selected=${channel === query.channel}>${channelName(channel, t)}</option>`,
            )}
          </select>
          ${icon('chevron', 'icon-small')}
        </label>`
      : nothing}
    <search class="search" part="search">
      ${icon('search', 'icon-small')}
      <input
        class="search-field"
        part="search-field"
        type="search"
        enterkeyhint="search"
        autocomplete="off"
        autocorrect="off"
        maxlength=${LONGEST_SEARCH}
        placeholder=${t('search')}
        aria-label=${t('searchLabel')}
        .value=${list.searchText}
        @input=${list.searchInput}
        @compositionend=${list.searchInput}
      />
      ${iconButton('cross', t('clearSearch'), list.clearSearch, { className: 'search-clear' })}
    </search>
    <form method="dialog" role="none">
      <fieldset class="filters" part="filters" aria-label=${t('show')}>
        ${CONVERSATION_FILTERS.map(
          (filter) => html`<label class="filter" part="filter">
            <input
              class="visually-hidden"
              type="radio"
              name="filter"
              .checked=${query.filter === filter}
              @change=${() => list.setQuery({ filter })}
            /><span>${filter === 'unread' && unread ? t('unreadCount', { count: unread }) : t(filter)}</span>
          </label>`,
        )}
      </fieldset>
    </form>
  </header>`;
}

function rowsTemplate(state: InboxState, ui: ScreenUi): TemplateResult {
  const { t, list } = ui;
  const { ids, hasMore, loadingMore, error } = state.list;
  const rows = list.rows(state);
  const size = hasMore ? -1 : ids.length;
  // `style` is set as a property, which strict policies allow, where they forbid style attributes.
  return html`<ul
      class="rows"
      part="rows"
      .style=${`padding-block:${list.padding}`}
      role="list"
      aria-label=${t('conversations')}
      @click=${list.clicked}
      @keydown=${(event: KeyboardEvent) => list.keydown(event, t)}
      @focusin=${list.focused}
    >
      ${each(
        rows,
        (row) => row.conversation.id,
        (row) => html`<li aria-posinset=${row.index + 1} aria-setsize=${size} ?data-apart=${row.top !== null} .style=${row.top === null ? '' : `top:${row.top}px`}>
          ${rowTemplate(row, ui)}
        </li>`,
        (row) => [...(Object.values(row) as unknown[]), size, ui],
      )}
    </ul>
    ${loadingMore || error
      ? html`<div class="rows-more">
          ${loadingMore ? icon('turning') : button(t('retry'), list.tryAgain)}
        </div>`
      : nothing}`;
}

const SKELETON_ROW = html`<li><span></span><span></span><span></span></li>`;
const SKELETON = html`<ul class="skeleton" part="skeleton" aria-hidden="true">${Array<TemplateResult>(9).fill(SKELETON_ROW)}</ul>`;
