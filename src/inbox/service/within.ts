import type { PageClock } from '../../page-clock.js';
import { unreachable } from './answer.js';

/**
 * Does `work` until it is aborted or out of time, so that even a `fetch` that ignores its signal holds nothing up.
 *
 * @param signals Each of them ends it, with its own reason.
 * @param limitMs Time limit in ms; 0: none.
 * @throws the reason of the signal, or that the service cannot be reached in time
 */
export async function within<T>(
  signals: readonly (AbortSignal | undefined)[],
  clock: PageClock,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { signal: ended } = controller;
  const settled = new AbortController();
  for (const signal of signals) {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', () => controller.abort(signal.reason), { signal: settled.signal });
  }
  const cancel = limitMs ? clock.after(limitMs, () => controller.abort(unreachable())) : undefined;
  try {
    return await Promise.race([
      // First, so that what ends the work says why, and not what then becomes of it.
      new Promise<never>((_, reject) => ended.addEventListener('abort', () => reject(ended.reason as Error))),
      work(ended),
    ]);
  } finally {
    cancel?.();
    settled.abort();
  }
}
