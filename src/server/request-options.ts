import { TokenRequestError } from './token-request-error.js';

/** Shorter than the widget's own limit of 15 s, so that the widget gets the backend's answer rather than none. */
export const DEFAULT_TIMEOUT_MS = 10_000;
/** What timers can hold; beyond it they fire at once. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * What `requestToken()` takes. Environment variables may be passed in as they are: where one is missing, the error
 * (`options_invalid`) names the option; `requestToken()` throws it at once, a handler reports it at its first request.
 */
export interface RequestTokenOptions {
  /** `{base_url}` of the service: https, or http on a loopback address. May have a path, but no query. */
  baseUrl: string | undefined;
  /** The account's API key. A secret: from the environment, never from the code or the browser. */
  apiKey: string | undefined;
  /** The component, as the dashboard shows it. */
  componentId: string | undefined;
  /** The client: whose inbox the token opens. */
  clientId: string;
  /** Limit for the whole exchange in milliseconds, above 0. Default 10,000. */
  timeoutMs?: number | undefined;
  /** Aborts the request. */
  signal?: AbortSignal | undefined;
  /** In place of the global `fetch`: for proxies, tracing and tests. */
  fetch?: typeof globalThis.fetch | undefined;
  /** @internal In place of the global timers, so that tests own time. */
  timers?: Timers | undefined;
}

/** The two functions of the platform that a time limit needs. */
export interface Timers {
  setTimeout(callback: () => void, delayMs: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** The parts of `RequestTokenOptions` that a backend sets once. */
export type ServiceOptions = Omit<RequestTokenOptions, 'clientId' | 'signal'>;

/** Options that have been checked: the address is resolved and the key is what goes into the header. */
export interface CheckedServiceOptions {
  readonly url: string;
  readonly apiKey: string;
  readonly componentId: string;
  readonly timeoutMs: number;
  readonly fetch: typeof globalThis.fetch;
  readonly timers: Timers;
}

/**
 * Checks what a backend sets once.
 *
 * @throws {TokenRequestError} `options_invalid`
 */
export function checkServiceOptions(options: ServiceOptions): CheckedServiceOptions {
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  if (!(timeoutMs > 0 && timeoutMs <= LONGEST_TIMEOUT_MS)) {
    throw invalid(`timeoutMs must be a number above 0 and at most ${LONGEST_TIMEOUT_MS}.`);
  }
  return {
    url: tokenRequestUrl(options.baseUrl),
    apiKey: checkApiKey(options.apiKey),
    componentId: checkId('componentId', options.componentId),
    timeoutMs,
    // Called through an arrow: the global one throws when it is called as another object's method.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timers: options.timers ?? {
      setTimeout: (callback, delayMs) => globalThis.setTimeout(callback, delayMs),
      clearTimeout: (timer) => { globalThis.clearTimeout(timer as ReturnType<typeof setTimeout>); },
    },
  };
}

/**
 * As `checkServiceOptions()`, for options that are named while a module is evaluated. A build does that where the secrets
 * are not, so a missing option is reported when the options are asked for; one that is there and wrong, at once.
 */
export function prepareServiceOptions(options: ServiceOptions): () => CheckedServiceOptions {
  const { baseUrl, apiKey, componentId } = options;
  if ([baseUrl, apiKey, componentId].some(isMissing)) return () => checkServiceOptions(options);
  const checked = checkServiceOptions(options);
  return () => checked;
}

/** @throws {TokenRequestError} `options_invalid` */
export function checkId(name: string, value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '') throw invalid(`${name} must be a text that is not empty.`);
  return value;
}

/** Whether an option is empty, such as one from an environment variable that is not set. */
export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function tokenRequestUrl(baseUrl: unknown): string {
  const url = typeof baseUrl === 'string' ? parseUrl(baseUrl) : null;
  if (!url) throw invalid('baseUrl must be the absolute address of the service.');
  if (url.username || url.password || url.search || url.hash) {
    throw invalid('baseUrl must have neither a user, a query nor a fragment.');
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw invalid('baseUrl must be https, or http on a loopback address: the API key travels in a header.');
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}/authentication/login_check`;
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** The platform's own complaint about a header value would repeat the key, so it must never get that far. */
function checkApiKey(apiKey: unknown): string {
  const key = typeof apiKey === 'string' ? apiKey.trim() : '';
  if (key === '') throw invalid('apiKey must be a text that is not empty.');
  if (!/^[\x21-\x7e]+$/.test(key)) throw invalid('apiKey holds characters that no API key has.');
  return key;
}

/** The error for an option that cannot be used. */
export function invalid(message: string): TokenRequestError {
  return new TokenRequestError('options_invalid', message);
}
