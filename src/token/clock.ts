/** What the two clocks of a machine say at one moment, in ms. */
export interface ClockReading {
  /** Since 1970. Jumps when somebody sets it. */
  readonly wall: number;
  /** Since an arbitrary start. Never jumps, but may stop while the machine sleeps. */
  readonly mono: number;
}

export interface Moment extends ClockReading {
  /**
   * Time lived through since this clock was made, in ms: the larger of what the two clocks say has passed. Includes
   * sleep, never runs backwards by more than a clock's resolution, and may run ahead when the wall clock is set forward.
   */
  readonly lived: number;
  /** The issuer's time, in ms since 1970: the wall clock's, corrected by what has been learned. */
  readonly issuerTime: number;
}

/** If the two clocks drift apart by more than this between two readings, the machine slept or a clock was set. */
export const JUMP_MS = 5_000;
/** How far a web server's clock may be behind the issuer's and still be believed. */
const SLACK_MS = 60_000;

/** Has one of the clocks jumped between two readings? */
export function jumped(from: ClockReading, to: ClockReading): boolean {
  return Math.abs(to.wall - from.wall - (to.mono - from.mono)) > JUMP_MS;
}

/** What is known about the time at the moment when an answer with a token arrives; all in ms since 1970. */
export interface ArrivalEvidence {
  /** This machine's wall clock. */
  readonly wall: number;
  /** The answer's `Date`; `null` where it cannot be read. */
  readonly date: number | null;
  /** The token's `iat`; `null` where unknown. */
  readonly issuedAt: number | null;
}

/**
 * How far the issuer's clock is ahead of this machine's, in ms, judged by a token that has just been received; `null`
 * where there is nothing to judge by.
 *
 * `Date` is believed, unless it lies before the token's issue: web servers are seldom wrong, and a token from a cache is
 * older than it looks. Otherwise `iat` is taken for the present time: a token just received was just issued.
 */
export function learnOffset({ wall, date, issuedAt }: ArrivalEvidence): number | null {
  if (date !== null && (issuedAt === null || date > issuedAt - SLACK_MS)) return date - wall;
  return issuedAt === null ? null : issuedAt - wall;
}

/** The two clocks of a machine, in ms. */
export interface Clocks {
  wallTime(): number;
  monotonicTime(): number;
}

/** This machine's clocks, corrected by what is known of the issuer's. */
export class Clock {
  readonly #clocks: Clocks;
  #anchor: ClockReading;
  #last: ClockReading;
  #livedAtAnchor = 0;
  #offset = 0;

  constructor(clocks: Clocks) {
    this.#clocks = clocks;
    this.#anchor = this.#last = this.#readBoth();
  }

  /** Reads both clocks. A jump between them drops the offset: which of them is right is no longer known. */
  read(): Moment {
    const now = this.#readBoth();
    if (jumped(this.#last, now)) {
      this.#livedAtAnchor = this.#livedUntil(now);
      this.#anchor = now;
      this.#offset = 0;
    }
    this.#last = now;
    // Field by field: this runs at every look, and copying `now` as a whole is several times as slow.
    const { wall, mono } = now;
    return { wall, mono, lived: this.#livedUntil(now), issuerTime: wall + this.#offset };
  }

  /**
   * Learns the issuer's time from an answer that has just come, as far as it tells.
   *
   * @param date The answer's `Date`, in ms since 1970; `null` where it cannot be read.
   * @param issuedAt Its token's `iat`, in ms since 1970; `null` where unknown.
   */
  learn(date: number | null, issuedAt: number | null): void {
    const offset = learnOffset({ wall: this.read().wall, date, issuedAt });
    // One that is not a number would make every comparison with `exp` false, without a word.
    if (Number.isFinite(offset)) this.#offset = offset as number;
  }

  #readBoth(): ClockReading {
    return { wall: this.#clocks.wallTime(), mono: this.#clocks.monotonicTime() };
  }

  #livedUntil(now: ClockReading): number {
    return this.#livedAtAnchor + Math.max(now.wall - this.#anchor.wall, now.mono - this.#anchor.mono, 0);
  }
}
