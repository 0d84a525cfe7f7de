import type { InboxConfiguration } from './configure.js';
import { InboxError } from './errors.js';
import type { InboxSource } from './inbox/inbox-source.js';
import type { FetchTokenRequest, RefreshHeaders, TokenOwnerConfig } from './token/token-owner.js';
import { resolveEndpoint, resolveService, type Address, type AddressedPage } from './token/trust.js';

/** Where the inbox comes from. */
export interface Setup {
  readonly source: InboxSource | null;
  readonly config: TokenOwnerConfig | null;
  readonly withoutStorage: boolean;
  /** Why there is neither source nor config. */
  readonly error: InboxError | null;
  /** `error` once the page has been told of it: from then on it is shown. */
  told?: InboxError | null;
}

/** What the element was given, unchecked. */
export interface GivenProperties {
  readonly source: InboxSource | null | undefined;
  readonly withoutStorage: boolean;
  readonly refreshCredentials: string | null | undefined;
  readonly refreshHeaders: RefreshHeaders | null | undefined;
  readonly fetchToken: ((request: FetchTokenRequest) => Promise<string>) | null | undefined;
}

/** The addresses that it was given, unchecked, and what decides whether they are obeyed. */
export interface GivenAddresses extends AddressedPage {
  readonly baseUrl: Address | null;
  readonly refreshEndpoint: Address | null;
  readonly configuration: InboxConfiguration;
}

/** Decides where the inbox of this element comes from: a source of the page's own stands in place of the service. */
export function readSetup(properties: GivenProperties, addresses: GivenAddresses): Setup {
  const { withoutStorage } = properties;
  const source = properties.source ?? null;
  let config: TokenOwnerConfig | null = null;
  let error: InboxError | null = null;
  try {
    if (!source) config = readConfig(properties, addresses);
  } catch (thrown) {
    error = thrown as InboxError;
  }
  return { source, config, withoutStorage, error };
}

/**
 * Decides where tokens of this element go and come from.
 *
 * @throws {InboxError} `INBOX_SERVICE_UNCONFIGURED`, `INBOX_SERVICE_UNTRUSTED`
 */
function readConfig({ refreshCredentials, refreshHeaders, fetchToken }: GivenProperties, given: GivenAddresses): TokenOwnerConfig {
  const { refreshEndpoint, configuration } = given;
  const { services, endpoints } = configuration;
  const configured = configuration.baseUrl && `${configuration.baseUrl}`;
  // Not every page's script is type-checked: a single text counts as a list.
  const issuers = [configured ?? [], services ?? []].flat();
  const address = given.baseUrl ?? (configured && { text: configured, trusted: true });
  if (!address) {
    throw new InboxError(
      'INBOX_SERVICE_UNCONFIGURED',
      'No service: set base-url, or configure({ baseUrl }).',
    );
  }
  return {
    service: resolveService(address, given, issuers),
    endpoint: refreshEndpoint && resolveEndpoint(refreshEndpoint, given, [endpoints ?? []].flat()),
    credentials: refreshCredentials === 'include' || refreshCredentials === 'omit' ? refreshCredentials : 'same-origin',
    headers: refreshHeaders ?? {},
    issuers,
    fetchToken: fetchToken ?? null,
  };
}
