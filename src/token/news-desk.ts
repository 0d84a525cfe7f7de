import type { TokenNews } from './token-owner.js';

/**
 * Delivers news to all listeners, one item after the other and each to everybody, whatever they do in return: a listener
 * may throw, ask for a token, sign out or leave, and the next item still comes after this one.
 */
export class NewsDesk {
  readonly listeners = new Set<(news: TokenNews) => void>();
  readonly #reporter: { report(error: unknown): void };
  readonly #steps: (() => void)[] = [];
  #isBusy = false;

  /** @param reporter Receives the listeners' exceptions. */
  constructor(reporter: { report(error: unknown): void }) {
    this.#reporter = reporter;
  }

  /** Queues an item; `flush()` delivers it. */
  tell(news: TokenNews): void {
    this.then(() => {
      for (const listener of [...this.listeners]) this.isolate(() => listener(news));
    });
  }

  /** Queues `step`, to run once everything before it has been delivered. */
  then(step: () => void): void {
    this.#steps.push(step);
  }

  /** Delivers what is queued. Called during a delivery, it leaves the rest to the call that is under way. */
  flush(): void {
    if (this.#isBusy) return;
    this.#isBusy = true;
    for (let step = this.#steps.shift(); step; step = this.#steps.shift()) step();
    this.#isBusy = false;
  }

  /** Runs somebody else's code: its exceptions are reported and go no further. */
  isolate(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#reporter.report(error);
    }
  }
}
