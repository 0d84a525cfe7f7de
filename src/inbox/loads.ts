import type { InboxError } from '../errors.js';
import { asInboxError } from './failures.js';

type Kind = 'conversation' | 'message' | 'total';

/** Of what events have told since a request left; an answer to it does not outweigh them. */
export type Newer = (kind: Kind) => ReadonlySet<string>;

/**
 * Runs requests, of which the newest in each slot counts, and knows what came first: events tell how things are now,
 * but an answer that arrives later may have been made before.
 */
export class Loads {
  #running = new Map<string, AbortController>();
  #told: Record<Kind, Map<string, number>> = { conversation: new Map(), message: new Map(), total: new Map() };
  #tick = 0;
  #whenIdle: (() => void) | null = null;

  /** An event has told of this thing. */
  tell(kind: Kind, id: string): void {
    if (this.#running.size) this.#told[kind].set(id, ++this.#tick);
  }

  isRunning(slot: string): boolean {
    return this.#running.has(slot);
  }

  /** Starts a request in place of the one in the same slot, which is aborted and not heard of any more. */
  run<T>(
    slot: string,
    request: (signal: AbortSignal) => Promise<T>,
    done: (answer: T, newer: Newer) => void,
    failed: (error: InboxError) => void,
  ): void {
    this.abort(slot);
    const controller = new AbortController();
    const asked = this.#tick;
    this.#running.set(slot, controller);
    const newer: Newer = (kind) =>
      new Set([...this.#told[kind]].flatMap(([id, tick]) => (tick > asked ? [id] : [])));
    const settle = (report: () => void): void => {
      if (this.#running.get(slot) !== controller) return;
      this.#running.delete(slot);
      report();
      this.#checkIdle();
    };
    request(controller.signal).then(
      (answer) => settle(() => done(answer, newer)),
      (error: unknown) => settle(() => failed(asInboxError(error))),
    );
  }

  /** Runs once what runs now has been answered: something that begins anew must not keep the first answer from the screen. */
  whenIdle(work: () => void): void {
    this.#whenIdle = work;
    this.#checkIdle();
  }

  abort(slot: string): void {
    const controller = this.#running.get(slot);
    if (!controller) return;
    this.#running.delete(slot);
    controller.abort();
    queueMicrotask(() => this.#checkIdle());
  }

  stop(): void {
    this.#whenIdle = null;
    for (const slot of [...this.#running.keys()]) this.abort(slot);
  }

  #checkIdle(): void {
    if (this.#running.size) return;
    for (const told of Object.values(this.#told)) told.clear();
    const work = this.#whenIdle;
    this.#whenIdle = null;
    work?.();
  }
}
