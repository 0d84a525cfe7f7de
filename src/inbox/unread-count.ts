import type { Conversation } from './model.js';
import type { Newer } from './requests.js';
import type { StoreParts } from './store-parts.js';

/**
 * The count of unread messages over all conversations, most of which are not known here: the service's last word on it,
 * and what events have told since. Where a difference cannot be told for sure, it is asked for again.
 */
export class UnreadCount {
  readonly #parts: StoreParts;
  readonly #said: ReadonlyMap<string, Conversation>;
  readonly #ask: () => void;
  /** The service's own count; `null` until it has said. */
  #total: number | null = null;
  /** The count came later than what is known of conversations: differences to that are none to it. */
  #isAhead = false;
  /** The count and all known conversations came together. */
  isSure = false;

  /**
   * @param said What the service said of conversations that are shown differently.
   * @param ask Asks the service for the count.
   */
  constructor(parts: StoreParts, said: ReadonlyMap<string, Conversation>, ask: () => void) {
    this.#parts = parts;
    this.#said = said;
    this.#ask = ask;
  }

  /** Counts what has changed in a conversation. */
  add(difference: number): void {
    // What a count that came alone has left out is told by no difference.
    if (!difference && !this.#isAhead) return;
    this.#parts.reads.tell('total', '');
    if (this.#total !== null && !this.#isAhead) this.#total += difference;
    if (!this.isSure) this.askLater();
  }

  /** Takes a count that came alone, and perhaps before what it counts. */
  take(unread: number): void {
    this.#parts.reads.tell('total', '');
    if (unread === this.#total) return;
    this.#total = unread;
    this.#isAhead = true;
    this.isSure = false;
    this.show();
  }

  /**
   * Takes the count of an answer.
   *
   * @param isWhole Whether all that is known of conversations came with it; absent where none came.
   */
  set(unread: number, newer: Newer, isWhole?: boolean): void {
    // One that says what is known already is none the worse for its age: inbox and list are asked for together.
    const isOlder = newer('total', '');
    const isOutdated = isOlder && unread !== this.#total;
    this.isSure = !isOutdated && (isWhole ?? (this.isSure && unread === this.#total));
    if (isOutdated || (isOlder && isWhole === false)) this.askLater();
    if (isOutdated && this.#total !== null) return;
    // An answer to an earlier question may still come.
    this.#parts.reads.tell('total', '');
    this.#total = unread;
    this.#isAhead &&= isOlder && !isWhole;
    this.show();
  }

  /** Shows the count, with what a wish makes of it. */
  show(): void {
    const { cell } = this.#parts;
    let unread = this.#total ?? 0;
    for (const [id, said] of this.#said) unread += (cell.now.conversations.get(id) ?? said).unread - said.unread;
    unread = Math.max(0, unread);
    if (unread !== cell.now.unread) cell.change({ unread });
  }

  /** A conversation came alone: what it counts is perhaps counted already, perhaps not. */
  doubt(): void {
    this.isSure = false;
    this.askLater();
  }

  askLater(): void {
    this.#parts.reads.later('inbox', this.#ask);
  }

  forget(): void {
    this.#total = null;
  }
}
