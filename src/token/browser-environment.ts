import type { PageSignal, PolicyWatch, TokenEnvironment } from './environment.js';

/** The page itself. Reads its globals when called, never when imported. */
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
    origin: location.origin,
    report: (error) => reportError(error),
    host: globalThis,
  };
}

interface ZoneGlobal {
  readonly Zone?: { readonly root: { run<T>(callback: () => T): T } };
}

/** In an Angular app, keeps timers and listeners from starting a change detection each time. */
function outsideZones<T>(callback: () => T): T {
  const zone = (globalThis as ZoneGlobal).Zone;
  return zone ? zone.root.run(callback) : callback();
}

/** The page's events that are signals as they come. */
const SIGNALS: Readonly<Record<string, PageSignal>> = {
  resume: 'resume',
  prerenderingchange: 'activated',
  focus: 'focus',
  online: 'online',
  pagehide: 'hidden',
};

function listen(listener: (signal: PageSignal) => void): () => void {
  const stop = new AbortController();
  const onEvent = ({ type, persisted }: Event & { persisted?: boolean }): void => {
    if (type === 'pageshow') listener(persisted ? 'restored' : 'shown');
    else if (type !== 'visibilitychange') listener(SIGNALS[type] as PageSignal);
    else if (!document.hidden) listener('visible');
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

function watchPolicy(url: string): PolicyWatch {
  let blocked = false;
  // The report holds the whole address, or after a redirect only its origin.
  const addresses = [url, new URL(url).origin];
  const onViolation = ({ disposition, effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
    if (disposition === 'enforce' && /^connect/.test(effectiveDirective) && addresses.includes(blockedURI)) blocked = true;
  };
  document.addEventListener('securitypolicyviolation', onViolation);
  return {
    // The violation is told in a task of its own, which may come after the one that fails the request.
    wasBlocked: () => new Promise((resolve) => outsideZones(() => setTimeout(() => resolve(blocked)))),
    stop: () => document.removeEventListener('securitypolicyviolation', onViolation),
  };
}
