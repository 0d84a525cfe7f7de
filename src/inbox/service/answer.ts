import { InboxError, type InboxErrorCode } from '../../errors.js';

/** The longest that a service may ask this page to wait, in ms; longer waits are cut to this. */
export const LONGEST_WAIT_MS = 900_000;

/**
 * How long an answer asks to wait, in ms; 0 where it does not ask.
 *
 * `Retry-After` (RFC 9110, 10.2.3) is a number of seconds or a date, which is read against the answer's own `Date`.
 */
export function retryAfter(headers: Headers, now: number): number {
  const value = headers.get('retry-after') ?? '';
  const seconds = Number(value);
  const wait = seconds >= 0 ? seconds * 1_000 : Date.parse(value) - (serverTime(headers) ?? now);
  return wait > 0 ? Math.min(wait, LONGEST_WAIT_MS) : 0;
}

/** An answer's `Date` in ms since 1970; `undefined` where it cannot be read. */
export const serverTime = (headers: Headers): number | undefined => Date.parse(headers.get('date') ?? '') || undefined;

/**
 * The error that an unsuccessful answer means. The text of an answer is never repeated: it may contain anything.
 *
 * @param body The answer's body, as far as it could be read: problem details (RFC 9457) with a `code`.
 * @param rejected The code to use where the service refuses not the client but what it sent.
 */
export function refusal(status: number, body: unknown, rejected: InboxErrorCode): InboxError {
  const code = (body as { code?: unknown } | null)?.code;
  const serviceCode = typeof code === 'string' && /^[a-z0-9_]{1,40}$/.test(code) ? code : undefined;
  const mayPass = status >= 500 || [408, 425, 429].includes(status);
  return new InboxError(
    mayPass ? 'INBOX_SERVICE_UNREACHABLE' : status === 401 || status === 403 ? 'INBOX_SERVICE_REFUSED' : rejected,
    `The service answered ${status}${serviceCode ? ` (${serviceCode})` : ''}.`,
    { status, serviceCode },
  );
}

/** @param what The part of the answer that is not as it must be. */
export const unexpected = (what: string): InboxError =>
  new InboxError('INBOX_SERVICE_UNEXPECTED', `The service's answer is not understood: ${what}.`);

export const unreachable = (status?: number): InboxError =>
  new InboxError('INBOX_SERVICE_UNREACHABLE', 'The service cannot be reached at the moment.', { status });

/** @throws {InboxError} where it is half an answer, or somebody else's: a network's sign-in page, a service worker of a page that is offline */
export const readJson = (response: Response): Promise<unknown> =>
  response.json().catch(() => {
    throw unreachable(response.status);
  });
