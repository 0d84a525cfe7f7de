interface Waiter<T> {
  resolve(value: T): void;
  reject(reason: unknown): void;
  /** Stops listening to the caller's signal. */
  detach(): void;
}

/** Callers who wait for the same thing. Nobody waits on once his signal has aborted. */
export class Waiters<T> {
  #waiting = new Set<Waiter<T>>();

  wait(signal?: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#waiting.delete(waiter);
        reject(signal?.reason as Error);
      };
      const waiter = { resolve, reject, detach: () => signal?.removeEventListener('abort', onAbort) };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.add(waiter);
    });
  }

  resolveAll(value: T): void {
    this.#takeAll((waiter) => waiter.resolve(value));
  }

  rejectAll(reason: unknown): void {
    this.#takeAll((waiter) => waiter.reject(reason));
  }

  #takeAll(settle: (waiter: Waiter<T>) => void): void {
    for (const waiter of this.#waiting) {
      waiter.detach();
      settle(waiter);
    }
    this.#waiting.clear();
  }
}
