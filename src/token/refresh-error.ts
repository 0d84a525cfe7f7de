import { InboxError } from '../errors.js';
import type { EndpointAnswer, Verdict } from './verdict.js';

/** What makes a failure easier to explain. */
export interface FailureContext {
  /** This endpoint has given a token before. */
  readonly hasSucceeded: boolean;
  /** The endpoint is of another origin than the page. */
  readonly isForeign: boolean;
  /** Origin of the endpoint; empty for an app's own `fetchToken`. */
  readonly endpointOrigin: string;
  /** The answer's token was issued by another service. */
  readonly isUntrusted: boolean;
}

/** The error that a failed attempt is told with: what happened, then what to do. Holds no address but an origin. */
export function refreshError(verdict: Verdict, answer: EndpointAnswer, context: FailureContext): InboxError {
  const { kind, status, redirected, cause } = answer;
  const error = (code: InboxError['code'], message: string): InboxError =>
    new InboxError(code, message, { cause, status: status || undefined });
  switch (verdict) {
    case 'refused': {
      const hint = context.hasSucceeded
        ? ''
        : ' It never gave a token yet: check refresh-credentials, CSRF headers (refreshHeaders) and a trailing slash.';
      return redirected || status < 400
        ? error('INBOX_REFRESH_REDIRECTED', `The endpoint redirected. Answer 401 where the user is signed out.${hint}`)
        : error('INBOX_REFRESH_REFUSED', `The endpoint refused (${status}): the user is signed out there.${hint}`);
    }
    case 'misconfigured':
      if (kind === 'blocked') {
        return error('INBOX_BLOCKED_BY_POLICY', `Blocked by the page's policy: add ${context.endpointOrigin} to connect-src.`);
      }
      if (context.isUntrusted) return misconfiguredToken('untrusted');
      return error(
        'INBOX_REFRESH_NOT_FOUND',
        status === 424
          ? 'The service refused the backend (424): check its API key, component and client.'
          : `The endpoint answered ${status}: check refresh-endpoint; it must answer POST.`,
      );
    case 'not-a-token':
      return error('INBOX_REFRESH_NOT_A_TOKEN', `The endpoint's answer (${status}) holds no token: answer {"token": "…"}.`);
    case 'no-progress':
      return error('INBOX_REFRESH_NO_PROGRESS', 'The endpoint gave no newer token: request one on each call, cache none.');
    case 'slow-down':
      return error('INBOX_REFRESH_RATE_LIMITED', `The endpoint asked to slow down (${status}).`);
    default:
      if (kind === 'timeout') return error('INBOX_REFRESH_TIMEOUT', 'The endpoint did not answer within 15 s.');
      return error(
        'INBOX_REFRESH_UNREACHABLE',
        status
          ? `The endpoint failed (${status}).`
          : `The endpoint cannot be reached.${context.isForeign ? ' It is of another origin: check its CORS answer.' : ''}`,
      );
  }
}

/** Why an offered text is not used where nothing else is there. */
export function misconfiguredToken(fault: 'placeholder' | 'malformed' | 'untrusted'): InboxError {
  switch (fault) {
    case 'placeholder':
      return new InboxError('INBOX_TOKEN_PLACEHOLDER', '[[ TOKEN ]] was not replaced: let the server do so, or set refresh-endpoint.');
    case 'malformed':
      return new InboxError('INBOX_TOKEN_MALFORMED', "The token's text is no token: pass on what the service gave, nothing around it.");
    case 'untrusted':
      return new InboxError(
        'INBOX_SERVICE_UNTRUSTED',
        "The token's iss is not the service: correct base-url, or call configure({ services: ['<origin of iss>'] }).",
      );
  }
}

export function unconfigured(): InboxError {
  return new InboxError('INBOX_REFRESH_UNCONFIGURED', 'No usable token, and no way to a new one: set refresh-endpoint or fetchToken.');
}

export function serviceRejects(): InboxError {
  const message = 'The service rejects the tokens that the endpoint gives: check that base-url is who issued them.';
  return new InboxError('INBOX_SERVICE_REFUSED', message, { status: 401 });
}

export function tooManyCalls(): InboxError {
  return new InboxError('INBOX_REFRESH_RATE_LIMITED', 'Too many calls of the endpoint from this page: try again in a minute.');
}

export function signedOut(): InboxError {
  return new InboxError('INBOX_REFRESH_REFUSED', 'Signed out: offer a token, or call refreshToken().');
}

export function sessionChanged(): InboxError {
  return new InboxError('INBOX_REFRESH_REFUSED', 'The session has changed: begin anew.');
}

export function released(): InboxError {
  return new InboxError('INBOX_REFRESH_UNCONFIGURED', 'This hold on the token was given back.');
}
