import type { MemorySource } from '../../../src/inbox/memory/index.js';
import type { Weather } from './weather.js';

const PAGE = { limit: 100 };

/** Keeps account of what was sent off: each of it has to arrive once. */
export class Sendings {
  readonly #truth: MemorySource;
  readonly #weather: Weather;
  /** Words that no other message has, of what was sent off. */
  #marks: string[] = [];
  #count = 0;

  constructor(truth: MemorySource, weather: Weather) {
    this.#truth = truth;
    this.#weather = weather;
  }

  /** A word that no other message has. */
  next(): string {
    return `#${++this.#count}.`;
  }

  /** A message with this word was taken from its field. */
  sentOff(mark: string): void {
    this.#marks.push(mark);
  }

  /** Who wrote them has signed out: what is not sent yet never will be. */
  forget(): void {
    this.#marks = [];
  }

  /** What was lost or sent twice, once all is at rest. */
  async findings(): Promise<string[]> {
    const texts = await this.#sent();
    const twice = Array.from({ length: this.#count }, (_, at) => `#${at + 1}.`).filter(
      (mark) => texts.filter((text) => text.includes(mark)).length > 1,
    );
    const lost = this.#marks.filter((mark) => ![...texts, ...this.#weather.refused].some((text) => text.includes(mark)));
    return [...twice.map((mark) => `“${mark}” was sent twice`), ...lost.map((mark) => `“${mark}” was never sent`)];
  }

  async #sent(): Promise<string[]> {
    const texts: string[] = [];
    for (let cursor: string | null | undefined; ; ) {
      const page = await this.#truth.listConversations({ q: '#', channel: '', filter: 'all' }, { ...PAGE, ...(cursor && { cursor }) });
      for (const { id } of page.conversations) {
        for (let before: string | undefined; ; ) {
          const { messages, hasMore } = await this.#truth.listMessages(id, { ...PAGE, before });
          texts.push(...messages.flatMap(({ clientKey, text }) => (clientKey ? [text] : [])));
          if (!hasMore) break;
          before = messages[0]?.id;
        }
      }
      cursor = page.nextCursor;
      if (!cursor) return texts;
    }
  }
}
