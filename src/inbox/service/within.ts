import type { PageClock } from '../../page-clock.js';

/**
 * Does `work` until it is aborted or out of time, so that even a `fetch` that ignores its signal holds nothing up.
 *
 * @param signals Each of them ends it, with its own reason.
 * @param limitMs Time limit in ms; 0: none.
 * @param overdue Makes the error for when the time is up.
 * @throws the reason of the signal, or the error of `overdue`
 */
export async function within<T>(
  signals: readonly (AbortSignal | undefined)[],
  clock: PageClock,
  limitMs: number,
  overdue: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  for (const signal of signals) signal?.throwIfAborted();
  const controller = new AbortController();
  const settled = new AbortController();
  let cancel: (() => void) | undefined;
  try {
    return await Promise.race([
      work(controller.signal),
      new Promise<never>((_, reject) => {
        const end = (reason: Error): void => {
          reject(reason);
          controller.abort(reason);
        };
        for (const signal of signals) {
          signal?.addEventListener('abort', () => end(signal.reason as Error), { signal: settled.signal });
        }
        if (limitMs) cancel = clock.after(limitMs, () => end(overdue()));
      }),
    ]);
  } finally {
    cancel?.();
    settled.abort();
  }
}
