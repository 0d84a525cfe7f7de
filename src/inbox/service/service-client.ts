import { InboxError } from '../../errors.js';
import type { TokenSupplier } from '../../token/token-supplier.js';
import { browserTimers, type Timers } from '../timers.js';
import { refusal, retryAfter, serverTime, unexpected } from './answer.js';
import { PolicyWatch } from './policy-watch.js';
import { within } from './within.js';

const TIME_LIMIT_MS = 30_000;

export interface ServiceClientOptions {
  /** Address of the service, without a trailing slash. */
  readonly service: string;
  readonly tokens: TokenSupplier;
  /** Default: the page's own `fetch`, as it is at each request. */
  readonly fetch?: typeof fetch;
  readonly timers?: Timers;
}

export interface ServiceRequest {
  readonly method?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
  /** Default 30 s; 0: none. */
  readonly limitMs?: number;
}

/** Thrown by a try that the service has refused. */
export class Refused extends Error {
  constructor(
    readonly reason: InboxError,
    /** The answer's `Date` in ms since 1970. */
    readonly serverTime: number | undefined,
  ) {
    super();
  }
}

/**
 * Asks the service, with the token of the moment and never with a cookie. An answer of 401 names the token that it
 * rejects, and the request is made once more with another.
 */
export class ServiceClient {
  readonly service: string;
  readonly #tokens: TokenSupplier;
  readonly #fetch: typeof fetch;
  readonly #timers: Timers;
  readonly #policy: PolicyWatch;
  readonly #life = new AbortController();
  /** The service has asked not to be called before. */
  #waitUntil = 0;

  constructor({ service, tokens, fetch: ownFetch, timers = browserTimers }: ServiceClientOptions) {
    this.service = service;
    this.#tokens = tokens;
    this.#fetch = ownFetch ?? ((input, init) => fetch(input, init));
    this.#timers = timers;
    this.#policy = new PolicyWatch(service);
  }

  /**
   * @param read Reads a successful answer, within the time limit.
   * @throws {InboxError} `INBOX_SERVICE_UNREACHABLE`, `INBOX_SERVICE_REFUSED`, `INBOX_SERVICE_UNEXPECTED`,
   * `INBOX_BLOCKED_BY_POLICY`, or why there is no token
   */
  request<T>(
    path: string,
    read: (response: Response, token: string) => T | Promise<T>,
    { method = 'GET', body, headers, signal, limitMs = TIME_LIMIT_MS }: ServiceRequest = {},
  ): Promise<T> {
    return this.authorised(
      (token, ended) =>
        this.#policy.during(async () => {
          const response = await this.#fetch(this.service + path, {
            method,
            headers: {
              accept: 'application/json',
              ...(body !== undefined && { 'content-type': 'application/json' }),
              ...headers,
              authorization: `Bearer ${token}`,
            },
            body: body === undefined ? null : JSON.stringify(body),
            credentials: 'omit',
            cache: 'no-store',
            redirect: 'error',
            signal: ended,
          });
          const { status, ok } = response;
          if (!ok) {
            const wait = retryAfter(response.headers, this.#timers.now());
            if (wait && (status === 429 || status === 503)) this.#waitUntil = this.#timers.now() + wait;
            const problem: unknown = await response.json().catch(() => null);
            throw new Refused(refusal(status, problem), serverTime(response.headers.get('date')));
          }
          return read(response, token);
        }),
      signal,
      limitMs,
    );
  }

  /** A JSON answer, as `parse` understands it. */
  json<T>(path: string, parse: (json: unknown, token: string) => T, request?: ServiceRequest): Promise<T> {
    const read = async (response: Response, token: string): Promise<T> => {
      const text = await response.text();
      let json: unknown;
      try {
        json = JSON.parse(text);
      } catch {
        throw unexpected('JSON');
      }
      return parse(json, token);
    };
    return this.request(path, read, request);
  }

  /**
   * Runs a try with the token of the moment, and once more with another where it throws a `Refused` of 401.
   *
   * @param attempt Its signal aborts with the caller's, at the time limit, and at the end of this client.
   */
  async authorised<T>(
    attempt: (token: string, signal: AbortSignal) => Promise<T>,
    signal: AbortSignal | undefined,
    limitMs: number,
  ): Promise<T> {
    for (let isRepeat = false; ; isRepeat = true) {
      if (this.#waitUntil > this.#timers.now()) {
        throw unreachable('The service has asked to wait.', 429);
      }
      const token = await this.#within(signal, 0, (ended) => this.#tokens.getToken(ended));
      try {
        return await this.#within(signal, limitMs, (ended) => attempt(token, ended));
      } catch (error) {
        if (!(error instanceof Refused)) {
          if (error instanceof InboxError || signal?.aborted || this.#life.signal.aborted) throw error;
          // What a browser says of a failure may repeat the headers, and the token with them.
          throw unreachable('The service could not be reached.');
        }
        if (error.reason.status !== 401) throw error.reason;
        this.#tokens.reject(token, error.serverTime);
        if (isRepeat) throw error.reason;
      }
    }
  }

  /** Aborts everything that runs. */
  dispose(): void {
    this.#life.abort();
  }

  #within<T>(
    signal: AbortSignal | undefined,
    limitMs: number,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const overdue = (): InboxError => unreachable(`The service did not answer within ${limitMs / 1_000} s.`);
    return within([signal, this.#life.signal], this.#timers, limitMs, overdue, work);
  }
}

const unreachable = (message: string, status?: number): InboxError =>
  new InboxError('INBOX_SERVICE_UNREACHABLE', message, { status });
