import { pageShared } from './page-shared.js';

/** What scripts of the page have said about services, for every element of the page. */
export interface InboxConfiguration {
  /** Address of the service, for elements without a `base-url` of their own. */
  readonly baseUrl?: string | URL;
  /** Further origins that an *attribute* `base-url` may name. */
  readonly services?: readonly string[];
  /** Origins, besides the page's own, that an *attribute* `refresh-endpoint` may name. */
  readonly endpoints?: readonly string[];
}

interface Shared {
  current: InboxConfiguration;
  readonly listeners: Set<() => void>;
}

/** On the page, not in the module: a second copy of the bundle configures the elements of the first as well. */
const shared = () => pageShared<Shared>('configuration/1', () => ({ current: Object.create(null) as InboxConfiguration, listeners: new Set() }));

/**
 * Says where the service is, and which origins markup may name. May be called at any time, even after elements are on
 * the page; what a later call names replaces what an earlier one said.
 *
 * Only a script can call it, so markup alone (an injected element, say) can never send a token to a stranger.
 *
 * @example
 * configure({ baseUrl: 'https://inbox.example.com' });
 */
export function configure(change: InboxConfiguration): void {
  const page = shared();
  // Without a prototype: what has got into `Object.prototype` was not configured by any script.
  page.current = Object.assign(Object.create(null) as InboxConfiguration, page.current, change);
  for (const listener of [...page.listeners]) listener();
}

/** @internal What has been configured so far. */
export function configuration(): InboxConfiguration {
  return shared().current;
}

/** @internal Calls back after each `configure()`, until the returned function is called. */
export function onConfigure(listener: () => void): () => void {
  const { listeners } = shared();
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
