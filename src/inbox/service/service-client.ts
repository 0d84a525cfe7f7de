import { InboxError, type InboxErrorCode } from '../../errors.js';
import { watchPolicy } from '../../policy-watch.js';
import type { TokenSupplier } from '../../token/token-supplier.js';
import { isInboxError } from '../failures.js';
import type { PageClock } from '../../page-clock.js';
import { LONGEST_WAIT_MS, refusal, retryAfter, serverTime, unreachable } from './answer.js';
import { within } from './within.js';

const TIME_LIMIT_MS = 30_000;
/** This machine's clock and the service's may differ by this much, in ms: an answer takes its time. */
const CLOCK_TOLERANCE_MS = 60_000;

/** The part of `fetch` that is used. */
export type Send = (address: string, init: RequestInit & { headers: Record<string, string>; signal: AbortSignal }) => Promise<Response>;

export interface ServiceClientOptions {
  /** Address of the service, without a trailing slash. */
  readonly service: string;
  readonly tokens: TokenSupplier;
  /** Default: the page's own `fetch`, looked up at each request. */
  readonly fetch?: typeof fetch;
  readonly clock: PageClock;
  /** Asks the service whose the current token is, and sets `identifiedToken`. */
  readonly identify: () => Promise<unknown>;
}

export interface ServiceRequest {
  readonly method?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
  /** Time limit in ms; default 30 s; 0: none. */
  readonly limitMs?: number;
  /** Used in place of `fetch`. */
  readonly send?: Send;
  /** Code of the error where the service refuses what was sent; default `INBOX_SERVICE_REFUSED`. */
  readonly rejected?: InboxErrorCode;
}

/**
 * Calls the service, with the current token and never with a cookie. On a 401 the token that was sent is rejected, and the
 * request is repeated once with another.
 */
export class ServiceClient {
  readonly service: string;
  readonly #tokens: TokenSupplier;
  readonly #fetch: Send;
  readonly #clock: PageClock;
  readonly #identify: () => Promise<unknown>;
  /** The last token whose client the service has stated; empty before the first. */
  identifiedToken = '';
  #identifying: Promise<unknown> | undefined;
  readonly #life = new AbortController();
  /** The service has asked not to be called before this time, in ms since 1970. */
  #waitUntil = 0;
  /** How far this machine's clock is ahead of the service's, in ms. */
  #ahead = 0;

  constructor({ service, tokens, fetch: ownFetch, clock, identify }: ServiceClientOptions) {
    this.#identify = identify;
    this.service = service;
    this.#tokens = tokens;
    this.#fetch = ownFetch ?? ((input, init) => fetch(input, init));
    this.#clock = clock;
  }

  /** Time by the service's clock, in ms since 1970, according to its last answer. */
  now(): number {
    return this.#clock.now() - this.#ahead;
  }

  /**
   * Makes a request.
   *
   * @param path Appended to the inbox's address; empty: asks whose inbox it is.
   * @param read Reads a successful answer, within the time limit.
   * @throws {InboxError} `INBOX_SERVICE_UNREACHABLE`, `INBOX_SERVICE_REFUSED` or the code of the request, `INBOX_SERVICE_UNEXPECTED`,
   * `INBOX_BLOCKED_BY_POLICY`, or why there is no token
   */
  async request<T>(
    path: string,
    read: (response: Response, token: string) => T | Promise<T>,
    request: ServiceRequest = {},
  ): Promise<T> {
    const { signal, limitMs = TIME_LIMIT_MS } = request;
    const address = `${this.service}/inbox${path}`;
    for (let isRepeat = false; ; isRepeat = true) {
      const left = this.#waitUntil - this.#clock.now();
      // A longer wait is never obeyed: if one is left, the clock has been set back.
      if (left > 0 && left <= LONGEST_WAIT_MS) throw unreachable(429);
      let token = await this.#tokens.getToken(signal);
      // A new token may be another client's: until it is known whose it is, nothing of the present client is sent with it.
      while (this.identifiedToken && this.identifiedToken !== token && path) {
        await (this.#identifying ??= this.#identify().finally(() => (this.#identifying = undefined)));
        token = await this.#tokens.getToken(signal);
      }
      const policy = watchPolicy(address);
      try {
        return await within([signal, this.#life.signal], this.#clock, limitMs, async (ended) =>
          // What has no limit goes on after this, until its own signal ends it: to cancel its reader frees no connection where a
          // tool of the page reads a copy of each answer.
          read(await this.#send(address, token, request, (!limitMs && signal) || ended), token),
        );
      } catch (error) {
        if (isInboxError(error) && error.status === 401 && !isRepeat) continue;
        if (isInboxError(error) || signal?.aborted || this.#life.signal.aborted) throw error;
        // A browser's own error may repeat the headers, and the token with them.
        throw (await policy.wasBlocked()) ? blocked(address) : unreachable();
      } finally {
        policy.stop();
      }
    }
  }

  /** @throws {InboxError} where the service refuses; with the status 401, another token may help */
  async #send(
    address: string,
    token: string,
    { method = 'GET', body, headers, send = this.#fetch, rejected = 'INBOX_SERVICE_REFUSED' }: ServiceRequest,
    signal: AbortSignal,
  ): Promise<Response> {
    const response = await send(address, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
        authorization: `Bearer ${token}`,
      },
      body: body === undefined ? null : JSON.stringify(body),
      credentials: 'omit',
      // For what may not be cached, browsers make each preflight anew; no answer to a write is cached anyway.
      cache: method === 'GET' ? 'no-store' : 'default',
      redirect: 'error',
      signal,
    });
    const { status, ok } = response;
    const now = this.#clock.now();
    const date = serverTime(response.headers);
    if (date) this.#ahead = Math.abs(now - date) > CLOCK_TOLERANCE_MS ? now - date : 0;
    if (ok) return response;
    const wait = retryAfter(response.headers, now);
    if (wait && (status === 429 || status === 503)) this.#waitUntil = now + wait;
    if (status === 401) this.#tokens.reject(token, date);
    throw refusal(status, await response.json().catch(() => null), rejected);
  }

  /** Aborts all requests that are running. */
  dispose(): void {
    this.#life.abort();
  }
}

const blocked = (address: string): InboxError =>
  new InboxError(
    'INBOX_BLOCKED_BY_POLICY',
    `The page's Content Security Policy blocks ${new URL(address).origin}: add it to connect-src.`,
  );
