import { InboxError } from './errors.js';
import type { InboxConfiguration } from './configure.js';
import type { FetchTokenRequest, RefreshHeaders, TokenOwnerConfig } from './token/token-owner.js';
import { resolveEndpoint, resolveService, type AddressRule } from './token/trust.js';

/** An address, and whether it can be trusted: code can, markup cannot. */
export interface Address {
  readonly text: string;
  readonly trusted: boolean;
}

/** What the element was given, unchecked. */
export interface SetupInput {
  readonly baseUrl: Address | null;
  readonly refreshEndpoint: Address | null;
  readonly refreshCredentials: string | null | undefined;
  readonly refreshHeaders: RefreshHeaders | null | undefined;
  readonly fetchToken: ((request: FetchTokenRequest) => Promise<string>) | null | undefined;
  readonly configuration: InboxConfiguration;
  /** What relative addresses are resolved against: `document.baseURI`. */
  readonly pageUrl: string;
  /** Origin of the page; in a `srcdoc` frame, that of its parent. */
  readonly pageOrigin: string;
}

/**
 * Decides where tokens of this element go and come from.
 *
 * @throws {InboxError} `INBOX_SERVICE_UNCONFIGURED`, `INBOX_SERVICE_UNTRUSTED`
 */
export function readSetup(input: SetupInput): TokenOwnerConfig {
  const { configuration, pageUrl, pageOrigin, refreshEndpoint, refreshCredentials } = input;
  const { baseUrl, services, endpoints } = configuration;
  // Not every page's script is type-checked: a single text counts as a list, and what is not an address allows nothing.
  const listOf = (...given: (string | readonly string[] | undefined)[]): string[] => given.flat().flatMap((one) => one ?? []);
  const issuers = listOf(baseUrl && `${baseUrl}`, services);
  const address = input.baseUrl ?? (baseUrl ? { text: `${baseUrl}`, trusted: true } : null);
  if (!address) {
    throw new InboxError(
      'INBOX_SERVICE_UNCONFIGURED',
      'No service: set base-url, or configure({ baseUrl }).',
    );
  }
  const rule = ({ trusted }: Address, allowed: readonly string[]): AddressRule => ({ base: pageUrl, pageOrigin, allowed, trusted });
  return {
    service: resolveService(address.text, rule(address, issuers)),
    endpoint: refreshEndpoint && resolveEndpoint(refreshEndpoint.text, rule(refreshEndpoint, listOf(endpoints))),
    credentials: refreshCredentials === 'include' || refreshCredentials === 'omit' ? refreshCredentials : 'same-origin',
    headers: input.refreshHeaders ?? {},
    issuers,
    fetchToken: input.fetchToken ?? null,
  };
}
