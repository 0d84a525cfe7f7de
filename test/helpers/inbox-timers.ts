import type { PageClock } from '../../src/page-clock.js';
import type { FakeClock } from './fake-clock.js';

/** A fake clock as the inbox's rooms take it. */
export const clockOf = (clock: FakeClock): PageClock => ({
  now: () => clock.wall,
  after: (delayMs, callback) => {
    const timer = clock.setTimer(callback, delayMs);
    return () => clock.clearTimer(timer);
  },
});

/** A turn of the event loop: what waits for streams and bodies in memory goes on. */
export const turn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** Goes on once the condition holds; a test in which it never does ends at the runner's limit. */
export async function until(condition: () => unknown): Promise<void> {
  while (!condition()) await turn();
}

/** Lets everything in memory come to rest. */
export async function rest(turns = 12): Promise<void> {
  for (let count = 0; count < turns; count++) await turn();
}
