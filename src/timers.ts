import type { PageClock } from './page-clock.js';

/** Timers by name, of which there is one at a time. */
export class Timers<Name extends string = string> {
  readonly #clock: PageClock;
  /** Functions that call off what waits. */
  readonly #waiting = new Map<Name, () => void>();

  constructor(clock: PageClock) {
    this.#clock = clock;
  }

  has(name: Name): boolean {
    return this.#waiting.has(name);
  }

  /** Runs something once, after `delayMs`, in place of what waits under this name. */
  set(name: Name, delayMs: number, run: () => unknown): void {
    this.cancel(name);
    this.#waiting.set(
      name,
      this.#clock.after(delayMs, () => {
        this.#waiting.delete(name);
        run();
      }),
    );
  }

  /** @returns Whether there was anything to cancel. */
  cancel(name: Name): boolean {
    this.#waiting.get(name)?.();
    return this.#waiting.delete(name);
  }

  cancelAll(): void {
    for (const name of this.#waiting.keys()) this.cancel(name);
  }
}
