/** Something that is going to happen. */
export interface Scheduled {
  cancel(): void;
}

interface Entry {
  readonly time: number;
  readonly order: number;
  action: (() => void) | null;
}

/**
 * The true time of a simulated world, and what happens in it, one thing after the other. After each, all promises
 * that it settles are followed to their end before time goes on.
 */
export class Timeline {
  #now = 0;
  #order = 0;
  /** A binary heap: the parent of `index` is at `(index - 1) >> 1` and comes first. */
  readonly #heap: Entry[] = [];

  /** ms since the world began. */
  get now(): number {
    return this.#now;
  }

  /** What is due at the same time happens in the order of calling. The past is now. */
  at(time: number, action: () => void): Scheduled {
    const entry: Entry = { time: Math.max(time, this.#now), order: this.#order++, action };
    this.#push(entry);
    return {
      cancel: () => {
        entry.action = null;
      },
    };
  }

  after(delayMs: number, action: () => void): Scheduled {
    return this.at(this.#now + delayMs, action);
  }

  async runUntil(end: number): Promise<void> {
    await settled();
    for (let next = this.#heap[0]; next && next.time <= end; next = this.#heap[0]) {
      this.#pop();
      if (!next.action) continue;
      this.#now = next.time;
      next.action();
      await settled();
    }
    this.#now = end;
  }

  #push(entry: Entry): void {
    const heap = this.#heap;
    let index = heap.length;
    heap.push(entry);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(entry, heap[parent] as Entry)) break;
      heap[index] = heap[parent] as Entry;
      index = parent;
    }
    heap[index] = entry;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Entry, heap[child] as Entry)) child++;
      if (!isBefore(heap[child] as Entry, last)) break;
      heap[index] = heap[child] as Entry;
      index = child;
    }
    heap[index] = last;
  }
}

function isBefore(one: Entry, other: Entry): boolean {
  return one.time < other.time || (one.time === other.time && one.order < other.order);
}

interface TaskGlobal {
  readonly setImmediate?: (task: () => void) => unknown;
}

/** Resolves once every promise that can go on by itself has done so: a task comes after all microtasks. */
const settled: () => Promise<void> = (() => {
  const { setImmediate } = globalThis as TaskGlobal;
  if (setImmediate) return () => new Promise<void>((resolve) => setImmediate(resolve));
  const { port1, port2 } = new MessageChannel();
  let resolveLast: () => void = () => {};
  port1.onmessage = () => resolveLast();
  return () =>
    new Promise<void>((resolve) => {
      resolveLast = resolve;
      port2.postMessage(null);
    });
})();
