import type { InboxError } from '../errors.js';
import { asInboxError, passes } from './failures.js';
import { retryDelay } from './retry.js';
import type { PageClock } from '../page-clock.js';

/** What runs is not waited for any longer than this, in ms: an app's own source may never answer. */
const IDLE_LIMIT_MS = 60_000;

type Kind = 'conversation' | 'message' | 'total';

/** Whether an event has told of a thing since a request left; an answer to it does not outweigh that. */
export type Newer = (kind: Kind, id: string) => boolean;

/**
 * Runs requests, of which the newest in each slot counts, and tries those again that may succeed later: after growing
 * pauses, or at once when the way is known to be free again. Knows what came first: events tell how things are now, but
 * an answer that arrives later may have been made before.
 */
export class Requests {
  readonly #clock: PageClock;
  readonly #random: () => number;
  #running = new Map<string, AbortController>();
  /** What waits for its time, by slot. */
  #waiting = new Map<string, { readonly cancel: () => void; readonly run: () => void }>();
  /** Failures in a row, by slot. */
  #failures = new Map<string, number>();
  #told = new Map<string, number>();
  #tick = 0;
  #whenIdle: (() => void) | null = null;
  #cancelIdleLimit: (() => void) | undefined;

  constructor(clock: PageClock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  /** An event has told of this thing. */
  tell(kind: Kind, id: string): void {
    if (this.#running.size) this.#told.set(kind + id, ++this.#tick);
  }

  isRunning(slot: string): boolean {
    return this.#running.has(slot);
  }

  /**
   * Starts a request in place of the one in the same slot, which is aborted and not heard of any more.
   *
   * @param isRepeated Whether it is tried again where that may help.
   */
  run<T>(
    slot: string,
    request: (signal: AbortSignal) => Promise<T>,
    done: (answer: T, newer: Newer) => void,
    failed: (error: InboxError) => void,
    isRepeated = true,
  ): void {
    this.abort(slot);
    const controller = new AbortController();
    const asked = this.#tick;
    const settle = (report: () => void): void => {
      if (this.#running.get(slot) !== controller) return;
      this.#running.delete(slot);
      report();
      this.#checkIdle();
    };
    const fail = (cause: unknown): void => {
      const error = asInboxError(cause);
      failed(error);
      const again = isRepeated && passes(error) && !this.#running.has(slot);
      if (again) this.later(slot, () => this.run(slot, request, done, failed));
    };
    this.#running.set(slot, controller);
    // An app's own source may throw in place of rejecting, and answer what cannot be taken.
    new Promise<T>((resolve) => resolve(request(controller.signal))).then(
      (answer) =>
        settle(() => {
          try {
            done(answer, (kind, id) => (this.#told.get(kind + id) ?? 0) > asked);
          } catch (cause) {
            return fail(cause);
          }
          if (!this.#waiting.has(slot)) this.#failures.delete(slot);
        }),
      (cause: unknown) => settle(() => fail(cause)),
    );
  }

  /** Runs something after a pause, unless something waits in this slot already. */
  later(slot: string, run: () => void): void {
    if (this.#waiting.has(slot)) return;
    const failures = this.#failures.get(slot) ?? 0;
    this.#failures.set(slot, failures + 1);
    const cancel = this.#clock.after(retryDelay(failures, this.#random()), () => {
      this.#waiting.delete(slot);
      run();
    });
    this.#waiting.set(slot, { cancel, run });
  }

  /** The way is free again: runs at once what waits. */
  wake(): void {
    for (const [slot, { cancel, run }] of [...this.#waiting]) {
      cancel();
      this.#waiting.delete(slot);
      run();
    }
  }

  /** Runs once what runs now has been answered: something that begins anew must not keep the first answer from the screen. */
  whenIdle(work: () => void): void {
    this.#whenIdle = work;
    this.#cancelIdleLimit ??= this.#clock.after(IDLE_LIMIT_MS, () => this.#beginAnew());
    this.#checkIdle();
  }

  /**
   * Ends what runs or waits in a slot.
   *
   * @returns Whether anything did.
   */
  abort(slot: string): boolean {
    this.#waiting.get(slot)?.cancel();
    const waited = this.#waiting.delete(slot);
    const controller = this.#running.get(slot);
    if (!controller) return waited;
    this.#running.delete(slot);
    controller.abort();
    queueMicrotask(() => this.#checkIdle());
    return true;
  }

  stop(): void {
    this.#whenIdle = null;
    this.#beginAnew();
    for (const slot of [...this.#running.keys(), ...this.#waiting.keys()]) this.abort(slot);
    this.#failures.clear();
  }

  #checkIdle(): void {
    if (this.#running.size) return;
    this.#told.clear();
    this.#beginAnew();
  }

  #beginAnew(): void {
    const work = this.#whenIdle;
    this.#whenIdle = null;
    this.#cancelIdleLimit?.();
    this.#cancelIdleLimit = undefined;
    work?.();
  }
}
