import { outsideZones } from './zones.js';

export interface PolicyWatch {
  /** Whether the request was blocked; answers once the page has had time to hear of a violation. */
  wasBlocked(): Promise<boolean>;
  stop(): void;
}

/**
 * Watches whether the page's Content Security Policy blocks a request: a blocked one fails just like one lost on the network.
 *
 * @param url Address of the request.
 */
export function watchPolicy(url: string): PolicyWatch {
  let blocked = false;
  const onViolation = ({ disposition, effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
    // The report contains the whole address, or after a redirect only its origin.
    const isMeant = [url, new URL(url).origin].includes(blockedURI);
    blocked ||= isMeant && disposition === 'enforce' && /^connect/.test(effectiveDirective);
  };
  document.addEventListener('securitypolicyviolation', onViolation);
  return {
    // The violation is reported in a task of its own, which may come after the one that fails the request.
    wasBlocked: () => new Promise((resolve) => outsideZones(() => setTimeout(() => resolve(blocked)))),
    stop: () => document.removeEventListener('securitypolicyviolation', onViolation),
  };
}
