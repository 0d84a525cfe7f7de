import type { PolicyWatch } from '../policy-watch.js';

/**
 * Everything that a token's owner needs from outside: clocks, timers, chance, network, the page's signs of life, other
 * tabs. One object, so that a test or a simulation can substitute a page of its own.
 */
export interface TokenEnvironment {
  /** ms since 1970 by the machine's wall clock. */
  wallTime(): number;
  /** ms by a clock that nobody can set, from an arbitrary start. */
  monotonicTime(): number;
  /** `delayMs` is at most a minute. */
  setTimer(callback: () => void, delayMs: number): unknown;
  clearTimer(timer: unknown): void;
  /** At least 0, less than 1. */
  random(): number;
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Watches, from now until `stop()`, whether the page's Content Security Policy blocks a request to `url`. */
  watchPolicy(url: string): PolicyWatch;
  /** Calls back with each sign of the page's life, until the returned function is called. */
  listen(listener: (signal: LifeSign) => void): () => void;
  /** The page is being prerendered: nobody is looking at it yet, and perhaps nobody ever will. */
  isPrerendering(): boolean;
  /** @throws where there are no channels, or they are forbidden */
  openChannel(name: string): TabChannel;
  /**
   * @returns `undefined` where there are no locks.
   * @throws where they are forbidden
   */
  locks(): TabLocks | undefined;
  /** Origin of the page. */
  readonly origin: string;
  /** Reports an exception thrown by somebody else's listener, as the browser does for its own events. */
  report(error: unknown): void;
  /** The object that holds the page's registry of token owners, under a symbol. */
  readonly host: object;
}

/**
 * A sign of the page's life, or of its end: events by their names. `visibilitychange` stands for one that shows the page;
 * `restored` is a `pageshow` from the back-forward cache.
 */
export type LifeSign =
  | 'visibilitychange'
  | 'focus'
  | 'online'
  | 'resume'
  | 'prerenderingchange'
  | 'pageshow'
  | 'restored'
  | 'pagehide';

/** The part of a `BroadcastChannel` that is used. */
export interface TabChannel {
  postMessage(message: unknown): void;
  close(): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

/** The part of a `LockManager` that is used. */
export interface TabLocks {
  request(name: string, options: { signal: AbortSignal }, callback: () => Promise<void>): Promise<unknown>;
}
