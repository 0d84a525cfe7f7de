import { InboxError } from '../errors.js';
import type { InboxErrorCode } from '../errors.js';
import type { EndpointAnswer, Verdict } from './verdict.js';

/** What the constructor of `InboxError` is given. */
type Explanation = readonly [InboxErrorCode, string, { status: number }?];

/** What makes a failure easier to explain. */
export interface FailureContext {
  /** This endpoint has given a token before. */
  readonly hasSucceeded: boolean;
  /** The endpoint's origin where it differs from the page's; else `null`. */
  readonly foreignOrigin: string | null;
}

/** The error that reports a failed attempt: what happened, then what to do. Contains no address beyond an origin. */
export function refreshError(verdict: Verdict, answer: EndpointAnswer, context: FailureContext): InboxError {
  const { status, cause } = answer;
  const [code, message] = explain(verdict, answer, context);
  return new InboxError(code, message + (status ? ` (${status})` : ''), { cause, status: status || undefined });
}

function explain(
  verdict: Verdict,
  { fault, status, redirected, token }: EndpointAnswer,
  { hasSucceeded, foreignOrigin }: FailureContext,
): readonly [InboxErrorCode, string] {
  const hint = hasSucceeded ? '' : ' Else check refresh-credentials, CSRF headers, a trailing slash.';
  switch (verdict) {
    case 'refused':
      return redirected || status < 400
        ? ['INBOX_REFRESH_REDIRECTED', `The endpoint redirected: answer 401 to signed-out users.${hint}`]
        : ['INBOX_REFRESH_REFUSED', `The endpoint refused: the user is signed out.${hint}`];
    case 'misconfigured':
      if (fault === 'headers') return ['INBOX_REFRESH_UNCONFIGURED', 'Check refreshHeaders.'];
      if (fault) return ['INBOX_BLOCKED_BY_POLICY', `Add ${foreignOrigin || "'self'"} to connect-src.`];
      if (token) return REASONS.untrusted;
      return ['INBOX_REFRESH_NOT_FOUND', status === 424 ? 'Check API key, component, client.' : 'The endpoint must answer POST.'];
    case 'not-a-token':
      return ['INBOX_REFRESH_NOT_A_TOKEN', 'The endpoint must answer {"token": "…"}.'];
    case 'no-progress':
      return ['INBOX_REFRESH_NO_PROGRESS', 'The endpoint must not answer with a cached token.'];
    case 'slow-down':
      return ['INBOX_REFRESH_RATE_LIMITED', 'The endpoint is busy.'];
    default:
      if (fault === 'timeout') return ['INBOX_REFRESH_TIMEOUT', 'The endpoint did not answer within 15 s.'];
      return ['INBOX_REFRESH_UNREACHABLE', `The endpoint failed.${fault && foreignOrigin ? ' Check its CORS answer.' : ''}`];
  }
}

/** Other reasons why there is no token. */
const REASONS = {
  placeholder: ['INBOX_TOKEN_PLACEHOLDER', '[[ TOKEN ]] was not replaced: let the server do so, or set refresh-endpoint.'],
  malformed: ['INBOX_TOKEN_MALFORMED', 'This is not a token: pass on just what the service gave.'],
  untrusted: ['INBOX_SERVICE_UNTRUSTED', "The token's iss is not the service: add its origin to configure({ services })."],
  unconfigured: ['INBOX_REFRESH_UNCONFIGURED', 'No token: set refresh-endpoint or fetchToken.'],
  // With the status: what was being sent is not refused for good, but waits for a better token (`inbox/failures.ts`).
  rejected: ['INBOX_SERVICE_REFUSED', 'The service rejects new tokens too: check base-url.', { status: 401 }],
  hurried: ['INBOX_REFRESH_RATE_LIMITED', 'Too many calls: wait a minute.'],
  signedOut: ['INBOX_REFRESH_REFUSED', 'Signed out: offer a token, or call refreshToken().'],
  changed: ['INBOX_REFRESH_REFUSED', 'The session has changed.'],
  released: ['INBOX_REFRESH_UNCONFIGURED', 'The element is not in the page.'],
} as const satisfies Record<string, Explanation>;

export function tokenError(reason: keyof typeof REASONS): InboxError {
  const explanation: Explanation = REASONS[reason];
  return new InboxError(...explanation);
}
