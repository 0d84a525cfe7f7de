import type { CallBudget } from './call-budget.js';
import type { Clock, Moment } from './clock.js';
import { NO_ANSWER, requestToken } from './endpoint.js';
import type { TokenEnvironment } from './environment.js';
import { RefreshAttempt } from './refresh-attempt.js';
import type { Tabs } from './tabs.js';
import type { RefreshReason, TokenOwnerConfig } from './token-owner.js';
import type { TokenState } from './token-state.js';
import type { EndpointAnswer } from './verdict.js';

/** The clocks are compared at least this often, in ms: no timer is trusted for longer. */
export const TICK_MS = 15_000;
/** A call that has not answered by then is given up, in ms, whether or not it can be stopped. */
export const CALL_LIMIT_MS = 15_000;
const SHORTEST_TIMER_MS = 20;

export interface LoopParts {
  readonly config: TokenOwnerConfig;
  readonly environment: TokenEnvironment;
  readonly clock: Clock;
  readonly budget: CallBudget;
  readonly state: TokenState;
  readonly tabs: Tabs;
}

export interface LoopHooks {
  /** Somebody holds a lease, and may look at the page. */
  isActive(): boolean;
  /** Time has passed: look again. */
  onTick(): void;
  /** How many tokens were taken so far. */
  taken(): number;
  /** An attempt is over; without an answer where no call was made. */
  onOutcome(attempt: RefreshAttempt, answer: EndpointAnswer | null): void;
  /** An answer came after its attempt was given up. */
  onLateAnswer(attempt: RefreshAttempt, answer: EndpointAnswer): void;
}

/** Decides when to call, and makes one call at a time. Has one short timer, and that only while there is something to wait for. */
export class RefreshLoop {
  readonly #parts: LoopParts;
  readonly #hooks: LoopHooks;
  #attempt: RefreshAttempt | null = null;
  #timer: unknown = null;

  constructor(parts: LoopParts, hooks: LoopHooks) {
    this.#parts = parts;
    this.#hooks = hooks;
  }

  get isCalling(): boolean {
    return this.#attempt !== null;
  }

  /** Compares the clocks with the plan and calls if a call is due. `isSignOfLife`: what could not be reached may be again. */
  evaluate(isSignOfLife: boolean): void {
    const { clock, state, budget } = this.#parts;
    if (!this.#hooks.isActive()) return;
    let now = clock.read();
    const { startedAt = null } = this.#attempt ?? {};
    if (startedAt !== null && now.lived - startedAt >= CALL_LIMIT_MS) {
      this.#conclude(this.#attempt as RefreshAttempt, { ...NO_ANSWER, kind: 'timeout' });
      now = clock.read();
    }
    const reason = state.dueReason(now);
    if (this.#attempt || !reason) return;
    let waitMs = this.waitMs(now);
    if (waitMs > 0 && isSignOfLife && state.failure?.setback === 'unreachable' && budget.takeEager(now.mono)) {
      state.endWait();
      waitMs = this.waitMs(now);
    }
    if (waitMs <= 0) void this.#begin(reason, now);
  }

  /** How long the call that is due has to wait, in ms; nought or less: not at all. */
  waitMs(now: Moment): number {
    const { state, budget } = this.#parts;
    return Math.max(state.waitMs(now), budget.waitMs(now.mono, this.#isPlanned(now), state.held?.lifetimeMs ?? null));
  }

  /** Sets the timer for the next look; `latest`: no later than in so many ms. */
  arm(latest: number): void {
    const { clock, state, environment } = this.#parts;
    this.disarm();
    if (!this.#hooks.isActive()) return;
    const now = clock.read();
    const { startedAt = null } = this.#attempt ?? {};
    const delay = Math.min(
      latest,
      startedAt === null ? Infinity : startedAt + CALL_LIMIT_MS - now.lived,
      !this.#attempt && state.dueReason(now) ? this.waitMs(now) : Infinity,
      state.timeUntilChange(now),
    );
    // Nothing to wait for: neither a token that ends nor a call.
    if (delay === Infinity) return;
    this.#timer = environment.setTimer(this.#hooks.onTick, Math.max(SHORTEST_TIMER_MS, Math.min(delay, TICK_MS)));
  }

  disarm(): void {
    if (this.#timer !== null) this.#parts.environment.clearTimer(this.#timer);
    this.#timer = null;
  }

  /** Gives up a running attempt; nothing comes of it any more. */
  cancel(): void {
    this.#attempt?.end();
    this.#attempt = null;
  }

  /** Gives up an attempt that has not called yet, where a token came by another way. */
  cancelTurn(): void {
    const attempt = this.#attempt;
    if (attempt?.startedAt === null && attempt.reason !== 'requested') this.#conclude(attempt, null);
  }

  #isPlanned(now: Moment): boolean {
    const { state } = this.#parts;
    return !state.failure && state.dueReason(now) === 'planned';
  }

  async #begin(reason: RefreshReason, now: Moment): Promise<void> {
    const { config, environment, clock, budget, state, tabs } = this.#parts;
    const attempt = new RefreshAttempt(reason, this.#isPlanned(now), this.#hooks.taken());
    this.#attempt = attempt;
    const isUrgent = !state.isUsable(now);
    state.isRequested = false;
    const answer = await attempt.run({
      takeTurn: (signal) => tabs.takeTurn(isUrgent, signal),
      start: () => {
        const then = clock.read();
        const isNeeded = reason === 'requested' || state.dueReason(then) !== null;
        const { lifetimeMs = null } = state.held ?? {};
        if (!isNeeded || budget.waitMs(then.mono, attempt.isPlanned, lifetimeMs) > 0) return null;
        budget.record(then.mono, attempt.isPlanned);
        return then.lived;
      },
      call: (signal) => {
        const answer = requestToken(config, { reason, signal }, environment);
        this.#hooks.onTick();
        return answer;
      },
    });
    if (!attempt.isOver) this.#conclude(attempt, answer);
    else if (answer) this.#hooks.onLateAnswer(attempt, answer);
  }

  #conclude(attempt: RefreshAttempt, answer: EndpointAnswer | null): void {
    this.#attempt = null;
    attempt.end();
    // Put off by another call of the page's, but still asked for.
    if (!answer && attempt.reason === 'requested') this.#parts.state.isRequested = true;
    this.#hooks.onOutcome(attempt, answer);
  }
}
