import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Channel, ConversationFilter, ConversationQuery } from '../../inbox/model.js';
import { channelName } from '../channels.js';
import { icon } from '../icons.js';
import type { Ui } from '../ui.js';
import { emptyListPanel, failedPanel } from './panels.js';
import { rowTemplate, type RowModel } from './row.js';

/** The list as it is drawn: only the rows that can be seen, with the place of each among all. */
export interface ListModel {
  readonly query: ConversationQuery;
  /** What stands in the search field; ahead of `query.q` while somebody types. */
  readonly searchText: string;
  readonly channels: readonly Channel[];
  readonly unread: number;
  readonly status: 'loading' | 'ready' | 'failed';
  readonly rows: readonly PlacedRow[];
  /** Of all rows; -1 where more are to come. */
  readonly size: number;
  /** What stands below the last row. */
  readonly more: 'none' | 'loading' | 'failed';
}

export interface PlacedRow extends RowModel {
  /** From 0. */
  readonly index: number;
  /** Out of sight, rendered only because it has the focus. */
  readonly apart: boolean;
}

const FILTERS = ['all', 'unread', 'open', 'closed'] as const satisfies readonly ConversationFilter[];
const SKELETON_ROWS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

export function listTemplate(model: ListModel, ui: Ui): TemplateResult {
  return html`<div class="list" part="list" role="group" aria-labelledby="list-title">
    ${headerTemplate(model, ui)}
    ${model.status !== 'loading' && !model.rows.length
      ? model.status === 'failed'
        ? failedPanel(ui)
        : emptyListPanel(model.query, ui)
      : html`<div class="rows-scroller" @scroll=${ui.on.listScroll}>
          ${model.status === 'loading' && !model.rows.length ? skeleton() : rowsTemplate(model, ui)}
        </div>`}
  </div>`;
}

function headerTemplate({ query, searchText, channels, unread }: ListModel, ui: Ui): TemplateResult {
  const { t, on } = ui;
  return html`<header class="list-header" part="list-header">
    <slot name="header"><h2 class="list-title" part="list-title" id="list-title" dir="auto">${t('inbox')}</h2></slot>
    ${channels.length > 1
      ? html`<label class="channel-filter" part="channel-filter">
          <span class="visually-hidden">${t('channel')}</span>
          <select @change=${on.setChannel}>
            <option value="">${t('allChannels')}</option>
            ${channels.map(
              (channel) => html`<option value=${channel} .selected=${live(channel === query.channel)}>${channelName(channel, t)}</option>`,
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
        placeholder=${t('search')}
        aria-label=${t('searchLabel')}
        .value=${live(searchText)}
        @input=${on.searchInput}
      />
      <button class="icon-button search-clear" type="button" aria-label=${t('clearSearch')} @click=${on.clearSearch}>
        ${icon('cross', 'icon-small')}
      </button>
    </search>
    <fieldset class="filters" part="filters">
      <legend class="visually-hidden">${t('show')}</legend>
      ${FILTERS.map(
        (filter) => html`<label class="filter" part="filter">
          <input
            class="visually-hidden"
            type="radio"
            name="filter"
            .checked=${live(query.filter === filter)}
            @change=${() => on.setFilter(filter)}
          /><span>${filter === 'unread' && unread ? t('unreadCount', { count: unread }) : t(filter)}</span>
        </label>`,
      )}
    </fieldset>
  </header>`;
}

function rowsTemplate({ rows, size, more }: ListModel, ui: Ui): TemplateResult {
  const { t, on } = ui;
  return html`<ul
      class="rows"
      part="rows"
      role="list"
      aria-label=${t('conversations')}
      @click=${on.listClick}
      @keydown=${on.listKeydown}
      @focusin=${on.listFocus}
    >
      ${repeat(
        rows,
        (row) => row.conversation.id,
        (row) => html`<li aria-posinset=${row.index + 1} aria-setsize=${size} ?data-apart=${row.apart}>
          ${guard(
            [row.conversation, row.current, row.tabStop, row.draft, row.typing, row.query, ui],
            () => rowTemplate(row, ui),
          )}
        </li>`,
      )}
    </ul>
    ${more === 'none'
      ? nothing
      : html`<div class="rows-more">
          ${more === 'loading'
            ? icon('turning', 'icon-small icon-turning')
            : html`<button class="button" type="button" @click=${on.loadMore}>${t('retry')}</button>`}
        </div>`}`;
}

const skeleton = (): TemplateResult =>
  html`<ul class="skeleton" part="skeleton" aria-hidden="true">
    ${SKELETON_ROWS.map(() => html`<li><span></span><span></span><span></span></li>`)}
  </ul>`;
