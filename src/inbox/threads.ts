import type { InboxError } from '../errors.js';
import { passes } from './failures.js';
import type { Message } from './model.js';
import { compareTimes } from './order.js';
import { Retry } from './retry.js';
import type { StoreParts } from './store-parts.js';
import { emptyThread, firstUnread, mergeMessage, mergeNewest, mergeOlder, messageIndex, type Thread } from './thread.js';

const PAGE_SIZE = 50;
/** The largest page that the service gives. */
const LARGEST_PAGE_SIZE = 100;
/** How many messages of threads that were never opened are remembered, so that each is told once. */
const REMEMBERED_MESSAGES = 1_000;

/** The threads of a store, of which one is open. */
export class Threads {
  readonly #parts: StoreParts;
  readonly #met: (message: Message, isNew: boolean) => void;
  readonly #retry: Retry;
  #remembered = new Set<string>();

  /** @param met Called with every message that comes, and whether it has come for the first time and lately. */
  constructor(parts: StoreParts, met: (message: Message, isNew: boolean) => void) {
    this.#parts = parts;
    this.#met = met;
    this.#retry = new Retry(parts.timers, parts.random, () => this.loadOpen());
  }

  open(id: string): void {
    const { cell } = this.#parts;
    const thread = this.#thread(id);
    const unread = cell.now.conversations.get(id)?.unread;
    if (thread?.status !== 'ready') return this.#load(id, unread);
    this.#set(id, { ...thread, unreadFrom: firstUnread(thread.messages, unread ?? 0) });
  }

  /** Stops what has been begun for a thread that nobody looks at any more. */
  close(id: string): void {
    const { cell, loads } = this.#parts;
    this.#retry.stop();
    loads.abort(`thread ${id}`);
    loads.abort('older');
    const thread = this.#thread(id);
    if (thread?.status !== 'ready') cell.changeEntry('threads', id, undefined);
    else if (thread.loadingOlder) this.#set(id, { ...thread, loadingOlder: false });
  }

  /** Fetches the open thread anew, if there is one. */
  loadOpen(): void {
    const { openId } = this.#parts.cell.now;
    if (openId !== null) this.#load(openId);
  }

  /** Something may have been missed: what is not open is fetched when it is opened again. */
  reset(): void {
    const { cell } = this.#parts;
    const { openId, threads } = cell.now;
    cell.change({ threads: new Map([...threads].filter(([id]) => id === openId)) });
    this.loadOpen();
  }

  loadOlder(id: string): void {
    const { loads, source } = this.#parts;
    const thread = this.#thread(id);
    const first = thread?.messages[0];
    if (!thread?.hasMore || thread.loadingOlder || !first || loads.isRunning(`thread ${id}`)) return;
    this.#set(id, { ...thread, loadingOlder: true });
    loads.run(
      'older',
      (signal) => source.listMessages(id, { before: first.id, limit: PAGE_SIZE }, { signal }),
      (page) => this.#change(id, (now) => mergeOlder(now, page)),
      (error) => this.#change(id, (now) => ({ ...now, loadingOlder: false, error })),
    );
  }

  /**
   * Takes in how a message is now.
   *
   * @returns Whether it had not been known.
   */
  take(message: Message): boolean {
    const { id, conversationId } = message;
    const thread = this.#thread(conversationId);
    const isNew = !this.#remembered.has(id) && (!thread || messageIndex(thread, id) < 0);
    this.#remember(id);
    this.#parts.loads.tell('message', id);
    if (thread) this.#set(conversationId, mergeMessage(thread, message));
    return isNew;
  }

  /** Id of the newest message of a thread, where one is here. */
  newest(id: string): string | undefined {
    return this.#thread(id)?.messages.at(-1)?.id;
  }

  wake(): void {
    this.#retry.wake();
  }

  stop(): void {
    this.#retry.stop();
    this.#remembered.clear();
  }

  #load(id: string, unreadAtOpening?: number): void {
    const { cell, loads, source } = this.#parts;
    this.#retry.stop();
    loads.abort('older');
    const before = this.#thread(id) ?? emptyThread();
    this.#set(id, { ...before, status: before.status === 'failed' ? 'loading' : before.status, loadingOlder: false });
    const limit = Math.min(LARGEST_PAGE_SIZE, Math.max(PAGE_SIZE, before.messages.length));
    loads.run(
      `thread ${id}`,
      (signal) => source.listMessages(id, { limit }, { signal }),
      (page, newer) => {
        this.#retry.succeeded();
        const now = this.#thread(id) ?? before;
        const isFirst = now.status !== 'ready';
        const newest = now.messages.at(-1)?.sentAt ?? '';
        const told = newer('message');
        const next = mergeNewest(now, page, (message) => told.has(message));
        const unread = unreadAtOpening ?? cell.now.conversations.get(id)?.unread ?? 0;
        this.#set(id, isFirst ? { ...next, unreadFrom: firstUnread(next.messages, unread) } : next);
        for (const message of page.messages) {
          const isKnown = isFirst || messageIndex(now, message.id) >= 0 || compareTimes(message.sentAt, newest) < 0;
          this.#met(message, !isKnown && !this.#remembered.has(message.id));
        }
        for (const message of page.messages.slice(-PAGE_SIZE)) this.#remember(message.id);
      },
      (error) => this.fail(id, error),
    );
  }

  /** The thread, or its conversation, could not be fetched. */
  fail(id: string, error: InboxError): void {
    this.#change(id, (now) => ({ ...now, status: now.status === 'ready' ? 'ready' : 'failed', error }));
    if (passes(error)) this.#retry.later();
  }

  #remember(id: string): void {
    this.#remembered.add(id);
    if (this.#remembered.size <= REMEMBERED_MESSAGES) return;
    for (const oldest of this.#remembered) {
      this.#remembered.delete(oldest);
      return;
    }
  }

  #thread(id: string): Thread | undefined {
    return this.#parts.cell.now.threads.get(id) as Thread | undefined;
  }

  #set(id: string, thread: Thread): void {
    if (this.#thread(id) !== thread) this.#parts.cell.changeEntry('threads', id, thread);
  }

  #change(id: string, change: (thread: Thread) => Thread): void {
    const thread = this.#thread(id);
    if (thread) this.#set(id, change(thread));
  }
}
