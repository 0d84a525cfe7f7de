import type { CallBudget } from './call-budget.js';
import type { Clock } from './clock.js';
import { askEndpoint } from './endpoint.js';
import type { TokenEnvironment } from './environment.js';
import type { Tabs } from './tabs.js';
import type { RefreshReason, TokenOwnerConfig } from './token-owner.js';
import type { TokenState } from './token-state.js';
import { NO_ANSWER } from './verdict.js';
import type { EndpointAnswer } from './verdict.js';

/** The clocks are compared at least this often, in ms: no timer is trusted for longer. */
const TICK_MS = 15_000;
/** A call that has had no answer for this long, in ms, is given up, whether or not it can be aborted. The error's message names it. */
const CALL_LIMIT_MS = 15_000;
const SHORTEST_TIMER_MS = 20;

export interface LoopParts {
  readonly config: TokenOwnerConfig;
  readonly environment: TokenEnvironment;
  readonly clock: Clock;
  readonly budget: CallBudget;
  readonly state: TokenState;
  readonly tabs: Tabs;
  /** Somebody holds a lease, the page is not merely prerendered, and no change of session is under way. */
  isActive(): boolean;
  /** Time has passed: look again. */
  onTick(): void;
  /** An attempt has ended; `answer` is `null` where no call was made. */
  onOutcome(attempt: Attempt, answer: EndpointAnswer | null): void;
}

/** One attempt to refresh: from the decision to call until the answer is there. */
export interface Attempt {
  readonly reason: RefreshReason;
  /** The configuration that the call was made with: the page may change it before there is an answer. */
  config: TokenOwnerConfig;
  /** Aborts the call. `null` once there is an answer: developer tools would show an answered call as cancelled. */
  controller: AbortController | null;
  /** Somebody needs the token now: this tab does not wait long for its turn. */
  readonly isUrgent: boolean;
  /** When the call started, in time lived through, in ms; `null` while this tab waits for its turn. */
  startedAt: number | null;
  /** Ends this tab's turn. */
  release: () => void;
}

/**
 * Decides when to call, and makes one call at a time. Has one short timer, and that only while there is something to
 * wait for.
 */
export class RefreshLoop {
  readonly #parts: LoopParts;
  #attempt: Attempt | null = null;
  #timer: unknown;

  constructor(parts: LoopParts) {
    this.#parts = parts;
  }

  get isCalling(): boolean {
    return this.#attempt !== null;
  }

  /**
   * Makes a call if one is due.
   *
   * @param isSignOfLife What could not be reached may be reachable again.
   */
  evaluate(isSignOfLife: boolean): void {
    const { clock, state, budget, isActive } = this.#parts;
    if (!isActive()) return;
    const attempt = this.#attempt;
    if (attempt && this.#timeLeft <= 0) this.#conclude(attempt, { ...NO_ANSWER, fault: 'timeout' });
    // It began while there was time to wait for a turn, and now there is none.
    if (attempt?.startedAt === null && !attempt.isUrgent && !state.isUsable) this.#conclude(attempt, null);
    const reason = state.dueReason;
    if (this.#attempt || !reason) return;
    const { failure } = state;
    const isEager = isSignOfLife && failure?.setback === 'unreachable' && state.waitMs > 0;
    if (isEager && budget.takeEager(clock.read().mono)) failure.waitMs = 0;
    if (this.waitMs <= 0) void this.#begin(reason);
  }

  /** How long the call that is due has to wait, in ms; zero or less: not at all. */
  get waitMs(): number {
    return Math.max(this.#parts.state.waitMs, this.#budgetWaitMs(this.#isPlanned));
  }

  /** Sets the timer for the next look, in `latestMs` at the latest. */
  arm(latestMs: number): void {
    const { state, environment, isActive, onTick } = this.#parts;
    environment.clearTimer(this.#timer);
    if (!isActive()) return;
    const callMs = this.#attempt ? this.#timeLeft : state.dueReason ? this.waitMs : Infinity;
    const delayMs = Math.min(latestMs, callMs, state.timeUntilChange);
    // Nothing to wait for: neither a token that will expire nor a call.
    if (delayMs === Infinity) return;
    this.#timer = environment.setTimer(onTick, Math.max(SHORTEST_TIMER_MS, Math.min(delayMs, TICK_MS)));
  }

  /** Gives up the attempt under way: whatever it still brings is ignored. */
  cancel(): void {
    if (this.#attempt) this.#end(this.#attempt);
  }

  get #isPlanned(): boolean {
    const { state } = this.#parts;
    return !state.failure && state.dueReason === 'planned';
  }

  /** Time that the running call has left, in ms; `Infinity` while this tab waits for its turn. */
  get #timeLeft(): number {
    const startedAt = this.#attempt?.startedAt ?? Infinity;
    return startedAt + CALL_LIMIT_MS - this.#parts.clock.read().lived;
  }

  #budgetWaitMs(isPlanned: boolean): number {
    const { budget, clock, state } = this.#parts;
    return budget.waitMs(clock.read().mono, isPlanned, state.held?.lifetimeMs);
  }

  async #begin(reason: RefreshReason): Promise<void> {
    const { config, environment, clock, budget, state, tabs, onTick } = this.#parts;
    const isPlanned = this.#isPlanned;
    const controller = new AbortController();
    const { signal } = controller;
    const leftMs = state.isUsable ? state.timeUntilChange : 0;
    const attempt: Attempt = { reason, config, controller, isUrgent: leftMs <= 0, startedAt: null, release: () => {} };
    this.#attempt = attempt;
    state.isRequested = false;
    // Without a token there is no waiting: no other tab could save this one the call.
    attempt.release = await (state.held ? tabs.takeTurn(leftMs, signal) : attempt.release);
    if (this.#attempt !== attempt) return attempt.release();
    // By now another tab may have got a token, or another manager on this page may have called.
    const isNeeded = reason === 'requested' || state.dueReason;
    if (!isNeeded || this.#budgetWaitMs(isPlanned) > 0) return this.#conclude(attempt, null);
    const { mono, lived } = clock.read();
    budget.record(mono, isPlanned);
    attempt.startedAt = lived;
    attempt.config = { ...config };
    const answer = askEndpoint(config, { reason, signal }, environment);
    onTick();
    const said = await answer;
    attempt.controller = null;
    this.#conclude(attempt, said);
  }

  #conclude(attempt: Attempt, answer: EndpointAnswer | null): void {
    // An answer that comes late, or after the session has changed, is of no use.
    if (this.#attempt !== attempt) return;
    this.#end(attempt);
    if (!answer && attempt.reason === 'requested') this.#parts.state.isRequested = true;
    this.#parts.onOutcome(attempt, answer);
  }

  /** Ends this tab's turn, so that whoever waits for theirs goes on, whether or not the call can be aborted. */
  #end({ controller, release }: Attempt): void {
    this.#attempt = null;
    controller?.abort();
    release();
  }
}
