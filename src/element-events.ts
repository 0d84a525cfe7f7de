import type { InboxError } from './errors.js';
import { PageEvent } from './page-event.js';
import type { RefreshReason } from './token/token-owner.js';

/*
 * What the element itself reports, with or without an inbox on screen. None of these holds a token.
 */

/** A new token is in use. `reason` says why: `planned`, `expired`, `rejected`, `missing` or `requested`. */
export class InboxTokenRefreshedEvent extends PageEvent {
  /** When it expires; `null` where the token does not say. */
  declare readonly expiresAt: Date | null;
  /** Why it was fetched. */
  declare readonly reason: RefreshReason;

  constructor(expiresAt: Date | null, reason: RefreshReason) {
    super('inbox-token-refreshed', { expiresAt, reason });
  }
}

/** An attempt to get a new token failed. Once per attempt, on each element that shares the token. */
export class InboxTokenFailedEvent extends PageEvent {
  declare readonly error: InboxError;
  /** When the next attempt is made; `null` where only a person or the page can go on. */
  declare readonly retryAt: Date | null;

  constructor(error: InboxError, retryAt: Date | null) {
    super('inbox-token-failed', { error, retryAt });
  }
}

/** The endpoint refused: to your backend, the user is signed out or has no inbox. Or another tab has called `signOut()`. */
export class InboxSessionEndedEvent extends PageEvent {
  declare readonly error: InboxError;

  constructor(error: InboxError) {
    super('inbox-session-ended', { error });
  }
}

/** The page or its backend is set up wrongly; the error's message holds the remedy. */
export class InboxMisconfiguredEvent extends PageEvent {
  declare readonly error: InboxError;

  constructor(error: InboxError) {
    super('inbox-misconfigured', { error });
  }
}

/** The token is now another client's; everything of the old one is gone already. */
export class InboxClientChangedEvent extends PageEvent {
  constructor() {
    super('inbox-client-changed');
  }
}
