import type { Token } from './token.js';

/** What an attempt to get a token means (wire format, section 2). */
export type Verdict =
  | 'renewed'
  | 'client-changed'
  | 'no-progress'
  | 'not-a-token'
  | 'refused'
  | 'misconfigured'
  | 'unreachable'
  | 'slow-down';

/** What came of a call, before it is judged. */
export interface EndpointAnswer {
  /** An answer arrived, or why none did: the network failed, the time was up, the page's policy forbade it. */
  readonly kind: 'answered' | 'failed' | 'timeout' | 'blocked';
  /** Of the HTTP answer; 0 where there was none. */
  readonly status: number;
  /** The answer is, or came by, a redirect. */
  readonly redirected: boolean;
  /** `null` where the body holds none, or was not read. */
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

/** What a token is to the one that is held. */
export type Comparison = 'better' | 'other-client' | 'no-better' | 'untrusted';

/** What a token is compared with. */
export interface Standing {
  /** Token held; `null` where there is none. */
  readonly token: Token | null;
  /** Neither over nor rejected. */
  readonly usable: boolean;
  /** Whose inbox is shown; `null` where unknown. */
  readonly client: string | null;
}

/**
 * Compares a token with the one held. Of two tokens for the same client the one that expires later is better; of one
 * whose expiry is unknown only the endpoint can say that it is new.
 */
export function compareTokens(next: Token, standing: Standing, fromEndpoint: boolean): Comparison {
  const { token, usable, client } = standing;
  if (next.text === token?.text) return 'no-better';
  if (next.client !== null && client !== null && next.client !== client) return 'other-client';
  if (!token || !usable || token.expiresAt === null) return 'better';
  if (next.expiresAt === null) return fromEndpoint ? 'better' : 'no-better';
  return next.expiresAt > token.expiresAt ? 'better' : 'no-better';
}

const REFUSALS = [401, 403, 419];
const PASSING = [408, 425];

/** The table of verdicts. The status is looked at first: a refusal is one whatever its body. */
export function verdictOf(answer: EndpointAnswer, comparison: Comparison | null): Verdict {
  const { kind, status, redirected, retryAfterMs } = answer;
  if (kind === 'blocked') return 'misconfigured';
  if (kind !== 'answered') return 'unreachable';
  if (REFUSALS.includes(status)) return 'refused';
  if (status === 429 || (status === 503 && retryAfterMs !== null)) return 'slow-down';
  if (status >= 200 && status < 300) {
    switch (comparison) {
      case 'better':
        return 'renewed';
      case 'other-client':
        return 'client-changed';
      case 'no-better':
        return 'no-progress';
      case 'untrusted':
        return 'misconfigured';
      case null:
        return redirected ? 'refused' : 'not-a-token';
    }
  }
  if (redirected || (status >= 300 && status < 400)) return 'refused';
  if (status === 501 || (status >= 400 && status < 500 && !PASSING.includes(status))) return 'misconfigured';
  return 'unreachable';
}
