import { InboxError } from '../errors.js';

/** An address, and whether it can be trusted: code can, markup cannot, since it can be injected. */
export interface Address {
  readonly text: string;
  readonly trusted: boolean;
}

/** What an address is looked at against. */
export interface AddressedPage {
  /** What relative addresses are resolved against: `document.baseURI`. */
  readonly pageUrl: string;
  /** Origin of the page; in a `srcdoc` frame, that of its parent. */
  readonly pageOrigin: string;
}

/**
 * Address of a service (`base-url`): https, or http on a loopback address, and from an attribute only the page's
 * own origin or one that a script has named.
 *
 * @param allowed Addresses or origins that a script has named.
 * @returns The address without query, fragment and trailing slashes.
 * @throws {InboxError} `INBOX_SERVICE_UNTRUSTED`
 */
export function resolveService(address: Address, page: AddressedPage, allowed: readonly string[]): string {
  const url = resolve(address, page, allowed, 'services');
  // Matched from the end backwards: markup can be injected, and thousands of slashes must not cost time.
  return url.origin + url.pathname.replace(/^(.*[^/])?\/*$/, '$1');
}

/**
 * Address of a refresh endpoint: on the page's own origin, or else by the rules for a service.
 *
 * @param allowed Addresses or origins that a script has named.
 * @returns The whole address, without its fragment.
 * @throws {InboxError} `INBOX_SERVICE_UNTRUSTED`
 */
export function resolveEndpoint(address: Address, page: AddressedPage, allowed: readonly string[]): string {
  const url = resolve(address, page, allowed, 'endpoints');
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

function resolve(
  { text, trusted }: Address,
  { pageUrl, pageOrigin }: AddressedPage,
  allowed: readonly string[],
  option: 'services' | 'endpoints',
): URL {
  const url = parse(text, pageUrl);
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
