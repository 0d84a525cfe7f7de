import type { Newer } from './loads.js';
import type { Conversation, ConversationQuery } from './model.js';
import { Retry } from './retry.js';
import type { StoreParts } from './store-parts.js';

/** The largest page that the service gives. */
const PAGE_SIZE = 100;
const UNREAD: ConversationQuery = { filter: 'unread', channel: '', q: '' };

export interface UnreadCountOptions {
  /** What the service said of conversations that are shown differently. */
  readonly said: ReadonlyMap<string, Conversation>;
  /** What the service said of a conversation. */
  readonly truth: (id: string) => Conversation | undefined;
  /** Shows what an answer has said of a conversation. */
  readonly show: (conversation: Conversation) => void;
}

/**
 * The count of unread messages over all conversations, most of which are not known here: the service's last word on it,
 * and what events have told since. Where a difference cannot be told for sure, it is asked for again.
 */
export class UnreadCount {
  readonly #parts: StoreParts;
  readonly #options: UnreadCountOptions;
  readonly #retry: Retry;
  /** The service's own count; `null` until it has said. */
  #total: number | null = null;
  /** The count came without its conversations: differences to them are none to it. */
  #hasDrifted = false;
  /** Conversations that came without the count: the next event of one is no difference to it. */
  #uncounted = new Set<string>();

  constructor(parts: StoreParts, options: UnreadCountOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#retry = new Retry(parts.timers, parts.random, () => this.#ask());
  }

  /** These conversations have come by an answer that was no count. */
  leaveOut(id: string): void {
    this.#uncounted.add(id);
  }

  /** An event has told of a conversation; what it changes is no sure difference where that was not counted. */
  check(id: string, isKnown: boolean): void {
    if (!isKnown || this.#uncounted.delete(id)) this.#retry.later();
  }

  add(difference: number): void {
    if (!difference) return;
    this.#parts.loads.tell('total', '');
    if (this.#total === null) return;
    if (this.#hasDrifted) this.#retry.later();
    else this.#total = Math.max(0, this.#total + difference);
  }

  /** Takes a count that came alone. */
  take(unread: number): void {
    this.#parts.loads.tell('total', '');
    this.#hasDrifted ||= unread !== this.#total;
    this.#total = unread;
    this.show();
  }

  /** Takes a count that came together with conversations. */
  set(unread: number, newer: Newer): void {
    const isOutdated = newer('total').size > 0;
    if (isOutdated) this.#retry.later();
    else this.#uncounted = new Set(newer('conversation'));
    // An answer to an earlier question may still come.
    this.#parts.loads.tell('total', '');
    if (!isOutdated || this.#total === null) {
      this.#total = unread;
      this.#hasDrifted = isOutdated;
    }
    this.show();
  }

  /** Shows the count, with what a pending change makes of it. */
  show(): void {
    const { cell } = this.#parts;
    let unread = this.#total ?? 0;
    for (const [id, said] of this.#options.said) {
      unread += (cell.now.conversations.get(id)?.unread ?? said.unread) - said.unread;
    }
    unread = Math.max(0, unread);
    if (unread !== cell.now.unread) cell.change({ unread });
  }

  wake(): void {
    this.#retry.wake();
  }

  stop(): void {
    this.#retry.stop();
  }

  forget(): void {
    this.#total = null;
  }

  /** Asks for the count, together with the conversations that make it. */
  #ask(): void {
    const { cell, loads, source } = this.#parts;
    const { truth, show } = this.#options;
    loads.run(
      'count',
      (signal) => source.listConversations(UNREAD, { limit: PAGE_SIZE }, { signal }),
      (page, newer) => {
        const told = newer('conversation');
        const unread = new Map(page.conversations.map((conversation) => [conversation.id, conversation]));
        for (const id of cell.now.conversations.keys()) {
          const known = truth(id);
          const said = unread.get(id) ?? (known?.unread && !page.nextCursor ? { ...known, unread: 0 } : undefined);
          if (said && !told.has(id)) show(said);
        }
        this.set(page.unread, newer);
      },
      () => this.#retry.later(),
    );
  }
}
