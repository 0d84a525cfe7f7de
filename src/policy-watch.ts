export interface PolicyWatch {
  /** Answers once the page has had the time to hear of a violation. */
  wasBlocked(): Promise<boolean>;
  stop(): void;
}

interface ZoneGlobal {
  readonly Zone?: { readonly root?: { run?<T>(callback: () => T): T } };
}

/** In an Angular app, keeps timers and listeners from starting a change detection each time. */
export function outsideZones<T>(callback: () => T): T {
  // Elements with this id, and fields of a form by their names, would be found here as well.
  const root = (globalThis as ZoneGlobal).Zone?.root;
  return root?.run ? root.run(callback) : callback();
}

/** Origin of the page; of a `srcdoc` frame that of its parent, which only a name tells that any script can take. */
export const pageOrigin = (): string => (location.origin === 'null' ? origin : location.origin);

/**
 * Watches whether the page's Content Security Policy blocks a request, which fails like one that the network has lost.
 *
 * @param url Address of the request.
 */
export function watchPolicy(url: string): PolicyWatch {
  let blocked = false;
  const onViolation = ({ disposition, effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
    // The report holds the whole address, or after a redirect only its origin.
    const isMeant = [url, new URL(url).origin].includes(blockedURI);
    blocked ||= isMeant && disposition === 'enforce' && /^connect/.test(effectiveDirective);
  };
  document.addEventListener('securitypolicyviolation', onViolation);
  return {
    // The violation is told in a task of its own, which may come after the one that fails the request.
    wasBlocked: () => new Promise((resolve) => outsideZones(() => setTimeout(() => resolve(blocked)))),
    stop: () => document.removeEventListener('securitypolicyviolation', onViolation),
  };
}
