import type { InboxError } from '../errors.js';
import { belongs, insertRow, rowIndex } from './conversation-list.js';
import { ConversationPages } from './conversation-pages.js';
import { passes } from './failures.js';
import type { Conversation, ConversationQuery, ConversationStatus, Inbox, Message } from './model.js';
import { compareTimes, keepSame, splice } from './order.js';
import { PendingChanges, type Wish, withWish } from './pending-changes.js';
import { Retry } from './retry.js';
import type { StoreParts } from './store-parts.js';
import { UnreadCount } from './unread-count.js';

/** The conversations of a store: the list, the changes that wait for the service, and the count of unread messages. */
export class Conversations {
  readonly #parts: StoreParts;
  readonly #identified: (inbox: Inbox) => void;
  readonly #changes: PendingChanges;
  readonly #inboxRetry: Retry;
  readonly #pages: ConversationPages;
  readonly #count: UnreadCount;
  /** What the service said of conversations that a pending change shows differently. */
  readonly #said = new Map<string, Conversation>();

  /** @param identified Called with each answer to "whose inbox is this?". */
  constructor(parts: StoreParts, identified: (inbox: Inbox) => void) {
    const { cell, timers, random } = parts;
    this.#parts = parts;
    this.#identified = identified;
    this.#inboxRetry = new Retry(timers, random, () => this.#loadInbox());
    this.#count = new UnreadCount(parts, {
      said: this.#said,
      truth: (id) => this.#truth(id),
      show: (conversation) => this.#show(conversation),
    });
    this.#changes = new PendingChanges({
      timers,
      random,
      granted: (id, wish, before) => {
        const truth = this.#truth(id);
        if (!truth) return;
        // What has been said since it was asked for, may be newer than that.
        const next = truth === before ? withWish(truth, wish) : truth;
        this.#count.add(next.unread - truth.unread);
        this.#show(next);
      },
      refused: (id, { change }, error) => {
        cell.change({ refused: { change, conversationId: id, error } });
        this.placeAgain(id);
      },
    });
    this.#pages = new ConversationPages(parts, {
      count: this.#count,
      withChanges: (conversation) => this.#withChanges(conversation),
      isChanging: (id) => this.#changes.has(id),
    });
  }

  /** Fetches inbox and list, or fetches them anew as far as they have been loaded. */
  load(): void {
    this.#loadInbox();
    this.#pages.load();
  }

  loadMore(): void {
    this.#pages.loadMore();
  }

  setQuery(change: Partial<ConversationQuery>): void {
    this.#pages.setQuery(change);
  }

  /** Fetches one conversation, which perhaps no list has brought. */
  fetch(id: string, failed: (error: InboxError) => void): void {
    const { loads, source } = this.#parts;
    loads.run(
      `conversation ${id}`,
      (signal) => source.getConversation(id, { signal }),
      (conversation, newer) => {
        if (newer('conversation').has(id)) return;
        this.#count.leaveOut(id);
        this.#show(conversation);
      },
      failed,
    );
  }

  /**
   * Takes in how a conversation is now.
   *
   * @param received A message has just been received in it, which an unknown conversation counts as unread.
   */
  take(conversation: Conversation, received = false): void {
    const { id, unread, lastMessageAt } = conversation;
    const known = this.#truth(id);
    if (known && compareTimes(lastMessageAt, known.lastMessageAt) < 0) return;
    this.#parts.loads.tell('conversation', id);
    this.#count.check(id, Boolean(known));
    this.#count.add(known ? unread - known.unread : received && unread ? 1 : 0);
    this.#show(conversation);
  }

  /** Takes in the client's own message, which the service has just confirmed. */
  takeOwn({ conversationId, sentAt, text, status }: Message): void {
    const truth = this.#truth(conversationId);
    if (!truth || compareTimes(sentAt, truth.lastMessageAt) <= 0) return;
    this.#show({ ...truth, preview: text, lastDirection: 'out', lastStatus: status, lastMessageAt: sentAt });
  }

  /** Takes in the count of unread messages, come alone. */
  takeTotal(unread: number): void {
    this.#count.take(unread);
  }

  /** Shows a conversation where it belongs now; a row may have stayed only because it was open. */
  placeAgain(id: string): void {
    const truth = this.#truth(id);
    if (truth) this.#show(truth);
  }

  /** @param messageId The newest message that has been seen. */
  markRead(id: string, messageId: string): void {
    const conversation = this.#parts.cell.now.conversations.get(id);
    if (!conversation?.unread) return;
    this.#wish(id, { change: 'unread', readUpTo: conversation.lastMessageAt }, (signal) =>
      this.#parts.source.markRead(id, messageId, { signal }),
    );
  }

  markUnread(id: string): void {
    if (this.#parts.cell.now.conversations.get(id)?.unread !== 0) return;
    this.#wish(id, { change: 'unread', readUpTo: null }, (signal) => this.#parts.source.markUnread(id, { signal }));
  }

  setStatus(id: string, status: ConversationStatus): void {
    if (this.#parts.cell.now.conversations.get(id)?.status === status) return;
    this.#wish(id, { change: 'status', status }, (signal) => this.#parts.source.setStatus(id, status, { signal }));
  }

  /** The way to the service is free again. */
  wake(): void {
    this.#changes.wake();
    this.#inboxRetry.wake();
    this.#pages.wake();
    this.#count.wake();
  }

  /** Lets go of all that waits. */
  stop(): void {
    this.#inboxRetry.stop();
    this.#pages.stop();
    this.#count.stop();
    this.#changes.clear();
    this.#said.clear();
  }

  /** Stops, and forgets the count. */
  forget(): void {
    this.stop();
    this.#count.forget();
  }

  #loadInbox(): void {
    const { cell, loads, source } = this.#parts;
    this.#inboxRetry.stop();
    loads.run(
      'inbox',
      (signal) => source.getInbox({ signal }),
      (inbox) => {
        this.#inboxRetry.succeeded();
        cell.change({ inbox: keepSame(cell.now.inbox ?? undefined, inbox) });
        this.#identified(inbox);
      },
      (error) => {
        if (passes(error)) this.#inboxRetry.later();
      },
    );
  }

  #show(truth: Conversation): void {
    const { cell } = this.#parts;
    const { conversations, list, openId } = cell.now;
    const { id } = truth;
    const known = conversations.get(id);
    const at = known ? rowIndex(list.ids, conversations, id) : -1;
    const shown = keepSame(known, this.#withChanges(truth));
    if (shown !== known) cell.putConversation(shown);
    // The row that is being read does not vanish under the reader's eyes.
    const stays = belongs(shown, list.query, at >= 0) || (at >= 0 && id === openId);
    if (!stays ? at >= 0 : at < 0 || shown.lastMessageAt !== known?.lastMessageAt) {
      const others = at < 0 ? list.ids : splice(list.ids, at, 1);
      const ids = stays ? insertRow(others, cell.now.conversations, shown, list.hasMore) : others;
      if (ids[at] !== id) cell.change({ list: { ...list, ids } });
    }
    this.#count.show();
  }

  #truth(id: string): Conversation | undefined {
    return this.#said.get(id) ?? this.#parts.cell.now.conversations.get(id);
  }

  #withChanges(said: Conversation): Conversation {
    if (!this.#changes.has(said.id)) {
      this.#said.delete(said.id);
      return said;
    }
    this.#said.set(said.id, said);
    return this.#changes.shown(said);
  }

  #wish(id: string, wish: Wish, request: (signal: AbortSignal) => Promise<unknown>): void {
    const truth = this.#truth(id);
    if (truth) this.#said.set(id, truth);
    this.#changes.wish(id, wish, async (signal) => {
      const before = this.#truth(id);
      await request(signal);
      return before;
    });
    this.placeAgain(id);
  }
}
