import { isTemporary } from './failures.js';
import type { Conversation, ConversationStatus, Timestamp } from './model.js';
import { compareTimes } from './order.js';
import type { StoreParts } from './store-parts.js';

/** What a person has decided about a conversation and the service has not yet confirmed. */
export type Wish =
  /** Read up to the message of this time: what comes later is still unread. `null`: marked as unread. */
  | { readonly change: 'unread'; readonly readUpTo: Timestamp | null }
  | { readonly change: 'status'; readonly status: ConversationStatus };

/** The conversation as it will be once the wish is fulfilled. */
function withWish(conversation: Conversation, wish: Wish): Conversation {
  if (wish.change === 'status') return { ...conversation, status: wish.status };
  if (wish.readUpTo === null) return { ...conversation, unread: conversation.unread || 1 };
  return compareTimes(conversation.lastMessageAt, wish.readUpTo) <= 0 ? { ...conversation, unread: 0 } : conversation;
}

interface Pending {
  readonly id: string;
  readonly wish: Wish;
  readonly request: (signal: AbortSignal) => Promise<unknown>;
  /** What the service had said of the conversation when the request left. */
  before?: Conversation | undefined;
}

/**
 * Optimistic changes ("wishes"): shown before the service has confirmed them. The last wish about a thing counts; one that
 * cannot be delivered now is kept and retried.
 */
export class Wishes {
  readonly #parts: StoreParts;
  readonly #onSaid: (conversation: Conversation) => void;
  /** By kind of change and conversation id. */
  #pending = new Map<string, Pending>();
  /** What the service last said of conversations about which there are wishes. */
  readonly said = new Map<string, Conversation>();

  /** @param onSaid Called with how a conversation is now, as far as is known. */
  constructor(parts: StoreParts, onSaid: (conversation: Conversation) => void) {
    this.#parts = parts;
    this.#onSaid = onSaid;
  }

  /** A conversation as the service last described it. */
  truth(id: string): Conversation | undefined {
    return this.said.get(id) ?? this.#parts.cell.now.conversations.get(id);
  }

  /**
   * Takes in how the service describes a conversation.
   *
   * @returns How to show it: with all wishes about it fulfilled.
   */
  take(said: Conversation): Conversation {
    let shown = said;
    this.said.delete(said.id);
    for (const { id, wish } of this.#pending.values()) {
      if (id !== said.id) continue;
      this.said.set(id, said);
      shown = withWish(shown, wish);
    }
    return shown;
  }

  wish(id: string, wish: Wish, request: Pending['request']): void {
    const truth = this.truth(id);
    if (!truth) return;
    const slot = `${wish.change} ${id}`;
    this.#pending.set(slot, { id, wish, request });
    this.#parts.reads.outdate('conversation', id);
    this.#onSaid(truth);
    this.#deliver(slot);
  }

  #deliver(slot: string): void {
    const { writes, cell } = this.#parts;
    if (writes.isRunning(slot) || !this.#pending.has(slot)) return;
    let asked: Pending;
    /** Whether the person has changed their mind meanwhile. */
    const isReplaced = (): boolean => this.#pending.get(slot) !== asked;
    writes.run(
      slot,
      (signal) => {
        asked = this.#pending.get(slot) as Pending;
        asked.before = this.said.get(asked.id);
        return asked.request(signal);
      },
      () => {
        const truth = this.said.get(asked.id) as Conversation;
        if (!isReplaced()) this.#pending.delete(slot);
        // What the service has said since the request left may be newer than that.
        const said = truth === asked.before ? withWish(truth, asked.wish) : truth;
        // That is no news to another wish whose request is on its way.
        for (const other of this.#pending.values()) if (other.before === truth) other.before = said;
        this.#onSaid(said);
        // Only then, since what is said from here on may be newer than the next.
        this.#deliver(slot);
      },
      (error) => {
        if (isReplaced()) return this.#deliver(slot);
        if (isTemporary(error)) return;
        this.#pending.delete(slot);
        const { id, wish } = asked;
        // Reading marks messages as read automatically: nobody expects to hear that this failed.
        if (wish.change === 'status' || !wish.readUpTo) cell.change({ refused: { change: wish.change, conversationId: id, error } });
        this.#onSaid(this.said.get(id) as Conversation);
      },
    );
  }
}
