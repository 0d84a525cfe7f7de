import { belongs, withTold } from './conversation-list.js';
import { passes } from './failures.js';
import type { ConversationPage } from './inbox-source.js';
import type { Newer } from './loads.js';
import type { Conversation, ConversationQuery } from './model.js';
import { keepSame } from './order.js';
import { Retry } from './retry.js';
import type { ListState } from './state.js';
import type { StoreParts } from './store-parts.js';
import type { UnreadCount } from './unread-count.js';

const PAGE_SIZE = 30;
/** The largest page that the service gives. */
const LARGEST_PAGE_SIZE = 100;
/** How many rows are fetched anew at most; those below come again when somebody scrolls there. */
const REFETCH_LIMIT = 500;

export interface ConversationPagesOptions {
  readonly count: UnreadCount;
  /** How a conversation is shown of which the service says this. */
  readonly withChanges: (said: Conversation) => Conversation;
  /** Whether a change to it waits for the service. */
  readonly isChanging: (id: string) => boolean;
}

/** Fetches the list of conversations, page by page, and anew. */
export class ConversationPages {
  readonly #parts: StoreParts;
  readonly #options: ConversationPagesOptions;
  readonly #retry: Retry;
  #cursor: string | undefined;

  constructor(parts: StoreParts, options: ConversationPagesOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#retry = new Retry(parts.timers, parts.random, () => this.load());
  }

  /** Fetches the list, or fetches it anew as far as it has been loaded. */
  load(): void {
    const { cell, loads, source } = this.#parts;
    this.#retry.stop();
    loads.abort('more');
    const { query, ids, status } = cell.now.list;
    const wanted = Math.min(ids.length, REFETCH_LIMIT);
    this.#changeList({ status: status === 'failed' ? 'loading' : status, loadingMore: false });
    loads.run(
      'list',
      async (signal) => {
        const conversations: Conversation[] = [];
        for (let cursor: string | undefined; ; ) {
          const limit = Math.min(LARGEST_PAGE_SIZE, Math.max(PAGE_SIZE, wanted - conversations.length));
          const page = await source.listConversations(query, { cursor, limit }, { signal });
          conversations.push(...page.conversations);
          cursor = page.nextCursor ?? undefined;
          if (!cursor || conversations.length >= wanted) return { ...page, conversations };
        }
      },
      (page, newer) => {
        this.#retry.succeeded();
        this.#takePage(page, newer, null);
        this.#options.count.set(page.unread, newer);
      },
      (error) => {
        this.#changeList({ status: cell.now.list.status === 'ready' ? 'ready' : 'failed', error });
        if (passes(error)) this.#retry.later();
      },
    );
  }

  loadMore(): void {
    const { cell, loads, source } = this.#parts;
    const { query, hasMore, loadingMore } = cell.now.list;
    if (!hasMore || loadingMore || loads.isRunning('list')) return;
    this.#changeList({ loadingMore: true });
    loads.run(
      'more',
      (signal) => source.listConversations(query, { cursor: this.#cursor, limit: PAGE_SIZE }, { signal }),
      (page, newer) => {
        this.#takePage(page, newer, cell.now.list.ids);
        for (const { id } of page.conversations) this.#options.count.leaveOut(id);
      },
      (error) => this.#changeList({ loadingMore: false, error }),
    );
  }

  setQuery(change: Partial<ConversationQuery>): void {
    const { list, conversations } = this.#parts.cell.now;
    const query = keepSame(list.query, { ...list.query, ...change });
    if (query === list.query) return;
    const ids = list.ids.filter((id) => belongs(conversations.get(id) as Conversation, query, false));
    this.#changeList({ query, ids, status: 'loading', hasMore: false, error: null });
    this.load();
  }

  wake(): void {
    this.#retry.wake();
  }

  stop(): void {
    this.#retry.stop();
  }

  /**
   * @param above The rows over the page; with `null` the page is all that is known from now on, but for what is open,
   * what waits for the service and what an event has told since.
   */
  #takePage({ conversations: page, nextCursor }: ConversationPage, newer: Newer, above: readonly string[] | null): void {
    const { cell } = this.#parts;
    const { count, withChanges, isChanging } = this.#options;
    const { conversations: known, list, openId } = cell.now;
    const told = newer('conversation');
    const conversations = new Map(
      above ? known : [...known].filter(([id]) => told.has(id) || id === openId || isChanging(id)),
    );
    const rows = new Set(above);
    for (const conversation of page) {
      const { id } = conversation;
      if (told.has(id)) continue;
      const shown = keepSame(known.get(id), withChanges(conversation));
      conversations.set(id, shown);
      if (belongs(shown, list.query, true)) rows.add(id);
    }
    this.#cursor = nextCursor ?? undefined;
    const hasMore = Boolean(nextCursor);
    const ids = withTold([...rows], told, { conversations, list, openId, hasMore });
    cell.change({ conversations });
    this.#changeList({ ids: keepSame(list.ids, ids), status: 'ready', hasMore, loadingMore: false, error: null });
    count.show();
  }

  #changeList(change: Partial<ListState>): void {
    const { cell } = this.#parts;
    cell.change({ list: { ...cell.now.list, ...change } });
  }
}
