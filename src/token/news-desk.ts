import type { TokenNews } from './token-owner.js';

/**
 * Tells news to all who listen, one after the other and each to all, however they answer: a listener may throw, ask for
 * a token, sign out or leave, and the next news still comes after this one.
 */
export class NewsDesk {
  readonly listeners = new Set<(news: TokenNews) => void>();
  readonly #reporter: { report(error: unknown): void };
  readonly #steps: (() => void)[] = [];
  #isBusy = false;

  /** @param reporter Is told of the listeners' exceptions. */
  constructor(reporter: { report(error: unknown): void }) {
    this.#reporter = reporter;
  }

  tell(news: TokenNews): void {
    this.then(() => {
      for (const listener of [...this.listeners]) this.isolate(() => listener(news));
    });
  }

  /** Goes on with `step` once everything before it has been told. */
  then(step: () => void): void {
    this.#steps.push(step);
  }

  /** Tells what there is to tell. Called while it is telling, it leaves that to the first call. */
  flush(): void {
    if (this.#isBusy) return;
    this.#isBusy = true;
    for (let step = this.#steps.shift(); step; step = this.#steps.shift()) step();
    this.#isBusy = false;
  }

  /** Runs somebody else's code, whose exceptions are his own. */
  isolate(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#reporter.report(error);
    }
  }
}
