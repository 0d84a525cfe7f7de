import type { PasswordCost } from './accounts/passwords.js';
import type { RateLimit } from './http/rate-limit.js';

export interface ServiceOptions {
  /** Folder that keeps the data; `null` (the default) keeps it in memory only. */
  readonly dataFolder?: string | null;
  /** Address by which others reach the service, without a trailing slash; by default that of `start()`. */
  readonly baseUrl?: string;
  /** Opens `/sandbox/…`: faults, time, and the contacts' side for everyone who can reach the service. Default `false`. */
  readonly sandbox?: boolean;
  /** Folder with the CDN build that is served as `/cdn/…`; none by default. */
  readonly cdnFolder?: string | null;
  /** Told of each answered request and of each failure. Holds no token, no key and no password. */
  readonly log?: (entry: LogEntry) => void;
  /** The clock, in ms since 1970. Default `Date.now`. */
  readonly now?: () => number;
  readonly limits?: Partial<ServiceLimits>;
  /** Events kept for each client for streams that go on; `EVENTS_KEPT` by default. */
  readonly eventsKept?: number;
  /** What one guess of a password costs; `PASSWORD_COST` by default, and lower only for tests. */
  readonly passwordCost?: PasswordCost;
}

export interface ServiceLimits {
  /** Token requests for each API key. */
  readonly tokenRequests: RateLimit;
  /** Token requests without a valid key, for each address. */
  readonly refusedTokenRequests: RateLimit;
  /** Tries to sign in, for each e-mail address and for each network address. */
  readonly signIns: RateLimit;
  /** New accounts for each network address. */
  readonly signUps: RateLimit;
  /** Event streams that one client has open at once. */
  readonly openStreams: number;
  /** How long a request may take to arrive as a whole; its headers have a minute of that at most. */
  readonly requestArrivalMs: number;
}

export const DEFAULT_LIMITS: ServiceLimits = {
  tokenRequests: { count: 600, windowMs: 60_000 },
  refusedTokenRequests: { count: 60, windowMs: 60_000 },
  signIns: { count: 10, windowMs: 15 * 60_000 },
  signUps: { count: 20, windowMs: 60 * 60_000 },
  // A page has one: far more than anybody has tabs.
  openStreams: 100,
  // The largest attachment at 0.7 Mbit/s.
  requestArrivalMs: 5 * 60_000,
};

export type LogEntry = RequestLogEntry | FailureLogEntry;

export interface RequestLogEntry {
  readonly type: 'request';
  /** RFC 3339 in UTC. */
  readonly time: string;
  readonly method: string;
  /** Path only: a query may hold what somebody searched for. */
  readonly path: string;
  readonly status: number;
  readonly client?: string;
  readonly tokenState: 'valid' | 'expired' | 'revoked' | 'invalid' | 'none';
  /** `jti` of the token: tells tokens apart without being one. */
  readonly tokenId?: string;
}

export interface FailureLogEntry {
  readonly type: 'failure';
  readonly time: string;
  readonly method: string;
  readonly path: string;
  /** For whoever runs the service; never part of an answer. */
  readonly stack: string;
}
