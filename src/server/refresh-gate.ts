import type { Problem } from './problem.js';
import { invalid, isMissing } from './request-options.js';

/** How long a browser may remember a preflight's answer, in seconds. */
const PREFLIGHT_MAX_AGE_S = 600;

/** The foreign origins that may fetch tokens. */
export interface AllowedOrigins {
  readonly origins: ReadonlySet<string>;
  /** Whether an entry is missing, such as one from an environment variable that is not set. */
  readonly isIncomplete: boolean;
}

/**
 * Reads the list of foreign origins that may fetch tokens.
 *
 * @throws {TokenRequestError} `options_invalid` for what is not a list, and for what is not an origin, `*` included: with credentials, a browser
 *   accepts no wildcard, and a token is for nobody's site but the customer's.
 */
export function readAllowedOrigins(list: unknown): AllowedOrigins {
  if (!Array.isArray(list)) throw invalid('allowedOrigins must be a list, such as ["https://app.example.com"].');
  const present = list.filter((entry) => !isMissing(entry));
  return { origins: new Set(present.map(readOrigin)), isIncomplete: present.length < list.length };
}

function readOrigin(value: unknown): string {
  const text = String(value);
  const { protocol, host } = URL.canParse(text) ? new URL(text) : { protocol: '', host: '' };
  // Not its `origin`, which is "null" for pages of apps and extensions: capacitor://localhost, chrome-extension://….
  const origin = `${protocol}//${host}`;
  // A host of "*.example.com" would parse, and then never match.
  if (host === '' || host.includes('*') || (text !== origin && text !== `${origin}/`)) {
    throw invalid(`allowedOrigins must hold origins, such as https://app.example.com; "${text}" is none.`);
  }
  return origin;
}

/** The CORS headers of every answer, failures included: without them the page would take a failure for being offline. */
export function corsHeaders(headers: Pick<Headers, 'get'>, allowed: ReadonlySet<string>): Record<string, string> {
  if (allowed.size === 0) return {};
  const origin = headers.get('origin');
  if (origin === null || !allowed.has(origin)) return { Vary: 'Origin' };
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': 'Date, Retry-After',
  };
}

/** What a preflight of an allowed origin is answered with, besides `corsHeaders()`. */
export function preflightHeaders(headers: Pick<Headers, 'get'>): Record<string, string> {
  const asked = headers.get('access-control-request-headers') ?? '';
  return {
    'Access-Control-Allow-Methods': 'POST',
    // The page's own `refreshHeaders` may have any name, and with credentials `*` means nothing.
    'Access-Control-Allow-Headers': /^[\w\-, ]+$/.test(asked) ? asked : 'X-Requested-With',
    'Access-Control-Max-Age': String(PREFLIGHT_MAX_AGE_S),
    // For caches in between: a browser remembers preflights by the line above.
    'Cache-Control': 'no-store',
  };
}

/** A CORS preflight (Fetch standard), as opposed to any other `OPTIONS`. */
export function isPreflight(method: string, headers: Pick<Headers, 'has'>): boolean {
  return method === 'OPTIONS' && headers.has('origin') && headers.has('access-control-request-method');
}

/**
 * Why a request may not fetch a token at all, whoever is signed in; `null` where it may.
 *
 * A page of another site could send a form here with this user's cookie. It cannot add a header to a form, nor claim that
 * it is of this site.
 */
export function refuseEntry(
  request: Pick<Request, 'method' | 'url' | 'headers'>,
  allowed: ReadonlySet<string>,
): Problem | null {
  if (request.method !== 'POST') {
    return { status: 405, code: 'method_not_allowed', detail: 'A token is fetched with POST.' };
  }
  if (!isOwnOrAllowed(request, allowed)) {
    return { status: 403, code: 'origin_not_allowed', detail: 'Pages of this origin may not fetch a token here.' };
  }
  if (request.headers.get('x-requested-with') !== 'inbox-widget') {
    return { status: 403, code: 'requested_with_missing', detail: 'The header X-Requested-With: inbox-widget is missing.' };
  }
  return null;
}

/** Whether a request does not come from a page of a foreign origin, or comes from one that is allowed. */
export function isOwnOrAllowed({ url, headers }: Pick<Request, 'url' | 'headers'>, allowed: ReadonlySet<string>): boolean {
  const origin = headers.get('origin');
  if (origin !== null && allowed.has(origin)) return true;
  // The browser's own word comes first: behind a proxy, this server may not know its public address.
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  if (origin === null) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  // Hosts, not origins: behind a proxy that ends TLS, the scheme differs. Read by the page's scheme, since a proxy may write its port
  // out. And both: in Next.js the address has the server's own name, and the header has the one that was called.
  const own = [new URL(url).host, headers.get('host') ?? ''].map((name) => `${protocol}//${name}`);
  return own.some((address) => URL.canParse(address) && new URL(address).host === host);
}
