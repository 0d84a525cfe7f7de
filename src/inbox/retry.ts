const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 60_000;

/**
 * Pause before the next try: doubles from one second up to a minute, of which a random part of up to a quarter is
 * taken off, so that many pages that failed together do not come back together.
 *
 * @param attempt Number of failures before this one, from 0.
 * @param random From 0 up to 1.
 * @returns ms
 */
export const retryDelay = (attempt: number, random: number): number =>
  Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempt, 16)) * (1 - random / 4);
