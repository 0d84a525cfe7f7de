/** Callers who wait for the same thing. Nobody waits on once his signal has aborted. */
export class Waiters<T> {
  #waiting: { resolve: (value: T) => void; reject: (reason: unknown) => void }[] = [];

  wait(signal?: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      const waiter = { resolve, reject };
      this.#waiting.push(waiter);
      signal?.addEventListener('abort', () => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        reject(signal.reason as Error);
      });
    });
  }

  resolveAll(value: T): void {
    for (const { resolve } of this.#takeAll()) resolve(value);
  }

  rejectAll(reason: unknown): void {
    for (const { reject } of this.#takeAll()) reject(reason);
  }

  #takeAll(): { resolve: (value: T) => void; reject: (reason: unknown) => void }[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }
}
