import fc from 'fast-check';
import type { Invariant, Violation } from './ledger.js';
import { INVARIANTS } from './ledger.js';
import { runSession } from './run-session.js';
import type { Session } from './session.js';
import { anySession } from './session-arbitrary.js';

/** Sessions that are made from one seed. */
export const SESSIONS_PER_SEED = 25;
/** Shrinking a failing session ends after this time, in ms. */
const SHRINKING_LIMIT_MS = 120_000;

export interface Chunk {
  readonly seed: number;
  readonly sessions: number;
}

export interface Failure {
  readonly seed: number;
  /** The smallest session that was found to fail in the same way. */
  readonly session: Session;
  readonly violations: readonly Violation[];
}

export interface ChunkReport {
  readonly sessions: number;
  readonly calls: number;
  readonly requests: number;
  readonly checks: Record<Invariant, number>;
  readonly failure: Failure | null;
}

/**
 * Plays the sessions of a seed; the first one that fails is made as small as it goes.
 *
 * @param escaped Takes what was thrown since the last call and nobody caught.
 */
export async function playChunk({ seed, sessions }: Chunk, escaped: () => unknown[]): Promise<ChunkReport> {
  let played = 0;
  let calls = 0;
  let requests = 0;
  const checks = Object.fromEntries(INVARIANTS.map((invariant) => [invariant, 0])) as Record<Invariant, number>;
  const failures: { session: Session; violations: readonly Violation[] }[] = [];
  let kind: Invariant | null = null;

  const property = fc.asyncProperty(fc.noBias(anySession), async (session) => {
    const report = await runSession(session);
    const thrown = escaped().map((error): Violation => ({ invariant: 'quiet', at: 0, what: `Thrown: ${String(error)}` }));
    const violations = [...report.violations, ...thrown];
    if (kind === null) {
      played++;
      calls += report.calls;
      requests += report.requests;
      for (const invariant of INVARIANTS) checks[invariant] += report.checks[invariant];
      kind = violations[0]?.invariant ?? null;
    }
    // Shrinking keeps to the kind of fault that was found, or it would end at another one.
    const isSame = violations.some(({ invariant }) => invariant === kind);
    if (isSame) failures.push({ session, violations });
    return !isSame;
  });
  await fc.check(property, { seed, numRuns: sessions, interruptAfterTimeLimit: SHRINKING_LIMIT_MS, markInterruptAsFailure: false });
  const smallest = failures.at(-1);
  return { sessions: played, calls, requests, checks, failure: smallest ? { seed, ...smallest } : null };
}
