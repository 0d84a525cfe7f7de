/** `leave`: the page goes away for good, or into the back-forward cache; from there it comes back `visible` or `hidden`. */
export type PageSignal = 'visible' | 'hidden' | 'online' | 'offline' | 'leave';

/** What the page says of itself. */
export interface PageSignals {
  readonly isVisible: boolean;
  readonly isOnline: boolean;
  /** Listens until the returned function is called. */
  listen(listener: (signal: PageSignal) => void): () => void;
}

/** The page that this script runs in. Outside a page: always visible and online. */
export const browserPage: PageSignals = {
  get isVisible() {
    return globalThis.document?.visibilityState !== 'hidden';
  },
  get isOnline() {
    return globalThis.navigator?.onLine !== false;
  },
  listen(listener) {
    const stop = new AbortController();
    const on = (target: EventTarget | undefined, type: string, signal: () => PageSignal): void =>
      target?.addEventListener(type, () => listener(signal()), { signal: stop.signal });
    const seen = () => (this.isVisible ? 'visible' : 'hidden');
    on(globalThis.document, 'visibilitychange', seen);
    on(globalThis.window, 'pageshow', seen);
    for (const type of ['online', 'offline'] as const) on(globalThis.window, type, () => type);
    on(globalThis.window, 'pagehide', () => 'leave');
    return () => stop.abort();
  },
};
