import type { StoreParts } from './store-parts.js';

/** How long somebody counts as typing after the last word of it. */
const SHOWN_MS = 6_000;
/** The least time between two words to a contact that somebody types. */
const SENT_MS = 3_000;

/** Who types, here and there. */
export class Typing {
  readonly #parts: StoreParts;
  /** Forgets who types, sooner or later; by conversation. */
  #planned = new Map<string, () => void>();
  #sentAt = new Map<string, number>();

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  /** Tells the contact, unless it has just been told. */
  send(conversationId: string): void {
    const { source, clock } = this.#parts;
    const now = clock.now();
    if (Math.abs(now - (this.#sentAt.get(conversationId) ?? 0)) < SENT_MS) return;
    this.#sentAt.set(conversationId, now);
    new Promise((resolve) => resolve(source.sendTyping(conversationId))).catch(() => undefined);
  }

  show(conversationId: string, name: string): void {
    const { cell, clock } = this.#parts;
    this.hide(conversationId);
    cell.changeEntry('typing', conversationId, name);
    this.#planned.set(
      conversationId,
      clock.after(SHOWN_MS, () => this.hide(conversationId)),
    );
  }

  hide(conversationId: string): void {
    if (!this.#planned.has(conversationId)) return;
    this.#planned.get(conversationId)?.();
    this.#planned.delete(conversationId);
    this.#parts.cell.changeEntry('typing', conversationId, undefined);
  }

  stop(): void {
    for (const conversationId of [...this.#planned.keys()]) this.hide(conversationId);
    this.#sentAt.clear();
  }
}
