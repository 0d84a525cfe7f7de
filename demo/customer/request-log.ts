/** Entries kept at most. */
const MAX_ENTRIES = 5_000;

/** One call of the refresh endpoint. */
export interface RefreshLogEntry {
  /** RFC 3339 in UTC. */
  readonly time: string;
  /** Name of the signed-in user; `null` where nobody was. */
  readonly user: string | null;
  /** Status of the answer; `null` where there was none: dropped on purpose, or the caller had hung up. */
  readonly status: number | null;
}

/** The calls of the refresh endpoint, oldest first: what really happened, as opposed to what a page says. */
export class RefreshLog {
  readonly #entries: RefreshLogEntry[] = [];
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  add(user: string | null, status: number | null): void {
    this.#entries.push({ time: new Date(this.#now()).toISOString(), user, status });
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift();
  }

  entries(): readonly RefreshLogEntry[] {
    return this.#entries;
  }
}
