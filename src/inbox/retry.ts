import type { Timers } from './timers.js';

const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 60_000;

/**
 * Pause before the next try: doubles from one second up to a minute, of which a random part of up to a quarter is
 * taken off, so that many pages that failed together do not come back together.
 *
 * @param attempt Number of failures before this one, from 0.
 * @param random From 0 up to 1.
 * @returns ms
 */
export const retryDelay = (attempt: number, random: number): number =>
  Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempt, 16)) * (1 - random / 4);

/** Something that is tried again after growing pauses, or at once when the way is known to be free again. */
export class Retry {
  readonly #timers: Timers;
  readonly #random: () => number;
  readonly #run: () => void;
  #timer: unknown;
  #attempt = 0;

  constructor(timers: Timers, random: () => number, run: () => void) {
    this.#timers = timers;
    this.#random = random;
    this.#run = run;
  }

  /** Plans a try, unless one is planned. */
  later(): void {
    this.#timer ??= this.#timers.set(() => {
      this.#timer = undefined;
      this.#run();
    }, retryDelay(this.#attempt++, this.#random()));
  }

  /** Takes the planned try now, if there is one. */
  wake(): void {
    if (this.#timer === undefined) return;
    this.stop();
    this.#run();
  }

  /** It worked: the next pause is short again. */
  succeeded(): void {
    this.#attempt = 0;
  }

  stop(): void {
    this.#timers.clear(this.#timer);
    this.#timer = undefined;
  }
}
