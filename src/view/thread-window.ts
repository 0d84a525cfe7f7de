import type { Span } from './list-window.js';

/** What a window's messages may cost, in elements, where that is enough to fill the log. */
export const LEAST_BUDGET = 130;
/** A window's budget is at least this many times the cost of what is in sight. */
const ROOM = 1.1;
/** Fraction of what is left that is spent ahead, where somebody is scrolling to. */
const AHEAD = 0.75;

/** What the message at `index` costs to draw, in elements. */
export type CostAt = (index: number) => number;

/** A window, and what it may cost from now on. */
export interface Window {
  readonly span: Span;
  readonly budget: number;
}

/** How far one gets from `index`, backward or forward, on a budget: the last message may cost more than is left of it. */
function walk(index: number, step: 1 | -1, count: number, costAt: CostAt, budget: number): number {
  let left = budget;
  for (let next = step < 0 ? index - 1 : index; left > 0 && next >= 0 && next < count; next += step) {
    left -= costAt(next);
    index += step;
  }
  return index;
}

function costOf(start: number, end: number, costAt: CostAt): number {
  let cost = 0;
  for (let index = start; index < end; index++) cost += costAt(index);
  return cost;
}

/** The window on the newest messages that `budget` allows. */
export const newestSpan = (count: number, costAt: CostAt, budget: number): Span => ({
  start: walk(count, -1, count, costAt, budget),
  end: count,
});

/**
 * All that is in sight, and what else can be afforded: where the window moves, at least one more message each way, whatever
 * it costs.
 *
 * @param start Index of the window's first message, for where it does not move.
 * @param towards Where it moves: most of what is left is spent there.
 * @param before The budget until now.
 */
export function windowOf(start: number, seen: Span, towards: 'older' | 'newer' | null, count: number, costAt: CostAt, before: number): Window {
  const seenCost = costOf(seen.start, seen.end, costAt);
  const atLeast = Math.max(before, seenCost * ROOM);
  const share = towards === 'older' ? AHEAD : 1 - AHEAD;
  const first = towards ? walk(seen.start, -1, count, costAt, (atLeast - seenCost) * share) : start;
  const from = Math.max(0, Math.min(first, count - 1));
  const budget = Math.max(atLeast, costOf(from, seen.end, costAt) + 1);
  return { span: { start: from, end: walk(from, 1, count, costAt, budget) }, budget };
}
