import { Conversations } from './conversations.js';
import { Drafts } from './drafts.js';
import type { InboxSource, SourceEvent } from './inbox-source.js';
import type { Conversation, ConversationQuery, ConversationStatus, Message } from './model.js';
import { Outbox } from './outbox.js';
import { Requests } from './requests.js';
import type { Happening, InboxState, InboxStoreView } from './state.js';
import { StateCell } from './state-cell.js';
import type { InboxStorage } from './storage.js';
import type { StoreParts } from './store-parts.js';
import { Threads } from './threads.js';
import type { PageClock } from '../page-clock.js';
import { Typing } from './typing.js';

/** `crypto.randomUUID()`, which pages without https lack: there, any unique text will do. */
const randomUuid = (): string =>
  (crypto as Partial<Crypto>).randomUUID?.() ?? crypto.getRandomValues(new Uint32Array(4)).join('-');

export interface InboxStoreOptions {
  readonly source: InboxSource;
  readonly storage: InboxStorage;
  readonly clock: PageClock;
  /** At least 0, less than 1. */
  readonly random?: () => number;
  /** Makes idempotency keys. */
  readonly randomKey?: () => string;
}

/**
 * One inbox as a person sees and changes it. Between `start()` and `stop()`, each of which comes once, it follows its source;
 * what it knows stays after that, until `wipe()`.
 */
export class InboxStore implements InboxStoreView {
  readonly #parts: StoreParts;
  readonly #cell = new StateCell();
  readonly #conversations: Conversations;
  readonly #threads: Threads;
  readonly #drafts: Drafts;
  readonly #outbox: Outbox;
  readonly #typing: Typing;
  #unsubscribe: (() => void) | undefined;
  /** Client whose drafts and unsent messages are being stored. */
  #clientId: string | null = null;

  constructor({ source, storage, clock, random = Math.random, randomKey = randomUuid }: InboxStoreOptions) {
    const parts = (this.#parts = {
      cell: this.#cell,
      source,
      reads: new Requests(clock, random),
      writes: new Requests(clock, random),
      storage,
      clock,
      randomKey,
    });
    this.#conversations = new Conversations(parts, (clientId) => void this.#openStorage(clientId));
    this.#threads = new Threads(parts, this.#conversations, (message, isNew) => this.#meet(message, isNew));
    this.#typing = new Typing(parts);
    this.#drafts = new Drafts(parts);
    this.#outbox = new Outbox(parts, (message) => this.#takeSent(message));
  }

  get state(): InboxState {
    return this.#cell.now;
  }

  subscribe(listener: () => void): () => void {
    return this.#cell.subscribe(listener);
  }

  onHappening(listener: (happening: Happening) => void): () => void {
    return this.#cell.onHappening(listener);
  }

  /** Begins to follow the source, and fetches what is on screen. */
  start(): void {
    this.#unsubscribe = this.#parts.source.subscribe((event) => this.#take(event));
    this.reload();
  }

  /** Lets go of the source: no request, timer or subscription remains. */
  stop(): void {
    this.#unsubscribe?.();
    this.#parts.reads.stop();
    this.#parts.writes.stop();
    this.#typing.stop();
    this.#parts.storage.close();
    this.#clientId = null;
  }

  /** Stops, and forgets everything of this client, here and in storage. */
  async wipe(): Promise<void> {
    const wiped = this.#parts.storage.wipe();
    this.stop();
    this.#cell.reset();
    await wiped;
  }

  reload(): void {
    this.#conversations.load();
    this.#threads.reset();
  }

  setQuery(change: Partial<ConversationQuery>): void {
    this.#conversations.setQuery(change);
  }

  loadMoreConversations(): void {
    this.#conversations.loadMore();
  }

  open(conversationId: string | null): void {
    const { openId } = this.#cell.now;
    if (conversationId === openId) return;
    this.#cell.change({ openId: conversationId });
    if (openId !== null) {
      this.#threads.close(openId);
      this.#conversations.placeAgain(openId);
    }
    if (conversationId !== null) {
      this.#threads.open(conversationId);
      this.#cell.tell({ type: 'opened', conversationId });
    } else this.#cell.tell({ type: 'closed', conversationId: openId as string });
  }

  loadOlderMessages(conversationId: string): void {
    this.#threads.loadOlder(conversationId);
  }

  setDraftText(conversationId: string, text: string): void {
    this.#drafts.setText(conversationId, text);
  }

  stageFiles(conversationId: string, files: readonly File[]): void {
    this.#drafts.stage(conversationId, files);
  }

  unstageFile(conversationId: string, key: string): void {
    this.#drafts.unstage(conversationId, key);
  }

  send(conversationId: string): void {
    const written = this.#drafts.ready(conversationId);
    if (!written) return;
    // Stored as outgoing before it leaves the draft, in case the page ends in between.
    this.#outbox.add(conversationId, written);
    this.#drafts.clear(conversationId);
  }

  retry(key: string): void {
    this.#outbox.retry(key);
  }

  discard(key: string): void {
    const discarded = this.#outbox.discard(key);
    if (discarded) this.#drafts.takeBack(discarded);
  }

  markRead(conversationId: string): void {
    this.#conversations.markRead(conversationId);
  }

  markUnseen(conversationId: string): void {
    this.#threads.mark(conversationId);
  }

  markUnread(conversationId: string): void {
    this.#conversations.markUnread(conversationId);
  }

  setStatus(conversationId: string, status: ConversationStatus): void {
    this.#conversations.setStatus(conversationId, status);
  }

  typing(conversationId: string): void {
    void this.#typing.send(conversationId);
  }

  download(attachmentId: string, signal?: AbortSignal): Promise<Blob> {
    return this.#parts.source.downloadAttachment(attachmentId, { signal });
  }

  dismissRefused(): void {
    this.#cell.change({ refused: null });
  }

  #take(event: SourceEvent): void {
    switch (event.type) {
      case 'message':
        return this.#takeMessage(event.message, event.conversation);
      case 'conversation':
        return this.#conversations.take(event.conversation);
      case 'typing':
        return this.#typing.show(event.conversationId, event.name);
      case 'unread':
        return this.#conversations.takeTotal(event.unread);
      case 'reset':
        return this.#parts.reads.whenIdle(() => this.reload());
      case 'connection':
        this.#cell.change({ connection: event.connection });
        if (event.connection !== 'live') return;
        this.#parts.writes.wake();
        this.#parts.reads.wake();
    }
  }

  #takeMessage(message: Message, conversation: Conversation): void {
    const isNew = this.#threads.take(message);
    this.#conversations.take(conversation, isNew && message.direction === 'in');
    this.#meet(message, isNew);
  }

  /** Every message passes through here, however it came. */
  #meet(message: Message, isNew: boolean): void {
    if (this.#outbox.confirm(message)) this.#cell.tell({ type: 'sent', message });
    if (!isNew || message.direction !== 'in') return;
    this.#typing.hide(message.conversationId);
    const conversation = this.#cell.now.conversations.get(message.conversationId);
    if (conversation) this.#cell.tell({ type: 'received', message, conversation });
  }

  #takeSent(message: Message): void {
    this.#threads.take(message);
    this.#conversations.takeOwn(message);
    this.#cell.tell({ type: 'sent', message });
  }

  async #openStorage(clientId: string): Promise<void> {
    if (this.#clientId === clientId) return;
    this.#clientId = clientId;
    const stored = await this.#parts.storage.open(clientId);
    if (this.#clientId !== clientId) return;
    this.#drafts.saveAll();
    this.#drafts.restore(stored);
    for (const message of this.#cell.now.outbox) this.#parts.storage.save('outgoing', message.key, message);
    this.#outbox.restore(stored.outbox);
    // Sent before the page was closed, and by now fetched again with the thread.
    for (const { messages } of this.#cell.now.threads.values()) for (const message of messages) this.#outbox.confirm(message);
  }
}
