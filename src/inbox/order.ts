import type { Timestamp } from './model.js';

/**
 * Compares two times, for `Array.prototype.sort`. Texts of equal length compare as they are; others differ in the decimals
 * of their seconds, and would be misordered as text.
 */
export const compareTimes = (a: Timestamp, b: Timestamp): number =>
  a.length === b.length ? (a < b ? -1 : a > b ? 1 : 0) : Date.parse(a) - Date.parse(b);

/** Index of the first item for which `isBeyond` holds (else the length), in a list where it holds for all that follow. */
export const firstIndex = <T>(items: readonly T[], isBeyond: (item: T) => boolean): number => {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBeyond(items[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** The previous object where nothing has changed, so that its identity shows that. */
export const keepSame = <T extends object>(previous: T | null | undefined, next: T): T =>
  previous && JSON.stringify(previous) === JSON.stringify(next) ? previous : next;

/** `Array.prototype.toSpliced`, which browsers of the last four years lack. */
export const spliced = <T>(items: readonly T[], start: number, removed: number, ...inserted: T[]): readonly T[] => {
  const copy = items.slice();
  copy.splice(start, removed, ...inserted);
  return copy;
};
