/** So long is an element kept that has left the page, and then the owner of its token, in ms. */
const GRACE_MS = 1_000;

/** The graces that run on a page. They end by themselves, or all at once, so that nothing of a page outlives it. */
export class Graces {
  readonly #running = new Map<number, () => void>();
  readonly #own = { setTimeout: window.setTimeout, clearTimeout: window.clearTimeout };

  constructor() {
    const { setTimeout: set, clearTimeout: clear } = this.#own;
    window.setTimeout = ((run: (...given: unknown[]) => void, delayMs?: number, ...given: unknown[]) => {
      const timer = set(() => {
        this.#running.delete(timer);
        run(...given);
      }, delayMs);
      if (delayMs === GRACE_MS) this.#running.set(timer, run);
      return timer;
    }) as typeof setTimeout;
    window.clearTimeout = (timer) => {
      this.#running.delete(timer as number);
      clear(timer);
    };
  }

  /** Ends them all, and those that begin with their end. The page has its own timers again. */
  end(): void {
    for (const [timer, run] of this.#running) {
      window.clearTimeout(timer);
      run();
    }
    Object.assign(window, this.#own);
  }
}
