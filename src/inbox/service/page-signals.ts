/** `leave`: the page goes away for good, or into the back-forward cache; from there it comes back `visible` or `hidden`. */
export type PageSignal = 'visible' | 'hidden' | 'online' | 'offline' | 'leave';

/** What the page says of itself. */
export interface PageSignals {
  readonly isVisible: boolean;
  readonly isOnline: boolean;
  /** Listens until the returned function is called. */
  listen(listener: (signal: PageSignal) => void): () => void;
}

/** The page that this script runs in. */
export const browserPage: PageSignals = {
  get isVisible() {
    return document.visibilityState !== 'hidden';
  },
  get isOnline() {
    return navigator.onLine;
  },
  listen(listener) {
    const stop = new AbortController();
    const on = (target: EventTarget, type: string, signal: () => PageSignal): void =>
      target.addEventListener(type, () => listener(signal()), { signal: stop.signal });
    const seen = () => (this.isVisible ? 'visible' : 'hidden');
    on(document, 'visibilitychange', seen);
    on(window, 'pageshow', seen);
    for (const type of ['online', 'offline'] as const) on(window, type, () => type);
    on(window, 'pagehide', () => 'leave');
    return () => stop.abort();
  },
};
