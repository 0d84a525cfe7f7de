import { belongs, insertRow, rowsBelow, withTold } from './conversation-list.js';
import type { ConversationPage } from './inbox-source.js';
import { LARGEST_PAGE_SIZE } from './limits.js';
import { lineOf } from './line-of.js';
import type { Conversation, ConversationQuery, ConversationStatus, Message } from './model.js';
import { compareTimes, keepSame, spliced } from './order.js';
import type { Newer } from './requests.js';
import type { ListState } from './state.js';
import type { StoreParts } from './store-parts.js';
import { UnreadCount } from './unread-count.js';
import { Wishes } from './wishes.js';

const PAGE_SIZE = 30;
/** How many rows are refetched at most; those below stay as they are. */
const REFETCH_LIMIT = 500;
/** After this many pages in a row that bring nothing, no more are fetched: a source may name another one for ever. */
const BARREN_LIMIT = 50;

/** The conversations of a store: the list, the changes that await confirmation, and the count of unread messages. */
export class Conversations {
  readonly #parts: StoreParts;
  readonly #onIdentified: (clientId: string) => void;
  readonly #wishes: Wishes;
  readonly #count: UnreadCount;
  /** Where the list goes on; a text wherever there is more. */
  #cursor: ConversationPage['nextCursor'];
  /** Pages in a row that have brought nothing. */
  #barren = 0;
  /** Listeners have been told that there is something to show. */
  #isReady = false;
  /** Ids of the rows that were too many to be refetched with the others: something may have been missed of their conversations. */
  stale: ReadonlySet<string> = new Set();

  /** @param onIdentified Called with each answer to "whose inbox is this?". */
  constructor(parts: StoreParts, onIdentified: (clientId: string) => void) {
    this.#parts = parts;
    this.#onIdentified = onIdentified;
    this.#wishes = new Wishes(parts, (conversation) => {
      this.#count.add(conversation.unread - (this.#wishes.truth(conversation.id) ?? conversation).unread);
      this.#show(conversation);
    });
    this.#count = new UnreadCount(parts, this.#wishes.said, () => this.#loadInbox());
  }

  /** Fetches inbox and list, or refetches them as far as they have been loaded. */
  load(): void {
    this.#loadInbox();
    this.#loadList();
  }

  loadMore(): void {
    const { cell, reads, source } = this.#parts;
    const { query, hasMore, loadingMore } = cell.now.list;
    if (!hasMore || loadingMore || reads.isRunning('list')) return;
    this.#changeList({ loadingMore: true });
    reads.run(
      'more',
      (signal) => source.listConversations(query, { cursor: this.#cursor as string, limit: PAGE_SIZE }, { signal }),
      (page, newer) => this.#takePage(page, newer, cell.now.conversations, cell.now.list.ids),
      (error) => this.#changeList({ loadingMore: false, error }),
      'once',
    );
  }

  setQuery(change: Partial<ConversationQuery>): void {
    const { list, conversations } = this.#parts.cell.now;
    const query = keepSame(list.query, { ...list.query, ...change });
    if (query === list.query) return;
    const ids = list.ids.filter((id) => belongs(conversations.get(id) as Conversation, query, false));
    this.#changeList({ query, ids, status: 'loading', hasMore: false, error: null });
    this.#loadList();
  }

  /** Takes in the answer to a request for one conversation, which perhaps no list has brought. */
  takeAnswer(conversation: Conversation, newer: Newer): void {
    if (newer('conversation', conversation.id)) return;
    if (conversation.unread !== this.#wishes.truth(conversation.id)?.unread) this.#count.doubt();
    this.#show(conversation);
  }

  /**
   * Takes in how a conversation is now, as an event reports it.
   *
   * @param received A message has just been received in it: where the conversation was unknown, that adds one unread message.
   */
  take(conversation: Conversation, received = false): void {
    const { id, unread, lastMessageAt } = conversation;
    const known = this.#wishes.truth(id);
    if (known && compareTimes(lastMessageAt, known.lastMessageAt) < 0) return;
    this.#parts.reads.outdate('conversation', id);
    if (!known) this.#count.askLater();
    this.#count.add(known ? unread - known.unread : Number(received && unread > 0));
    this.#show(conversation);
  }

  /** Takes in the client's own message, which the service has just confirmed. */
  takeOwn(message: Message): void {
    const { conversationId, sentAt, status } = message;
    const truth = this.#wishes.truth(conversationId);
    if (!truth || compareTimes(sentAt, truth.lastMessageAt) <= 0) return;
    this.#show({ ...truth, preview: lineOf(message), lastDirection: 'out', lastStatus: status, lastMessageAt: sentAt });
  }

  /** Takes in a count of unread messages that came alone. */
  takeTotal(unread: number): void {
    this.#count.takeAlone(unread);
  }

  /** Puts a conversation that the person has left where it belongs now: its row may have stayed only because it was on screen. */
  placeAgain(id: string): void {
    const truth = this.#wishes.truth(id);
    if (truth) this.#show(truth);
  }

  /** The newest message of its thread has been seen. */
  markRead(id: string): void {
    const { cell, source } = this.#parts;
    const conversation = cell.now.conversations.get(id);
    const newest = cell.now.threads.get(id)?.messages.at(-1);
    if (!conversation?.unread || !newest) return;
    this.#wishes.wish(id, { change: 'unread', readUpTo: conversation.lastMessageAt }, (signal) => source.markRead(id, newest.id, { signal }));
  }

  markUnread(id: string): void {
    if (this.#parts.cell.now.conversations.get(id)?.unread !== 0) return;
    this.#wishes.wish(id, { change: 'unread', readUpTo: null }, (signal) => this.#parts.source.markUnread(id, { signal }));
  }

  setStatus(id: string, status: ConversationStatus): void {
    const { cell, source } = this.#parts;
    if (cell.now.conversations.get(id)?.status === status) return;
    this.#wishes.wish(id, { change: 'status', status }, async (signal) => {
      // A closed conversation takes no messages: what was written before goes first.
      while (status === 'closed' && cell.now.outbox.some(({ conversationId, error }) => conversationId === id && !error)) await cell.changed();
      signal.throwIfAborted();
      return source.setStatus(id, status, { signal });
    });
  }

  /** Shows a conversation as the service describes it, where it belongs in the list. */
  #show(said: Conversation): void {
    const { cell } = this.#parts;
    const { conversations, list, openId } = cell.now;
    const { id } = said;
    const known = conversations.get(id);
    const at = list.ids.indexOf(id);
    const shown = keepSame(known, this.#wishes.take(said));
    if (shown !== known) cell.putConversation(shown);
    // The row of the open conversation does not vanish under the reader's eyes.
    const stays = belongs(shown, list.query, at >= 0) || (at >= 0 && id === openId);
    const isToMove = stays ? at < 0 || shown.lastMessageAt !== known?.lastMessageAt : at >= 0;
    if (isToMove) {
      const others = at < 0 ? list.ids : spliced(list.ids, at, 1);
      const ids = stays ? insertRow(others, cell.now.conversations, shown, list.hasMore) : others;
      if (ids[at] !== id) this.#changeList({ ids });
    }
    this.#count.show();
  }

  #loadInbox(): void {
    const { cell, reads, source } = this.#parts;
    reads.run(
      'inbox',
      (signal) => source.getInbox({ signal }),
      (inbox, newer) => {
        cell.change({ inbox: keepSame(cell.now.inbox, inbox) });
        this.#onIdentified(inbox.client.id);
        this.#count.takeAnswer(inbox.unread, newer);
      },
      () => undefined,
    );
  }

  #loadList(): void {
    const { cell, reads, source } = this.#parts;
    reads.abort('more');
    const { status } = cell.now.list;
    this.#changeList({ status: status === 'failed' ? 'loading' : status, loadingMore: false });
    reads.run(
      'list',
      async (signal) => {
        const { query, ids } = cell.now.list;
        const wanted = Math.min(ids.length, REFETCH_LIMIT) || 1;
        const conversations: Conversation[] = [];
        for (let cursor: string | undefined, left = BARREN_LIMIT; ; ) {
          const limit = Math.min(LARGEST_PAGE_SIZE, Math.max(PAGE_SIZE, wanted - conversations.length));
          const page = await source.listConversations(query, { cursor, limit }, { signal });
          conversations.push(...page.conversations);
          // Behind an empty page there may be others; not behind one that names itself.
          cursor = (page.nextCursor !== cursor && page.nextCursor) || undefined;
          if (!cursor || conversations.length >= wanted || !--left) return { ...page, conversations, nextCursor: cursor };
        }
      },
      (page, newer) => this.#takeFirst(page, newer),
      (error) => this.#changeList({ status: cell.now.list.status === 'ready' ? 'ready' : 'failed', error }),
    );
  }

  /**
   * Takes in the list's first page. Of what was known besides, only this stays: rows below it that were too many to be refetched, what
   * is open, what awaits confirmation, and what an event has reported since.
   */
  #takeFirst(page: ConversationPage, newer: Newer): void {
    const { conversations: known, list, openId } = this.#parts.cell.now;
    const below = (this.stale = new Set(list.ids.length > REFETCH_LIMIT ? rowsBelow(list, known, page) : []));
    const stays = (id: string): boolean => below.has(id) || newer('conversation', id) || id === openId || this.#wishes.said.has(id);
    this.#takePage(page, newer, new Map([...known].filter(([id]) => stays(id))), [], below);
  }

  /**
   * Takes in a page of the list. Nothing else that is shown changes before the end: what a source has given may prove not to be a page.
   *
   * @param conversations Those that are known besides.
   * @param above The rows above those of the page.
   * @param below The rows below them, where the list goes on as it did.
   */
  #takePage(
    { conversations: page, nextCursor, unread }: ConversationPage,
    newer: Newer,
    conversations: ReadonlyMap<string, Conversation>,
    above: readonly string[],
    below: ReadonlySet<string> = new Set(),
  ): void {
    const { cell } = this.#parts;
    const { conversations: known, list, openId } = cell.now;
    const isTold = (id: string): boolean => newer('conversation', id);
    const rows = new Set(above);
    // A source that repeats itself would be asked for more without end; another page may follow one that is empty or repeats others.
    this.#barren = page.some(({ id }) => !rows.has(id)) ? 0 : nextCursor === this.#cursor ? BARREN_LIMIT : this.#barren + 1;
    const taken = page.filter(({ id }) => !isTold(id));
    for (const conversation of taken) {
      const { id } = conversation;
      const shown = keepSame(known.get(id), this.#wishes.take(conversation));
      (conversations as Map<string, Conversation>).set(id, shown);
      if (belongs(shown, list.query, true)) rows.add(id);
    }
    for (const id of below) rows.add(id);
    if (!below.size) this.#cursor = nextCursor;
    const hasMore = below.size ? list.hasMore : !!nextCursor && this.#barren < BARREN_LIMIT;
    const ids = keepSame(list.ids, withTold([...rows], isTold, { conversations, list, openId, hasMore }));
    cell.change({ conversations });
    this.#changeList({ ids, status: 'ready', hasMore, loadingMore: false, error: null });
    this.#count.takeAnswer(unread, newer, conversations.size === taken.length);
    if (!this.#isReady) cell.tell({ type: 'ready' });
    this.#isReady = true;
  }

  #changeList(change: Partial<ListState>): void {
    const { cell } = this.#parts;
    cell.change({ list: { ...cell.now.list, ...change } });
  }
}
