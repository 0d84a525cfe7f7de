import type { InboxError } from '../errors.js';
import type { CallBudget } from './call-budget.js';
import { Clock } from './clock.js';
import type { LifeSign, TokenEnvironment } from './environment.js';
import { NewsDesk } from './news-desk.js';
import { tokenError } from './refresh-error.js';
import { RefreshLoop } from './refresh-loop.js';
import type { Attempt } from './refresh-loop.js';
import { Tabs } from './tabs.js';
import type { NoToken, Token } from './token.js';
import type { Disposable, TokenNews, TokenOwnerConfig, TokenStatus } from './token-owner.js';
import { placeOf, sameIssuers, sameManner } from './same-config.js';
import { TokenIntake } from './token-intake.js';
import { TokenState } from './token-state.js';
import type { TokenSupplier } from './token-supplier.js';
import type { EndpointAnswer } from './verdict.js';
import { Waiters } from './waiters.js';

/** Callers are kept waiting only for a call that may start within this time, in ms. */
const PATIENCE_MS = 15_000;

/**
 * Keeps one good token, hands it out, and notifies everybody who holds a lease. When to call is up to the loop; what is taken, and
 * what follows from it, is up to the intake.
 */
export class TokenManager implements TokenSupplier {
  /** A copy of its own: `follow()` writes another manner of asking into it. */
  readonly config: TokenOwnerConfig;
  /** What is known of the token. */
  readonly state: TokenState;
  readonly #tabs: Tabs;
  readonly #loop: RefreshLoop;
  readonly #intake: TokenIntake;
  readonly #news: NewsDesk;
  readonly #detach: () => void;
  /** Somebody holds a lease, the page is not merely prerendered, and no change of session is under way. */
  readonly #isActive: () => boolean;
  /** Callers of `getToken()`. */
  readonly #waiters = new Waiters<string>();
  /** Callers of `refresh()`. */
  readonly #requesters = new Waiters<void>();

  /** How many changes of session have not been delivered to everybody yet. */
  #switches = 0;
  #isDisposed = false;
  /** What all elements share; made on first use. */
  #shared: Disposable | null = null;
  /** The latch of the last `signOut()` or `stop()`; before the first one `undefined`, which is never a latch. */
  #signOutLatch: InboxError | undefined;
  #toldStatus: TokenStatus = 'missing';

  /** @param budget Shared by all managers of a page that call the same endpoint. */
  constructor(given: TokenOwnerConfig, environment: TokenEnvironment, budget: CallBudget) {
    const config = { ...given };
    const clock = new Clock(environment);
    const state = new TokenState(config, clock, environment);
    const news = new NewsDesk(environment);
    const tabs = new Tabs(environment, placeOf(config), (message) => {
      if (message.token) this.#intake.hearTab(message);
      else if (message.client === state.client) this.signOut(tokenError('signedOut'));
      this.#look();
    });
    const isActive = (): boolean =>
      this.leaseCount > 0 && !this.#switches && !environment.isPrerendering();
    const onTick = (): void => this.#look();
    const onOutcome = (attempt: Attempt, answer: EndpointAnswer | null): void => {
      if (answer) this.#intake.hearAnswer(attempt, answer);
      else if (!state.isRequested) this.#requesters.settle();
      this.#look();
    };
    const requesters = this.#requesters;
    const leaveClient = this.#leaveClient;
    const parts = { config, environment, clock, budget, state, tabs, news, requesters, isActive, leaveClient, onTick, onOutcome };
    this.config = config;
    this.state = state;
    this.#tabs = tabs;
    this.#news = news;
    this.#isActive = isActive;
    this.#loop = new RefreshLoop(parts);
    this.#intake = new TokenIntake(parts);
    tabs.open();
    this.#detach = environment.listen((signal) => this.#onSignal(signal));
  }

  get leaseCount(): number {
    return this.#news.listeners.size;
  }

  get isSignedOut(): boolean {
    return this.state.latch === this.#signOutLatch;
  }

  get status(): TokenStatus {
    return this.state.status(this.#loop.isCalling);
  }

  /** @param first What the listener is told before it hears anything else. */
  addLease(listener: (news: TokenNews) => void, first?: TokenNews): void {
    if (first) this.#news.isolate(() => listener(first));
    this.#news.listeners.add(listener);
  }

  removeLease(listener: (news: TokenNews) => void): void {
    this.#news.listeners.delete(listener);
    this.#look();
  }

  async getToken(signal?: AbortSignal): Promise<string> {
    signal?.throwIfAborted();
    const token = this.#waiters.wait(signal);
    this.#look();
    return token;
  }

  reject(text: string, serverTime?: number): void {
    this.#intake.reject(text, serverTime);
    this.#look();
  }

  identify(text: string, client: string): void {
    this.#intake.identify(text, client);
    this.#look();
  }

  offer(reading: Token | NoToken): void {
    this.#intake.offer(reading);
    this.#look();
  }

  /** As `TokenLease.follow()` promises. A manner of asking is not imposed on others who share this manager. */
  follow(config: TokenOwnerConfig): boolean {
    const current = this.config;
    const { isSignedOut } = this;
    const { client, latch, isUsable } = this.state;
    const isSame = sameManner(current, config);
    // Whoever has signed out stays signed out, however the page would ask from now on.
    const isOwn = isSame || (this.leaseCount < 2 && (isUsable || !(client ?? latch)));
    const isPossible = isSignedOut || (isOwn && (isUsable || latch !== null || sameIssuers(current, config)));
    if (!isPossible || placeOf(current) !== placeOf(config)) return false;
    Object.assign(current, config);
    if (!isSame && !isSignedOut) this.#intake.doubt();
    this.#look();
    return true;
  }

  async refresh(): Promise<void> {
    const { state } = this;
    if (this.#isDisposed || !state.hasWay) throw tokenError(this.#isDisposed ? 'released' : 'unconfigured');
    state.latch = null;
    if (!this.#loop.isCalling) state.isRequested = true;
    const outcome = this.#requesters.wait();
    this.#look();
    return outcome;
  }

  /** @param error Told to the page, where another tab has signed out. */
  signOut(error?: InboxError): void {
    const { client, latch } = this.state;
    if (!error) this.#tabs.post({ client });
    this.#leaveClient('signed-out', () => {});
    // A session that has ended does not end again.
    if (error && !latch) this.#news.tell({ type: 'ended', error });
    this.stop();
  }

  /** Makes no call until the page offers a token or somebody asks. */
  stop(): void {
    this.#loop.cancel();
    this.state.latch = this.#signOutLatch = tokenError('signedOut');
    this.#look();
  }

  shared<T extends Disposable>(create: (tokens: TokenSupplier) => T): T {
    return (this.#shared ??= create(this)) as T;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#forget(tokenError('released'));
    this.#detach();
    this.#tabs.close();
  }

  /** The one path that everything takes: calls if a call is due, delivers news, answers waiting callers, sets the timer. */
  #look(isSignOfLife = false): void {
    const { state } = this;
    const loop = this.#loop;
    const intake = this.#intake;
    loop.evaluate(isSignOfLife);
    if (intake.confirmMs <= 0) intake.confirm();
    if (this.#isActive()) {
      if (!state.hasWay && state.held && !state.isUsable && !state.failure) intake.fail('misplaced', tokenError('unconfigured'));
      if (state.isRequested && loop.waitMs > PATIENCE_MS) {
        state.isRequested = false;
        this.#requesters.settle(this.#whyNotNow);
      }
      const { status } = this;
      if (status !== this.#toldStatus) this.#news.tell({ type: 'status', status: (this.#toldStatus = status) });
    }
    const answer = this.#answer();
    if (answer) this.#waiters.settle(answer);
    loop.arm(intake.confirmMs);
    this.#news.flush();
  }

  /** What a caller of `getToken()` gets: a token; the reason why there is none; or `null`: it is worth waiting. */
  #answer(): string | InboxError | null {
    const { state } = this;
    if (this.#isDisposed) return tokenError('released');
    if (this.#switches) return null;
    if (state.held && state.isUsable) return state.held.token.text;
    if (state.latch) return state.latch;
    // Even where there is no way to fetch a token, the page may still offer one.
    if (this.#loop.isCalling || !(state.hasWay || state.failure)) return null;
    const isSoon = state.hasWay && this.#loop.waitMs <= (state.failure ? 0 : PATIENCE_MS);
    return isSoon ? null : this.#whyNotNow;
  }

  get #whyNotNow(): InboxError {
    return this.state.failure?.error ?? tokenError(this.state.hasWay ? 'hurried' : 'unconfigured');
  }

  #onSignal(signal: LifeSign): void {
    if (signal === 'pagehide') return this.#tabs.close();
    this.#tabs.open();
    const { state } = this;
    if (signal === 'restored' && state.hasWay && !state.latch) {
      this.#news.tell({ type: 'unconfirmed' });
      // A call that began before the page went away says nothing of who is signed in now.
      this.#loop.cancel();
      this.#intake.doubt();
    }
    this.#look(signal !== 'focus');
  }

  /** Forgets the client; goes on with `next` once everybody has wiped the client's data, unless something else happened meanwhile. */
  readonly #leaveClient = (type: 'client-changed' | 'signed-out', next: () => void): void => {
    const { state } = this;
    this.#forget(tokenError('changed'));
    this.#switches++;
    this.#news.tell({ type });
    this.#news.then(() => {
      this.#switches--;
      if (!state.held && !state.latch && !this.#isDisposed) next();
      this.#look();
    });
  };

  #forget(reason: InboxError): void {
    this.#loop.cancel();
    this.state.forget();
    this.#waiters.settle(reason);
    this.#requesters.settle(reason);
    this.#news.isolate(() => this.#shared?.dispose());
    this.#shared = null;
  }
}
