/** Texts beyond this are forgotten, oldest first. */
const LIMIT = 50;

/** Remembers tokens by their text: what was offered or held before, and what the service has rejected. */
export class TokenMemory {
  readonly #seen = new Set<string>();
  readonly #rejected = new Set<string>();

  noteSeen(text: string): void {
    remember(this.#seen, text);
  }

  wasSeen(text: string): boolean {
    return this.#seen.has(text);
  }

  noteRejected(text: string): void {
    remember(this.#rejected, text);
  }

  wasRejected(text: string): boolean {
    return this.#rejected.has(text);
  }
}

function remember(texts: Set<string>, text: string): void {
  texts.add(text);
  for (const oldest of texts) {
    if (texts.size <= LIMIT) break;
    texts.delete(oldest);
  }
}
