import type { InboxError } from '../errors.js';
import { asInboxError, passes } from './failures.js';
import type { Message } from './model.js';
import { Retry } from './retry.js';
import type { OutgoingMessage } from './state.js';
import type { InboxStorage } from './storage.js';
import type { Timers } from './timers.js';

export interface OutboxOptions {
  readonly timers: Timers;
  readonly random: () => number;
  readonly storage: Pick<InboxStorage, 'saveOutgoing' | 'removeOutgoing'>;
  /** Sends once for each key, however often it is called. */
  readonly send: (message: OutgoingMessage, signal: AbortSignal) => Promise<Message>;
  readonly changed: (messages: readonly OutgoingMessage[]) => void;
  /** The service has answered with the message; `isFirst` unless an event has told so before. */
  readonly sent: (message: Message, isFirst: boolean) => void;
  readonly failed: (message: OutgoingMessage, error: InboxError) => void;
}

/**
 * What was written and is not yet with the service. Nothing in it is lost: it waits for the network or for its turn, is
 * sent in the order of its conversation, and is sent again with the same key until the service has it or has refused
 * it. A refused one waits for the person, and holds up nobody.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #retry: Retry;
  #messages: readonly OutgoingMessage[] = [];
  #abort = new AbortController();
  #isRunning = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#retry = new Retry(options.timers, options.random, () => this.#sendNext());
  }

  start(): void {
    this.#isRunning = true;
    this.#sendNext();
  }

  /** Lets go of the network. What was on its way is sent again at the next start, with the same key. */
  stop(): void {
    this.#isRunning = false;
    this.#retry.stop();
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#set(this.#messages.map((message) => (message.status === 'sending' ? waiting(message) : message)));
  }

  /** Forgets everything. */
  clear(): void {
    this.stop();
    this.#set([]);
  }

  /** Takes in what an earlier page has left; what is here already is newer. */
  restore(stored: readonly OutgoingMessage[]): void {
    const here = new Set(this.#messages.map(({ key }) => key));
    const left = stored.filter(({ key }) => !here.has(key)).map((message) => (message.error ? message : waiting(message)));
    this.#set([...left, ...this.#messages].sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1)));
    this.#sendNext();
  }

  add(message: Omit<OutgoingMessage, 'status' | 'error'>): void {
    const added = waiting(message);
    this.#options.storage.saveOutgoing(added);
    this.#set([...this.#messages, added]);
    this.#sendNext();
  }

  /** Sends a failed message again. */
  retry(key: string): void {
    this.#change(key, (message) => (message.status === 'failed' ? waiting(message) : message));
    this.#sendNext();
  }

  /** Takes a message out that is not on its way. */
  discard(key: string): void {
    if (this.#find(key)?.status !== 'sending') this.#remove(key);
  }

  /**
   * The service has this message, whoever says so: an answer, an event, or a page.
   *
   * @returns Whether it was in the outbox until now.
   */
  confirm({ clientKey }: Message): boolean {
    if (!clientKey || !this.#find(clientKey)) return false;
    this.#remove(clientKey);
    this.#sendNext();
    return true;
  }

  /** The way is free again. */
  wake(): void {
    this.#retry.wake();
  }

  /** Sends the first message that waits of every conversation of which none is on its way. */
  #sendNext(): void {
    if (!this.#isRunning) return;
    const busy = new Set<string>();
    for (const { conversationId, status } of this.#messages) if (status === 'sending') busy.add(conversationId);
    for (const message of this.#messages) {
      if (message.status !== 'waiting' || busy.has(message.conversationId)) continue;
      busy.add(message.conversationId);
      void this.#send(message);
    }
  }

  async #send(message: OutgoingMessage): Promise<void> {
    const { key } = message;
    const { signal } = this.#abort;
    this.#change(key, () => ({ ...message, status: 'sending' }));
    try {
      const answer = await this.#options.send(message, signal);
      if (signal.aborted) return;
      this.#retry.succeeded();
      const isFirst = Boolean(this.#find(key));
      this.#remove(key);
      this.#options.sent(answer, isFirst);
    } catch (cause) {
      if (signal.aborted || !this.#find(key)) return;
      const error = asInboxError(cause);
      if (passes(error)) {
        this.#change(key, waiting);
        return this.#retry.later();
      }
      const failed: OutgoingMessage = { ...message, status: 'failed', error };
      this.#change(key, () => failed);
      this.#options.storage.saveOutgoing(failed);
      this.#options.failed(failed, error);
    }
    this.#sendNext();
  }

  #find(key: string): OutgoingMessage | undefined {
    return this.#messages.find((message) => message.key === key);
  }

  #change(key: string, change: (message: OutgoingMessage) => OutgoingMessage): void {
    this.#set(this.#messages.map((message) => (message.key === key ? change(message) : message)));
  }

  #remove(key: string): void {
    if (!this.#find(key)) return;
    this.#options.storage.removeOutgoing(key);
    this.#set(this.#messages.filter((message) => message.key !== key));
  }

  #set(messages: readonly OutgoingMessage[]): void {
    this.#messages = messages;
    this.#options.changed(messages);
  }
}

const waiting = (message: Omit<OutgoingMessage, 'status' | 'error'>): OutgoingMessage => ({
  ...message,
  status: 'waiting',
  error: null,
});
