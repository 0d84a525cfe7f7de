import type { RefreshReason } from './token-owner.js';
import { sameClient } from './token.js';
import type { Token } from './token.js';

/** What the outcome of an attempt to get a token means (docs/wire.md, section 2); `verdictOf()` decides it. */
export type Verdict =
  | 'renewed'
  | 'client-changed'
  | 'no-progress'
  | 'not-a-token'
  | 'refused'
  | 'misconfigured'
  | 'unreachable'
  | 'slow-down';

/** The outcome of a call, before it is judged. */
export interface EndpointAnswer {
  /** Why there is no answer: network failure, time limit, the page's policy, invalid headers of the page's. `null`: there is one. */
  readonly fault: 'failed' | 'timeout' | 'blocked' | 'headers' | null;
  /** Status of the HTTP answer; 0 where there was none. */
  readonly status: number;
  /** The answer is a redirect, or came through one. */
  readonly redirected: boolean;
  /** The token in the body; `null` where it holds none, or was not read. */
  readonly token: Token | null;
  /** `expires_in` in ms; `null` where missing. */
  readonly expiresInMs: number | null;
  /** From `Retry-After`, counted from the answer's own `Date`, in ms; `null` where missing. */
  readonly retryAfterMs: number | null;
  /** The answer's `Date` in ms since 1970; `null` where it cannot be read. */
  readonly date: number | null;
  /** What was thrown, where something was. */
  readonly cause?: unknown;
}

/** The outcome of a call that was never answered. */
export const NO_ANSWER: EndpointAnswer = {
  fault: 'failed',
  status: 0,
  redirected: false,
  token: null,
  expiresInMs: null,
  retryAfterMs: null,
  date: null,
};

/** What a token is compared with. */
export interface Standing {
  /** Token held; `null` where there is none. */
  readonly held: { readonly token: Token } | null;
  /** It is neither expired nor rejected. */
  readonly isUsable: boolean;
  /** The service has rejected it: even one that expires earlier is better. */
  readonly isRejected: boolean;
  /** Why a call is to be made, as soon as one is allowed; `null`: none is due. */
  readonly dueReason: RefreshReason | null;
  /** Whose inbox is shown; `null` where unknown. */
  readonly client: string | null;
}

/** How a token compares with the one held. */
export type Comparison = 'renewed' | 'client-changed' | 'no-progress';

/**
 * Compares a token with the one held, which has another text. Of two tokens for the same client the one that expires later is
 * better; of two that expire together, the new one, unless a planned renewal is due, which needs a longer-lived one. A token of
 * unknown expiry counts as new only if it comes from the endpoint, or if the one held is unusable.
 */
export function compareTokens(next: Token, standing: Standing, fromEndpoint: boolean): Comparison {
  const { held, isUsable, client } = standing;
  if (!sameClient(next.client, client)) return 'client-changed';
  const expiresAt = held && !standing.isRejected ? held.token.expiresAt : null;
  if (expiresAt === null) return 'renewed';
  // A token that expires before an expired one has expired too, whatever a clock says.
  const isBetter =
    next.expiresAt === null
      ? fromEndpoint || !isUsable
      : standing.dueReason === 'planned'
        ? next.expiresAt > expiresAt
        : next.expiresAt >= expiresAt;
  return isBetter ? 'renewed' : 'no-progress';
}

/**
 * The table of verdicts. The status comes first: a refusal is a refusal whatever its body says.
 *
 * @param comparison How the answer's token compares with the one held; `misconfigured`: its issuer is not trusted; `null`: there is none.
 */
export function verdictOf(answer: EndpointAnswer, comparison: Comparison | 'misconfigured' | null): Verdict {
  const { fault, status, redirected, retryAfterMs } = answer;
  if (fault) return fault === 'blocked' || fault === 'headers' ? 'misconfigured' : 'unreachable';
  if ([401, 403, 419].includes(status)) return 'refused';
  if (status === 429 || (status === 503 && retryAfterMs !== null)) return 'slow-down';
  if (status >= 200 && status < 300 && (comparison || !redirected)) return comparison ?? 'not-a-token';
  if (redirected || /^30[12378]$/.test(`${status}`)) return 'refused';
  if (status === 408 || status === 425 || status < 400) return 'unreachable';
  return status < 500 || status === 501 ? 'misconfigured' : 'unreachable';
}
