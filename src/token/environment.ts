import type { PolicyWatch } from '../policy-watch.js';

/**
 * Everything that a token's owner does beyond deciding: clocks, timers, chance, network, the page's signs of life,
 * other tabs. One object, so that a test or a simulation can put a page of its own in its place.
 */
export interface TokenEnvironment {
  /** ms since 1970 by the machine's wall clock. */
  wallTime(): number;
  /** ms by a clock that nobody can set. */
  monotonicTime(): number;
  /** Delays are at most a minute. */
  setTimer(callback: () => void, delayMs: number): unknown;
  clearTimer(timer: unknown): void;
  /** From 0 up to 1. */
  random(): number;
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Tells whether the page's policy forbids a request for `url`, from now until `stop()`. */
  watchPolicy(url: string): PolicyWatch;
  /** Attaches to the page's signals; the returned function detaches. */
  listen(listener: (signal: PageSignal) => void): () => void;
  /** The page is being prerendered: nobody looks at it yet, and perhaps never will. */
  isPrerendering(): boolean;
  /** @throws where there are no channels, or they are forbidden */
  openChannel(name: string): TabChannel;
  /** @throws where there are no locks, or they are forbidden */
  locks(): TabLocks | undefined;
  /** Origin of the page. */
  readonly origin: string;
  /** Tells of an exception of somebody else's listener, as the browser does for its own events. */
  report(error: unknown): void;
  /** Holds the page's registry of token owners under a symbol. */
  readonly host: object;
}

/**
 * A sign of life, or of its end: the page's events by their names. A `visibilitychange` is one that shows the page;
 * `restored` is a `pageshow` out of the back-forward cache.
 */
export type PageSignal =
  | 'visibilitychange'
  | 'focus'
  | 'online'
  | 'resume'
  | 'prerenderingchange'
  | 'pageshow'
  | 'restored'
  | 'pagehide';

/** What is used of a `BroadcastChannel`. */
export interface TabChannel {
  postMessage(message: unknown): void;
  close(): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

/** What is used of a `LockManager`. */
export interface TabLocks {
  request(name: string, options: { signal: AbortSignal }, callback: () => Promise<void>): Promise<unknown>;
}
