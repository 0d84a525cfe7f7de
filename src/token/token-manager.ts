import type { InboxError } from '../errors.js';
import { waitAfter } from './backoff.js';
import type { Setback } from './backoff.js';
import type { CallBudget } from './call-budget.js';
import { Clock, learnOffset } from './clock.js';
import type { Moment } from './clock.js';
import type { PageSignal, TokenEnvironment } from './environment.js';
import { NewsDesk } from './news-desk.js';
import { holdToken, timeLeft, timeUntilOver } from './plan.js';
import type { HeldToken } from './plan.js';
import type { RefreshAttempt } from './refresh-attempt.js';
import { misconfiguredToken, refreshError, released, serviceRejects, sessionChanged, signedOut, tooManyCalls, unconfigured } from './refresh-error.js';
import { RefreshLoop } from './refresh-loop.js';
import { Tabs } from './tabs.js';
import type { TabOffer } from './tabs.js';
import { readToken } from './token.js';
import type { NoToken, Token } from './token.js';
import type { TokenMemory } from './token-memory.js';
import type { Disposable, RefreshReason, TokenNews, TokenOwnerConfig, TokenStatus } from './token-owner.js';
import type { TokenSupplier } from './token-supplier.js';
import { TokenState } from './token-state.js';
import { isIssuerTrusted } from './trust.js';
import { compareTokens, verdictOf } from './verdict.js';
import type { Comparison, EndpointAnswer } from './verdict.js';
import { Waiters } from './waiters.js';

/** Nobody is kept waiting for a call that may not start for longer than this, in ms. */
const PATIENCE_MS = 15_000;
/** A page out of the back-forward cache is shown after this time, in ms, if the endpoint is silent. */
export const CONFIRMATION_LIMIT_MS = 4_000;
/** A replacement that the service rejects before it is this old, in ms, says that another one will not help. */
const YOUNG_MS = 60_000;

export interface ManagerParts {
  readonly config: TokenOwnerConfig;
  readonly environment: TokenEnvironment;
  /** Shared by all managers of a page that call the same endpoint. */
  readonly budget: CallBudget;
  /** Shared by all managers of a page with the same configuration. */
  readonly memory: TokenMemory;
}

type Listener = (news: TokenNews) => void;

/** How a token came. */
interface Origin {
  /** Why it was fetched; `null`: it is the first one, and was offered. */
  readonly reason: RefreshReason | null;
  /** The endpoint gave it just now. */
  readonly isNew: boolean;
  /** In ms; `null` where not told. */
  readonly expiresInMs: number | null;
}

/**
 * Keeps one good token: knows what an answer, an offer or a rejection means, takes only what is better, and tells
 * everybody who holds a lease. When to call is the loop's affair.
 */
export class TokenManager implements TokenSupplier {
  readonly #config: TokenOwnerConfig;
  readonly #environment: TokenEnvironment;
  readonly #budget: CallBudget;
  readonly #memory: TokenMemory;
  readonly #clock: Clock;
  readonly #state: TokenState;
  readonly #tabs: Tabs;
  readonly #loop: RefreshLoop;
  readonly #news: NewsDesk;
  readonly #detach: () => void;
  readonly #shared = new Map<string, Disposable>();
  /** Callers of `getToken()`. */
  readonly #waiters = new Waiters<string>();
  /** Callers of `refresh()`. */
  readonly #requesters = new Waiters<void>();
  /** Codes of the wrong set-ups that the page was told of. */
  readonly #toldSetups = new Set<string>();

  /** Goes up with each token taken and each change of session: what began before does not land after. */
  #epoch = 0;
  /** Replacements in a row that the service rejected at once. */
  #strikes = 0;
  #hasSucceeded = false;
  /** In time lived through: when a page out of the back-forward cache is shown at the latest; `null`: it is shown. */
  #confirmBy: number | null = null;
  /** Changes of session that not everybody has been told of yet. */
  #switches = 0;
  #isDisposed = false;
  #toldStatus: TokenStatus = 'missing';

  constructor({ config, environment, budget, memory }: ManagerParts) {
    this.#config = config;
    this.#environment = environment;
    this.#budget = budget;
    this.#memory = memory;
    const clock = new Clock(() => ({ wall: environment.wallTime(), mono: environment.monotonicTime() }));
    const state = new TokenState(config.fetchToken !== null || config.endpoint !== null, memory);
    const tabs = new Tabs(environment, `${config.service} ${config.endpoint ?? ''}`, (offer) => this.#hear(offer));
    this.#clock = clock;
    this.#state = state;
    this.#tabs = tabs;
    this.#news = new NewsDesk((error) => environment.report(error));
    this.#loop = new RefreshLoop(
      { config, environment, clock, budget, state, tabs },
      {
        isActive: () => this.#isActive,
        onTick: () => this.#look(),
        taken: () => this.#epoch,
        onOutcome: (attempt, answer) => this.#onOutcome(attempt, answer),
        onLateAnswer: (attempt, answer) => this.#onLateAnswer(attempt, answer),
      },
    );
    tabs.open();
    this.#detach = environment.listen((signal) => this.#onSignal(signal));
  }

  /** Whose token it is; `null` where unknown. */
  get client(): string | null {
    return this.#state.client;
  }

  get leaseCount(): number {
    return this.#news.size;
  }

  get status(): TokenStatus {
    return this.#state.status(this.#clock.read(), this.#loop.isCalling);
  }

  get expiresAt(): Date | null {
    const time = this.#state.expiresAt(this.#clock.read());
    return time === null ? null : new Date(time);
  }

  get usable(): boolean {
    return this.#state.isUsable(this.#clock.read());
  }

  get problem(): InboxError | null {
    return this.#state.problem(this.#clock.read());
  }

  addLease(listener: Listener): void {
    this.#news.add(listener);
  }

  removeLease(listener: Listener): void {
    this.#news.delete(listener);
    if (this.leaseCount === 0) this.#loop.disarm();
  }

  getToken(signal?: AbortSignal): Promise<string> {
    this.#look();
    const answer = this.#answer(this.#clock.read());
    if (typeof answer === 'string') return Promise.resolve(answer);
    return answer ? Promise.reject(answer) : this.#waiters.wait(signal);
  }

  reject(text: string, serverTime?: number): void {
    const state = this.#state;
    if (serverTime !== undefined) this.#clock.learn(serverTime - this.#environment.wallTime());
    const isNews = !this.#memory.wasRejected(text);
    this.#memory.noteRejected(text);
    if (isNews && state.held?.token.text === text) {
      const now = this.#clock.read();
      const isYoung = state.heldFor === 'rejected' && now.lived - state.held.receivedAt < YOUNG_MS;
      this.#strikes = isYoung ? this.#strikes + 1 : 0;
      if (isYoung) this.#fail(this.#strikes > 1 ? 'misconfigured' : 'replacement-rejected', serviceRejects());
    }
    this.#look();
  }

  identify(text: string, client: string): void {
    const state = this.#state;
    const { held, heldFor } = state;
    if (held?.token.text !== text || held.token.client !== null) return;
    const identified = { ...held, token: { ...held.token, client } };
    if (state.client !== null && state.client !== client) {
      this.#leaveClient({ type: 'client-changed' }, () => state.hold(identified, heldFor));
    } else {
      state.held = identified;
      state.client = client;
      if (heldFor) this.#tellTabs(identified);
    }
    this.#look();
  }

  /** Would a token that the page offers be taken? */
  wouldTake(token: Token): boolean {
    if (this.#memory.wasSeen(token.text) || this.#memory.wasRejected(token.text)) return false;
    const now = this.#clock.read();
    const standing = this.#state.standing(now);
    const comparison = compareTokens(token, standing, false);
    if (comparison === 'no-better') return false;
    // One that is over only says that there was a session: it is no reason to end anything.
    const isOver = timeUntilOver(this.#plan(token, { reason: null, isNew: false, expiresInMs: null }), now) <= 0;
    return !isOver || (comparison === 'better' && !standing.usable && !this.#state.latch);
  }

  offer(reading: Token | NoToken): void {
    if (typeof reading === 'string') {
      const { hasWay, held, failure } = this.#state;
      if (reading !== 'none' && !hasWay && !held && !failure) this.#failForGood(misconfiguredToken(reading));
    } else {
      if (!this.#isTrusted(reading)) this.#failForGood(misconfiguredToken('untrusted'));
      else if (this.wouldTake(reading)) {
        this.#learnFromFuture(reading);
        this.#take(reading, { reason: this.#state.held && 'requested', isNew: false, expiresInMs: null });
      }
      this.#memory.noteSeen(reading.text);
    }
    this.#look();
  }

  refresh(): Promise<void> {
    const state = this.#state;
    if (this.#isDisposed) return Promise.reject(released());
    if (!state.hasWay) return Promise.reject(unconfigured());
    state.latch = null;
    if (!this.#loop.isCalling) state.isRequested = true;
    const outcome = this.#requesters.wait();
    this.#look();
    return outcome;
  }

  signOut(): void {
    this.#leaveClient({ type: 'signed-out' }, () => {});
    this.#state.latch = signedOut();
    this.#look();
  }

  shared<T extends Disposable>(key: string, create: (tokens: TokenSupplier) => T): T {
    const thing = (this.#shared.get(key) as T | undefined) ?? create(this);
    this.#shared.set(key, thing);
    return thing;
  }

  /** Looks at the clocks and does what is due. */
  look(): void {
    this.#look();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#forget(released());
    this.#loop.disarm();
    this.#detach();
    this.#tabs.close();
  }

  get #isActive(): boolean {
    return this.leaseCount > 0 && !this.#isDisposed && this.#switches === 0 && !this.#environment.isPrerendering();
  }

  /** The one way through which everything goes: call if due, then tell, answer who waits, set the timer. */
  #look(isSignOfLife = false): void {
    const state = this.#state;
    this.#loop.evaluate(isSignOfLife);
    const now = this.#clock.read();
    if (this.#confirmBy !== null && now.lived >= this.#confirmBy) this.#confirm();
    if (this.#isActive) {
      if (!state.hasWay && state.held && !state.isUsable(now) && !state.failure) this.#failForGood(unconfigured());
      if (state.isRequested && this.#loop.waitMs(now) > PATIENCE_MS) {
        state.isRequested = false;
        this.#requesters.rejectAll(this.#whyWaiting());
      }
      const status = state.status(now, this.#loop.isCalling);
      if (status !== this.#toldStatus) this.#news.tell({ type: 'status', status: (this.#toldStatus = status) });
    }
    const answer = this.#answer(now);
    if (typeof answer === 'string') this.#waiters.resolveAll(answer);
    else if (answer) this.#waiters.rejectAll(answer);
    this.#loop.arm(this.#confirmBy === null ? Infinity : this.#confirmBy - now.lived);
    this.#news.flush();
  }

  /** What a caller of `getToken()` gets: a token, the reason why there is none, or `null`: it is worth waiting. */
  #answer(now: Moment): string | InboxError | null {
    const state = this.#state;
    if (this.#isDisposed) return released();
    if (this.#switches > 0) return null;
    if (state.held && state.isUsable(now)) return state.held.token.text;
    if (state.latch) return state.latch;
    if (!this.#isActive || this.#loop.isCalling) return null;
    if (!state.hasWay) return state.failure?.error ?? unconfigured();
    const isSoon = this.#loop.waitMs(now) <= (state.failure ? 0 : PATIENCE_MS);
    return isSoon ? null : this.#whyWaiting();
  }

  #whyWaiting(): InboxError {
    return this.#state.failure?.error ?? tooManyCalls();
  }

  #onSignal(signal: PageSignal): void {
    if (signal === 'hidden') return this.#tabs.close();
    this.#tabs.open();
    const state = this.#state;
    if (signal === 'restored' && state.hasWay && state.held && !state.latch) {
      this.#confirmBy = this.#clock.read().lived + CONFIRMATION_LIMIT_MS;
      if (!this.#loop.isCalling) state.isRequested = true;
      this.#news.tell({ type: 'unconfirmed' });
    }
    this.#look(signal !== 'focus');
  }

  #confirm(): void {
    this.#confirmBy = null;
    this.#news.then(() => this.#news.tell({ type: 'confirmed' }));
  }

  #onOutcome(attempt: RefreshAttempt, answer: EndpointAnswer | null): void {
    if (answer) this.#conclude(attempt, answer);
    else if (!this.#state.isRequested) this.#requesters.resolveAll();
    this.#look();
  }

  #conclude(attempt: RefreshAttempt, answer: EndpointAnswer): void {
    const state = this.#state;
    const { token, expiresInMs } = answer;
    const comparison = token && this.#compare(token, answer);
    const verdict = verdictOf(answer, comparison);
    const isConfirmed = this.#confirmBy !== null && token !== null && verdict !== 'misconfigured';
    if (token && (verdict === 'renewed' || verdict === 'client-changed')) {
      this.#hasSucceeded = true;
      if (attempt.reason !== 'rejected') this.#toldSetups.clear();
      this.#requesters.resolveAll();
      this.#take(token, { reason: attempt.reason, isNew: true, expiresInMs });
    } else if (verdict === 'no-progress' && isConfirmed && state.isUsable(this.#clock.read())) {
      this.#requesters.resolveAll();
    } else {
      const error = refreshError(verdict, answer, { ...this.#failureContext, isUntrusted: comparison === 'untrusted' });
      if (verdict === 'refused') this.#refuse(error);
      else this.#fail(verdict, error, answer.retryAfterMs);
      this.#requesters.rejectAll(error);
    }
    if (isConfirmed) this.#confirm();
  }

  /** A late answer does no harm: its token is taken if nothing has happened since. */
  #onLateAnswer({ taken, reason }: RefreshAttempt, answer: EndpointAnswer): void {
    const { token, expiresInMs } = answer;
    const isWelcome = token && taken === this.#epoch && !this.#isDisposed && verdictOf(answer, this.#compare(token, answer)) === 'renewed';
    if (isWelcome) this.#take(token, { reason, isNew: true, expiresInMs });
    this.#look();
  }

  /** Compares a token that came just now with the one held, and learns the issuer's time from it. */
  #compare(token: Token, { date }: EndpointAnswer): Comparison {
    const { issuedAt, expiresAt, text } = token;
    if (!this.#isTrusted(token)) return 'untrusted';
    if (text === this.#state.held?.token.text || this.#memory.wasRejected(text)) return 'no-better';
    this.#clock.learn(learnOffset({ wall: this.#environment.wallTime(), date, issuedAt, expiresAt }));
    const now = this.#clock.read();
    if (date !== null && expiresAt !== null && expiresAt <= now.issuerTime) return 'no-better';
    return compareTokens(token, this.#state.standing(now), true);
  }

  #hear({ token: text, client, expiresInMs }: TabOffer): void {
    const state = this.#state;
    const token = readToken(text);
    // Only the same client's: another one's session in another tab is none of this page's affair.
    if (typeof token === 'string' || client !== state.client || (token.client ?? client) !== client) return;
    if (!this.#isActive || !this.#isTrusted(token) || this.#memory.wasRejected(text)) return;
    this.#learnFromFuture(token);
    const now = this.#clock.read();
    const origin = { reason: state.dueReason(now) ?? 'planned', isNew: false, expiresInMs };
    const isOver = timeUntilOver(this.#plan(token, origin), now) <= 0;
    if (isOver || compareTokens(token, state.standing(now), true) !== 'better') return;
    this.#take({ ...token, client }, origin);
    this.#loop.cancelTurn();
    this.#look();
  }

  #isTrusted({ issuer }: Token): boolean {
    return isIssuerTrusted(issuer, this.#config.service, this.#config.issuers);
  }

  /** A token issued in the future tells of a clock that is slow by at least that much. */
  #learnFromFuture({ issuedAt }: Token): void {
    const { wall, issuerTime } = this.#clock.read();
    if (issuedAt !== null && issuedAt > issuerTime) this.#clock.learn(issuedAt - wall);
  }

  #plan(token: Token, { isNew, expiresInMs }: Origin): HeldToken {
    return holdToken(token, {
      now: this.#clock.read(),
      // Where nothing better can be had, a token is not given up for what an uncorrected clock says.
      isNew: isNew || !this.#state.hasWay,
      expiresInMs,
      random: this.#environment.random(),
    });
  }

  #take(token: Token, origin: Origin): void {
    const state = this.#state;
    if (token.client !== null && state.client !== null && token.client !== state.client) {
      this.#leaveClient({ type: 'client-changed' }, () => this.#hold(token, origin));
    } else {
      this.#hold(token, origin);
    }
  }

  #hold(token: Token, origin: Origin): void {
    const held = this.#plan(token, origin);
    this.#epoch++;
    this.#state.hold(held, origin.reason);
    this.#memory.noteSeen(token.text);
    if (origin.isNew) this.#tellTabs(held);
    if (origin.reason) this.#news.tell({ type: 'refreshed', expiresAt: this.expiresAt, reason: origin.reason });
  }

  #tellTabs(held: HeldToken): void {
    const { token } = held;
    if (token.client === null) return;
    this.#tabs.post({ token: token.text, client: token.client, expiresInMs: timeLeft(held, this.#clock.read()) });
  }

  #refuse(error: InboxError): void {
    const { client } = this.#state;
    this.#state.forget();
    // Kept, so that the next user is known to be another one.
    this.#state.client = client;
    this.#state.latch = error;
    this.#news.tell({ type: 'failed', error, retryAt: null });
    this.#news.tell({ type: 'ended', error });
    // The end of the session replaces what was hidden.
    if (this.#confirmBy !== null) this.#confirm();
  }

  #fail(setback: Setback, error: InboxError, retryAfterMs: number | null = null): void {
    const now = this.#clock.read();
    const isSetup = this.#isSetup(setback);
    const { waitMs } = this.#state.fail(error, setback, now, isSetup, (failures) =>
      waitAfter(setback, {
        failures,
        random: this.#environment.random(),
        retryAfterMs,
        callsInHour: this.#budget.callsInHour(now.mono),
        lifetimeMs: this.#state.held?.lifetimeMs ?? null,
      }),
    );
    this.#news.tell({ type: 'failed', error, retryAt: new Date(now.wall + waitMs) });
    if (isSetup) this.#tellSetup(error);
  }

  /** Nothing will be tried until the page offers or asks for something. */
  #failForGood(error: InboxError): void {
    if (!this.#state.isUsable(this.#clock.read())) {
      this.#state.fail(error, 'misconfigured', this.#clock.read(), true, () => Infinity);
    }
    this.#tellSetup(error);
  }

  #tellSetup(error: InboxError): void {
    if (!this.#toldSetups.has(error.code)) this.#news.tell({ type: 'misconfigured', error });
    this.#toldSetups.add(error.code);
  }

  /** An answer without a new token is a wrong set-up where the endpoint never did better, or keeps doing so. */
  #isSetup(setback: Setback): boolean {
    if (setback === 'misconfigured') return true;
    const isEmpty = setback === 'not-a-token' || setback === 'no-progress';
    return isEmpty && (!this.#hasSucceeded || (this.#state.failure?.count ?? 0) >= 2);
  }

  get #failureContext(): { hasSucceeded: boolean; endpointOrigin: string; isForeign: boolean; isUntrusted: boolean } {
    const { endpoint, fetchToken } = this.#config;
    const endpointOrigin = endpoint && !fetchToken ? new URL(endpoint).origin : this.#environment.origin;
    const isForeign = endpointOrigin !== this.#environment.origin;
    return { hasSucceeded: this.#hasSucceeded, endpointOrigin, isForeign, isUntrusted: false };
  }

  /** Forgets the client; goes on with the next once everybody has wiped what was his. */
  #leaveClient(news: TokenNews, next: () => void): void {
    this.#forget(sessionChanged());
    const epoch = this.#epoch;
    this.#switches++;
    this.#news.tell(news);
    this.#news.then(() => {
      this.#switches--;
      if (epoch === this.#epoch) next();
      this.#look();
    });
  }

  #forget(reason: InboxError): void {
    this.#epoch++;
    this.#loop.cancel();
    this.#state.forget();
    this.#strikes = 0;
    this.#waiters.rejectAll(reason);
    this.#requesters.rejectAll(reason);
    for (const thing of this.#shared.values()) {
      try {
        thing.dispose();
      } catch (error) {
        this.#environment.report(error);
      }
    }
    this.#shared.clear();
  }
}
