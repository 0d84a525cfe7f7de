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
    isHidden: () => document.visibilityState === 'hidden',
    isPrerendering: () => 'prerendering' in document && document.prerendering === true,
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

function listen(listener: (signal: PageSignal) => void): () => void {
  const stop = new AbortController();
  const on = (target: EventTarget, type: string, signalOf: (event: Event) => PageSignal | null): void => {
    const handler = (event: Event): void => {
      const signal = signalOf(event);
      if (signal) listener(signal);
    };
    target.addEventListener(type, handler, { signal: stop.signal });
  };
  outsideZones(() => {
    on(document, 'visibilitychange', () => (document.visibilityState === 'visible' ? 'visible' : null));
    on(document, 'resume', () => 'resume');
    on(document, 'prerenderingchange', () => 'activated');
    on(window, 'focus', () => 'focus');
    on(window, 'online', () => 'online');
    on(window, 'pageshow', (event) => ((event as PageTransitionEvent).persisted ? 'restored' : 'shown'));
    on(window, 'pagehide', () => 'hidden');
  });
  return () => stop.abort();
}

function watchPolicy(url: string): PolicyWatch {
  let blocked = false;
  const { origin } = new URL(url);
  const onViolation = (event: SecurityPolicyViolationEvent): void => {
    if (event.disposition !== 'enforce' || !/^(connect|default)-src/.test(event.effectiveDirective)) return;
    // The report holds the whole address, or after a redirect only its origin.
    if (url.split('#')[0] === event.blockedURI || event.blockedURI === origin) blocked = true;
  };
  document.addEventListener('securitypolicyviolation', onViolation);
  return {
    // The violation is told in a task of its own, which may come after the one that fails the request.
    wasBlocked: () => new Promise((resolve) => outsideZones(() => setTimeout(() => resolve(blocked)))),
    stop: () => document.removeEventListener('securitypolicyviolation', onViolation),
  };
}
