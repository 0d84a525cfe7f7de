/**
 * What must hold in every session. All of it is judged from the servers' logs, and `left-over` from what a page still
 * has open.
 */
export const INVARIANTS = [
  /** A usable token is held in time after a fault, and while nothing is wrong. */
  'recovered',
  /** After a refusal or a sign-out, nobody calls or sends a token unasked. */
  'unasked',
  /** At most 6 unplanned calls in any minute and 60 in any hour. */
  'rate',
  /** Never two calls within the floor. */
  'floor',
  /** No request carries a token that is known to be dead or rejected. */
  'dead-token',
  /** Nothing of one client is shown or sent beside another's token. */
  'private',
  /** No timer, listener, stream, lock or channel is left at the end. */
  'left-over',
  /** Nothing is thrown at the page. */
  'quiet',
] as const;

export type Invariant = (typeof INVARIANTS)[number];

export interface Violation {
  readonly invariant: Invariant;
  /** In ms of true time since the world began. */
  readonly at: number;
  readonly what: string;
}

/** Counts what was checked, and remembers what did not hold. */
export class Ledger {
  readonly checks: Record<Invariant, number>;
  readonly violations: Violation[] = [];

  constructor() {
    this.checks = Object.fromEntries(INVARIANTS.map((invariant) => [invariant, 0])) as Record<Invariant, number>;
  }

  check(invariant: Invariant, holds: boolean, at: number, what: () => string): void {
    this.checks[invariant]++;
    if (!holds) this.violations.push({ invariant, at, what: what() });
  }
}
