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
  /** The map of conversations is this batch's own copy, that nobody has seen yet. */
  #ownsConversations = false;

  /** What everybody may keep: it is not changed any more. */
  get state(): InboxState {
    this.#ownsConversations = false;
    return this.#state;
  }

  /** For a look in passing, inside the store. */
  get now(): InboxState {
    return this.#state;
  }

  change(part: Partial<InboxState>): void {
    if (part.conversations) this.#ownsConversations = false;
    this.#state = { ...this.#state, ...part };
    this.#plan();
  }

  /** Changes one of the maps by conversation id; `undefined` takes the entry out. */
  changeEntry<K extends 'threads' | 'typing' | 'drafts'>(
    name: K,
    id: string,
    value: (InboxState[K] extends ReadonlyMap<string, infer V> ? V : never) | undefined,
  ): void {
    const map = new Map<string, unknown>(this.#state[name]);
    if (value === undefined) map.delete(id);
    else map.set(id, value);
    this.change({ [name]: map });
  }

  /** Ten thousand conversations are copied once for all events of a task, not once for each. */
  putConversation(conversation: Conversation): void {
    if (!this.#ownsConversations) {
      this.change({ conversations: new Map(this.#state.conversations) });
      this.#ownsConversations = true;
    }
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
      this.#ownsConversations = false;
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
