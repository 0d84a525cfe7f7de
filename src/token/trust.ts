import { InboxError } from '../errors.js';

export interface AddressRule {
  /** What relative addresses are resolved against: `document.baseURI`. */
  readonly base: string;
  /** Origin of the page. */
  readonly pageOrigin: string;
  /** Addresses or origins that a script of the page has named in `configure()`. */
  readonly allowed: readonly string[];
  /** Whether the address comes from code: markup can be injected, code cannot. */
  readonly trusted: boolean;
}

/**
 * Address of a service (`base-url`): https, or http on a loopback address, and from an attribute only the page's
 * own origin or one that a script has named.
 *
 * @returns The address without query, fragment and trailing slashes.
 * @throws {InboxError} `INBOX_SERVICE_UNTRUSTED`
 */
export function resolveService(text: string, rule: AddressRule): string {
  const url = resolve(text, rule, 'services');
  // Matched from the end backwards: markup can be injected, and thousands of slashes must not cost time.
  return url.origin + url.pathname.replace(/^(.*[^/])?\/*$/, '$1');
}

/**
 * Address of a refresh endpoint: on the page's own origin, or else by the rules for a service.
 *
 * @returns The whole address, without its fragment.
 * @throws {InboxError} `INBOX_SERVICE_UNTRUSTED`
 */
export function resolveEndpoint(text: string, rule: AddressRule): string {
  const url = resolve(text, rule, 'endpoints');
  url.hash = '';
  return url.href;
}

/**
 * May a token with this `iss` go to the service? An `iss` that is not a URL says nothing.
 *
 * @param allowed Further addresses or origins whose tokens the page has allowed.
 */
export function isIssuerTrusted(issuer: string | null, service: string, allowed: readonly string[] = []): boolean {
  if (issuer === null || !/^https?:/i.test(issuer)) return true;
  // What is not an address has no origin, and matches none.
  return [service, ...allowed].map(originOf).includes(originOf(issuer) ?? '');
}

function resolve(text: string, { base, pageOrigin, allowed, trusted }: AddressRule, option: 'services' | 'endpoints'): URL {
  const url = parse(text, base);
  // `blob:` and the like carry another address's origin.
  const isSafe = url && ((option === 'endpoints' && url.origin === pageOrigin) || isSecure(url));
  if (!isSafe || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw untrusted('The address is not plain https.');
  }
  // A `<base>` can be injected as well: an address that a script has not written out in full counts as markup.
  const isMarkup = !trusted || !/^\s*(https?:)?\/\//i.test(text);
  if (isMarkup && ![pageOrigin, ...allowed.map(originOf)].includes(url.origin)) {
    throw untrusted(`Markup may not name ${url.origin}: call configure({ ${option}: ['${url.origin}'] }).`);
  }
  return url;
}

function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

function originOf(address: string): string | undefined {
  return parse(address)?.origin;
}

function parse(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

function untrusted(message: string): InboxError {
  return new InboxError('INBOX_SERVICE_UNTRUSTED', message);
}
