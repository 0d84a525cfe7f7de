import type { Span } from './list-window.js';

/** What a window's messages may cost where that fills the log. */
export const LEAST_BUDGET = 140;
/** So much more than what is in sight a window can afford at least. */
const ROOM = 1.3;
/** So much of what is left lies ahead, where somebody scrolls to. */
const AHEAD = 0.75;

/** What it costs to draw a message, in elements. */
export type CostAt = (index: number) => number;

/** Where one comes to from `index`, backward or forward, while what lies between costs no more than `budget`. */
function walk(index: number, step: 1 | -1, count: number, costAt: CostAt, budget: number): number {
  let left = budget;
  for (let next = step < 0 ? index - 1 : index; next >= 0 && next < count; next += step) {
    left -= costAt(next);
    if (left < 0) break;
    index += step;
  }
  return index;
}

const costOf = ({ start, end }: Span, costAt: CostAt): number => {
  let cost = 0;
  for (let index = start; index < end; index++) cost += costAt(index);
  return cost;
};

/** The budget with which a window holds more than what is in sight, whatever that costs. */
export const enoughFor = (seen: Span, costAt: CostAt, budget: number): number => Math.max(budget, costOf(seen, costAt) * ROOM);

/** The newest messages. */
export const newestSpan = (count: number, costAt: CostAt, budget: number): Span => ({
  start: walk(count, -1, count, costAt, budget),
  end: count,
});

/** The messages from `start` on. */
export function spanFrom(start: number, count: number, costAt: CostAt, budget: number): Span {
  const from = Math.max(0, Math.min(start, count - 1));
  return { start: from, end: walk(from, 1, count, costAt, budget) };
}

/** All that is in sight, and most of what is left for more of those that lie ahead. */
export function spanAround(seen: Span, isBackward: boolean, count: number, costAt: CostAt, budget: number): Span {
  const left = budget - costOf(seen, costAt);
  return spanFrom(walk(seen.start, -1, count, costAt, left * (isBackward ? AHEAD : 1 - AHEAD)), count, costAt, budget);
}
