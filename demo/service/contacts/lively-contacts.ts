import { conversationRow, type ConversationRow } from '../inbox/rows.js';
import type { MessageJson } from '../inbox/schemas.js';
import type { Service } from '../service.js';

/** What a contact has to say. */
export interface Script {
  readonly answers: readonly string[];
  readonly later: readonly string[];
}

export interface LivelyContactsParts {
  readonly service: Service;
  /** What contacts of this name say; `undefined` for those who are not of the demo. */
  readonly scriptOf: (contactName: string) => Script | undefined;
  /** From 0 to 1. */
  readonly random: () => number;
  /** @returns A function that calls it off. */
  readonly after: (ms: number, callback: () => void) => () => void;
}

const DEFAULT_ANSWERS = ['Thank you!', 'Good to know, I will come back to it.', 'Fine by me.', 'Could you tell me a little more?'];
const IDLE_MS = [25_000, 60_000] as const;

/**
 * Plays the contacts, so that an inbox lives: what a client sends is delivered, read and answered, and now and then
 * somebody writes unasked — only where a stream is open, or a demo left alone would fill its disk.
 */
export class LivelyContacts {
  readonly #parts: LivelyContactsParts;
  readonly #pending = new Set<() => void>();
  /** How many of a contact's lines have been used, by kind and name. */
  readonly #used = new Map<string, number>();
  #unlisten: (() => void) | null = null;

  constructor(parts: LivelyContactsParts) {
    this.#parts = parts;
  }

  get running(): boolean {
    return this.#unlisten !== null;
  }

  start(): void {
    if (this.#unlisten) return;
    this.#unlisten = this.#parts.service.listenTo({ sent: (clientId, message) => this.#receive(clientId, message) });
    this.#idle();
  }

  stop(): void {
    this.#unlisten?.();
    this.#unlisten = null;
    for (const cancel of this.#pending) cancel();
    this.#pending.clear();
  }

  #receive(clientId: string, message: MessageJson): void {
    const { service } = this.#parts;
    this.#later([300, 900], () => service.writer.setDelivery(clientId, message.id, 'delivered'));
    this.#later([1000, 2000], async () => {
      await service.writer.setDelivery(clientId, message.id, 'read');
      this.#answer(clientId, message.conversationId, 'answers');
    });
  }

  /** Types first, and then writes. */
  #answer(clientId: string, conversationId: string, kind: keyof Script): void {
    const { service } = this.#parts;
    this.#later([200, 600], async () => {
      const conversation = await conversationRow(service.database, clientId, conversationId);
      const text = conversation && this.#line(conversation, kind);
      if (!text) return;
      await service.contactSide.type(clientId, conversationId);
      this.#later([1000, 4000], () => service.contactSide.write(clientId, { conversationId }, { text }));
    });
  }

  #idle(): void {
    this.#later(IDLE_MS, async () => {
      this.#idle();
      const rows = await this.#parts.service.database.all<{ id: string; clientId: string }>(
        `SELECT id, client_id AS "clientId" FROM conversations WHERE status = 'open'
         ORDER BY last_message_at DESC LIMIT 50`,
      );
      const watched = rows.filter(({ clientId }) => this.#parts.service.hub.isOpenFor(clientId));
      const chosen = watched[Math.floor(this.#parts.random() * watched.length)];
      if (chosen) this.#answer(chosen.clientId, chosen.id, 'later');
    });
  }

  #line({ contactName }: ConversationRow, kind: keyof Script): string | undefined {
    const script = this.#parts.scriptOf(contactName);
    const lines = script?.[kind] ?? (kind === 'answers' ? DEFAULT_ANSWERS : []);
    const name = `${kind} ${contactName}`;
    const used = this.#used.get(name) ?? 0;
    this.#used.set(name, used + 1);
    // Answers never run out; nobody repeats what he said unasked.
    return kind === 'answers' && lines.length > 0 ? lines[used % lines.length] : lines[used];
  }

  #later([min, max]: readonly [number, number], work: () => Promise<unknown>): void {
    const cancel = this.#parts.after(min + this.#parts.random() * (max - min), () => {
      this.#pending.delete(cancel);
      // What the contact wanted to touch may be gone by now; that is no failure.
      void work().catch(() => undefined);
    });
    this.#pending.add(cancel);
  }
}
