import type { InboxError } from '../errors.js';
import type { TokenRegistry } from './registry.js';
import type { TokenManager } from './token-manager.js';
import type { Disposable, TokenLease, TokenNews, TokenOwnerConfig, TokenStatus } from './token-owner.js';
import type { TokenSupplier } from './token-supplier.js';
import { readToken } from './token.js';
import type { Token } from './token.js';

/** One element's hold on a manager. Given another client's token than the others hold, it moves to a manager of its own. */
export class OwnedLease implements TokenLease {
  readonly #registry: TokenRegistry;
  readonly #config: TokenOwnerConfig;
  readonly #listeners = new Set<(news: TokenNews) => void>();
  /** What happened before anybody listened. */
  #early: TokenNews[] | null = [];
  readonly #onNews = (news: TokenNews): void => {
    this.#early?.push(news);
    for (const listener of [...this.#listeners]) listener(news);
  };
  #manager: TokenManager;
  #isReleased = false;

  constructor(registry: TokenRegistry, config: TokenOwnerConfig, manager: TokenManager) {
    this.#registry = registry;
    this.#config = config;
    this.#manager = manager;
    this.#join();
  }

  get status(): TokenStatus {
    return this.#manager.status;
  }

  get expiresAt(): Date | null {
    return this.#manager.expiresAt;
  }

  get usable(): boolean {
    return this.#manager.usable;
  }

  get problem(): InboxError | null {
    return this.#manager.problem;
  }

  getToken(signal?: AbortSignal): Promise<string> {
    return this.#manager.getToken(signal);
  }

  reject(token: string, serverTime?: number): void {
    this.#manager.reject(token, serverTime);
  }

  identify(token: string, clientId: string): void {
    this.#manager.identify(token, clientId);
  }

  offer(text: string | null): void {
    if (this.#isReleased) return;
    const reading = readToken(text);
    if (typeof reading !== 'string' && this.#isOfAnother(reading)) this.#move(reading);
    this.#manager.offer(reading);
  }

  refresh(): Promise<void> {
    return this.#manager.refresh();
  }

  signOut(): void {
    this.#manager.signOut();
  }

  subscribe(listener: (news: TokenNews) => void): () => void {
    this.#listeners.add(listener);
    const early = this.#early ?? [];
    this.#early = null;
    for (const news of early) listener(news);
    return () => this.#listeners.delete(listener);
  }

  shared<T extends Disposable>(key: string, create: (tokens: TokenSupplier) => T): T {
    return this.#manager.shared(key, create);
  }

  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#leave();
  }

  #isOfAnother(token: Token): boolean {
    const { client, leaseCount } = this.#manager;
    return leaseCount > 1 && client !== null && token.client !== null && token.client !== client && this.#manager.wouldTake(token);
  }

  #move(token: Token): void {
    this.#leave();
    this.#manager = this.#registry.managerFor(this.#config, token.client);
    // Told before this lease joins: until everything of the old client is wiped, nothing of the new one is given out.
    this.#onNews({ type: 'client-changed' });
    this.#join();
  }

  #join(): void {
    this.#registry.retain(this.#manager);
    this.#manager.addLease(this.#onNews);
  }

  #leave(): void {
    this.#manager.removeLease(this.#onNews);
    if (this.#manager.leaseCount === 0) this.#registry.abandon(this.#manager);
  }
}
