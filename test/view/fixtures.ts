import type { Attachment, Conversation, ConversationQuery, Message } from '../../src/inbox/model.js';
import type { Draft, Happening, InboxState, InboxStoreView, OutgoingMessage, ThreadState } from '../../src/inbox/state.js';
import type { PageClock } from '../../src/page-clock.js';

/** Wednesday, 20 May 2026, 9:45 in the reader's time zone: the day of all fixtures. */
export const NOW = new Date(2026, 4, 20, 9, 45).getTime();

/** @param time `9:42` of today, or with days before: `-1 16:02`. */
export function at(time: string): string {
  const [clock = '', days = '0'] = time.split(' ').reverse();
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return new Date(2026, 4, 20 + Number(days), hours, minutes).toISOString();
}

export function conversation(part: Partial<Conversation> & { id: string; name?: string }): Conversation {
  const { name = 'Mara Lindqvist', ...rest } = part;
  return {
    channel: 'whatsapp',
    contact: { id: `contact of ${part.id}`, name },
    preview: 'No rush on the second one',
    unread: 0,
    status: 'open',
    lastMessageAt: at('9:42'),
    ...rest,
  };
}

let count = 0;
export function message(part: Partial<Message> = {}): Message {
  const direction = part.direction ?? 'in';
  return {
    id: `m${count++}`,
    conversationId: 'mara',
    direction,
    authorName: direction === 'in' ? 'Mara Lindqvist' : 'Jonas',
    text: 'Hello',
    attachments: [],
    sentAt: at('9:42'),
    status: 'delivered',
    ...part,
  };
}

export function attachment(part: Partial<Attachment> = {}): Attachment {
  return { id: `a${count++}`, name: 'Quote 2041.pdf', type: 'application/pdf', size: 248_000, ...part };
}

export function outgoing(part: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return {
    key: `k${count++}`,
    conversationId: 'mara',
    text: 'On its way',
    attachments: [],
    createdAt: at('9:43'),
    status: 'sending',
    error: null,
    ...part,
  };
}

export const thread = (messages: readonly Message[], part: Partial<ThreadState> = {}): ThreadState => ({
  messages,
  status: 'ready',
  hasMore: false,
  loadingOlder: false,
  error: null,
  unreadFrom: null,
  unreadAbove: 0,
  ...part,
});

/** What a test says of a state: lists instead of maps, and the rest as it usually is. */
export interface StateWords extends Partial<Omit<InboxState, 'conversations' | 'list'>> {
  readonly conversations?: readonly Conversation[];
  readonly list?: Partial<InboxState['list']>;
}

export function state({ conversations = [], list, ...rest }: StateWords = {}): InboxState {
  return {
    inbox: {
      component: { id: 'c', title: 'Fjord & Pine' },
      client: { id: 'jonas', name: 'Jonas' },
      channels: ['whatsapp', 'email', 'sms'],
      unread: 0,
    },
    unread: conversations.reduce((sum, { unread }) => sum + unread, 0),
    connection: 'live',
    conversations: new Map(conversations.map((one) => [one.id, one])),
    openId: null,
    threads: new Map(),
    typing: new Map(),
    drafts: new Map(),
    outbox: [],
    refused: null,
    ...rest,
    list: {
      query: { filter: 'all', channel: '', q: '' },
      ids: conversations.map(({ id }) => id),
      status: 'ready',
      hasMore: false,
      loadingMore: false,
      error: null,
      ...list,
    },
  };
}

/** A store that does what it is told and remembers what it was asked. */
export class StateStore implements InboxStoreView {
  state: InboxState;
  /** Every call of an action: its name and what it was given. */
  readonly calls: [string, ...unknown[]][] = [];
  readonly blobs = new Map<string, Blob>();
  #listeners = new Set<() => void>();
  #hearers = new Set<(happening: Happening) => void>();

  constructor(words: StateWords = {}) {
    this.state = state(words);
  }

  get listenerCount(): number {
    return this.#listeners.size + this.#hearers.size;
  }

  called(name: string): unknown[][] {
    return this.calls.filter(([called]) => called === name).map(([, ...given]) => given);
  }

  change(part: Partial<InboxState>): void {
    this.state = { ...this.state, ...part };
    for (const listener of this.#listeners) listener();
  }

  /** Shows this conversation as it is now. */
  put(one: Conversation): void {
    this.change({ conversations: new Map(this.state.conversations).set(one.id, one) });
  }

  putThread(id: string, one: ThreadState): void {
    this.change({ threads: new Map(this.state.threads).set(id, one) });
  }

  happen(happening: Happening): void {
    for (const hearer of this.#hearers) hearer(happening);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onHappening(listener: (happening: Happening) => void): () => void {
    this.#hearers.add(listener);
    return () => this.#hearers.delete(listener);
  }

  setQuery(change: Partial<ConversationQuery>): void {
    this.calls.push(['setQuery', change]);
    const { list } = this.state;
    this.change({ list: { ...list, query: { ...list.query, ...change } } });
  }

  open(id: string | null): void {
    this.calls.push(['open', id]);
    this.change({ openId: id });
  }

  setDraftText(id: string, text: string): void {
    this.calls.push(['setDraftText', id, text]);
    this.#draft(id, (draft) => ({ ...draft, text }));
  }

  send(id: string): void {
    this.calls.push(['send', id]);
    this.#draft(id, () => ({ text: '', attachments: [] }));
  }

  stageFiles(id: string, files: readonly File[]): void {
    this.calls.push(['stageFiles', id, files.map(({ name }) => name)]);
  }

  async download(id: string, signal?: AbortSignal): Promise<Blob> {
    this.calls.push(['download', id]);
    signal?.throwIfAborted();
    const blob = this.blobs.get(id);
    if (!blob) throw new Error('There is no such file.');
    return blob;
  }

  loadMoreConversations = (): void => this.#remember('loadMoreConversations');
  loadOlderMessages = (id: string): void => this.#remember('loadOlderMessages', id);
  unstageFile = (id: string, key: string): void => this.#remember('unstageFile', id, key);
  retry = (key: string): void => this.#remember('retry', key);
  discard = (key: string): void => this.#remember('discard', key);
  markRead = (id: string): void => this.#remember('markRead', id);
  markUnseen = (id: string): void => this.#remember('markUnseen', id);
  markUnread = (id: string): void => this.#remember('markUnread', id);
  setStatus = (id: string, status: string): void => this.#remember('setStatus', id, status);
  typing = (id: string): void => this.#remember('typing', id);
  dismissRefused = (): void => this.#remember('dismissRefused');
  reload = (): void => this.#remember('reload');

  #remember(...call: [string, ...unknown[]]): void {
    this.calls.push(call);
  }

  #draft(id: string, change: (draft: Draft) => Draft): void {
    const draft = this.state.drafts.get(id) ?? { text: '', attachments: [] };
    this.change({ drafts: new Map(this.state.drafts).set(id, change(draft)) });
  }
}

/** Time that stands still until it is moved on. */
export class HandClock implements PageClock {
  #now = NOW;
  #timers = new Set<{ at: number; callback: () => void }>();

  get pending(): number {
    return this.#timers.size;
  }

  now(): number {
    return this.#now;
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer = { at: this.#now + delayMs, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** The time is another, and no less is left until what is planned. */
  setBack(ms: number): void {
    this.#now -= ms;
    for (const timer of this.#timers) timer.at -= ms;
  }

  pass(ms: number): void {
    this.#now += ms;
    for (const timer of [...this.#timers].sort((a, b) => a.at - b.at)) {
      if (timer.at <= this.#now && this.#timers.delete(timer)) timer.callback();
    }
  }
}
