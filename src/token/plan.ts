import type { Moment } from './clock.js';
import type { Token } from './token.js';

/** How long a token lives whose expiry nobody tells: what the service's specification says of its own. */
export const DEFAULT_LIFETIME_MS = 8 * 3_600_000;
/** A token is renewed at a random point between these parts of its lifetime, so that a crowd spreads out. */
export const EARLIEST_PART = 0.7;
export const LATEST_PART = 0.85;
/** A token is taken for over this long before it is, or 2 % of its lifetime: a request takes a moment to arrive. */
const MARGIN_MS = 2_000;

/** A token with what is needed to say, at any later moment, how much of it is left. All times in ms. */
export interface HeldToken {
  readonly token: Token;
  /** When it came, in time lived through. */
  readonly receivedAt: number;
  /** What was left of it when it came; `null` where unknown. */
  readonly leftAtReceipt: number | null;
  /** From its issue to its end, as far as one can tell; never below nought. */
  readonly lifetimeMs: number;
  /** It is to be renewed once no more than this is left. */
  readonly leadMs: number;
}

/** Circumstances in which a token came. */
export interface Arrival {
  readonly now: Moment;
  /** It came just now from whoever issues it, so its age is nought. */
  readonly isNew: boolean;
  /**
   * What is left of it by the endpoint's `expires_in`, which counts where the token itself does not tell, or by the tab that told of
   * it, whose clock may know better; in ms.
   */
  readonly expiresInMs: number | null;
  /** From 0 up to 1. */
  readonly random: number;
}

/**
 * Plans a token. `exp - iat` is the lifetime of any token, but only one that came just now is at its beginning: for one
 * of unknown age, `exp` against the issuer's time counts.
 */
export function holdToken(token: Token, { now, isNew, expiresInMs, random }: Arrival): HeldToken {
  const { expiresAt, issuedAt } = token;
  const told = isNew ? Infinity : (expiresInMs ?? Infinity);
  const left = expiresAt === null ? expiresInMs : Math.min(expiresAt - now.issuerTime, told);
  // A token that came just now is not over, whatever a clock says that nothing has corrected.
  const leftAtReceipt = isNew && left !== null && left <= 0 ? null : left;
  const isAged = !isNew && expiresAt !== null && issuedAt !== null;
  const lifetimeMs = Math.max(0, isAged ? expiresAt - issuedAt : (leftAtReceipt ?? DEFAULT_LIFETIME_MS));
  return { token, receivedAt: now.lived, leftAtReceipt, lifetimeMs, leadMs: leadMs(lifetimeMs, random) };
}

/** How long before its end a token of this lifetime is renewed, in ms. */
export function leadMs(lifetimeMs: number, random: number): number {
  return lifetimeMs * (1 - EARLIEST_PART - random * (LATEST_PART - EARLIEST_PART));
}

/** What is left of a token by its age and by its `exp`, whichever says less, in ms; `null` where unknown. */
export function timeLeft({ token, leftAtReceipt, receivedAt }: HeldToken, now: Moment): number | null {
  if (leftAtReceipt === null) return null;
  const byAge = leftAtReceipt - (now.lived - receivedAt);
  return token.expiresAt === null ? byAge : Math.min(byAge, token.expiresAt - now.issuerTime);
}

/** Time until the token is taken for over, in ms; `Infinity` for one of unknown expiry: the service decides. */
export function timeUntilOver(held: HeldToken, now: Moment): number {
  const left = timeLeft(held, now);
  return left === null ? Infinity : left - Math.min(MARGIN_MS, held.lifetimeMs / 50);
}

/** Time until the token is to be renewed, in ms; nought or less: now. */
export function timeUntilDue(held: HeldToken, now: Moment): number {
  return (timeLeft(held, now) ?? held.lifetimeMs - (now.lived - held.receivedAt)) - held.leadMs;
}
