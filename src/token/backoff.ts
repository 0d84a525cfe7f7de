import type { Verdict } from './verdict.js';

/**
 * What to recover from: the verdict of an attempt that brought neither progress nor the end; `replacement-rejected`: the service
 * rejected at once the token that an attempt had brought; `misplaced`: only the page itself can put things right.
 */
export type Setback = Exclude<Verdict, 'renewed' | 'client-changed' | 'refused'> | 'replacement-rejected' | 'misplaced';

/** Steady wait between retries of an endpoint that cannot be reached: drawn from this range. */
export const UNREACHABLE_WAIT_MS = [60_000, 80_000] as const;
/** Wait between retries of an endpoint that is set up wrongly. */
export const MISCONFIGURED_WAIT_MS = 300_000;
/** First wait after an answer without a new token; doubles up to `MISCONFIGURED_WAIT_MS`. */
export const NOT_A_TOKEN_WAIT_MS = 30_000;
/** Wait after a 429 without `Retry-After`. */
export const SLOW_DOWN_WAIT_MS = 30_000;
/** Longest `Retry-After` that is obeyed. */
export const LONGEST_SLOW_DOWN_MS = 900_000;

const FIRST_WAIT_MS = 1_000;
const JITTER_MS = 10_000;
/** From this many calls within the last hour on, the steady wait is drawn from the upper quarter of its range. */
const CALLS_UNDER_PRESSURE = 40;
/** From this many calls within the last hour on, an endpoint that asks for only a short pause is called at the steady pace all the same. */
export const CALLS_IN_HASTE = 10;

export interface BackoffCircumstances {
  /** Failures in a row, this one included; at least 1. */
  readonly failures: number;
  /** At least 0, less than 1. */
  readonly random: number;
  /** What the answer's `Retry-After` asked for, in ms; `null` where it asked for nothing. */
  readonly retryAfterMs?: number | null;
  /** Unplanned calls within the last hour; default 0. */
  readonly callsInHour?: number;
  /** Lifetime of the token in use, in ms; a short one shortens the wait after `no-progress`. */
  readonly lifetimeMs?: number | null;
}

/** How long to wait after a failed attempt, in ms; `Infinity` where only the page can put things right. */
export function waitAfter(setback: Setback, circumstances: BackoffCircumstances): number {
  const { failures, random, retryAfterMs, callsInHour = 0, lifetimeMs } = circumstances;
  switch (setback) {
    case 'unreachable': {
      const wait = FIRST_WAIT_MS * 2 ** (failures - 1);
      return wait < UNREACHABLE_WAIT_MS[0] ? wait * (0.75 + random / 2) : steadyWait(callsInHour, random);
    }
    case 'slow-down': {
      const wait = Math.min(retryAfterMs ?? SLOW_DOWN_WAIT_MS, LONGEST_SLOW_DOWN_MS) + random * JITTER_MS;
      return callsInHour < CALLS_IN_HASTE ? wait : Math.max(wait, steadyWait(callsInHour, random));
    }
    case 'replacement-rejected':
    case 'not-a-token':
    case 'no-progress': {
      const shortest = setback === 'no-progress' && lifetimeMs ? Math.max(FIRST_WAIT_MS, lifetimeMs / 10) : Infinity;
      const first = Math.min(NOT_A_TOKEN_WAIT_MS, shortest);
      return Math.min(first * 2 ** (failures - 1), MISCONFIGURED_WAIT_MS) * (1 + random / 10);
    }
    case 'misplaced':
      return Infinity;
    default:
      return MISCONFIGURED_WAIT_MS + random * JITTER_MS;
  }
}

/** A wait that keeps within the hour's calls, with room for retries on a sign of life. */
function steadyWait(callsInHour: number, random: number): number {
  const [least, most] = UNREACHABLE_WAIT_MS;
  const part = callsInHour < CALLS_UNDER_PRESSURE ? random : 0.75 + random / 4;
  return least + part * (most - least);
}
