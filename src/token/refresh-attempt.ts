import type { RefreshReason } from './token-owner.js';
import type { EndpointAnswer } from './verdict.js';

/** What an attempt needs of its surroundings. */
export interface AttemptSteps {
  /** Waits for this tab's turn; resolves to what ends the turn. */
  takeTurn(signal: AbortSignal): Promise<() => void>;
  /** Is the call still to be made? The time lived through if so, and `null` if not. */
  start(): number | null;
  call(signal: AbortSignal): Promise<EndpointAnswer>;
}

/** One attempt to get a token: waits for its turn, looks again whether it is needed, calls. */
export class RefreshAttempt {
  readonly reason: RefreshReason;
  readonly isPlanned: boolean;
  /** Tokens taken before it began. */
  readonly taken: number;
  /** When the call started, in time lived through, in ms; `null` before. */
  startedAt: number | null = null;

  readonly #controller = new AbortController();
  #release: (() => void) | null = null;
  #isOver = false;

  constructor(reason: RefreshReason, isPlanned: boolean, taken: number) {
    this.reason = reason;
    this.isPlanned = isPlanned;
    this.taken = taken;
  }

  /** It is over: what still comes of it comes late. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Resolves to `null` where no call was made. Never rejects, but may never settle. */
  async run({ takeTurn, start, call }: AttemptSteps): Promise<EndpointAnswer | null> {
    this.#release = await takeTurn(this.#controller.signal);
    if (this.#isOver) {
      this.#release();
      return null;
    }
    this.startedAt = start();
    return this.startedAt === null ? null : call(this.#controller.signal);
  }

  /** Ends it, whether or not the call can be stopped: the turn is over and whoever waits for it goes on. */
  end(): void {
    this.#isOver = true;
    this.#controller.abort();
    this.#release?.();
  }
}
