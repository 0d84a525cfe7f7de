import type { InboxError } from '../errors.js';
import { asInboxError, passes } from './failures.js';
import type { Conversation, ConversationStatus, Timestamp } from './model.js';
import { compareTimes } from './order.js';
import { Retry } from './retry.js';
import type { Timers } from './timers.js';

/** What a person has decided about a conversation and the service has not yet confirmed. */
export type Wish =
  /** Read up to the message of this time: what comes later is unread all the same. With `null` marked as unread. */
  | { readonly change: 'unread'; readonly readUpTo: Timestamp | null }
  | { readonly change: 'status'; readonly status: ConversationStatus };

/** The conversation as it will be once the wish is granted. */
export function withWish(conversation: Conversation, wish: Wish): Conversation {
  if (wish.change === 'status') {
    return conversation.status === wish.status ? conversation : { ...conversation, status: wish.status };
  }
  if (wish.readUpTo === null) return conversation.unread ? conversation : { ...conversation, unread: 1 };
  const isRead = conversation.unread && compareTimes(conversation.lastMessageAt, wish.readUpTo) <= 0;
  return isRead ? { ...conversation, unread: 0 } : conversation;
}

interface Pending {
  readonly id: string;
  readonly wish: Wish;
  readonly request: WishRequest;
}

/** Asks the service; answers with what it had said of the conversation when it was asked. */
export type WishRequest = (signal: AbortSignal) => Promise<Conversation | undefined>;

export interface PendingChangesOptions {
  readonly timers: Timers;
  readonly random: () => number;
  /** The service has granted it. */
  readonly granted: (id: string, wish: Wish, before: Conversation | undefined) => void;
  /** The service has refused it: it is taken back. */
  readonly refused: (id: string, wish: Wish, error: InboxError) => void;
}

/**
 * Changes that are shown before the service has confirmed them. The last wish about a thing counts; one that cannot be
 * delivered now is kept and tried again.
 */
export class PendingChanges {
  readonly #options: PendingChangesOptions;
  readonly #retry: Retry;
  /** By conversation id and kind of change. */
  #pending = new Map<string, Pending>();
  #running = new Set<string>();
  #abort = new AbortController();

  constructor(options: PendingChangesOptions) {
    this.#options = options;
    this.#retry = new Retry(options.timers, options.random, () => {
      for (const key of this.#pending.keys()) void this.#deliver(key);
    });
  }

  has(id: string): boolean {
    return [...this.#pending.values()].some((pending) => pending.id === id);
  }

  /** The conversation with all wishes about it granted. */
  shown(conversation: Conversation): Conversation {
    let shown = conversation;
    for (const { id, wish } of this.#pending.values()) if (id === conversation.id) shown = withWish(shown, wish);
    return shown;
  }

  wish(id: string, wish: Wish, request: WishRequest): void {
    const key = `${wish.change} ${id}`;
    this.#pending.set(key, { id, wish, request });
    void this.#deliver(key);
  }

  /** Tries again now what waits for the network. */
  wake(): void {
    this.#retry.wake();
  }

  /** Forgets all wishes. */
  clear(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#retry.stop();
    this.#pending.clear();
    this.#running.clear();
  }

  async #deliver(key: string): Promise<void> {
    const pending = this.#pending.get(key);
    if (!pending || this.#running.has(key)) return;
    const { signal } = this.#abort;
    const { id, wish } = pending;
    this.#running.add(key);
    let error: InboxError | null = null;
    let before: Conversation | undefined;
    try {
      before = await pending.request(signal);
    } catch (cause) {
      error = asInboxError(cause);
    }
    if (signal.aborted) return;
    this.#running.delete(key);
    const isLast = this.#pending.get(key) === pending;
    if (error && isLast && passes(error)) return this.#retry.later();
    if (!error) this.#retry.succeeded();
    if (isLast) this.#pending.delete(key);
    if (!error) this.#options.granted(id, wish, before);
    else if (isLast) this.#options.refused(id, wish, error);
    if (!isLast) await this.#deliver(key);
  }
}
