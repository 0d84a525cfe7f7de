import type { EndpointFault } from './backend.js';
import type { ChannelsMode, LocksMode } from './browser.js';
import type { ServiceMode, TokenKind } from './service.js';

export const SESSION_MS = 72 * 3_600_000;

/** With what the page comes from its server. `over`: the token had ended before; `none`: the placeholder is still there. */
export type InitialToken = 'fresh' | 'aged' | 'over' | 'none';

/** Something that happens to the simulated world. Pages are named by their number among those that are open. */
export type WorldEvent =
  | { readonly kind: 'endpoint-fault'; readonly fault: EndpointFault; readonly lastsMs: number }
  | { readonly kind: 'service-fault'; readonly mode: Exclude<ServiceMode, 'good'>; readonly lastsMs: number }
  | { readonly kind: 'short-lives'; readonly lifetimeMs: number; readonly lastsMs: number }
  | { readonly kind: 'offline'; readonly lastsMs: number }
  /** The network comes back some time after the machine. */
  | { readonly kind: 'sleep'; readonly lastsMs: number; readonly offlineMs: number }
  | { readonly kind: 'clock'; readonly byMs: number }
  /** A page in front goes to the back; one at the back comes to the front, for that time. */
  | { readonly kind: 'turn'; readonly page: number; readonly lastsMs: number; readonly isFrozen: boolean }
  | { readonly kind: 'cache'; readonly page: number; readonly lastsMs: number }
  | { readonly kind: 'open'; readonly token: InitialToken; readonly elements: number; readonly isBehind: boolean; readonly prerendersMs: number }
  | { readonly kind: 'close'; readonly page: number }
  | { readonly kind: 'switch-user'; readonly to: string }
  /** Signed out at the backend; later signed in again, and each page is told to ask. */
  | { readonly kind: 'leave'; readonly lastsMs: number; readonly to: string }
  /** `signOut()` on a page; later the page offers a new token or asks. */
  | { readonly kind: 'sign-out'; readonly page: number; readonly lastsMs: number; readonly isOffered: boolean }
  | { readonly kind: 'revoke' }
  | { readonly kind: 'ask'; readonly page: number; readonly times: number }
  | { readonly kind: 'offer'; readonly page: number; readonly isOld: boolean }
  /** Elements are taken away, and one is added again later; within the grace it is a move. */
  | { readonly kind: 'remove'; readonly page: number; readonly isAll: boolean; readonly lastsMs: number }
  /** Another script of the origin posts to every channel. */
  | { readonly kind: 'stranger'; readonly message: 'garbage' | 'over' | 'other-client' };

export interface Happening {
  /** When it begins, in ms since the world began. */
  readonly atMs: number;
  readonly event: WorldEvent;
}

/** A world and everything that happens in it. The same session always goes the same way. */
export interface Session {
  /** Of all chance in the world: delays, the engine's own random numbers. */
  readonly seed: number;
  readonly lifetimeMs: number;
  readonly tokenKind: TokenKind;
  readonly showsDate: boolean;
  readonly clockErrorMs: number;
  readonly monotonicStopsInSleep: boolean;
  readonly locks: LocksMode;
  readonly channels: ChannelsMode;
  readonly ignoresAbort: boolean;
  readonly throwingListener: boolean;
  /** About how often each element asks the service for news. */
  readonly pollsEveryMs: number;
  readonly tabs: readonly { readonly token: InitialToken; readonly elements: number; readonly isBehind: boolean }[];
  readonly happenings: readonly Happening[];
}
