/** Callers who wait for the same thing. A caller whose signal has aborted waits no longer. */
export class Waiters<T> {
  /** Each lets one caller go on. */
  readonly #waiting = new Set<(outcome: T | Promise<never>) => void>();

  wait(signal?: AbortSignal): Promise<T> {
    return new Promise((resolve) => {
      const goOn = (outcome: T | Promise<never>): void => {
        signal?.removeEventListener('abort', onAbort);
        this.#waiting.delete(goOn);
        resolve(outcome);
      };
      const onAbort = (): void => goOn(Promise.reject(signal?.reason as Error));
      signal?.addEventListener('abort', onAbort);
      this.#waiting.add(goOn);
    });
  }

  /** Lets everybody go on: with what they wait for, or with the reason why there is none. */
  settle(outcome: T | Error): void {
    for (const goOn of this.#waiting) goOn(outcome instanceof Error ? Promise.reject(outcome) : outcome);
  }
}
