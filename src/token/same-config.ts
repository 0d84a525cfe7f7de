import type { TokenOwnerConfig } from './token-owner.js';

/** Where tokens go and where they come from, as one text; only compared with others, never read. */
export const placeOf = ({ service, endpoint }: TokenOwnerConfig): string => `${service} ${endpoint}`;

/** Whether both ask in the same manner: functions are compared by identity, headers by content. */
export const sameManner = (one: TokenOwnerConfig, other: TokenOwnerConfig): boolean =>
  one.fetchToken === other.fetchToken &&
  one.credentials === other.credentials &&
  (one.headers === other.headers ||
    (typeof one.headers !== 'function' && JSON.stringify(one.headers) === JSON.stringify(other.headers)));

/** Whether both trust the same issuers. */
export const sameIssuers = (one: TokenOwnerConfig, other: TokenOwnerConfig): boolean => String(one.issuers) === String(other.issuers);
