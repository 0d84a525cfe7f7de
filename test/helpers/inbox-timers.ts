import type { Timers } from '../../src/inbox/timers.js';
import type { FakeClock } from './fake-clock.js';

/** A fake clock as the inbox's rooms take it. */
export const timersOf = (clock: FakeClock): Timers => ({
  now: () => clock.wall,
  set: (callback, delayMs) => clock.setTimer(callback, delayMs),
  clear: (timer) => clock.clearTimer(timer),
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
