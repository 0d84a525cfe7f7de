import { isTemporary } from './failures.js';
import type { Message } from './model.js';
import { compareTimes } from './order.js';
import type { OutgoingMessage } from './state.js';
import type { StoreParts } from './store-parts.js';

/**
 * Messages that were sent off and that the service does not have yet. None is lost: each waits for the network or for its
 * turn, is sent in the order of its conversation, and is resent with the same key until the service has accepted or
 * refused it. A refused one waits for the person's decision, and holds up no other.
 */
export class Outbox {
  readonly #parts: StoreParts;
  readonly #onSent: (message: Message) => void;
  /** Keys of those that an earlier page has left: that page may still be open, in another tab. */
  readonly #inherited = new Set<string>();

  /** @param onSent Called with a message that the service has accepted. */
  constructor(parts: StoreParts, onSent: (message: Message) => void) {
    this.#parts = parts;
    this.#onSent = onSent;
  }

  get #messages(): readonly OutgoingMessage[] {
    return this.#parts.cell.now.outbox;
  }

  /** Takes in what an earlier page has left; what is already here is newer. */
  restore(stored: readonly OutgoingMessage[]): void {
    const left = stored.filter(({ key }) => !this.#find(key)).map((message) => (message.error ? message : waiting(message)));
    for (const { key } of left) this.#inherited.add(key);
    this.#set([...left, ...this.#messages].sort((a, b) => compareTimes(a.createdAt, b.createdAt)));
    this.#sendNext();
  }

  add(conversationId: string, written: Pick<OutgoingMessage, 'text' | 'attachments'>): void {
    const { clock, randomKey, storage } = this.#parts;
    // Never earlier than what was written earlier, even if the clock has been set back: it is the order of sending.
    const createdAt = Math.max(clock.now(), ...this.#messages.map((message) => Date.parse(message.createdAt) + 1));
    const added = waiting({ ...written, key: randomKey(), conversationId, createdAt: new Date(createdAt).toISOString() });
    storage.save('outgoing', added.key, added);
    this.#set([...this.#messages, added]);
    this.#sendNext();
  }

  /** Sends a failed message again. */
  retry(key: string): void {
    const message = this.#find(key);
    if (message?.status !== 'failed') return;
    // It is sent from here now, whether or not it can be stored.
    this.#inherited.delete(key);
    this.#parts.storage.save('outgoing', key, waiting(message));
    this.#change(key, waiting);
    this.#sendNext();
  }

  /**
   * Removes a message, unless it is on its way.
   *
   * @returns The message; `undefined` where it is on its way or unknown.
   */
  discard(key: string): OutgoingMessage | undefined {
    const message = this.#find(key);
    if (message?.status === 'sending') return undefined;
    this.#remove(key);
    return message;
  }

  /**
   * The service has this message, as an answer, an event or a page of the thread shows.
   *
   * @returns Whether it was in the outbox until now.
   */
  confirm({ clientKey }: Message): boolean {
    const outgoing = this.#find(clientKey);
    if (!outgoing) return false;
    if (outgoing.status === 'sending') this.#parts.writes.abort(slotOf(outgoing));
    this.#remove(outgoing.key);
    this.#sendNext();
    return true;
  }

  /** Sends, for every conversation that has no message on its way, the first one that waits. */
  #sendNext(): void {
    for (const message of this.#messages) {
      if (message.status === 'waiting' && !this.#parts.writes.isRunning(slotOf(message))) this.#send(message);
    }
  }

  #send(first: OutgoingMessage): void {
    const { cell, source, writes } = this.#parts;
    const { key, conversationId, text, attachments } = first;
    const attachmentIds = attachments.map(({ id }) => id);
    writes.run(
      slotOf(first),
      async (signal) => {
        this.#change(key, () => ({ ...first, status: 'sending' }));
        // Sent or discarded meanwhile by the tab that wrote it.
        if (this.#inherited.has(key) && !(await this.#parts.storage.isKept('outgoing', key))) return null;
        return source.sendMessage(conversationId, { text, attachmentIds, clientKey: key }, { signal });
      },
      (answer) => {
        this.#remove(key);
        if (answer) this.#onSent(answer);
        this.#sendNext();
      },
      (error) => {
        if (isTemporary(error)) {
          this.#change(key, waiting);
          return writes.later(slotOf(first), () => this.#sendNext());
        }
        const failed: OutgoingMessage = { ...first, status: 'failed', error };
        this.#change(key, () => failed);
        this.#parts.storage.save('outgoing', key, failed);
        cell.tell({ type: 'failed', outgoing: failed, error });
        this.#sendNext();
      },
      // By the time of a retry, another message may be the first.
      'once',
    );
  }

  #find(key: string | undefined): OutgoingMessage | undefined {
    return this.#messages.find((message) => message.key === key);
  }

  #change(key: string, change: (message: OutgoingMessage) => OutgoingMessage): void {
    this.#set(this.#messages.map((message) => (message.key === key ? change(message) : message)));
  }

  #remove(key: string): void {
    this.#parts.storage.save('outgoing', key, null);
    this.#set(this.#messages.filter((message) => message.key !== key));
  }

  #set(outbox: readonly OutgoingMessage[]): void {
    this.#parts.cell.change({ outbox });
  }
}

const slotOf = ({ conversationId }: OutgoingMessage): string => `send ${conversationId}`;

const waiting = (message: Omit<OutgoingMessage, 'status' | 'error'>): OutgoingMessage => ({
  ...message,
  status: 'waiting',
  error: null,
});
