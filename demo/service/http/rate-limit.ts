import { Problem } from './problem.js';

export interface RateLimit {
  /** How many in one window. */
  readonly count: number;
  readonly windowMs: number;
}

/** Names kept at most; beyond, the one that was used longest ago is forgotten. */
const MAX_NAMES = 10_000;

/** Counts per name in windows of a fixed length, in memory: a restart forgives. */
export class RateLimiter {
  readonly #limit: RateLimit;
  readonly #now: () => number;
  readonly #windows = new Map<string, { count: number; endsAt: number }>();

  constructor(limit: RateLimit, now: () => number) {
    this.#limit = limit;
    this.#now = now;
  }

  /**
   * Counts one more for this name.
   *
   * @throws {Problem} `too_many_requests` with `Retry-After`
   */
  count(name: string): void {
    const now = this.#now();
    const known = this.#windows.get(name);
    const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + this.#limit.windowMs };
    this.#windows.delete(name);
    this.#windows.set(name, window);
    if (this.#windows.size > MAX_NAMES) this.#windows.delete(this.#windows.keys().next().value as string);
    if (++window.count <= this.#limit.count) return;
    const seconds = Math.ceil((window.endsAt - now) / 1000);
    throw new Problem('too_many_requests', {
      detail: `Too many requests. Try again in ${seconds} s.`,
      headers: { 'retry-after': String(seconds) },
    });
  }

  /** Forgets what was counted for a name. */
  forget(name: string): void {
    this.#windows.delete(name);
  }

  /** Takes one back, which turned out not to weigh; what was counted before it stays. */
  takeBack(name: string): void {
    const window = this.#windows.get(name);
    if (window) window.count = Math.max(0, window.count - 1);
  }
}
