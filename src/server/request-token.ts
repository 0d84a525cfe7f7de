import {
  checkId,
  checkServiceOptions,
  type CheckedServiceOptions,
  type RequestTokenOptions,
} from './request-options.js';
import { readServiceAnswer, type IssuedToken } from './service-answer.js';
import { TokenRequestError } from './token-request-error.js';

/** Room for the longest token and what stands around it; a longer answer is not the service's. */
const LONGEST_BODY_BYTES = 256 * 1024;

/**
 * Requests a token from the service for one client (specification, "Request a token").
 *
 * For a backend only: it sends the API key, which must never reach a browser. Makes one request and repeats none. While a
 * page is being rendered, give it a short `timeoutMs` and catch what it throws: without a token, the element asks the endpoint.
 *
 * @returns The token, to be put in place of the snippet's `[[ TOKEN ]]`. A secret: keep it out of logs, addresses and
 *   caches. It is valid for 8 hours unless the service says otherwise.
 * @throws {TokenRequestError} `options_invalid` before anything is sent; `service_unreachable`, `service_timeout`,
 *   `service_failed`, `service_refused`, `service_answer_unusable`, or the service's own code, such as
 *   `api_key_invalid`.
 * @throws The reason of `signal`, once it aborts.
 *
 * @example
 * const token = await requestToken({
 *   baseUrl: 'https://inbox.example.com',
 *   apiKey: process.env.INBOX_API_KEY,
 *   componentId: 'cmp_42',
 *   clientId: user.inboxClientId,
 * });
 */
export async function requestToken(options: RequestTokenOptions): Promise<string> {
  const { token } = await issueToken(checkServiceOptions(options), options.clientId, options.signal);
  return token;
}

/** As `requestToken()`, with options that have been checked, and with the lifetime besides the token. */
export async function issueToken(
  service: CheckedServiceOptions,
  clientId: string,
  signal?: AbortSignal,
): Promise<IssuedToken> {
  checkId('clientId', clientId);
  signal?.throwIfAborted();
  const exchange = new AbortController();
  const limit = startLimit(service, signal);
  try {
    // The limit is raced as well as signalled: a wrapped `fetch` may ignore its signal.
    return await Promise.race([exchangeToken(service, clientId, exchange.signal), limit.reached]);
  } finally {
    limit.stop();
    exchange.abort();
  }
}

async function exchangeToken(
  service: CheckedServiceOptions,
  clientId: string,
  signal: AbortSignal,
): Promise<IssuedToken> {
  const { url, apiKey, componentId, fetch } = service;
  let answer;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'X-API-KEY': apiKey },
      body: JSON.stringify({ componentId, clientId }),
      // Followed to another host, a redirect would take the API key there.
      redirect: 'manual',
      signal,
    });
    answer = { status: response.status, headers: response.headers, body: await readText(response) };
  } catch (error) {
    throw new TokenRequestError('service_unreachable', `The service at ${url} could not be reached${describe(error, apiKey)}.`);
  }
  return readServiceAnswer(answer, service);
}

/** The body as text; cut off where it is too long, which leaves no valid JSON. */
async function readText(response: Response): Promise<string> {
  if (!response.body) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    text += decoder.decode(value, { stream: true });
    if (bytes > LONGEST_BODY_BYTES) {
      await reader.cancel();
      return text;
    }
  }
}

/** Rejects at the time limit, or when the caller gives up; never resolves. */
function startLimit(
  { url, timeoutMs, timers }: CheckedServiceOptions,
  signal: AbortSignal | undefined,
): { reached: Promise<never>; stop: () => void } {
  let stop = () => {};
  const reached = new Promise<never>((_, reject) => {
    const giveUp = () => { reject(signal?.reason as Error); };
    const timer = timers.setTimeout(() => {
      reject(new TokenRequestError('service_timeout', `The service at ${url} did not answer within ${timeoutMs} ms.`));
    }, timeoutMs);
    signal?.addEventListener('abort', giveUp);
    stop = () => {
      timers.clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    };
  });
  return { reached, stop };
}

/**
 * The system's code for the failure (`ECONNREFUSED`, …), as ` (CODE)`. Nothing else of the error is kept: what wraps
 * `fetch` may have written the request's headers into it.
 */
function describe(error: unknown, secret: string): string {
  // No deeper than errors are nested by hand: an error may be its own cause.
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth++) {
    const { code } = each as { code?: unknown };
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,40}$/.test(code) && !code.includes(secret)) return ` (${code})`;
  }
  return '';
}
