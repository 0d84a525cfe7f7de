/** Numbers of held timers go down from here in all tests: an element that an earlier one has left ends its own by their numbers. The page's go up. */
let held = 0;

/** Timers of the page from a length on, which run when a test says so; shorter ones run by themselves. */
export class HeldTimers {
  /** In ms, those that were set first first. */
  get waiting(): number[] {
    return [...this.#held.values()].map(({ delayMs }) => delayMs);
  }

  readonly #held = new Map<number, { readonly delayMs: number; readonly run: () => void }>();
  readonly #own = { setTimeout: window.setTimeout, clearTimeout: window.clearTimeout };

  /** @param fromMs Timers of so many ms or more are held. */
  constructor(fromMs: number) {
    const { setTimeout: set, clearTimeout: clear } = this.#own;
    window.setTimeout = ((run: (...given: unknown[]) => void, delayMs = 0, ...given: unknown[]) => {
      if (delayMs < fromMs) return set(run, delayMs, ...given);
      this.#held.set(--held, { delayMs, run: () => run(...given) });
      return held;
    }) as typeof setTimeout;
    window.clearTimeout = (timer) => {
      if (!this.#held.delete(timer as number)) clear(timer);
    };
  }

  /** The time of those of exactly so many ms is over. */
  end(ofMs: number): void {
    for (const [timer, { delayMs, run }] of [...this.#held]) {
      if (delayMs === ofMs && this.#held.delete(timer)) run();
    }
  }

  /** The page has its own again. What is still held never runs. */
  stop(): void {
    Object.assign(window, this.#own);
  }
}
