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

/** Holds the state of a store and tells of its changes: all those of one task at once, in the microtask after. */
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

  /** Changes one of the maps by conversation id, of which the entry that has changed last is the last; `undefined` takes it out. */
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

  /** In place: a copy of ten thousand would cost more than all else that an event does. */
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

  onHappening(listener: (happening: Happening) => void): () => void {
    this.#happeningListeners.add(listener);
    return () => this.#happeningListeners.delete(listener);
  }

  /** Forgets everything, told or not. */
  reset(): void {
    this.#happenings = [];
    this.change({ ...initialState() });
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    queueMicrotask(() => {
      this.#isPlanned = false;
      const happenings = this.#happenings;
      this.#happenings = [];
      for (const listener of this.#listeners) callSafely(listener);
      for (const happening of happenings) {
        for (const listener of this.#happeningListeners) callSafely(() => listener(happening));
      }
    });
  }
}

/** A listener that fails must not keep the others from hearing; its error is the page's to see. */
const callSafely = (listener: () => void): void => {
  try {
    listener();
  } catch (error) {
    reportError(error);
  }
};
