import { pageShared } from '../page-shared.js';
import { browserEnvironment } from './browser-environment.js';
import { CallBudget } from './call-budget.js';
import type { TokenEnvironment } from './environment.js';
import { placeOf, sameIssuers, sameManner } from './same-config.js';
import { OwnedLease } from './token-lease.js';
import { TokenManager } from './token-manager.js';
import type { AcquireTokenOwner, TokenOwnerConfig } from './token-owner.js';
import { readToken, sameClient } from './token.js';

/** An owner that nobody holds is kept for this long, in ms: moving an element means removing it and adding it again. */
const GRACE_MS = 1_000;

/** A page's token owners. There is one registry on a page, even with several copies of the bundle. */
export class TokenRegistry {
  readonly #environment: TokenEnvironment;
  /** Each with the timer that disposes of it once nobody holds it. */
  readonly #managers = new Map<TokenManager, unknown>();
  /** By place, for the page's life: neither elements that come and go nor functions created afresh lead to more calls. */
  readonly #budgets: Record<string, CallBudget> = {};

  constructor(environment: TokenEnvironment) {
    this.#environment = environment;
  }

  /** The manager of this configuration for this client (`null`: any), or one whose client is not known yet. */
  find(config: TokenOwnerConfig, client: string | null): TokenManager | undefined {
    return [...this.#managers.keys()].find(
      ({ config: own, state }) =>
        sameClient(client, state.client) && placeOf(own) === placeOf(config) && sameManner(own, config) && sameIssuers(own, config),
    );
  }

  /** Like `find()`, but makes one where there is none. */
  managerFor(config: TokenOwnerConfig, client: string | null): TokenManager {
    const found = this.find(config, client);
    if (found) return found;
    const manager = new TokenManager(config, this.#environment, (this.#budgets[placeOf(config)] ??= new CallBudget()));
    this.#managers.set(manager, undefined);
    return manager;
  }

  /** A manager has lost a lease: disposes of it if it has none by the end of the grace period. */
  abandon(manager: TokenManager): void {
    this.#environment.clearTimer(this.#managers.get(manager));
    const dispose = (): void => {
      if (manager.leaseCount > 0) return;
      this.#managers.delete(manager);
      manager.dispose();
    };
    this.#managers.set(manager, this.#environment.setTimer(dispose, GRACE_MS));
  }
}

/** Joins the page's owner of the token for this configuration, or creates it. */
export const acquireTokenOwner: AcquireTokenOwner = (config, initialToken, environment = browserEnvironment()) => {
  const registry = pageShared('token-registry/1', () => new TokenRegistry(environment), environment.host);
  return new OwnedLease(registry, config, readToken(initialToken));
};
