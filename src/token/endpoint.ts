import type { TokenEnvironment } from './environment.js';
import { readToken, TOKEN_LIMIT_BYTES } from './token.js';
import type { Token } from './token.js';
import type { FetchTokenRequest, TokenOwnerConfig } from './token-owner.js';
import { NO_ANSWER } from './verdict.js';
import type { EndpointAnswer } from './verdict.js';

/**
 * Asks the customer's backend, or the app's own `fetchToken`, for a token (docs/wire.md, section 2). Never rejects, but may never
 * settle where `fetch` is wrapped by something that ignores its signal: the caller keeps a time limit.
 */
export async function askEndpoint(
  config: TokenOwnerConfig,
  request: FetchTokenRequest,
  environment: TokenEnvironment,
): Promise<EndpointAnswer> {
  try {
    const { fetchToken } = config;
    if (!fetchToken) return await post(config, request.signal, environment);
    return { ...NO_ANSWER, fault: null, status: 200, token: tokenOrNull(await fetchToken(request)) };
  } catch (cause) {
    // An app reports "signed out" with an error that carries the answer's status; what it throws may be anything, `null` included.
    const status = Number((Object(cause) as { status?: unknown }).status) || 0;
    return { ...NO_ANSWER, fault: status ? null : 'failed', status, cause };
  }
}

async function post(
  { endpoint, credentials, headers: own }: TokenOwnerConfig,
  signal: AbortSignal,
  environment: TokenEnvironment,
): Promise<EndpointAnswer> {
  // Nobody asks without a way to: where there is no `fetchToken`, there is an endpoint.
  const url = endpoint as string;
  const given = typeof own === 'function' ? await own() : own;
  let headers: Headers;
  try {
    headers = new Headers(given ?? {});
  } catch {
    // The error thrown here may quote a header, which may be a secret.
    return { ...NO_ANSWER, fault: 'headers' };
  }
  headers.set('Accept', 'application/json');
  headers.set('X-Requested-With', 'inbox-widget');
  const policy = environment.watchPolicy(url);
  // In case the call never settles.
  signal.addEventListener('abort', policy.stop);
  try {
    // The headers may have come too late, when the call had already been given up.
    signal.throwIfAborted();
    const init = { method: 'POST', headers, credentials, cache: 'no-store', redirect: 'manual', signal } as const;
    return await readAnswer(await environment.fetch(url, init), environment.wallTime());
  } catch (cause) {
    return { ...NO_ANSWER, fault: (await policy.wasBlocked()) ? 'blocked' : 'failed', cause };
  } finally {
    policy.stop();
  }
}

async function readAnswer(response: Response, wall: number): Promise<EndpointAnswer> {
  const { ok, status, headers, body } = response;
  const redirected = response.redirected || response.type === 'opaqueredirect';
  const date = readDate(headers.get('Date'));
  const retryAfterMs = readRetryAfter(headers.get('Retry-After'), date ?? wall);
  const answer = { ...NO_ANSWER, fault: status || redirected ? null : 'failed', status, redirected, date, retryAfterMs } as const;
  if (ok) return { ...answer, ...readBody(await readText(body), headers.get('Content-Type')) };
  // The body is not waited for: the status has said everything, and a body may be endless.
  body?.cancel().catch(() => {});
  return answer;
}

function readDate(header: string | null): number | null {
  // Every date holds letters. A bare number, such as a negative one, would be read as a year.
  return header && /[a-z]/i.test(header) ? Date.parse(header) || null : null;
}

/** `Retry-After` (RFC 9110, section 10.2.3) in ms from `now`, which is in ms since 1970; `null` where it is missing or unreadable. */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (/^\d+(\.\d+)?$/.test(header ?? '')) return Number(header) * 1000;
  const date = readDate(header);
  return date && Math.max(0, date - now);
}

/** Reads a token from a body: `{"token": "…"}`, a JSON string, or the bare text. */
export function readBody(text: string, mediaType: string | null): Pick<EndpointAnswer, 'token' | 'expiresInMs'> {
  try {
    const json: unknown = JSON.parse(text);
    const { token, expires_in: seconds } = Object(json) as { token?: unknown; expires_in?: unknown };
    const expiresInMs = Number(seconds) * 1000;
    return {
      token: tokenOrNull(typeof json === 'string' ? json : token),
      expiresInMs: expiresInMs > 0 && expiresInMs < Infinity ? expiresInMs : null,
    };
  } catch {
    const token = tokenOrNull(text);
    // An error page may be a single word: bare text must clearly be a token, or its media type must allow for one.
    const isMeant = token?.expiresAt || /^(text\/plain|application\/jwt|$)/i.test(mediaType ?? '');
    return { token: isMeant ? token : null, expiresInMs: null };
  }
}

function tokenOrNull(text: unknown): Token | null {
  const token = readToken(text);
  return typeof token === 'string' ? null : token;
}

/** The body as UTF-8 text; empty where it exceeds `TOKEN_LIMIT_BYTES`: the rest is then not read. */
async function readText(body: Response['body']): Promise<string> {
  if (!body) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > TOKEN_LIMIT_BYTES) {
      reader.cancel().catch(() => {});
      return '';
    }
    text += decoder.decode(value, { stream: true });
  }
}
