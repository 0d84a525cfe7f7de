import { browserEnvironment } from './browser-environment.js';
import { CallBudget } from './call-budget.js';
import type { TokenEnvironment } from './environment.js';
import { OwnedLease } from './token-lease.js';
import { TokenManager } from './token-manager.js';
import { TokenMemory } from './token-memory.js';
import type { AcquireTokenOwner, TokenLease, TokenOwnerConfig } from './token-owner.js';
import { readToken } from './token.js';

/** Goes up with every change that another copy of the bundle on the same page could not deal with. */
const REGISTRY_KEY = Symbol.for('inbox-widget/token-registry/1');
/** An owner that nobody holds is kept for this long, in ms: elements are moved by being removed and added. */
export const GRACE_MS = 1_000;

/** Managers of one configuration: one for each client. */
interface Family {
  readonly config: TokenOwnerConfig;
  readonly memory: TokenMemory;
  readonly managers: Set<TokenManager>;
}

/** A page's owners of tokens. There is one on a page, also where several copies of the bundle are. */
export class TokenRegistry {
  readonly #environment: TokenEnvironment;
  readonly #families = new Set<Family>();
  /** Kept for the page's life: removing and adding elements does not make for more calls. */
  readonly #budgets = new Map<unknown, CallBudget>();
  readonly #graces = new Map<TokenManager, unknown>();

  constructor(environment: TokenEnvironment) {
    this.#environment = environment;
  }

  acquire(config: TokenOwnerConfig, initialToken: string | null): TokenLease {
    const reading = readToken(initialToken);
    const client = typeof reading === 'string' ? null : reading.client;
    const lease = new OwnedLease(this, config, this.managerFor(config, client));
    lease.offer(initialToken);
    return lease;
  }

  /** The manager of this configuration for this client, or one whose client is not known yet; else a new one. */
  managerFor(config: TokenOwnerConfig, client: string | null): TokenManager {
    const family = this.#familyOf(config);
    const fits = (manager: TokenManager): boolean => client === null || manager.client === null || manager.client === client;
    const present = [...family.managers].find(fits);
    if (present) return present;
    const environment = this.#environment;
    const manager = new TokenManager({ config, environment, memory: family.memory, budget: this.#budgetOf(config) });
    family.managers.add(manager);
    return manager;
  }

  retain(manager: TokenManager): void {
    this.#environment.clearTimer(this.#graces.get(manager));
    this.#graces.delete(manager);
  }

  /** Puts the manager away if it is not retained within the grace. */
  abandon(manager: TokenManager): void {
    this.#graces.set(
      manager,
      this.#environment.setTimer(() => {
        this.#graces.delete(manager);
        for (const family of this.#families) {
          if (family.managers.delete(manager) && family.managers.size === 0) this.#families.delete(family);
        }
        manager.dispose();
      }, GRACE_MS),
    );
  }

  #familyOf(config: TokenOwnerConfig): Family {
    for (const family of this.#families) if (isSame(family.config, config)) return family;
    const family = { config, memory: new TokenMemory(), managers: new Set<TokenManager>() };
    this.#families.add(family);
    return family;
  }

  #budgetOf({ endpoint, fetchToken }: TokenOwnerConfig): CallBudget {
    const key = fetchToken ?? endpoint;
    const budget = this.#budgets.get(key) ?? new CallBudget();
    this.#budgets.set(key, budget);
    return budget;
  }
}

/** Joins the page's owner of the token for this configuration, or makes it. */
export const acquireTokenOwner: AcquireTokenOwner = (config, initialToken, environment = browserEnvironment()) => {
  const host = environment.host as { [REGISTRY_KEY]?: TokenRegistry };
  const registry = (host[REGISTRY_KEY] ??= new TokenRegistry(environment));
  return registry.acquire(config, initialToken);
};

function isSame(one: TokenOwnerConfig, other: TokenOwnerConfig): boolean {
  const keys = ['service', 'endpoint', 'credentials', 'headers', 'fetchToken'] as const;
  return keys.every((key) => one[key] === other[key]) && `${one.issuers}` === `${other.issuers}`;
}
