import type { Timeline } from './timeline.js';

/** What the world's clocks say when it begins, in ms since 1970. */
export const BEGINNING_MS = Date.UTC(2026, 0, 5, 8);

export interface MachineOptions {
  /** How far its wall clock is ahead of the true time at first, in ms. */
  readonly clockErrorMs: number;
  /** Its monotonic clock, and with it every timer, stands still while it sleeps; differs between systems. */
  readonly monotonicStopsInSleep: boolean;
}

/** The machine that a browser runs on: two clocks that can go wrong apart, sleep, a connection. */
export class Machine {
  isOnline = true;
  isAsleep = false;

  readonly #timeline: Timeline;
  readonly #monotonicStops: boolean;
  #clockErrorMs: number;
  #sleptMs = 0;
  #asleepSince = 0;

  constructor(timeline: Timeline, { clockErrorMs, monotonicStopsInSleep }: MachineOptions) {
    this.#timeline = timeline;
    this.#monotonicStops = monotonicStopsInSleep;
    this.#clockErrorMs = clockErrorMs;
  }

  get isClockRight(): boolean {
    return this.#clockErrorMs === 0;
  }

  wallTime(): number {
    return BEGINNING_MS + this.#timeline.now + this.#clockErrorMs;
  }

  monotonicTime(): number {
    if (!this.#monotonicStops) return this.#timeline.now;
    return (this.isAsleep ? this.#asleepSince : this.#timeline.now) - this.#sleptMs;
  }

  setClock(byMs: number): void {
    this.#clockErrorMs += byMs;
  }

  sleep(): void {
    this.isAsleep = true;
    this.#asleepSince = this.#timeline.now;
  }

  wake(): void {
    this.isAsleep = false;
    this.#sleptMs += this.#timeline.now - this.#asleepSince;
  }
}
