const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Shortest time between the starts of two calls, in ms. */
export const FLOOR_MS = 2_000;
const LEAST_FLOOR_MS = 250;
/** Unplanned calls in any minute, at most. */
export const CALLS_PER_MINUTE = 6;
/** Unplanned calls in any hour, at most. */
export const CALLS_PER_HOUR = 60;
/** Eager calls (out of turn, on a sign of life) in any hour, at most: few enough that the steady ones always find room. */
export const EAGER_CALLS_PER_HOUR = 6;

/** Shortest time between the starts of two calls where tokens live for `lifetimeMs`, 0 or more, in ms; none or 0: not known. */
export function floorMs(lifetimeMs?: number): number {
  if (!lifetimeMs) return FLOOR_MS;
  return Math.min(FLOOR_MS, Math.max(LEAST_FLOOR_MS, lifetimeMs / 10));
}

/**
 * Counts a page's calls to one endpoint. Times are those of the monotonic clock, in ms: it may lag, but nobody can set
 * it forward, so no clock trouble ever leads to more calls.
 */
export class CallBudget {
  #lastStart = -Infinity;
  #isLastPlanned = false;
  /** Starts of unplanned calls within the last hour, oldest first. */
  #starts: number[] = [];
  #eagerStarts: number[] = [];

  /**
   * Time until a call may start, in ms; zero or less: now. A planned renewal only has to keep to the floor.
   *
   * @param lifetimeMs How long the tokens live that it is about; none: not known.
   */
  waitMs(mono: number, isPlanned: boolean, lifetimeMs?: number): number {
    const floor = this.#lastStart + floorMs(lifetimeMs);
    const startOf = (callsAgo: number): number => (isPlanned ? undefined : this.#starts.at(-callsAgo)) ?? -Infinity;
    return Math.max(floor, startOf(CALLS_PER_MINUTE) + MINUTE_MS, startOf(CALLS_PER_HOUR) + HOUR_MS) - mono;
  }

  /** A call has started. */
  record(mono: number, isPlanned: boolean): void {
    this.#lastStart = mono;
    this.#isLastPlanned = isPlanned;
    if (!isPlanned) this.#count();
  }

  /** The last call has failed: if it was a planned one, it now counts too, as the first of a row of unplanned ones. */
  noteFailure(): void {
    if (this.#isLastPlanned) this.#count();
    this.#isLastPlanned = false;
  }

  /** Unplanned calls within the last hour. */
  callsInHour(mono: number): number {
    return withinHour(this.#starts, mono).length;
  }

  /** May an eager call be made? Counts it if so. */
  takeEager(mono: number): boolean {
    this.#eagerStarts = withinHour(this.#eagerStarts, mono);
    const taken = this.#eagerStarts.length < EAGER_CALLS_PER_HOUR;
    if (taken) this.#eagerStarts.push(mono);
    return taken;
  }

  #count(): void {
    this.#starts = [...withinHour(this.#starts, this.#lastStart), this.#lastStart];
  }
}

function withinHour(starts: readonly number[], mono: number): number[] {
  return starts.filter((start) => mono - start < HOUR_MS);
}
