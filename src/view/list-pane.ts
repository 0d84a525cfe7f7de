import { draftOf } from '../inbox/draft.js';
import { lineOf } from '../inbox/line-of.js';
import type { ConversationQuery } from '../inbox/model.js';
import type { InboxState } from '../inbox/state.js';
import { Timers } from '../timers.js';
import { jumpIndex, movedIndex, typedCharacter } from './keys.js';
import { keptScrollTop, scrollTopShowing, UNMEASURED, visibleRows, type Span } from './list-window.js';
import { find, type PaneHost } from './pane.js';
import { nameOf } from './people.js';
import type { RowModel } from './templates/row.js';
import type { Translate } from './translate.js';

/** How long typing must pause before the text is searched for, in ms. */
const SEARCH_PAUSE_MS = 250;
/** The same where an input method has not put it in its final form yet: keyboards of phones compose every word. */
const COMPOSING_PAUSE_MS = 750;
/** How long a pause may be between letters of one name typed in the list, in ms. */
const TYPED_PAUSE_MS = 600;
/** More conversations are fetched when fewer than this are left below. */
const AHEAD_ROWS = 12;

/** Whether a query leaves nothing out of the list. */
export const isEverything = ({ filter, channel, q }: ConversationQuery): boolean => filter === 'all' && !channel && !q;

/** A row in sight, or the row with the tab stop where that is out of sight, and its place among all. */
export interface PlacedRow extends RowModel {
  /** From 0. */
  readonly index: number;
  /** Where it is out of sight, its place within the padding, in px; `null` where it follows the row above. */
  readonly top: number | null;
}

/**
 * The list beside the thread: which of its rows are drawn, where it is scrolled to, which row has the tab stop, and
 * what is searched for.
 */
export class ListPane {
  readonly #host: PaneHost;
  #ids: readonly string[] = [];
  #geometry = UNMEASURED;
  /** Id of the row with the tab stop; `null`: the open one, or the first. */
  #tabStopId: string | null = null;
  /** Index of that row, or where it was before it went. */
  #tabStopIndex = 0;
  /** What stands in the search field; ahead of the query while somebody is typing. */
  searchText: string;
  readonly #timers: Timers<'search' | 'typed'>;
  /** The beginning of a name, as far as it has been typed in the list. */
  #typed = '';
  /** The list is to be scrolled to the position in `#geometry`, once it is drawn. */
  #isToScroll = false;
  readonly #resizes = new ResizeObserver(() => this.#measure());
  #observed: Element | null = null;

  constructor(host: PaneHost) {
    this.#host = host;
    this.#timers = new Timers(host.clock);
    this.searchText = host.store.state.list.query.q;
  }

  /** The rows of this state that are to be drawn. Keeps in place what is being read, and the tab stop. */
  rows(state: InboxState): PlacedRow[] {
    const { list, conversations, openId, typing, outbox } = state;
    const { ids } = list;
    // Whatever comes and goes, what is being read stays where it is.
    this.#scrollTo(keptScrollTop(this.#ids, ids, this.#geometry));
    this.#ids = ids;
    const { start, end } = this.#drawn;
    const found = ids.indexOf(this.#tabStopId ?? openId ?? '');
    const stop = (this.#tabStopIndex = found < 0 ? Math.max(0, Math.min(this.#tabStopIndex, ids.length - 1)) : found);
    const rows: PlacedRow[] = [];
    ids.forEach((id, index) => {
      const isApart = index < start || index >= end;
      const conversation = (!isApart || index === stop) && conversations.get(id);
      if (!conversation) return;
      const current = id === openId;
      rows.push({
        conversation,
        index,
        current,
        tabStop: index === stop,
        top: isApart ? index * this.#geometry.pitch : null,
        draft: current ? '' : lineOf(draftOf(state, id)),
        outgoing: outbox.findLast(({ conversationId }) => conversationId === id),
        typing: !current && typing.has(id),
        query: list.query.q,
      });
    });
    return rows;
  }

  /** Height of the rows that are not drawn, above and below, as a CSS value. */
  get padding(): string {
    const { pitch } = this.#geometry;
    const { length } = this.#ids;
    const { start, end } = this.#drawn;
    return `${start * pitch}px ${(length - end) * pitch}px`;
  }

  /** Does what needs a drawn list: restores its scroll position, and fetches more rows near its end. */
  rendered(): void {
    const rows = find(this.#host, '.rows');
    const scroller = this.#scroller;
    if (!scroller || !rows) return;
    if (rows !== this.#observed) {
      this.#resizes.disconnect();
      this.#observed = rows;
      // The page's font or the density may change, and with it the height of every row.
      this.#resizes.observe(rows);
      this.#resizes.observe(scroller);
    }
    if (this.#isToScroll) {
      scroller.scrollTop = this.#geometry.scrollTop;
      // The list may be too short for that position.
      this.scrolled();
    }
    this.#isToScroll = false;
    this.#fetchAhead();
  }

  /**
   * Moves the focus to a conversation's row; to the first row where that is gone, to the search where none is left.
   *
   * @param id `null` for the row with the tab stop, or the one that has taken its place.
   */
  focusRow(id: string | null, options?: FocusOptions): void {
    const { ids } = this.#host.store.state.list;
    if (ids.length) this.#focusIndex(id === null ? this.#tabStopIndex : Math.max(0, ids.indexOf(id)), options);
    else find(this.#host, '.search-field, [part="panel-button"]')?.focus();
  }

  readonly scrolled = (): void => {
    const scroller = this.#scroller;
    if (!scroller?.clientHeight || scroller.scrollTop === this.#geometry.scrollTop) return;
    this.#geometry = { ...this.#geometry, scrollTop: scroller.scrollTop };
    // Before all is drawn, so that it is drawn once, with the sign that more is being fetched.
    this.#fetchAhead();
    this.#host.requestRender();
  };

  readonly clicked = ({ target }: Event): void => {
    const id = (target as Element).closest<HTMLElement>('.row')?.dataset.id;
    if (!id) return;
    this.#tabStopId = id;
    this.#host.store.open(id);
    this.#host.focusThread();
  };

  readonly focused = ({ target }: FocusEvent): void => {
    this.#tabStopId = (target as HTMLElement).dataset.id ?? null;
    this.#host.requestRender();
  };

  keydown(event: KeyboardEvent, t: Translate): void {
    const { ids } = this.#host.store.state.list;
    const index = ids.indexOf((event.target as HTMLElement).dataset.id ?? '');
    if (index < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    // Space opens a row, but while a name is being typed it is part of the name.
    const letter = event.key === ' ' && !this.#typed ? null : typedCharacter(event);
    const to = letter ? this.#jump(letter, index, t) : movedIndex(event.key, index, ids.length);
    if (to === null) return;
    event.preventDefault();
    if (to >= 0) this.#focusIndex(to, { focusVisible: true });
  }

  readonly searchInput = ({ target, isComposing }: InputEvent): void => {
    this.searchText = (target as HTMLInputElement).value;
    this.#timers.set('search', isComposing ? COMPOSING_PAUSE_MS : SEARCH_PAUSE_MS, this.#search);
  };

  /** @returns Whether there was something to clear. */
  readonly clearSearch = (): boolean => {
    const hadText = this.searchText !== '';
    const field = find<HTMLInputElement>(this.#host, '.search-field');
    if (field) field.value = '';
    this.searchText = '';
    this.#search();
    field?.focus();
    return hadText;
  };

  readonly showAll = (): void => {
    this.clearSearch();
    this.setQuery({ filter: 'all', channel: '' });
  };

  readonly setChannel = ({ target }: Event): void => this.setQuery({ channel: (target as HTMLSelectElement).value });

  /** For the button below the rows, which goes away when it is pressed: the focus stays where it was, on the last row. */
  readonly tryAgain = (): void => {
    this.#tabStopId = this.#ids.at(-1) ?? null;
    this.#host.store.reload();
  };

  /** Changes the query: the new list begins at its top. */
  setQuery(change: Partial<ConversationQuery>): void {
    this.#tabStopIndex = 0;
    this.#scrollTo(0);
    this.#host.store.setQuery(change);
    this.#host.requestRender();
  }

  dispose(): void {
    this.#resizes.disconnect();
    this.#timers.cancelAll();
  }

  /** Which of the rows are drawn. */
  get #drawn(): Span {
    return visibleRows(this.#ids.length, this.#geometry);
  }

  get #scroller(): HTMLElement | null {
    return find(this.#host, '.rows-scroller');
  }

  readonly #search = (): void => {
    const q = this.searchText.trim();
    if (q !== this.#host.store.state.list.query.q) this.setQuery({ q });
  };

  /** The store knows whether there are more rows, and whether they are already being fetched. */
  #fetchAhead(): void {
    const { store } = this.#host;
    const { ids, error } = store.state.list;
    if (!error && visibleRows(ids.length, this.#geometry).end > ids.length - AHEAD_ROWS) store.loadMoreConversations();
  }

  #scrollTo(scrollTop: number): void {
    if (scrollTop === this.#geometry.scrollTop) return;
    this.#geometry = { ...this.#geometry, scrollTop };
    this.#isToScroll = true;
  }

  /** @param options Safari shows no ring by itself where a pointer has moved the focus before. */
  #focusIndex(index: number, options?: FocusOptions): void {
    this.#tabStopId = this.#host.store.state.list.ids[index] ?? null;
    this.#scrollTo(scrollTopShowing(index, this.#geometry));
    this.#host.renderNow(() => find(this.#host, '.row[tabindex="0"]')?.focus({ preventScroll: true, ...options }));
  }

  #jump(character: string, index: number, t: Translate): number {
    this.#timers.set('typed', TYPED_PAUSE_MS, () => (this.#typed = ''));
    this.#typed += character;
    const { list, conversations } = this.#host.store.state;
    // As it is shown: from the first character that can be seen.
    const nameAt = (at: number): string => nameOf(conversations.get(list.ids[at] as string)?.contact.name ?? '', t).replace(/^[\s\p{C}]+/u, '');
    return jumpIndex(this.#typed, index, list.ids.length, nameAt);
  }

  /** All rows have the same height. Behind the thread of a narrow inbox they have none, and the earlier measurement stays. */
  #measure(): void {
    const scroller = this.#scroller;
    const rows = find(this.#host, '.rows');
    if (!rows?.firstElementChild || !scroller?.clientHeight) return;
    const { pitch, viewport, scrollTop } = this.#geometry;
    const height = parseFloat(getComputedStyle(rows.firstElementChild).height) + (parseFloat(getComputedStyle(rows).rowGap) || 0);
    // A scroller that had no box has lost its scroll position.
    if (scroller.scrollTop !== scrollTop) scroller.scrollTop = scrollTop;
    if (height === pitch && scroller.clientHeight === viewport) return;
    this.#geometry = { pitch: height, viewport: scroller.clientHeight, scrollTop };
    this.#host.requestRender();
  }
}
