import type { TokenNews } from './token-owner.js';

/**
 * Tells news to all who listen, one after the other and each to all, however they answer: a listener may throw, ask for
 * a token, sign out or leave, and the next news still comes after this one.
 */
export class NewsDesk {
  readonly #report: (error: unknown) => void;
  readonly #listeners = new Set<(news: TokenNews) => void>();
  readonly #steps: (() => void)[] = [];
  #isBusy = false;

  constructor(report: (error: unknown) => void) {
    this.#report = report;
  }

  get size(): number {
    return this.#listeners.size;
  }

  add(listener: (news: TokenNews) => void): void {
    this.#listeners.add(listener);
  }

  delete(listener: (news: TokenNews) => void): void {
    this.#listeners.delete(listener);
  }

  tell(news: TokenNews): void {
    this.#steps.push(() => {
      for (const listener of [...this.#listeners]) {
        try {
          listener(news);
        } catch (error) {
          this.#report(error);
        }
      }
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
}
