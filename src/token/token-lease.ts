import type { InboxError } from '../errors.js';
import type { TokenManager } from './token-manager.js';
import type { Disposable, TokenLease, TokenNews, TokenOwnerConfig, TokenStatus } from './token-owner.js';
import type { TokenSupplier } from './token-supplier.js';
import { readToken } from './token.js';
import type { NoToken, Token } from './token.js';

/** Where leases find their managers. */
export interface ManagerPool {
  /** The manager for this configuration and client; made where there is none. */
  managerFor(config: TokenOwnerConfig, client: string | null): TokenManager;
  /** Like `managerFor()`, but `undefined` where there is none. */
  find(config: TokenOwnerConfig, client: string | null): TokenManager | undefined;
  /** The manager has lost a lease, and may not be needed any longer. */
  abandon(manager: TokenManager): void;
}

/** One element's hold on a manager. Offered a token of another client than the manager's, it moves to that client's manager. */
export class OwnedLease implements TokenLease {
  readonly #pool: ManagerPool;
  /** What `subscribe()` offers. */
  readonly #initial: Token | NoToken;
  #manager: TokenManager;
  #listener: (news: TokenNews) => void = () => {};

  constructor(pool: ManagerPool, config: TokenOwnerConfig, initial: Token | NoToken) {
    this.#pool = pool;
    this.#initial = initial;
    this.#manager = pool.managerFor(config, typeof initial === 'string' ? null : initial.client);
  }

  get status(): TokenStatus {
    return this.#manager.status;
  }

  get expiresAt(): Date | null {
    return this.#manager.state.expiresAt;
  }

  get isUsable(): boolean {
    return this.#manager.state.isUsable;
  }

  get problem(): InboxError | null {
    return this.#manager.state.problem;
  }

  get isSignedOut(): boolean {
    return this.#manager.isSignedOut;
  }

  get supplier(): TokenSupplier {
    return this.#manager;
  }

  follow(config: TokenOwnerConfig): boolean {
    return this.#manager.follow(config);
  }

  offer(text: string): void {
    this.#offer(readToken(text));
  }

  refresh(): Promise<void> {
    return this.#manager.refresh();
  }

  signOut(): void {
    this.#manager.signOut();
  }

  stayOut(): void {
    if (this.#manager.leaseCount < 2 && !this.isUsable) this.#manager.stop();
  }

  subscribe(listener: (news: TokenNews) => void): void {
    this.#listener = listener;
    this.#manager.addLease(listener);
    this.#offer(this.#initial);
    const { isSignedOut, state: { latch } } = this.#manager;
    // This element may be the only one through which the page learns of it. Last, so that a listener that signs out is heard here.
    if (latch && !isSignedOut) listener({ type: 'ended', error: latch });
  }

  shared<T extends Disposable>(create: (tokens: TokenSupplier) => T): T {
    return this.#manager.shared(create);
  }

  release(): void {
    this.#manager.removeLease(this.#listener);
    this.#pool.abandon(this.#manager);
  }

  #offer(reading: Token | NoToken): void {
    if (typeof reading !== 'string') this.#moveIfOfAnother(reading);
    this.#manager.offer(reading);
  }

  #moveIfOfAnother(token: Token): void {
    if (this.#manager.state.judgeOffer(token) !== 'client-changed') return;
    // Alone on its manager, a lease keeps it for the new client, unless that client already has one.
    const next = this.#pool[this.#manager.leaseCount < 2 ? 'find' : 'managerFor'](this.#manager.config, token.client);
    if (!next) return;
    this.release();
    this.#manager = next;
    // Delivered before this lease joins: until everything of the old client is wiped, nothing of the new one is handed out.
    next.addLease(this.#listener, { type: 'client-changed' });
  }
}
