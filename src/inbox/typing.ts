import type { StoreParts } from './store-parts.js';
import { Timers } from '../timers.js';

/** How long somebody counts as typing after the last event that says so. */
const SHOWN_MS = 6_000;
/** The least time between two notices to a contact that somebody is typing. */
const SENT_MS = 3_000;

/** Who is typing: the contacts, and the person here. */
export class Typing {
  readonly #parts: StoreParts;
  /** Will hide who is typing; by conversation. */
  readonly #timers: Timers;
  /** When the contact was last notified; by conversation. */
  #sentAt = new Map<string, number>();

  constructor(parts: StoreParts) {
    this.#parts = parts;
    this.#timers = new Timers(parts.clock);
  }

  /** Notifies the contact, unless that has just been done. */
  async send(conversationId: string): Promise<void> {
    const { source, clock } = this.#parts;
    const now = clock.now();
    // In either direction: the clock may have been set back.
    if (Math.abs(now - (this.#sentAt.get(conversationId) ?? 0)) < SENT_MS) return;
    this.#sentAt.set(conversationId, now);
    try {
      await source.sendTyping(conversationId);
    } catch {
      // The next notice may get through.
    }
  }

  show(conversationId: string, name: string): void {
    const { cell } = this.#parts;
    cell.changeEntry('typing', conversationId, name);
    this.#timers.set(conversationId, SHOWN_MS, () => cell.changeEntry('typing', conversationId, undefined));
  }

  hide(conversationId: string): void {
    if (this.#timers.cancel(conversationId)) this.#parts.cell.changeEntry('typing', conversationId, undefined);
  }

  stop(): void {
    this.#timers.cancelAll();
  }
}
