/** A timer of a `FakeClock`. */
interface FakeTimer {
  readonly id: number;
  readonly due: number;
  readonly callback: () => void;
}

/**
 * Time that a test owns: a wall clock and a monotonic clock that can jump apart, and timers that run by the monotonic
 * one. Time passes only in `advance()`.
 */
export class FakeClock {
  wall: number;
  mono = 1_000;
  #timers: FakeTimer[] = [];
  #ids = 0;
  /** Delays of all timers ever set, in ms, with the monotonic time at which they were. */
  readonly delays: { readonly at: number; readonly delayMs: number }[] = [];

  /** @param wall Where the wall clock starts, in ms since 1970. */
  constructor(wall: number) {
    this.wall = wall;
  }

  setTimer(callback: () => void, delayMs: number): number {
    const id = ++this.#ids;
    this.delays.push({ at: this.mono, delayMs });
    this.#timers.push({ id, due: this.mono + delayMs, callback });
    return id;
  }

  clearTimer(id: unknown): void {
    this.#timers = this.#timers.filter((timer) => timer.id !== id);
  }

  get pendingTimers(): number {
    return this.#timers.length;
  }

  /** Lets time pass, running each timer when it is due and everything that follows from it. */
  async advance(ms: number): Promise<void> {
    const end = this.mono + ms;
    await settle();
    for (;;) {
      const next = this.#timers.filter(({ due }) => due <= end).sort((a, b) => a.due - b.due || a.id - b.id)[0];
      if (!next) break;
      this.#pass(Math.max(0, next.due - this.mono));
      this.clearTimer(next.id);
      next.callback();
      await settle();
    }
    this.#pass(end - this.mono);
    await settle();
  }

  /** Moves the clocks without running any timer: sleep, or somebody who sets the clock. */
  jump({ wall = 0, mono = 0 }: { wall?: number; mono?: number }): void {
    this.wall += wall;
    this.mono += mono;
  }

  #pass(ms: number): void {
    this.wall += ms;
    this.mono += ms;
  }
}

/** Lets everything happen that waits for promises only. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 60; turn++) await Promise.resolve();
}
