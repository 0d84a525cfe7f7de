import type { InboxError } from '../errors.js';
import type { Setback } from './backoff.js';
import type { Moment } from './clock.js';
import { timeLeft, timeUntilDue, timeUntilOver } from './plan.js';
import type { HeldToken } from './plan.js';
import type { TokenMemory } from './token-memory.js';
import type { RefreshReason, TokenStatus } from './token-owner.js';
import type { Standing } from './verdict.js';

/** Failures further apart than this, in ms lived through, are not one row: sleep lies between them. */
const ROW_GAP_MS = 600_000;

/** The last attempt brought no usable token. */
export interface Failure {
  readonly error: InboxError;
  readonly setback: Setback;
  /** Failures in a row, this one included. */
  readonly count: number;
  /** When it happened, in time lived through, in ms. */
  readonly since: number;
  /** How long nothing is tried, in ms; `Infinity`: until something is offered or asked for. */
  readonly waitMs: number;
  /** The page or the backend is set up wrongly, as far as one can tell. */
  readonly isSetup: boolean;
}

/** Everything that is known of one token and of the attempts to renew it. Decides, but does nothing. */
export class TokenState {
  /** There is an endpoint or a `fetchToken`. */
  readonly hasWay: boolean;
  readonly #memory: TokenMemory;

  held: HeldToken | null = null;
  /** Why the token held was fetched; `null`: it was offered. */
  heldFor: RefreshReason | null = null;
  /** Whose inbox is shown; `null` where unknown. */
  client: string | null = null;
  /** Why nothing is called until somebody asks: the endpoint refused, or the page signed out. */
  latch: InboxError | null = null;
  failure: Failure | null = null;
  /** Somebody asked for a new token. */
  isRequested = false;
  /** A token was held at some time. */
  hadToken = false;

  constructor(hasWay: boolean, memory: TokenMemory) {
    this.hasWay = hasWay;
    this.#memory = memory;
  }

  isUsable(now: Moment): boolean {
    return this.held !== null && !this.#isRejected(this.held) && timeUntilOver(this.held, now) > 0;
  }

  standing(now: Moment): Standing {
    return { token: this.held?.token ?? null, usable: this.isUsable(now), client: this.client };
  }

  status(now: Moment, isCalling: boolean): TokenStatus {
    if (this.latch) return 'ended';
    // A row of failed attempts is one state, not a flicker.
    if (isCalling && !this.failure) return 'refreshing';
    if (this.isUsable(now)) return 'fresh';
    if (this.failure?.isSetup) return 'misconfigured';
    return this.hadToken ? 'expired' : 'missing';
  }

  /** Why the status is `ended` or `misconfigured`; else `null`. */
  problem(now: Moment): InboxError | null {
    return this.latch ?? (this.failure?.isSetup && !this.isUsable(now) ? this.failure.error : null);
  }

  /** Why a call is to be made as soon as one may; `null`: none is. */
  dueReason(now: Moment): RefreshReason | null {
    const { held } = this;
    if (this.latch || !this.hasWay) return null;
    if (this.isRequested) return 'requested';
    if (!held) return 'missing';
    if (this.#isRejected(held)) return 'rejected';
    if (timeUntilOver(held, now) <= 0) return 'expired';
    return timeUntilDue(held, now) <= 0 ? 'planned' : null;
  }

  /** What is left of the wait after a failure, in ms. Somebody who asks need not wait, unless the endpoint said so. */
  waitMs(now: Moment): number {
    const { failure } = this;
    if (!failure || (this.isRequested && failure.setback !== 'slow-down')) return 0;
    return failure.since + failure.waitMs - now.lived;
  }

  /** Time until something about the token changes by itself, in ms; `Infinity`: never. */
  timeUntilChange(now: Moment): number {
    const { held } = this;
    if (!held || this.#isRejected(held)) return Infinity;
    const changes = [this.hasWay ? timeUntilDue(held, now) : 0, timeUntilOver(held, now)];
    return Math.min(...changes.filter((change) => change > 0), Infinity);
  }

  /** When the token held is over, in ms since 1970; `null` where unknown. */
  expiresAt(now: Moment): number | null {
    const left = this.held && timeLeft(this.held, now);
    return left === null ? null : (this.held?.token.expiresAt ?? now.wall + left);
  }

  /** Takes a token into use. */
  hold(held: HeldToken, reason: RefreshReason | null): void {
    this.held = held;
    this.heldFor = reason;
    this.client = held.token.client ?? this.client;
    this.latch = this.failure = null;
    this.hadToken = true;
  }

  /** Remembers a failed attempt; of several in a row, also how many. */
  fail(error: InboxError, setback: Setback, now: Moment, isSetup: boolean, wait: (count: number) => number): Failure {
    const { failure } = this;
    const count = failure && now.lived - failure.since - failure.waitMs < ROW_GAP_MS ? failure.count + 1 : 1;
    return (this.failure = { error, setback, count, since: now.lived, waitMs: wait(count), isSetup });
  }

  /** Ends the wait after a failure. */
  endWait(): void {
    if (this.failure) this.failure = { ...this.failure, waitMs: 0 };
  }

  /** Forgets the token and all that belongs to its client. */
  forget(): void {
    this.held = this.heldFor = this.client = this.latch = this.failure = null;
    this.isRequested = false;
  }

  #isRejected(held: HeldToken): boolean {
    return this.#memory.wasRejected(held.token.text);
  }
}
