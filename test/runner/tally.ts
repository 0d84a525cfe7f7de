/** What one process of tests tells the runner when it is done. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** Not run on purpose (`it.skip`, or an engine that cannot). */
  readonly skipped: number;
  /** A line for each failure. */
  readonly failures: readonly string[];
}

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] };

export function failure(line: string): Tally {
  return { ...NOTHING, failed: 1, failures: [line] };
}

export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (total, one) => ({
      passed: total.passed + one.passed,
      failed: total.failed + one.failed,
      skipped: total.skipped + one.skipped,
      failures: [...total.failures, ...one.failures],
    }),
    NOTHING,
  );
}

/** Tells the process that started this one. */
export function report(tally: Tally): void {
  process.send?.(tally);
}

export function isTally(message: unknown): message is Tally {
  return typeof message === 'object' && message !== null && 'passed' in message && 'failures' in message;
}
