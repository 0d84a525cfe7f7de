/** Callers who wait for the same thing. Nobody is kept once his signal aborts. */
export class Waiters<T> {
  readonly #waiting = new Set<{ resolve: (value: T) => void; reject: (reason: unknown) => void }>();

  get count(): number {
    return this.#waiting.size;
  }

  wait(signal?: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(waiter);
        signal?.removeEventListener('abort', onAbort);
      };
      const waiter = {
        resolve: (value: T) => {
          leave();
          resolve(value);
        },
        reject: (reason: unknown) => {
          leave();
          reject(reason as Error);
        },
      };
      const onAbort = (): void => waiter.reject(signal?.reason);
      if (signal?.aborted) return onAbort();
      this.#waiting.add(waiter);
      signal?.addEventListener('abort', onAbort);
    });
  }

  resolveAll(value: T): void {
    for (const waiter of this.#waiting) waiter.resolve(value);
  }

  rejectAll(reason: unknown): void {
    for (const waiter of this.#waiting) waiter.reject(reason);
  }
}
