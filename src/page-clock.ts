/** Time as the store, the service's client and the view use it; tests substitute their own. */
export interface PageClock {
  /** Wall clock in ms since 1970. */
  now(): number;
  /** Calls back once, after `delayMs`; the returned function calls it off. */
  after(delayMs: number, callback: () => void): () => void;
}

/** The browser's own clock. */
export const browserClock: PageClock = {
  now: () => Date.now(),
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
