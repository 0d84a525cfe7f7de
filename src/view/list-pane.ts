import type { ConversationFilter } from '../inbox/model.js';
import type { InboxState } from '../inbox/state.js';
import { jumpIndex, movedIndex, typedCharacter } from './keys.js';
import { keptScrollTop, scrollTopShowing, visibleRows, type ListGeometry } from './list-window.js';
import { find, type PaneHost } from './pane.js';
import type { ListModel, PlacedRow } from './templates/list.js';

/** How long typing must pause before it is searched for. */
const SEARCH_PAUSE_MS = 250;
/** How long typed letters count as the beginning of one name. */
const TYPED_PAUSE_MS = 600;
/** More conversations are asked for when fewer than this are left below. */
const AHEAD_ROWS = 12;

const ROW = '.row';

/**
 * The list beside the thread: which of its rows are drawn, where it is scrolled to, which row has the tab stop, and
 * what is searched for.
 */
export class ListPane {
  readonly #host: PaneHost;
  #ids: readonly string[] = [];
  #geometry: ListGeometry = { pitch: 0, viewport: 0, scrollTop: 0 };
  /** Where the list belongs, where that is not where it is. */
  #wantedTop: number | null = null;
  /** Id of the row with the tab stop; `null`: the open one, or the first. */
  #tabStop: string | null = null;
  #searchText: string;
  #searchedFor: string;
  #cancelSearch: (() => void) | null = null;
  #typed = '';
  #cancelTyped: (() => void) | null = null;
  readonly #resizes = new ResizeObserver(() => this.#measure());
  #observed: Element | null = null;

  constructor(host: PaneHost) {
    this.#host = host;
    this.#searchedFor = this.#searchText = host.store.state.list.query.q;
  }

  /** What is to be drawn of this state. */
  model(state: InboxState): ListModel {
    const { list, conversations, openId, drafts, typing, inbox } = state;
    if (list.query.q !== this.#searchedFor) this.#searchedFor = this.#searchText = list.query.q;
    this.#follow(list.ids);
    return {
      query: list.query,
      searchText: this.#searchText,
      channels: inbox?.channels ?? [],
      unread: state.unread,
      status: list.status,
      rows: this.#placed(openId).flatMap(({ index, id, ...place }): PlacedRow[] => {
        const conversation = conversations.get(id);
        if (!conversation) return [];
        const current = id === openId;
        const draft = current ? '' : (drafts.get(id)?.text.trim() ?? '');
        return [{ conversation, index, ...place, current, draft, typing: typing.has(id), query: list.query.q }];
      }),
      size: list.hasMore ? -1 : list.ids.length,
      more: list.loadingMore ? 'loading' : list.error && list.ids.length ? 'failed' : 'none',
    };
  }

  /** Puts what only a drawn list has in order: its height, its place, more rows at its end. */
  rendered(): void {
    const rows = find(this.#host, '.rows');
    if (rows !== this.#observed) this.#observe(rows);
    const scroller = this.#scroller;
    if (!scroller || !rows) return;
    const { pitch } = this.#geometry;
    const { start, end } = visibleRows(this.#ids.length, this.#geometry);
    this.#host.styles.set('.rows', 'padding-block', `${start * pitch}px ${(this.#ids.length - end) * pitch}px`);
    if (this.#wantedTop !== null) {
      scroller.scrollTop = this.#wantedTop;
      this.#wantedTop = null;
    }
    if (!pitch) this.#measure();
    const { list } = this.#host.store.state;
    if (list.status === 'ready' && list.hasMore && !list.loadingMore && !list.error && end > list.ids.length - AHEAD_ROWS) {
      this.#host.store.loadMoreConversations();
    }
  }

  /** Moves the focus to a conversation's row; to the first one where it has gone, to the search where none is left. */
  focusRow(id: string | null): void {
    const index = this.#ids.indexOf(id ?? '');
    if (!this.#ids.length) find(this.#host, '.search-field')?.focus();
    else this.#focusIndex(Math.max(0, index));
  }

  readonly scrolled = (): void => {
    const scroller = this.#scroller;
    if (!scroller?.clientHeight) return;
    const { scrollTop } = scroller;
    if (scrollTop === this.#geometry.scrollTop) return;
    this.#geometry = { ...this.#geometry, scrollTop };
    this.#host.requestRender();
  };

  readonly clicked = ({ target }: Event): void => {
    const id = (target as Element).closest<HTMLElement>(ROW)?.dataset.id;
    if (id === undefined) return;
    this.#tabStop = id;
    this.#host.store.open(id);
    this.#host.focusThread();
  };

  readonly focused = ({ target }: FocusEvent): void => {
    const id = (target as HTMLElement).dataset.id;
    if (id === undefined || id === this.#tabStop) return;
    this.#tabStop = id;
    this.#host.requestRender();
  };

  readonly keydown = (event: KeyboardEvent): void => {
    const id = (event.target as HTMLElement).dataset.id;
    const index = this.#ids.indexOf(id ?? '');
    if (index < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    // Space opens, but within a name it is a part of it.
    const letter = event.key === ' ' && !this.#typed ? null : typedCharacter(event);
    const to = letter ? this.#jump(letter, index) : movedIndex(event.key, index, this.#ids.length);
    if (to === null) return;
    event.preventDefault();
    if (to >= 0) this.#focusIndex(to);
  };

  readonly searchInput = ({ target }: InputEvent): void => {
    this.#searchText = (target as HTMLInputElement).value;
    this.#cancelSearch?.();
    this.#cancelSearch = this.#host.clock.after(SEARCH_PAUSE_MS, () => this.#search());
  };

  /** @returns Whether there was something to clear. */
  readonly clearSearch = (): boolean => {
    const hadText = this.#searchText !== '';
    this.#searchText = '';
    this.#search();
    find(this.#host, '.search-field')?.focus();
    this.#host.requestRender();
    return hadText;
  };

  readonly showAll = (): void => {
    this.clearSearch();
    this.#host.store.setQuery({ filter: 'all', channel: '' });
  };

  readonly setFilter = (filter: ConversationFilter): void => this.#setQuery({ filter });

  readonly setChannel = ({ target }: Event): void => this.#setQuery({ channel: (target as HTMLSelectElement).value });

  dispose(): void {
    this.#resizes.disconnect();
    this.#cancelSearch?.();
    this.#cancelTyped?.();
  }

  get #scroller(): HTMLElement | null {
    return find(this.#host, '.rows-scroller');
  }

  #search(): void {
    this.#cancelSearch?.();
    this.#searchedFor = this.#searchText;
    if (this.#searchText.trim() !== this.#host.store.state.list.query.q) this.#setQuery({ q: this.#searchText.trim() });
    this.#searchedFor = this.#host.store.state.list.query.q;
  }

  /** Another question: its answer begins at its top. */
  #setQuery(change: Parameters<PaneHost['store']['setQuery']>[0]): void {
    this.#geometry = { ...this.#geometry, scrollTop: 0 };
    this.#wantedTop = 0;
    this.#ids = [];
    this.#host.store.setQuery(change);
  }

  /** Other rows: what is being read stays where it is. */
  #follow(ids: readonly string[]): void {
    const scrollTop = keptScrollTop(this.#ids, ids, this.#geometry);
    if (scrollTop !== this.#geometry.scrollTop) this.#scrollTo(scrollTop);
    this.#ids = ids;
  }

  #scrollTo(scrollTop: number): void {
    this.#geometry = { ...this.#geometry, scrollTop };
    this.#wantedTop = scrollTop;
  }

  /** The rows in sight, and the one with the tab stop wherever it is. */
  #placed(openId: string | null): { id: string; index: number; tabStop: boolean; apart: boolean }[] {
    const ids = this.#ids;
    const { start, end } = visibleRows(ids.length, this.#geometry);
    let stop = this.#indexNear(this.#tabStop ?? openId, start, end);
    if (stop < 0) stop = 0;
    const indexes = Array.from({ length: end - start }, (_, offset) => start + offset);
    const apart = stop < start || stop >= end;
    if (apart && ids.length) {
      indexes[stop < start ? 'unshift' : 'push'](stop);
      this.#host.styles.set('.rows > [data-apart]', 'inset-block-start', `${stop * this.#geometry.pitch}px`);
    }
    return indexes.map((index) => ({ id: ids[index] as string, index, tabStop: index === stop, apart: apart && index === stop }));
  }

  /** Looks among the drawn rows before it looks among all. */
  #indexNear(id: string | null, start: number, end: number): number {
    if (id === null) return -1;
    const near = this.#ids.slice(start, end).indexOf(id);
    return near >= 0 ? start + near : this.#ids.indexOf(id);
  }

  #focusIndex(index: number): void {
    this.#tabStop = this.#ids[index] ?? null;
    const top = scrollTopShowing(index, this.#geometry);
    if (this.#geometry.pitch && top !== this.#geometry.scrollTop) this.#scrollTo(top);
    this.#host.renderNow();
    find(this.#host, `${ROW}[tabindex="0"]`)?.focus({ preventScroll: true });
  }

  #jump(character: string, index: number): number {
    this.#cancelTyped?.();
    this.#cancelTyped = this.#host.clock.after(TYPED_PAUSE_MS, () => (this.#typed = ''));
    this.#typed += character;
    const { conversations } = this.#host.store.state;
    return jumpIndex(this.#typed, index, this.#ids.length, (at) => conversations.get(this.#ids[at] as string)?.contact.name ?? '');
  }

  /** Sees a change of the page's font or of the element's box, by which rows are higher or more of them fit. */
  #observe(rows: HTMLElement | null): void {
    this.#resizes.disconnect();
    this.#observed = rows;
    const scroller = this.#scroller;
    if (!rows || !scroller) return;
    this.#resizes.observe(rows);
    this.#resizes.observe(scroller);
  }

  #measure(): void {
    const scroller = this.#scroller;
    const rows = find(this.#host, '.rows');
    const row = rows?.firstElementChild;
    // Behind the thread of a narrow inbox the list has no box, and keeps what was measured before.
    if (!scroller?.clientHeight || !rows || !row) return;
    const pitch = parseFloat(getComputedStyle(row).height) + (parseFloat(getComputedStyle(rows).rowGap) || 0);
    const viewport = scroller.clientHeight;
    if (scroller.scrollTop !== this.#geometry.scrollTop) scroller.scrollTop = this.#geometry.scrollTop;
    if (pitch === this.#geometry.pitch && viewport === this.#geometry.viewport) return;
    this.#geometry = { ...this.#geometry, pitch, viewport };
    this.#host.requestRender();
  }
}
