import type { TokenEnvironment } from './environment.js';
import { readToken, TOKEN_LIMIT_BYTES } from './token.js';
import type { Token } from './token.js';
import type { FetchTokenRequest, RefreshHeaders, TokenOwnerConfig } from './token-owner.js';
import type { EndpointAnswer } from './verdict.js';

/** What came of a call that was never answered. */
export const NO_ANSWER: EndpointAnswer = {
  kind: 'failed',
  status: 0,
  redirected: false,
  token: null,
  expiresInMs: null,
  retryAfterMs: null,
  date: null,
};

/**
 * Asks the customer's backend, or the app's own `fetchToken`, for a token (wire format, section 2). Never rejects; may
 * never settle where `fetch` is wrapped by something that ignores its signal, so the caller keeps the time.
 */
export async function requestToken(
  { endpoint, credentials, headers, fetchToken }: TokenOwnerConfig,
  request: FetchTokenRequest,
  environment: TokenEnvironment,
): Promise<EndpointAnswer> {
  try {
    if (fetchToken) return await askApp(fetchToken, request);
    return await post(endpoint ?? '', credentials, headers, request.signal, environment);
  } catch (cause) {
    return { ...NO_ANSWER, cause };
  }
}

async function askApp(
  fetchToken: NonNullable<TokenOwnerConfig['fetchToken']>,
  request: FetchTokenRequest,
): Promise<EndpointAnswer> {
  try {
    const token = tokenOrNull(await fetchToken(request));
    return { ...NO_ANSWER, kind: 'answered', status: 200, token };
  } catch (cause) {
    // An app says "signed out" by an error that carries the status of the answer.
    const status = (cause as { status?: unknown } | null)?.status;
    return typeof status === 'number' ? { ...NO_ANSWER, kind: 'answered', status, cause } : { ...NO_ANSWER, cause };
  }
}

async function post(
  endpoint: string,
  credentials: RequestCredentials,
  extraHeaders: RefreshHeaders | null,
  signal: AbortSignal,
  environment: TokenEnvironment,
): Promise<EndpointAnswer> {
  const headers = new Headers(typeof extraHeaders === 'function' ? await extraHeaders() : (extraHeaders ?? {}));
  headers.set('Accept', 'application/json');
  headers.set('X-Requested-With', 'inbox-widget');
  const policy = environment.watchPolicy(endpoint);
  try {
    const response = await environment.fetch(endpoint, {
      method: 'POST',
      headers,
      credentials,
      cache: 'no-store',
      redirect: 'manual',
      signal,
    });
    return await readAnswer(response, environment.wallTime());
  } catch (cause) {
    return { ...NO_ANSWER, kind: (await policy.wasBlocked()) ? 'blocked' : 'failed', cause };
  } finally {
    policy.stop();
  }
}

async function readAnswer(response: Response, wall: number): Promise<EndpointAnswer> {
  const { status, headers } = response;
  const redirected = response.redirected || response.type === 'opaqueredirect';
  const date = readDate(headers.get('Date'));
  const answer = {
    ...NO_ANSWER,
    kind: status === 0 && !redirected ? ('failed' as const) : ('answered' as const),
    status,
    redirected,
    date,
    retryAfterMs: readRetryAfter(headers.get('Retry-After'), date ?? wall),
  };
  if (status < 200 || status > 299) {
    // Not waited for: the status has said all, and a body may be endless.
    void response.body?.cancel().catch(() => {});
    return answer;
  }
  return { ...answer, ...readBody(await readText(response), headers.get('Content-Type') ?? 'text/plain') };
}

function readDate(header: string | null): number | null {
  const date = header === null ? NaN : Date.parse(header);
  return Number.isFinite(date) ? date : null;
}

/** `Retry-After` (RFC 9110, section 10.2.3) as ms from `now`; `null` where it is missing or unreadable. */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const date = readDate(header);
  return date === null ? null : Math.max(0, date - now);
}

/** A token out of a body: `{"token": "…"}`, a JSON string, or the bare text. */
export function readBody(text: string, mediaType: string): Pick<EndpointAnswer, 'token' | 'expiresInMs'> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    const token = tokenOrNull(text);
    // Other bare text, such as an error page's only word, is taken for a token only where it says that it is one.
    const isMeant = /^\s*(text\/plain|application\/jwt)/i.test(mediaType) || token?.issuedAt || token?.expiresAt;
    return { token: isMeant ? token : null, expiresInMs: null };
  }
  const { token, expires_in: seconds } = Object(json) as { token?: unknown; expires_in?: unknown };
  const expiresInMs = Number(seconds) * 1000;
  return {
    token: tokenOrNull(typeof json === 'string' ? json : typeof token === 'string' ? token : null),
    expiresInMs: expiresInMs > 0 && Number.isFinite(expiresInMs) ? expiresInMs : null,
  };
}

function tokenOrNull(text: unknown): Token | null {
  const token = readToken(text);
  return typeof token === 'string' ? null : token;
}

/** Body as UTF-8 text; empty where it is over the limit, the rest of which is not read. */
async function readText({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > TOKEN_LIMIT_BYTES) {
      void reader.cancel().catch(() => {});
      return '';
    }
    text += decoder.decode(value, { stream: true });
  }
  return text + decoder.decode();
}
