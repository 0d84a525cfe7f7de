import type { StoreParts } from './store-parts.js';

/** How long somebody counts as typing after the last word of it. */
const SHOWN_MS = 6_000;
/** The least time between two words to a contact that somebody types. */
const SENT_MS = 3_000;

/** Who types, here and there. */
export class Typing {
  readonly #parts: StoreParts;
  #timers = new Map<string, unknown>();
  #sentAt = new Map<string, number>();

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  /** Tells the contact, unless it has just been told. */
  send(conversationId: string): void {
    const { source, timers } = this.#parts;
    const now = timers.now();
    if (Math.abs(now - (this.#sentAt.get(conversationId) ?? 0)) < SENT_MS) return;
    this.#sentAt.set(conversationId, now);
    new Promise((resolve) => resolve(source.sendTyping(conversationId))).catch(() => undefined);
  }

  show(conversationId: string, name: string): void {
    const { cell, timers } = this.#parts;
    this.hide(conversationId);
    cell.changeEntry('typing', conversationId, name);
    this.#timers.set(
      conversationId,
      timers.set(() => this.hide(conversationId), SHOWN_MS),
    );
  }

  hide(conversationId: string): void {
    const { cell, timers } = this.#parts;
    if (!this.#timers.has(conversationId)) return;
    timers.clear(this.#timers.get(conversationId));
    this.#timers.delete(conversationId);
    cell.changeEntry('typing', conversationId, undefined);
  }

  stop(): void {
    for (const conversationId of [...this.#timers.keys()]) this.hide(conversationId);
    this.#sentAt.clear();
  }
}
