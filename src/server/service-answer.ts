import type { CheckedServiceOptions } from './request-options.js';
import { TokenRequestError } from './token-request-error.js';

/** Longer than any token; the widget takes none longer either. */
const LONGEST_TOKEN_LENGTH = 128 * 1024;
/** The most that a wait may be, so that a mistake of the service's cannot become a header that nobody can read. */
const LONGEST_RETRY_AFTER_MS = 24 * 60 * 60 * 1000;

/** Request Timeout and Too Early: a later try may succeed. */
const PASSING_STATUSES = new Set([408, 425]);

/** A token as the service gave it. */
export interface IssuedToken {
  readonly token: string;
  /** Lifetime in seconds, where the service states it. */
  readonly expiresIn: number | undefined;
}

/** What is needed of an answer to judge it. */
export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  readonly body: string;
}

/**
 * Reads the service's answer to a token request (specification, "Request a token").
 *
 * @param url What was asked, for the error's message.
 * @param apiKey A string that contains it is not passed on, wherever the service put it.
 * @throws {TokenRequestError} any code but `options_invalid`, `service_unreachable` and `service_timeout`
 */
export function readServiceAnswer(
  { status, headers, body }: ServiceAnswer,
  { url, apiKey }: Pick<CheckedServiceOptions, 'url' | 'apiKey'>,
): IssuedToken {
  const json = parseObject(body);
  if (status >= 200 && status < 300) {
    if (!isToken(json?.token) || json.token.includes(apiKey)) {
      const code = 'service_answer_unusable';
      throw new TokenRequestError(code, `The service at ${url} answered ${status}, but without a token (${code}).`, { status });
    }
    return { token: json.token, expiresIn: readLifetime(json.expires_in) };
  }
  // These ask for a retry, whatever the service calls it.
  const code = (PASSING_STATUSES.has(status) ? undefined : readCode(json?.code, apiKey)) ?? codeOfStatus(status);
  throw new TokenRequestError(code, `The service at ${url} answered ${status} (${code}).`, {
    status,
    retryAfterMs: readRetryAfter(headers),
  });
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** No format is demanded: the specification does not say that a token is a JWT. */
function isToken(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length <= LONGEST_TOKEN_LENGTH &&
    /^[\x21-\x7e]+$/.test(value) &&
    !/^(?:[{<]|\[\[|undefined$|null$)/.test(value)
  );
}

function readLifetime(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;
}

function readCode(value: unknown, secret: string): string | undefined {
  const usable = typeof value === 'string' && /^[a-z][a-z0-9_]{0,63}$/.test(value) && !value.includes(secret);
  return usable ? value : undefined;
}

function codeOfStatus(status: number): string {
  if (status === 429) return 'too_many_requests';
  if (status >= 500 || PASSING_STATUSES.has(status)) return 'service_failed';
  return status >= 400 ? 'service_refused' : 'service_answer_unusable';
}

/**
 * `Retry-After` (RFC 9110, 10.2.3): seconds, or a date, which is read against the answer's own. Some services give fractions of
 * a second; read as a date, any number would be long past.
 */
function readRetryAfter(headers: Pick<Headers, 'get'>): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.min(Number(text) * 1000, LONGEST_RETRY_AFTER_MS);
  if (!/[a-z]/i.test(text)) return undefined;
  const waitMs = Date.parse(text) - Date.parse(headers.get('date') ?? '');
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), LONGEST_RETRY_AFTER_MS);
}
