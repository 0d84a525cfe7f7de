import type { Moment } from '../../src/token/clock.js';
import { holdToken, timeUntilDue } from '../../src/token/plan.js';
import type { Token } from '../../src/token/token.js';
import { seededRandom } from '../soak/seeded-random.js';

const MINUTE_MS = 60_000;
/** The moment when a token is issued, by clocks that agree. */
const ISSUE: Moment = { wall: 0, mono: 0, lived: 0, issuerTime: 0 };

/** A crowd of pages whose tokens all come due by the same rule. */
export interface Herd {
  readonly pages: number;
  /** All pages open within this time, evenly spread by chance, each with a token issued just then; in ms. */
  readonly openingMs: number;
  readonly lifetimeMs: number;
  readonly lastingMs: number;
  readonly seed: number;
}

/** When a page that got a token just now calls for the next one, in ms from now. */
export type RenewalRule = (lifetimeMs: number, random: number) => number;

/** Calls of the endpoint in each minute since the first page opened. */
export interface Waves {
  readonly total: Uint32Array;
  /** The same by renewal: the first one of every page, the second one, … */
  readonly each: readonly Uint32Array[];
}

/** The figures of one wave. */
export interface WaveFigures {
  readonly calls: number;
  readonly peak: number;
  /** Over the minutes that hold the middle 90 % of the wave's calls: its thin ends say nothing about its shape. */
  readonly mean: number;
}

/** The element's own plan, by the very functions that it ships. */
export const ownPlan: RenewalRule = (lifetimeMs, random) => {
  const token: Token = { text: 'a', issuedAt: 0, expiresAt: lifetimeMs, client: 'a', issuer: null };
  return timeUntilDue(holdToken(token, { now: ISSUE, isNew: true, expiresInMs: null, random }), ISSUE);
};

/** What most libraries do. */
export const fiveMinutesBefore: RenewalRule = (lifetimeMs) => lifetimeMs - 5 * MINUTE_MS;

/** Lets the crowd renew until the time is up. The same herd always gives the same waves. */
export function renewalWaves({ pages, openingMs, lifetimeMs, lastingMs, seed }: Herd, rule: RenewalRule): Waves {
  const random = seededRandom(seed);
  const minutes = Math.ceil(lastingMs / MINUTE_MS);
  const total = new Uint32Array(minutes);
  const each: Uint32Array[] = [];
  for (let page = 0; page < pages; page++) {
    let now = random() * openingMs;
    for (let wave = 0; ; wave++) {
      now += rule(lifetimeMs, random());
      if (now >= lastingMs) break;
      const minute = Math.floor(now / MINUTE_MS);
      const bins = (each[wave] ??= new Uint32Array(minutes));
      bins[minute] = (bins[minute] ?? 0) + 1;
      total[minute] = (total[minute] ?? 0) + 1;
    }
  }
  return { total, each };
}

export function figuresOf(bins: Uint32Array): WaveFigures {
  const calls = bins.reduce((sum, count) => sum + count, 0);
  const first = minuteOfCall(bins, calls * 0.05);
  const last = minuteOfCall(bins, calls * 0.95);
  const middle = bins.subarray(first, last + 1).reduce((sum, count) => sum + count, 0);
  return { calls, peak: peakOf(bins), mean: middle / (last + 1 - first) };
}

export function peakOf(bins: Uint32Array): number {
  return bins.reduce((most, count) => Math.max(most, count), 0);
}

/** The minute in which the call with this number was made. */
function minuteOfCall(bins: Uint32Array, number: number): number {
  let sum = 0;
  return bins.findIndex((count) => (sum += count) > number);
}
