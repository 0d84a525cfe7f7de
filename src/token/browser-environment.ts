import { pageOrigin } from '../page-origin.js';
import { watchPolicy } from '../policy-watch.js';
import { outsideZones } from '../zones.js';
import type { LifeSign, TokenEnvironment } from './environment.js';

/** The environment of a real page. Reads its globals when called, never when imported. */
export function browserEnvironment(): TokenEnvironment {
  return {
    wallTime: () => Date.now(),
    monotonicTime: () => performance.now(),
    setTimer: (callback, delayMs) => outsideZones(() => setTimeout(callback, delayMs)),
    clearTimer: (timer) => clearTimeout(timer as number),
    random: () => Math.random(),
    fetch: (url, init) => outsideZones(() => fetch(url, init)),
    watchPolicy,
    listen,
    isPrerendering: () => (document as { prerendering?: boolean }).prerendering === true,
    openChannel: (name) => outsideZones(() => new BroadcastChannel(name)),
    locks: () => navigator.locks,
    origin: pageOrigin(),
    report: (error) => reportError(error),
    host: globalThis,
  };
}

function listen(listener: (signal: LifeSign) => void): () => void {
  const stop = new AbortController();
  const onEvent = ({ type, persisted }: Event & { persisted?: boolean }): void => {
    if (type === 'visibilitychange' && document.hidden) return;
    listener(persisted && type === 'pageshow' ? 'restored' : (type as LifeSign));
  };
  const on = (target: EventTarget, ...types: string[]): void => {
    for (const type of types) target.addEventListener(type, onEvent, { signal: stop.signal });
  };
  outsideZones(() => {
    on(document, 'visibilitychange', 'resume', 'prerenderingchange');
    on(window, 'pageshow', 'pagehide', 'focus', 'online');
  });
  return () => stop.abort();
}
