import { EVENT_INIT } from './event-init.js';
import type { InboxError } from './errors.js';
import type { RefreshReason } from './token/token-owner.js';

/*
 * What the element tells by itself, with or without an inbox on screen. None of these holds a token.
 */

/** A new token is in use. */
export class InboxTokenRefreshedEvent extends Event {
  constructor(
    /** When it will be over; `null` where the token does not say. */
    readonly expiresAt: Date | null,
    /** Why it was fetched. */
    readonly reason: RefreshReason,
  ) {
    super('inbox-token-refreshed', EVENT_INIT);
  }
}

/** An attempt to get a new token failed. Once per attempt, on each element that shares the token. */
export class InboxTokenFailedEvent extends Event {
  constructor(
    readonly error: InboxError,
    /** When it is tried again; `null` where only a person or the page can go on. */
    readonly retryAt: Date | null,
  ) {
    super('inbox-token-failed', EVENT_INIT);
  }
}

/** The backend refused: the user is signed out there. The page may show its login now. */
export class InboxSessionEndedEvent extends Event {
  constructor(readonly error: InboxError) {
    super('inbox-session-ended', EVENT_INIT);
  }
}

/** The page or its backend is set up wrongly; the error's message holds the remedy. */
export class InboxMisconfiguredEvent extends Event {
  constructor(readonly error: InboxError) {
    super('inbox-misconfigured', EVENT_INIT);
  }
}

/** The token now is another client's; everything of the old one is gone already. */
export class InboxClientChangedEvent extends Event {
  constructor() {
    super('inbox-client-changed', EVENT_INIT);
  }
}
