import type { InboxError } from '../errors.js';
import { asInboxError, isTemporary } from './failures.js';
import { retryDelay } from './retry-delay.js';
import type { PageClock } from '../page-clock.js';

/** `whenIdle()` waits no longer than this for running requests, in ms: an app's own source may never answer. */
const IDLE_LIMIT_MS = 60_000;

type Kind = 'conversation' | 'message' | 'total';

/** Whether an event has reported a thing since a request left: if so, the event outweighs the answer. */
export type Newer = (kind: Kind, id: string) => boolean;

/**
 * Runs requests, of which only the newest in each slot counts, and retries those that may succeed later: with backoff, or
 * at once when the connection is known to be back. Knows what came first: events report how things are now, but an answer
 * that arrives later may have been made earlier (docs/decisions/0007).
 */
export class Requests {
  readonly #clock: PageClock;
  readonly #random: () => number;
  #running = new Map<string, AbortController>();
  /** What waits to be run, by slot. */
  #waiting = new Map<string, { readonly cancel: () => void; readonly runNow: () => void }>();
  /** Failures in a row, by slot. */
  #failures = new Map<string, number>();
  /** When an event last reported a thing, as a `#tick`; kept only while requests run. */
  #reported = new Map<string, number>();
  #tick = 0;
  /** What is to be done once nothing runs. */
  #whenIdle: (() => void) | null = null;
  #cancelIdleLimit: (() => void) | undefined;

  constructor(clock: PageClock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  /** An event has reported this thing, or the person has changed it: answers to requests that have already left are older. */
  outdate(kind: Kind, id: string): void {
    if (this.#running.size) this.#reported.set(kind + id, ++this.#tick);
  }

  isRunning(slot: string): boolean {
    return this.#running.has(slot);
  }

  /**
   * Starts a request in place of the one in the same slot, which is aborted and heard of no more.
   *
   * @param times `once`: it is not repeated, even where that may help.
   */
  run<T>(
    slot: string,
    request: (signal: AbortSignal) => Promise<T>,
    done: (answer: T, newer: Newer) => void,
    failed: (error: InboxError) => void,
    times?: 'once',
  ): void {
    this.abort(slot);
    const controller = new AbortController();
    const asked = this.#tick;
    let isSettled = false;
    /** Whether nothing has taken its place: from then on, its slot is free. */
    const settle = (): boolean => (isSettled ||= this.#running.get(slot) === controller && this.#running.delete(slot));
    const work = async (): Promise<void> => {
      try {
        const answer = await request(controller.signal);
        if (!settle()) return;
        // In most cases nothing at all has been reported, and no key needs to be made for each of ten thousand rows.
        done(answer, (kind, id) => this.#tick > asked && (this.#reported.get(kind + id) ?? 0) > asked);
        // What `done` has put off counts as a failure.
        if (!this.#waiting.has(slot)) this.#failures.delete(slot);
      } catch (cause) {
        // An app's own source may also throw instead of rejecting, or give an answer that `done` cannot process.
        if (!settle()) return;
        const error = asInboxError(cause);
        failed(error);
        const again = !times && isTemporary(error) && !this.#running.has(slot);
        if (again) this.later(slot, () => this.run(slot, request, done, failed));
      }
      this.#checkIdle();
    };
    this.#running.set(slot, controller);
    void work();
  }

  /** Runs something after a pause that grows with each failure, unless something already waits in this slot. */
  later(slot: string, run: () => void): void {
    if (this.#waiting.has(slot)) return;
    const failures = this.#failures.get(slot) ?? 0;
    this.#failures.set(slot, failures + 1);
    const runNow = (): void => {
      cancel();
      this.#waiting.delete(slot);
      run();
    };
    const cancel = this.#clock.after(retryDelay(failures, this.#random()), runNow);
    this.#waiting.set(slot, { cancel, runNow });
  }

  /** The connection is back: runs at once what waits. */
  wake(): void {
    for (const [slot, one] of [...this.#waiting]) {
      // What has just been run may have put it off anew.
      if (this.#waiting.get(slot) === one) one.runNow();
    }
  }

  /**
   * Does `work` once the requests that run now have been answered: starting over must not keep the first answer from the screen.
   * Then rests for a moment, and longer each time that it has been called again meanwhile.
   */
  whenIdle(work: () => void): void {
    this.#whenIdle = work;
    this.#cancelIdleLimit ??= this.#clock.after(IDLE_LIMIT_MS, () => this.#workIdle());
    this.#checkIdle();
  }

  /**
   * Ends what runs or waits in a slot.
   *
   * @returns Whether there was anything to end.
   */
  abort(slot: string): boolean {
    this.#waiting.get(slot)?.cancel();
    const waited = this.#waiting.delete(slot);
    const controller = this.#running.get(slot);
    if (!controller) return waited;
    this.#running.delete(slot);
    // Another way has been found to what it was for, or it is wanted no more: what had failed before it says nothing of what comes next.
    this.#failures.delete(slot);
    controller.abort();
    // Later, for `run()` aborts what it is about to replace.
    queueMicrotask(() => this.#checkIdle());
    return true;
  }

  stop(): void {
    // With nothing to do, this only ends the time limit.
    this.#whenIdle = null;
    this.#workIdle();
    for (const slot of [...this.#running.keys(), ...this.#waiting.keys()]) this.abort(slot);
  }

  #checkIdle(): void {
    if (this.#running.size) return;
    this.#reported.clear();
    if (!this.#waiting.has('rest')) this.#workIdle();
  }

  /** Does what `whenIdle()` was given, if anything. */
  #workIdle(): void {
    const work = this.#whenIdle;
    this.#whenIdle = null;
    this.#cancelIdleLimit?.();
    this.#cancelIdleLimit = undefined;
    if (!work) return;
    // An app's own source may say that something was missed after each of its answers.
    this.later('rest', () => {
      if (!this.#whenIdle && !this.#running.size) this.#failures.delete('rest');
      this.#checkIdle();
    });
    work();
  }
}
