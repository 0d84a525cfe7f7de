import type { InboxError } from '../errors.js';
import type { TokenEnvironment } from './environment.js';
import type { TokenSupplier } from './token-supplier.js';

/** What a page can read about its token. */
export type TokenStatus =
  /** There has been no token yet; or none of the present client's. */
  | 'missing'
  /** One is in use, neither expired nor rejected. */
  | 'fresh'
  /** Another one is being fetched, and the attempt before did not fail; the one in use may still be good. */
  | 'refreshing'
  /** There was one, and it has expired or was rejected. */
  | 'expired'
  /** The backend has refused, or the page or another tab has signed out: nothing is called until a token is offered or `refreshToken()` is called. */
  | 'ended'
  /** The page or its backend is set up wrongly, and there is no token that could be used meanwhile. */
  | 'misconfigured';

/** Why a token was fetched. */
export type RefreshReason =
  /** In good time, before the one in use expires. */
  | 'planned'
  /** The one in use is no longer valid. */
  | 'expired'
  /** The service has rejected the one in use. */
  | 'rejected'
  /** There is none. */
  | 'missing'
  /** The page has asked for it, or offers one itself in place of another or after the end of a session; or the session may be another user's by now. */
  | 'requested';

/**
 * What an app's own `fetchToken` is given. It says "the user is signed out" by rejecting with an error whose `status` is
 * 401; other statuses count as those of an endpoint would, and an error without one as "cannot be reached".
 */
export interface FetchTokenRequest {
  /** Why a token is needed. */
  readonly reason: RefreshReason;
  /** Aborts once the answer would be of no use: after 15 s, or where the session has changed meanwhile. */
  readonly signal: AbortSignal;
}

/** Where tokens go and come from: what makes two elements share one owner. */
export interface TokenOwnerConfig {
  /** Origin and path of the service, resolved, without a trailing slash. */
  readonly service: string;
  /** Resolved address of the refresh endpoint; `null` where there is none. */
  readonly endpoint: string | null;
  readonly credentials: RequestCredentials;
  readonly headers: RefreshHeaders | null;
  /** Addresses besides the service's own whose tokens (`iss`) may go to it: those of `configure({ baseUrl, services })`. */
  readonly issuers?: readonly string[];
  readonly fetchToken: ((request: FetchTokenRequest) => Promise<string>) | null;
}

/** Further headers of the refresh request; a function is called for each request. */
export type RefreshHeaders = Record<string, string> | (() => Record<string, string> | Promise<Record<string, string>>);

/** What the owner reports to its elements, after the fact and outside every critical section. Never holds a token. */
export type TokenNews =
  | { readonly type: 'status'; readonly status: TokenStatus }
  | { readonly type: 'refreshed'; readonly expiresAt: Date | null; readonly reason: RefreshReason }
  | { readonly type: 'failed'; readonly error: InboxError; readonly retryAt: Date | null }
  | { readonly type: 'ended'; readonly error: InboxError }
  | { readonly type: 'misconfigured'; readonly error: InboxError }
  /** The token is now another client's; when listeners return, they have wiped everything of the old one's. */
  | { readonly type: 'client-changed' }
  /** Some element of this owner called `signOut()`, or another tab did; when listeners return, they have wiped everything. */
  | { readonly type: 'signed-out' }
  /** The page came back from the back-forward cache: hide what is private until `confirmed`. */
  | { readonly type: 'unconfirmed' }
  | { readonly type: 'confirmed' };

/**
 * One element's hold on the page's owner of a token. `release()` gives it back; the owner goes with its last lease.
 */
export interface TokenLease {
  /** Hands out the token; a different supplier once the client is a different one. */
  readonly supplier: TokenSupplier;
  readonly status: TokenStatus;
  /** `null` where unknown. */
  readonly expiresAt: Date | null;
  /** Whether there is a token that may be used now, whatever `status` says about the next one. */
  readonly isUsable: boolean;
  /** Why `status` is `ended` or `misconfigured`; else `null`. */
  readonly problem: InboxError | null;
  /**
   * Goes on with another configuration, and with the token held. A new manner of asking is tried at once, behind what is
   * on screen: it may be another client's.
   *
   * @returns Whether that is possible; otherwise a new lease must be taken.
   */
  follow(config: TokenOwnerConfig): boolean;
  /** Offers a token's text, as found in the attribute; taken only if it is better than the one held. */
  offer(text: string): void;
  /** Fetches a new token now, keeping to the floor between two calls; also after a refusal. */
  refresh(): Promise<void>;
  /** Drops the token and everything of the client, here, in flight and in other tabs; nothing is called until a token is offered or `refresh()` is called. */
  signOut(): void;
  /** Nothing is called, because the page has signed out. */
  readonly isSignedOut: boolean;
  /** For an element that signed out on an earlier lease: nothing is called here either, unless there is a token or others hold the owner. */
  stayOut(): void;
  /** Takes the hold, once: offers the initial token, and reports to the one listener all news until `release()`. */
  subscribe(listener: (news: TokenNews) => void): void;
  /**
   * The thing that all elements of this owner share (the source with its one event stream), made on first use and
   * disposed of with the owner, or when the client changes or signs out. The supplier that it is made with lives as
   * long as the owner, whichever leases come and go.
   */
  shared<T extends Disposable>(create: (tokens: TokenSupplier) => T): T;
  /** Gives the hold back. A short grace period keeps the owner for an element that is only being moved. */
  release(): void;
}

/** Joins the page's owner for this configuration, or creates it. `environment`: the browser's, if not given. */
export type AcquireTokenOwner = (
  config: TokenOwnerConfig,
  initialToken: string | null,
  environment?: TokenEnvironment,
) => TokenLease;

/** Something that can be disposed of. */
export interface Disposable {
  dispose(): void;
}
