import type { Moment } from './clock.js';
import type { Token } from './token.js';

/** Assumed lifetime of a token whose expiry is unknown: what the service's specification says of its own tokens. */
export const DEFAULT_LIFETIME_MS = 8 * 3_600_000;
/** A token is renewed after a random part of its lifetime between these: many pages spread out. docs/wire.md names both. */
export const EARLIEST_RENEWAL = 0.7;
export const LATEST_RENEWAL = 0.85;
/** A token counts as expired this long before it is (at most 2 % of its lifetime): a request takes a moment to arrive. */
const MARGIN_MS = 2_000;

/** A token with what is needed to say, at any later moment, how long it is still valid. All times in ms. */
export interface HeldToken {
  readonly token: Token;
  /** When it arrived, in time lived through (`Moment.lived`). */
  readonly receivedAt: number;
  /** How long it was still valid when it arrived; `null` where unknown. */
  readonly leftAtReceipt: number | null;
  /** From its issue to its expiry, as far as one can tell; never below zero. */
  readonly lifetimeMs: number;
  /** It is to be renewed once no more than this is left of it. */
  readonly leadMs: number;
}

/** Circumstances in which a token arrived. */
export interface Arrival {
  readonly now: Moment;
  /** It has just come from its issuer, so its age is zero. */
  readonly isNew: boolean;
  /**
   * What is left of it, in ms: by the endpoint's `expires_in`, which counts only where the token's own expiry cannot be read, or by
   * the tab that passed it on, whose clock may know better. `null` where neither says.
   */
  readonly expiresInMs: number | null;
  /** At least 0, less than 1. */
  readonly random: number;
}

/**
 * Plans a token. What is left of it is `exp` against the issuer's time. For one that has just come from its issuer that is
 * its lifetime as well; for one of unknown age, the lifetime is `exp - iat`.
 */
export function holdToken(token: Token, { now, isNew, expiresInMs, random }: Arrival): HeldToken {
  const { expiresAt, issuedAt } = token;
  const told = isNew ? Infinity : (expiresInMs ?? Infinity);
  const left = expiresAt === null ? expiresInMs : Math.min(expiresAt - now.issuerTime, told);
  // A token that has just come from its issuer has not expired, whatever an uncorrected clock says.
  const leftAtReceipt = isNew && left !== null && left <= 0 ? null : left;
  const isAged = !isNew && expiresAt !== null && issuedAt !== null;
  const lifetimeMs = Math.max(0, isAged ? expiresAt - issuedAt : (leftAtReceipt ?? DEFAULT_LIFETIME_MS));
  return { token, receivedAt: now.lived, leftAtReceipt, lifetimeMs, leadMs: leadMs(lifetimeMs, random) };
}

/**
 * How long before its expiry a token of this lifetime is renewed, in ms.
 *
 * @param random At least 0, less than 1.
 */
export function leadMs(lifetimeMs: number, random: number): number {
  return lifetimeMs * (1 - EARLIEST_RENEWAL - random * (LATEST_RENEWAL - EARLIEST_RENEWAL));
}

/** What is left of a token by its age or by its `exp`, whichever is less, in ms; `null` where unknown. */
export function timeLeft({ token, leftAtReceipt, receivedAt }: HeldToken, now: Moment): number | null {
  if (leftAtReceipt === null) return null;
  const byAge = leftAtReceipt - (now.lived - receivedAt);
  return token.expiresAt === null ? byAge : Math.min(byAge, token.expiresAt - now.issuerTime);
}

/** Time until the token counts as expired, in ms; `Infinity` for one of unknown expiry: there the service decides. */
export function timeUntilOver(held: HeldToken, now: Moment): number {
  const left = timeLeft(held, now);
  return left === null ? Infinity : left - Math.min(MARGIN_MS, held.lifetimeMs / 50);
}

/** Time until the token is to be renewed, in ms; zero or less: now. */
export function timeUntilDue(held: HeldToken, now: Moment): number {
  return (timeLeft(held, now) ?? held.lifetimeMs - (now.lived - held.receivedAt)) - held.leadMs;
}
