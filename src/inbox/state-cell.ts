import { callSafely } from './call-safely.js';
import type { Conversation } from './model.js';
import type { Happening, InboxState } from './state.js';

export const initialState = (): InboxState => ({
  inbox: null,
  unread: 0,
  connection: 'connecting',
  list: {
    query: { filter: 'all', channel: '', q: '' },
    ids: [],
    status: 'loading',
    hasMore: false,
    loadingMore: false,
    error: null,
  },
  conversations: new Map(),
  openId: null,
  threads: new Map(),
  typing: new Map(),
  drafts: new Map(),
  outbox: [],
  refused: null,
});

/**
 * Holds the state of a store and notifies of its changes: of all those in one task at once, in the microtask after. What has
 * happened is told in the one after that, when whoever draws in a microtask has drawn it.
 */
export class StateCell {
  #state = initialState();
  #listeners = new Set<() => void>();
  #happeningListeners = new Set<(happening: Happening) => void>();
  #happenings: Happening[] = [];
  #isPlanned = false;

  get now(): InboxState {
    return this.#state;
  }

  change(part: Partial<InboxState>): void {
    this.#state = { ...this.#state, ...part };
    this.#plan();
  }

  /** Changes an entry of one of the maps by conversation id, and moves it to the map's end; `undefined` removes it. */
  changeEntry<K extends 'threads' | 'typing' | 'drafts'>(
    name: K,
    id: string,
    value: (InboxState[K] extends ReadonlyMap<string, infer V> ? V : never) | undefined,
  ): void {
    const map = new Map<string, unknown>(this.#state[name]);
    map.delete(id);
    if (value !== undefined) map.set(id, value);
    this.change({ [name]: map });
  }

  /** Changes the map in place: copying ten thousand entries would cost more than everything else that an event does. */
  putConversation(conversation: Conversation): void {
    (this.#state.conversations as Map<string, Conversation>).set(conversation.id, conversation);
    this.#plan();
  }

  tell(happening: Happening): void {
    this.#happenings.push(happening);
    this.#plan();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves with the next change. */
  changed(): Promise<unknown> {
    return new Promise((resolve) => {
      const stop = this.subscribe(() => resolve(stop()));
    });
  }

  onHappening(listener: (happening: Happening) => void): () => void {
    this.#happeningListeners.add(listener);
    return () => this.#happeningListeners.delete(listener);
  }

  /** Forgets everything, including what has not been reported yet. */
  reset(): void {
    this.#happenings = [];
    this.change(initialState());
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    queueMicrotask(() => {
      this.#isPlanned = false;
      for (const listener of this.#listeners) callSafely(listener);
      queueMicrotask(() => {
        for (const happening of this.#happenings.splice(0)) {
          for (const listener of this.#happeningListeners) callSafely(() => listener(happening));
        }
      });
    });
  }
}
