import type { InboxError } from '../errors.js';
import type { Setback } from './backoff.js';
import type { CallBudget } from './call-budget.js';
import { Clock } from './clock.js';
import type { PageSignal, TokenEnvironment } from './environment.js';
import { NewsDesk } from './news-desk.js';
import { timeLeft } from './plan.js';
import { refreshError, tokenError } from './refresh-error.js';
import { RefreshLoop } from './refresh-loop.js';
import type { Attempt } from './refresh-loop.js';
import { Tabs } from './tabs.js';
import type { TabOffer } from './tabs.js';
import { readToken, sameClient } from './token.js';
import type { NoToken, Token } from './token.js';
import type { Disposable, RefreshReason, TokenNews, TokenOwnerConfig, TokenStatus } from './token-owner.js';
import { placeOf, sameIssuers, sameManner } from './same-config.js';
import { TokenState } from './token-state.js';
import type { Origin } from './token-state.js';
import type { TokenSupplier } from './token-supplier.js';
import { verdictOf } from './verdict.js';
import type { EndpointAnswer } from './verdict.js';
import { Waiters } from './waiters.js';

/** Nobody is kept waiting for a call that may only start after more than this time, in ms. */
const PATIENCE_MS = 15_000;
/** A page from the back-forward cache is shown after this time, in ms, if the endpoint does not answer. */
const CONFIRMATION_LIMIT_MS = 4_000;

/** Origin of a token that the page offers while none is held. */
const OFFERED: Origin = { reason: null, isNew: false, expiresInMs: null };

/**
 * Keeps one good token: knows what an answer, an offer or a rejection means, takes only what is better, and notifies
 * everybody who holds a lease. When to call is up to the loop.
 */
export class TokenManager implements TokenSupplier {
  /** A copy of its own: `follow()` writes another manner of asking into it. */
  readonly config: TokenOwnerConfig;
  /** What is known of the token. */
  readonly state: TokenState;
  readonly #environment: TokenEnvironment;
  readonly #budget: CallBudget;
  readonly #clock: Clock;
  readonly #tabs: Tabs;
  readonly #loop: RefreshLoop;
  readonly #news: NewsDesk;
  readonly #detach: () => void;
  /** Somebody holds a lease, the page is not merely prerendered, and no change of session is under way. */
  readonly #isActive: () => boolean;
  /** Callers of `getToken()`. */
  readonly #waiters = new Waiters<string>();
  /** Callers of `refresh()`. */
  readonly #requesters = new Waiters<void>();

  /** When a page from the back-forward cache is shown at the latest, in time lived through; `Infinity`: it is shown. */
  #confirmBy = Infinity;
  /** It has been asked whose session this is, and there is no answer yet. */
  #isUnsure = false;
  /** The last answer was to an earlier manner of asking, and was ignored. */
  #hasDropped = false;
  /** How many changes of session have not been delivered to everybody yet. */
  #switches = 0;
  #isDisposed = false;
  /** What all elements share; made on first use. */
  #shared: Disposable | null = null;
  /** The latch of the last `signOut()` or `stop()`. Before the first: equal to no latch, and not to `null` either. */
  #signedOut: InboxError | undefined;
  #toldStatus: TokenStatus = 'missing';
  /** Code of the wrong setup that was last reported to the page. */
  #toldSetup: string | null = null;

  /** @param budget Shared by all managers of a page that call the same endpoint. */
  constructor(like: TokenOwnerConfig, environment: TokenEnvironment, budget: CallBudget) {
    const config = { ...like };
    const clock = new Clock(environment);
    const state = new TokenState(config, clock, environment);
    const tabs = new Tabs(environment, placeOf(config), (offer) => this.#hear(offer));
    const isActive = (): boolean =>
      this.leaseCount > 0 && !this.#switches && !environment.isPrerendering();
    const onTick = (): void => this.#look();
    const onOutcome = (attempt: Attempt, answer: EndpointAnswer | null): void => {
      if (answer) this.#hearAnswer(attempt, answer);
      else if (!state.isRequested) this.#requesters.settle();
      this.#look();
    };
    this.config = config;
    this.state = state;
    this.#environment = environment;
    this.#budget = budget;
    this.#clock = clock;
    this.#tabs = tabs;
    this.#news = new NewsDesk(environment);
    this.#isActive = isActive;
    this.#loop = new RefreshLoop({ config, environment, clock, budget, state, tabs, isActive, onTick, onOutcome });
    tabs.open();
    this.#detach = environment.listen((signal) => this.#onSignal(signal));
  }

  get leaseCount(): number {
    return this.#news.listeners.size;
  }

  get isSignedOut(): boolean {
    return this.state.latch === this.#signedOut;
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
    this.state.learnTime(serverTime || null, null);
    const strikes = this.state.noteRejected(text);
    if (strikes) this.#fail(strikes > 1 ? 'misconfigured' : 'replacement-rejected', tokenError('rejected'));
    this.#look();
  }

  identify(text: string, client: string): void {
    const { state } = this;
    const { held } = state;
    if (held?.token.text !== text || held.token.client !== null) return;
    const own = (): void => {
      state.held = { ...held, token: { ...held.token, client } };
      state.client = client;
      // One of unknown expiry may be older than what the other tabs have.
      if (held.leftAtReceipt !== null) this.#tellTabs();
    };
    this.#become(client, own);
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
    if (!isSame && !isSignedOut) this.#askWhoIsThere();
    this.#look();
    return true;
  }

  /** Does this token belong to another client than the one held, and would it be taken? */
  isOfAnother(token: Token): boolean {
    return this.state.judgeOffer(token, OFFERED, false) === 'client-changed';
  }

  offer(reading: Token | NoToken): void {
    const { state } = this;
    const { hasWay, held } = state;
    if (typeof reading === 'string') {
      if (reading !== 'none' && !hasWay && !held) this.#fail('misplaced', tokenError(reading));
    } else {
      const isTrusted = state.isTrusted(reading);
      if (!isTrusted && !state.isUsable) this.#fail('misplaced', tokenError('untrusted'));
      if (isTrusted && state.judgeOffer(reading, OFFERED, false) !== 'no-progress') {
        this.#take(reading, { ...OFFERED, reason: held && 'requested' });
      }
      state.noteSeen(reading);
    }
    this.#look();
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

  signOut(): void {
    this.#leaveClient('signed-out', () => {});
    this.stop();
  }

  /** Makes no call until the page offers a token or somebody asks. */
  stop(): void {
    this.#loop.cancel();
    this.state.latch = this.#signedOut = tokenError('signedOut');
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
    loop.evaluate(isSignOfLife);
    const confirmInMs = this.#confirmBy - this.#clock.read().lived;
    if (confirmInMs <= 0) this.#confirm();
    if (this.#isActive()) {
      if (!state.hasWay && state.held && !state.isUsable && !state.failure) this.#fail('misplaced', tokenError('unconfigured'));
      if (state.isRequested && loop.waitMs > PATIENCE_MS) {
        state.isRequested = false;
        this.#requesters.settle(this.#whyNotNow);
      }
      const { status } = this;
      if (status !== this.#toldStatus) this.#news.tell({ type: 'status', status: (this.#toldStatus = status) });
    }
    const answer = this.#answer();
    if (answer) this.#waiters.settle(answer);
    loop.arm(confirmInMs > 0 ? confirmInMs : Infinity);
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
    if (!this.#isActive() || this.#loop.isCalling || !(state.hasWay || state.held || state.failure)) return null;
    const isSoon = state.hasWay && this.#loop.waitMs <= (state.failure ? 0 : PATIENCE_MS);
    return isSoon ? null : this.#whyNotNow;
  }

  get #whyNotNow(): InboxError {
    return this.state.failure?.error ?? tokenError(this.state.hasWay ? 'hurried' : 'unconfigured');
  }

  #onSignal(signal: PageSignal): void {
    if (signal === 'pagehide') return this.#tabs.close();
    this.#tabs.open();
    const { state } = this;
    const isPrivate = !!(state.held ?? state.client);
    if (signal === 'restored' && state.hasWay && isPrivate && !state.latch) {
      this.#news.tell({ type: 'unconfirmed' });
      this.#askWhoIsThere();
    }
    this.#look(signal !== 'focus');
  }

  /** The session may be another one now: an endpoint that repeats the token held confirms that it is not. */
  #askWhoIsThere(): void {
    this.#isUnsure = true;
    this.#confirmBy = this.#clock.read().lived + CONFIRMATION_LIMIT_MS;
    if (!this.#loop.isCalling) this.state.isRequested = true;
  }

  #confirm(): void {
    this.#confirmBy = Infinity;
    // After all news still to be delivered, an end of the session or a change of client included.
    this.#news.then(() => this.#news.tell({ type: 'confirmed' }));
  }

  /** An answer to a manner of asking that the page has changed since may be another user's: the present manner is tried as well. */
  #hearAnswer({ reason, asked, startedAt }: Attempt, answer: EndpointAnswer): void {
    const isLate = !sameManner(asked, this.config);
    // A late answer may confirm the present client, but lets nobody in and ends nothing. Only the first in a row is dropped, though:
    // a page that keeps changing gets an answer in the end.
    const isDropped = isLate && !this.#hasDropped && (answer.token?.client ?? '') !== this.state.client;
    const isOvertaken = this.state.held !== null && this.state.held.receivedAt > Number(startedAt);
    if (!isDropped) this.#conclude(reason, answer, isLate, isOvertaken);
    this.#hasDropped = isDropped;
    if (isLate) this.#askWhoIsThere();
  }

  /** @param isOvertaken A better token has come from elsewhere during the call: the call's answer is then no failure. */
  #conclude(reason: RefreshReason, answer: EndpointAnswer, isLate: boolean, isOvertaken: boolean): void {
    const { state } = this;
    const { origin } = this.#environment;
    const { token, expiresInMs } = answer;
    const verdict = verdictOf(answer, state.judgeAnswer(answer));
    const isConfirmed = !isLate && this.#isUnsure && (verdict === 'refused' || (token !== null && verdict !== 'misconfigured'));
    if (verdict === 'renewed' || verdict === 'client-changed') {
      state.hasSucceeded = true;
      if (reason !== 'rejected') this.#toldSetup = null;
      this.#requesters.settle();
      this.#take(token as Token, { reason, isNew: true, expiresInMs });
    } else if (verdict === 'no-progress' && (isConfirmed || isOvertaken) && state.isUsable) {
      this.#requesters.settle();
    } else {
      const { endpoint } = this.config;
      const asked = endpoint ? new URL(endpoint).origin : origin;
      const foreignOrigin = asked === origin ? '' : asked;
      const error = refreshError(verdict, answer, { hasSucceeded: state.hasSucceeded, foreignOrigin });
      if (verdict === 'refused') this.#refuse(error, answer.date);
      else this.#fail(verdict, error, answer.retryAfterMs);
      this.#requesters.settle(error);
    }
    if (!isConfirmed) return;
    this.#isUnsure = false;
    this.#confirm();
  }

  /** Another tab has a token. It is taken only if it is the same client's: another session does not concern this page. */
  #hear({ token: text, client, expiresInMs }: TabOffer): void {
    const { state } = this;
    const token = readToken(text);
    if (typeof token === 'string' || client !== state.client || !sameClient(token.client, client)) return;
    const origin = { reason: state.dueReason ?? 'planned', isNew: false, expiresInMs };
    if (!this.#isActive() || !state.isTrusted(token) || state.judgeOffer(token, origin, true) !== 'renewed') return;
    this.#take({ ...token, client }, origin);
    this.#look();
  }

  #take(token: Token, origin: Origin): void {
    const { state } = this;
    const hold = (): void => {
      state.hold(token, origin);
      if (origin.isNew) this.#tellTabs();
      if (origin.reason) this.#news.tell({ type: 'refreshed', expiresAt: state.expiresAt, reason: origin.reason });
    };
    this.#become(token.client, hold);
  }

  #tellTabs(): void {
    const { held } = this.state;
    if (!held || held.token.client === null) return;
    const { text, client } = held.token;
    this.#tabs.post({ token: text, client, expiresInMs: timeLeft(held, this.#clock.read()) });
  }

  #refuse(error: InboxError, date: number | null): void {
    const { state } = this;
    const { client } = state;
    // The page may offer a token next, and this clock must not take it for expired.
    state.learnTime(date, null);
    state.forget();
    // Kept, so that a different user is recognised as one.
    state.client = client;
    state.latch = error;
    this.#news.tell({ type: 'failed', error, retryAt: null });
    this.#news.tell({ type: 'ended', error });
  }

  #fail(setback: Setback, error: InboxError, retryAfterMs: number | null = null): void {
    const { mono, wall } = this.#clock.read();
    this.#budget.noteFailure();
    const { waitMs, isSetup } = this.state.fail(error, setback, retryAfterMs, this.#budget.callsInHour(mono));
    if (waitMs < Infinity) this.#news.tell({ type: 'failed', error, retryAt: new Date(wall + waitMs) });
    if (!isSetup || this.#toldSetup === error.code) return;
    this.#toldSetup = error.code;
    this.#news.tell({ type: 'misconfigured', error });
  }

  /** Goes on with `next` for this client (`null`: not known who that is), after everybody has left another one. */
  #become(client: string | null, next: () => void): void {
    if (sameClient(client, this.state.client)) next();
    else this.#leaveClient('client-changed', next);
  }

  /** Forgets the client; goes on with `next` once everybody has wiped the client's data, unless something else happened meanwhile. */
  #leaveClient(type: 'client-changed' | 'signed-out', next: () => void): void {
    const { state } = this;
    this.#forget(tokenError('changed'));
    this.#switches++;
    this.#news.tell({ type });
    this.#news.then(() => {
      this.#switches--;
      if (!state.held && !state.latch && !this.#isDisposed) next();
      this.#look();
    });
  }

  #forget(reason: InboxError): void {
    this.#loop.cancel();
    this.state.forget();
    this.#waiters.settle(reason);
    this.#requesters.settle(reason);
    this.#news.isolate(() => this.#shared?.dispose());
    this.#shared = null;
  }
}
