const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 60_000;

/**
 * Pause before the next retry: doubles from one second up to a minute, less a random part of up to a quarter, so that many
 * pages that failed together do not come back together.
 *
 * @param attempt Number of failures before this one, from 0.
 * @param random At least 0, less than 1.
 * @returns ms
 */
export const retryDelay = (attempt: number, random: number): number =>
  Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt) * (1 - random / 4);
