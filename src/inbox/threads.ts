import type { Conversations } from './conversations.js';
import { LARGEST_PAGE_SIZE } from './limits.js';
import type { Message } from './model.js';
import { compareTimes } from './order.js';
import type { ThreadState } from './state.js';
import type { StoreParts } from './store-parts.js';
import { EMPTY_THREAD, knownOf, placeNewMark, mergeMessage, mergeNewest, mergeOlder, messageIndex } from './thread.js';

const PAGE_SIZE = 50;
/** So many messages before the unread ones are fetched along with them. */
const BEFORE_UNREAD = 10;
/** How many messages, those of unopened threads included, are remembered, so that each is reported once. */
const REMEMBERED_MESSAGES = 1_000;
/** How many threads are kept, those that changed last: any other is fetched again when it is reopened. */
const KEPT_THREADS = 30;

/** The threads of a store, of which one is open. */
export class Threads {
  readonly #parts: StoreParts;
  readonly #conversations: Conversations;
  readonly #onMet: (message: Message, isNew: boolean) => void;
  /** Ids, in the order in which they came. */
  #remembered = new Set<string>();

  /** @param onMet Called with every message of a page, and whether it is newly arrived and has not been seen before. */
  constructor(parts: StoreParts, conversations: Conversations, onMet: (message: Message, isNew: boolean) => void) {
    this.#parts = parts;
    this.#conversations = conversations;
    this.#onMet = onMet;
  }

  open(id: string): void {
    const { cell } = this.#parts;
    const thread = this.#thread(id);
    const conversation = cell.now.conversations.get(id);
    this.mark(id);
    // If a message was missed, only the conversation shows it.
    const isWhole = conversation && compareTimes(conversation.lastMessageAt, thread?.messages.at(-1)?.sentAt ?? '') <= 0;
    if (thread?.status !== 'ready' || !isWhole) this.#load(id, !conversation || this.#conversations.stale.has(id), conversation?.unread);
  }

  /** Puts the "New" mark above what is unread now. */
  mark(id: string): void {
    const unread = this.#parts.cell.now.conversations.get(id)?.unread ?? 0;
    this.#change(id, (thread) => placeNewMark(thread, thread.messages, unread));
  }

  /** Stops what has been begun for a thread that nobody looks at any longer. */
  close(id: string): void {
    const { cell, reads } = this.#parts;
    const isStale = reads.abort('thread');
    reads.abort('older');
    const thread = this.#thread(id);
    cell.changeEntry('threads', id, isStale || thread?.status !== 'ready' ? undefined : { ...thread, loadingOlder: false });
    cell.change({ threads: new Map([...cell.now.threads].slice(-KEPT_THREADS)) });
  }

  /** Something may have been missed: the open thread is fetched again, any other when it is reopened. */
  reset(): void {
    const { cell } = this.#parts;
    const { openId, threads } = cell.now;
    cell.change({ threads: new Map([...threads].filter(([id]) => id === openId)) });
    if (openId !== null) this.#load(openId, true);
  }

  loadOlder(id: string): void {
    const { reads, source } = this.#parts;
    const thread = this.#thread(id);
    const first = thread?.messages[0];
    if (!thread?.hasMore || thread.loadingOlder || !first || reads.isRunning('thread')) return;
    this.#set(id, { ...thread, loadingOlder: true });
    reads.run(
      'older',
      (signal) => source.listMessages(id, { before: first.id, limit: PAGE_SIZE }, { signal }),
      (page) => this.#change(id, (now) => mergeOlder(now, page)),
      (error) => this.#change(id, (now) => ({ ...now, loadingOlder: false, error })),
      'once',
    );
  }

  /**
   * Takes in how a message is now.
   *
   * @returns Whether it was unknown until now.
   */
  take(message: Message): boolean {
    const { id, conversationId } = message;
    const { cell, reads } = this.#parts;
    const thread = this.#thread(conversationId);
    const known = thread?.messages[messageIndex(thread, id)];
    const isNew = !this.#remembered.has(id) && !known;
    this.#remember(id);
    reads.outdate('message', id);
    if (thread) this.#set(conversationId, mergeMessage(thread, message));
    if (known && known.status !== 'failed' && message.status === 'failed') cell.tell({ type: 'undelivered', message });
    return isNew;
  }

  #load(id: string, withConversation: boolean, unreadAtOpening?: number): void {
    const { cell, reads, source } = this.#parts;
    reads.abort('older');
    const before = this.#thread(id) ?? EMPTY_THREAD;
    this.#set(id, { ...before, status: before.status === 'failed' ? 'loading' : before.status, loadingOlder: false });
    // What is unread is there at once, with something of what was said before.
    const limit = Math.min(LARGEST_PAGE_SIZE, Math.max(PAGE_SIZE, before.messages.length, (unreadAtOpening ?? 0) + BEFORE_UNREAD));
    reads.run(
      'thread',
      (signal) =>
        Promise.all([
          source.listMessages(id, { limit }, { signal }),
          withConversation ? source.getConversation(id, { signal }) : null,
        ]),
      ([page, conversation], newer) => {
        if (conversation) this.#conversations.takeAnswer(conversation, newer);
        const now = this.#thread(id) as ThreadState;
        const isFirst = now.status !== 'ready';
        const known = knownOf(now, page.messages);
        const newest = now.messages.at(-1)?.sentAt ?? '';
        const next = mergeNewest(now, page, (messageId) => newer('message', messageId));
        const unread = unreadAtOpening ?? cell.now.conversations.get(id)?.unread ?? 0;
        this.#set(id, isFirst ? placeNewMark(next, next.messages, unread) : next);
        for (const message of page.messages) {
          const isKnown = isFirst || known.has(message.id) || compareTimes(message.sentAt, newest) < 0;
          this.#onMet(message, !isKnown && !this.#remembered.has(message.id));
          this.#remember(message.id);
        }
      },
      (error) => this.#change(id, (now) => (now.status === 'ready' ? now : { ...now, status: 'failed', error })),
    );
  }

  #remember(id: string): void {
    const [oldest] = this.#remembered.add(id);
    if (this.#remembered.size > REMEMBERED_MESSAGES) this.#remembered.delete(oldest as string);
  }

  #thread(id: string): ThreadState | undefined {
    return this.#parts.cell.now.threads.get(id);
  }

  #set(id: string, thread: ThreadState): void {
    if (this.#thread(id) !== thread) this.#parts.cell.changeEntry('threads', id, thread);
  }

  #change(id: string, change: (thread: ThreadState) => ThreadState): void {
    const thread = this.#thread(id);
    if (thread) this.#set(id, change(thread));
  }
}
