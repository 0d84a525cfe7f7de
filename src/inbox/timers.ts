/** Time as this room uses it; tests put their own in its place. */
export interface Timers {
  /** Wall clock in ms since 1970. */
  now(): number;
  set(callback: () => void, delayMs: number): unknown;
  clear(timer: unknown): void;
}

/** The browser's own. */
export const browserTimers: Timers = {
  now: () => Date.now(),
  set: (callback, delayMs) => setTimeout(callback, delayMs),
  clear: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};
