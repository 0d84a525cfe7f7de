import type { InboxError } from '../errors.js';
import { waitAfter } from './backoff.js';
import type { Setback } from './backoff.js';
import type { Clock } from './clock.js';
import { holdToken, timeLeft, timeUntilDue, timeUntilOver } from './plan.js';
import type { HeldToken } from './plan.js';
import type { Token } from './token.js';
import type { RefreshReason, TokenOwnerConfig, TokenStatus } from './token-owner.js';
import { isIssuerTrusted } from './trust.js';
import { compareTokens } from './verdict.js';
import type { Comparison, EndpointAnswer, Standing } from './verdict.js';

/** Failures further apart than this, in ms lived through, are not counted as consecutive: the machine slept in between. */
const ROW_GAP_MS = 600_000;
/** A replacement that the service rejects before it is this old, in ms, shows that another one will not help. */
const YOUNG_MS = 60_000;

/** A failed attempt: it brought no usable token. */
export interface Failure {
  readonly error: InboxError;
  readonly setback: Setback;
  /** Failures in a row, this one included. */
  readonly count: number;
  /** When it happened, in time lived through, in ms. */
  readonly since: number;
  /** How long nothing is tried, in ms; `Infinity`: until something is offered or asked for. */
  waitMs: number;
  /** The page or the backend is set up wrongly, as far as one can tell. */
  readonly isSetup: boolean;
}

/** How a token arrived. */
export interface Origin {
  /** Why it was fetched; `null`: it is the first one, and was offered. */
  readonly reason: RefreshReason | null;
  /** The endpoint gave it just now. */
  readonly isNew: boolean;
  /** What is left of it by whoever gave it or passed it on, in ms; `null` where they did not say. */
  readonly expiresInMs: number | null;
}

/** Origin of a token that the page offers. */
export const OFFERED: Origin = { reason: null, isNew: false, expiresInMs: null };

/** Everything that is known of one token and of the attempts to renew it. Decides, but has no effects. */
export class TokenState implements Standing {
  readonly #config: TokenOwnerConfig;
  readonly #clock: Clock;
  readonly #chance: { random(): number };

  held: HeldToken | null = null;
  /** Whose inbox is shown; `null` where unknown. */
  client: string | null = null;
  /** Why no call is made until somebody asks: the endpoint refused, or the page signed out. */
  latch: InboxError | null = null;
  failure: Failure | null = null;
  /** Somebody asked for a new token. */
  isRequested = false;
  /** It is not known whose session this is by now: the endpoint is asked until it says so. */
  isUnsure = false;
  /** The endpoint has given a token that was progress. */
  hasSucceeded = false;

  /** Texts that were offered before (offering one again changes nothing; `undefined`) or held, with what was known of them then. */
  readonly #seen = new Map<string, HeldToken | undefined>();
  readonly #rejected = new Set<string>();
  /** Why the token held was fetched; `null`: it was the first one, and was offered. */
  #heldFor: RefreshReason | null = null;
  /** Replacements in a row that the service rejected at once. */
  #strikes = 0;

  constructor(config: TokenOwnerConfig, clock: Clock, chance: { random(): number }) {
    this.#config = config;
    this.#clock = clock;
    this.#chance = chance;
  }

  /** There is an endpoint or a `fetchToken`. */
  get hasWay(): boolean {
    return !!(this.#config.fetchToken ?? this.#config.endpoint);
  }

  /** The service has rejected the token held. */
  get isRejected(): boolean {
    return this.held !== null && this.#rejected.has(this.held.token.text);
  }

  /** Neither expired nor rejected, as far as one can tell. */
  get isUsable(): boolean {
    return this.held !== null && !this.isRejected && timeUntilOver(this.held, this.#clock.read()) > 0;
  }

  get dueReason(): RefreshReason | null {
    const { held } = this;
    if (this.latch || !this.hasWay) return null;
    if (this.isRequested) return 'requested';
    if (!held) return 'missing';
    if (this.isRejected) return 'rejected';
    if (!this.isUsable) return 'expired';
    if (this.isUnsure) return 'requested';
    return timeUntilDue(held, this.#clock.read()) <= 0 ? 'planned' : null;
  }

  /** What is left of the wait after a failure, in ms. Somebody who asks need not wait, unless the endpoint said so. */
  get waitMs(): number {
    const { failure } = this;
    if (!failure || (this.isRequested && failure.setback !== 'slow-down')) return 0;
    return failure.since + failure.waitMs - this.#clock.read().lived;
  }

  /** Time until the token falls due or expires, in ms; `Infinity`: never. */
  get timeUntilChange(): number {
    const { held } = this;
    if (!held || !this.isUsable) return Infinity;
    const now = this.#clock.read();
    const due = this.hasWay ? timeUntilDue(held, now) : 0;
    return due > 0 ? due : timeUntilOver(held, now);
  }

  /** When the token held expires; `null` where unknown. */
  get expiresAt(): Date | null {
    const now = this.#clock.read();
    const left = this.held && timeLeft(this.held, now);
    return left === null ? null : new Date(this.held?.token.expiresAt ?? now.wall + left);
  }

  /** Why the status is `ended` or `misconfigured`; else `null`. */
  get problem(): InboxError | null {
    return this.latch ?? (this.failure?.isSetup && !this.isUsable ? this.failure.error : null);
  }

  status(isCalling: boolean): TokenStatus {
    if (this.latch) return 'ended';
    // A row of failed attempts shows as one state, without flicker.
    if (isCalling && !this.failure) return 'refreshing';
    if (this.isUsable) return 'fresh';
    if (this.problem) return 'misconfigured';
    return this.held ? 'expired' : 'missing';
  }

  isTrusted({ issuer }: Token): boolean {
    return isIssuerTrusted(issuer, this.#config.service, this.#config.issuers);
  }

  /**
   * How a token that is offered compares with the one held; `no-progress`: it is not to be taken.
   *
   * @param origin Default: the page offers it. Otherwise another tab does, which has it from the endpoint.
   */
  judgeOffer(token: Token, origin = OFFERED): Comparison {
    const isPages = origin === OFFERED;
    if (this.#bringsNothing(token) || (isPages && this.#seen.has(token.text))) return 'no-progress';
    const comparison = compareTokens(token, this, !isPages);
    // An expired one only says that there was a session: no reason to end or to begin anything.
    const isOver = timeUntilOver(this.#plan(token, origin), this.#clock.read()) <= 0;
    return isOver && (comparison === 'client-changed' || this.isUsable || this.latch) ? 'no-progress' : comparison;
  }

  /**
   * How an answer's token compares with the one held; `misconfigured`: its issuer is not trusted; `null`: there is none.
   * Learns the issuer's time from it.
   */
  judgeAnswer({ token, date }: EndpointAnswer): Comparison | 'misconfigured' | null {
    if (!token) return null;
    const { issuedAt, expiresAt } = token;
    if (!this.isTrusted(token)) return 'misconfigured';
    if (this.#bringsNothing(token)) return 'no-progress';
    this.#clock.learn(date, issuedAt);
    const isOver = date !== null && expiresAt !== null && expiresAt <= this.#clock.read().issuerTime;
    const comparison = compareTokens(token, this, true);
    // Even an expired one says who is signed in now.
    return isOver && comparison === 'renewed' ? 'no-progress' : comparison;
  }

  /** Puts a token into use. */
  hold(token: Token, origin: Origin): void {
    this.held = this.#plan(token, origin);
    this.#heldFor = origin.reason;
    this.client = token.client ?? this.client;
    this.latch = this.failure = null;
    this.#seen.set(token.text, this.held);
  }

  noteSeen({ text }: Token): void {
    this.#seen.set(text, this.#seen.get(text));
  }

  /**
   * The service has rejected a token.
   *
   * @returns How many replacements in a row it has rejected at once; zero: another one may help.
   */
  noteRejected(text: string): number {
    const { held } = this;
    const isNews = held?.token.text === text && !this.isRejected;
    this.#rejected.add(text);
    if (!isNews) return 0;
    // What the endpoint gave last expires earlier, but is better than a rejected token.
    if (this.failure?.setback === 'no-progress') this.failure = null;
    const isYoung = this.#heldFor === 'rejected' && this.#clock.read().lived - held.receivedAt < YOUNG_MS;
    return (this.#strikes = isYoung ? this.#strikes + 1 : 0);
  }

  /** Records a failed attempt. */
  fail(error: InboxError, setback: Setback, retryAfterMs: number | null, callsInHour: number): Failure {
    const { failure } = this;
    const { lived } = this.#clock.read();
    const isInRow = failure && lived - failure.since - failure.waitMs < ROW_GAP_MS;
    const count = isInRow ? failure.count + 1 : 1;
    const lifetimeMs = this.held?.lifetimeMs;
    const waitMs = waitAfter(setback, { failures: count, random: this.#chance.random(), retryAfterMs, callsInHour, lifetimeMs });
    // Answers without a new token mean a wrong setup where the endpoint has never done better, or keeps giving them.
    const isEmpty = setback === 'not-a-token' || setback === 'no-progress';
    const isSetup = setback === 'misconfigured' || setback === 'misplaced' || (isEmpty && (!this.hasSucceeded || count > 2));
    return (this.failure = { error, setback, count, since: lived, waitMs, isSetup });
  }

  /** Forgets the token and all that belongs to its client. */
  forget(): void {
    this.held = this.#heldFor = this.client = this.latch = this.failure = null;
    this.isRequested = false;
  }

  /** The endpoint has refused. Whose inbox it was is kept, so that a different user is recognised as one. */
  end(error: InboxError): void {
    const { client } = this;
    this.forget();
    this.client = client;
    this.latch = error;
  }

  #plan(token: Token, { isNew, expiresInMs }: Origin): HeldToken {
    // Where no better token can be had, one is not given up for what an uncorrected clock says.
    return holdToken(token, { now: this.#clock.read(), isNew: isNew || !this.hasWay, expiresInMs, random: this.#chance.random() });
  }

  /** Whether a token is in use already, was rejected, or has expired by what was known of it when it was held: its text alone may not tell. */
  #bringsNothing({ text }: Token): boolean {
    const held = this.#seen.get(text);
    return text === this.held?.token.text || this.#rejected.has(text) || (!!held && timeUntilOver(held, this.#clock.read()) <= 0);
  }
}
