import type { Conversation } from './model.js';
import type { Newer } from './requests.js';
import type { StoreParts } from './store-parts.js';

/**
 * The count of unread messages over all conversations, most of which are not known here: the service's last count, and
 * what events have changed since. Where a difference is not certain, the count is requested again.
 */
export class UnreadCount {
  readonly #parts: StoreParts;
  readonly #said: ReadonlyMap<string, Conversation>;
  readonly #ask: () => void;
  /** The service's own count; `null` until it has stated one. */
  #total: number | null = null;
  /** The count is newer than what is known of the conversations: what changes in these is already in it. */
  #isAhead = false;
  /** The count and all known conversations came together. */
  #isSure = false;

  /**
   * @param said What the service last said of conversations that are shown differently (see `Wishes`).
   * @param ask Asks the service for the count.
   */
  constructor(parts: StoreParts, said: ReadonlyMap<string, Conversation>, ask: () => void) {
    this.#parts = parts;
    this.#said = said;
    this.#ask = ask;
  }

  /** Adds what has changed in a conversation. */
  add(difference: number): void {
    // After a count that came alone, no difference shows what it left out: the count is requested again even where there is none.
    if (!difference && !this.#isAhead) return;
    this.#parts.reads.outdate('total', '');
    if (this.#total !== null && !this.#isAhead) this.#total += difference;
    if (!this.#isSure) this.askLater();
  }

  /** Takes in a count that came alone, perhaps before the messages that it counts. */
  takeAlone(unread: number): void {
    this.#parts.reads.outdate('total', '');
    if (unread === this.#total) return;
    this.#total = unread;
    this.#isAhead = true;
    this.#isSure = false;
    this.show();
  }

  /**
   * Takes in an answer's count.
   *
   * @param isWhole Whether all known conversations came with it; absent where none came.
   */
  takeAnswer(unread: number, newer: Newer, isWhole?: boolean): void {
    // A count that repeats what is known is none the worse for its age: inbox and list are requested together.
    const isOlder = newer('total', '');
    const isOutdated = isOlder && unread !== this.#total;
    this.#isSure = !isOutdated && (isWhole ?? (this.#isSure && unread === this.#total));
    if (isOutdated || (isOlder && isWhole === false)) this.askLater();
    if (isOutdated && this.#total !== null) return;
    // An answer to an earlier request may still come.
    this.#parts.reads.outdate('total', '');
    this.#total = unread;
    this.#isAhead &&= isOlder && !isWhole;
    this.show();
  }

  /** Shows the count, adjusted for the changes that await confirmation. */
  show(): void {
    const { cell } = this.#parts;
    let unread = this.#total ?? 0;
    for (const [id, said] of this.#said) unread += (cell.now.conversations.get(id) ?? said).unread - said.unread;
    unread = Math.max(0, unread);
    if (unread !== cell.now.unread) cell.change({ unread });
  }

  /** A conversation came alone: its unread messages may or may not be in the count already. */
  doubt(): void {
    this.#isSure = false;
    this.askLater();
  }

  askLater(): void {
    this.#parts.reads.later('inbox', this.#ask);
  }
}
