import type { InboxError } from '../errors.js';
import type { Setback } from './backoff.js';
import type { NewsDesk } from './news-desk.js';
import { timeLeft } from './plan.js';
import type { HeldToken } from './plan.js';
import { refreshError, tokenError } from './refresh-error.js';
import type { Attempt, LoopParts } from './refresh-loop.js';
import { sameManner } from './same-config.js';
import type { TabMessage } from './tabs.js';
import { readToken, sameClient } from './token.js';
import type { NoToken, Token } from './token.js';
import { OFFERED } from './token-state.js';
import type { Origin } from './token-state.js';
import { verdictOf } from './verdict.js';
import type { EndpointAnswer } from './verdict.js';
import type { Waiters } from './waiters.js';

/** A page from the back-forward cache is shown after this time, in ms, if the endpoint does not answer. */
const CONFIRMATION_LIMIT_MS = 4_000;

export interface IntakeParts extends Omit<LoopParts, 'onTick' | 'onOutcome'> {
  readonly news: NewsDesk;
  /** Callers of `refresh()`. */
  readonly requesters: Waiters<void>;
  /** Forgets the client; goes on with `next` once everybody has wiped the client's data, unless something else happened meanwhile. */
  leaveClient(type: 'client-changed', next: () => void): void;
}

/**
 * Judges everything that comes in: the endpoint's answers, what the page and other tabs offer, what the service says of a token.
 * Takes only what is better than the token held, and tells the listeners. What is due next is up to the caller.
 */
export class TokenIntake {
  readonly #parts: IntakeParts;
  /** When a page from the back-forward cache is shown at the latest, in time lived through; `Infinity`: it is shown. */
  #confirmBy = Infinity;
  /** The last answer was to an earlier manner of asking, and was ignored. */
  #hasDropped = false;
  /** Code of the wrong setup that was last reported to the page. */
  #toldSetup: string | null = null;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  /** From now on, the session may be another user's: the endpoint is asked. If it repeats the token held, the session is the same. */
  doubt(): void {
    const { state, clock } = this.#parts;
    state.isUnsure = state.isRequested = true;
    this.#confirmBy = clock.read().lived + CONFIRMATION_LIMIT_MS;
  }

  /** Time until a page from the back-forward cache is shown without an answer, in ms; `Infinity`: it is shown. */
  get confirmMs(): number {
    return this.#confirmBy - this.#parts.clock.read().lived;
  }

  confirm(): void {
    const { news } = this.#parts;
    this.#confirmBy = Infinity;
    // After all news still to be delivered, an end of the session or a change of client included.
    news.then(() => news.tell({ type: 'confirmed' }));
  }

  /** The page offers what it takes for a token. */
  offer(reading: Token | NoToken): void {
    const { state } = this.#parts;
    const { hasWay, held, latch } = state;
    if (typeof reading === 'string') {
      if (reading !== 'none' && !hasWay && !held) this.fail('misplaced', tokenError(reading));
      return;
    }
    if (state.isTrusted(reading)) {
      if (state.judgeOffer(reading) !== 'no-progress') this.#take(reading, { ...OFFERED, reason: (held ?? latch) && 'requested' });
    } else if (!state.isUsable) this.fail('misplaced', tokenError('untrusted'));
    state.noteSeen(reading);
  }

  /** Another tab has a token. It is taken only if it is the same client's: another session does not concern this page. */
  hearTab({ token: text, client, expiresInMs }: TabMessage): void {
    const { state } = this.#parts;
    const token = readToken(text);
    const origin = { reason: state.dueReason ?? 'planned', isNew: false, expiresInMs };
    if (
      typeof token !== 'string' &&
      client === state.client &&
      sameClient(token.client, client) &&
      state.isTrusted(token) &&
      state.judgeOffer(token, origin) === 'renewed'
    ) {
      this.#take({ ...token, client }, origin);
    }
  }

  /** The service has rejected a token. */
  reject(text: string, serverTime?: number): void {
    const { state, clock } = this.#parts;
    clock.learn(serverTime || null, null);
    const strikes = state.noteRejected(text);
    if (strikes) this.fail(strikes > 1 ? 'misconfigured' : 'replacement-rejected', tokenError('rejected'));
  }

  /** The service has said whose token this is. */
  identify(text: string, client: string): void {
    const { state } = this.#parts;
    const { held } = state;
    if (held?.token.text !== text || held.token.client !== null) return;
    this.#become(client, () => {
      state.held = { ...held, token: { ...held.token, client } };
      state.client = client;
      // One of unknown expiry may be older than what the other tabs have.
      if (held.leftAtReceipt !== null) this.#tellTabs();
    });
  }

  /** If the page has changed its manner of asking since the call, the answer may be another user's: the present manner is tried as well. */
  hearAnswer(attempt: Attempt, answer: EndpointAnswer): void {
    const { state, config } = this.#parts;
    const isLate = !sameManner(attempt.config, config);
    // A late answer may confirm the present client, but lets nobody in and ends nothing. Only the first in a row is dropped, though:
    // a page that keeps changing gets an answer in the end.
    const isDropped = isLate && !this.#hasDropped && (answer.token?.client ?? '') !== state.client;
    if (!isDropped) this.#conclude(attempt, answer, isLate);
    this.#hasDropped = isDropped;
    if (isLate) this.doubt();
  }

  /** There is no token, or none that is better. */
  fail(setback: Setback, error: InboxError, retryAfterMs: number | null = null): void {
    const { state, clock, budget, news } = this.#parts;
    const { mono, wall } = clock.read();
    budget.noteFailure();
    const { waitMs, isSetup } = state.fail(error, setback, retryAfterMs, budget.callsInHour(mono));
    if (waitMs < Infinity) news.tell({ type: 'failed', error, retryAt: new Date(wall + waitMs) });
    if (!isSetup || this.#toldSetup === error.code) return;
    this.#toldSetup = error.code;
    news.tell({ type: 'misconfigured', error });
  }

  #conclude({ reason, startedAt }: Attempt, answer: EndpointAnswer, isLate: boolean): void {
    const { state, environment, config, requesters } = this.#parts;
    const { token, expiresInMs } = answer;
    const verdict = verdictOf(answer, state.judgeAnswer(answer));
    const isConfirmed = !isLate && state.isUnsure && (verdict === 'refused' || (token !== null && verdict !== 'misconfigured'));
    // A better token has come from elsewhere during the call: the call's answer is then no failure.
    const isOvertaken = state.held !== null && state.held.receivedAt > (startedAt ?? 0);
    if (verdict === 'renewed' || verdict === 'client-changed') {
      state.hasSucceeded = true;
      if (reason !== 'rejected') this.#toldSetup = null;
      requesters.settle();
      this.#take(token as Token, { reason, isNew: true, expiresInMs });
    } else if (verdict === 'no-progress' && (isConfirmed || isOvertaken) && state.isUsable) {
      requesters.settle();
    } else {
      const asked = config.endpoint && new URL(config.endpoint).origin;
      const foreignOrigin = asked === environment.origin ? null : asked;
      const error = refreshError(verdict, answer, { hasSucceeded: state.hasSucceeded, foreignOrigin });
      if (verdict === 'refused') this.#refuse(error, answer.date);
      else this.fail(verdict, error, answer.retryAfterMs);
      requesters.settle(error);
    }
    if (!isConfirmed) return;
    state.isUnsure = false;
    this.confirm();
  }

  #take(token: Token, origin: Origin): void {
    const { state, news } = this.#parts;
    this.#become(token.client, () => {
      state.hold(token, origin);
      if (origin.isNew) this.#tellTabs();
      if (origin.reason) news.tell({ type: 'refreshed', expiresAt: state.expiresAt, reason: origin.reason });
    });
  }

  /** Goes on with `next` for this client (`null`: not known who that is), after everybody has left another one. */
  #become(client: string | null, next: () => void): void {
    const { state, leaveClient } = this.#parts;
    if (sameClient(client, state.client)) next();
    else leaveClient('client-changed', next);
  }

  #tellTabs(): void {
    const { state, tabs, clock } = this.#parts;
    // Only what has just been taken, or identified, is told.
    const held = state.held as HeldToken;
    const { text, client } = held.token;
    if (client !== null) tabs.post({ token: text, client, expiresInMs: timeLeft(held, clock.read()) });
  }

  #refuse(error: InboxError, date: number | null): void {
    const { state, clock, news } = this.#parts;
    // The page may offer a token next, and this clock must not take it for expired.
    clock.learn(date, null);
    state.end(error);
    news.tell({ type: 'failed', error, retryAt: null });
    news.tell({ type: 'ended', error });
  }
}
