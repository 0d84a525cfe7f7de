/** `pagehide`: the page goes away for good, or into the back-forward cache; from there it comes back `visible` or `hidden`. */
export type PageSignal = 'visible' | 'hidden' | 'online' | 'offline' | 'pagehide';

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
    const hear = ({ type }: Event): void => {
      if (type === 'visibilitychange' || type === 'pageshow') listener(this.isVisible ? 'visible' : 'hidden');
      else listener(type as PageSignal);
    };
    document.addEventListener('visibilitychange', hear, { signal: stop.signal });
    for (const type of ['pageshow', 'pagehide', 'online', 'offline']) addEventListener(type, hear, { signal: stop.signal });
    return () => stop.abort();
  },
};
