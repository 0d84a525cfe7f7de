import type { InboxError } from './errors.js';
import type { RefreshReason } from './token/token-owner.js';

/*
 * Every event of <inbox-widget>. All bubble and cross shadow boundaries; none can be cancelled; none holds a token.
 */

const INIT: EventInit = { bubbles: true, composed: true };

/** First data is on screen. Once per client. */
export class InboxReadyEvent extends Event {
  /** @param unreadCount Unread messages over all conversations. */
  constructor(readonly unreadCount: number) {
    super('inbox-ready', INIT);
  }
}

/** A new token is in use. */
export class InboxTokenRefreshedEvent extends Event {
  constructor(
    /** When it will be over; `null` where the token does not say. */
    readonly expiresAt: Date | null,
    /** Why it was fetched. */
    readonly reason: RefreshReason,
  ) {
    super('inbox-token-refreshed', INIT);
  }
}

/** An attempt to get a new token failed. Once per attempt, on each element that shares the token. */
export class InboxTokenFailedEvent extends Event {
  constructor(
    readonly error: InboxError,
    /** When it is tried again; `null` where only a person or the page can go on. */
    readonly retryAt: Date | null,
  ) {
    super('inbox-token-failed', INIT);
  }
}

/** The backend refused: the user is signed out there. The page may show its login now. */
export class InboxSessionEndedEvent extends Event {
  constructor(readonly error: InboxError) {
    super('inbox-session-ended', INIT);
  }
}

/** The page or its backend is set up wrongly; the error's message holds the remedy. */
export class InboxMisconfiguredEvent extends Event {
  constructor(readonly error: InboxError) {
    super('inbox-misconfigured', INIT);
  }
}

/** The token now is another client's; everything of the old one is gone already. */
export class InboxClientChangedEvent extends Event {
  constructor() {
    super('inbox-client-changed', INIT);
  }
}

/** The number of unread messages is another. */
export class InboxUnreadChangedEvent extends Event {
  /** @param unreadCount Unread messages over all conversations. */
  constructor(readonly unreadCount: number) {
    super('inbox-unread-changed', INIT);
  }
}

/** A conversation was opened, by the person or by the page. */
export class InboxConversationOpenedEvent extends Event {
  constructor(readonly conversationId: string) {
    super('inbox-conversation-opened', INIT);
  }
}

/** A contact wrote. */
export class InboxMessageReceivedEvent extends Event {
  constructor(
    readonly conversationId: string,
    readonly messageId: string,
  ) {
    super('inbox-message-received', INIT);
  }
}

/** The service has accepted a message of this inbox. */
export class InboxMessageSentEvent extends Event {
  constructor(
    readonly conversationId: string,
    readonly messageId: string,
  ) {
    super('inbox-message-sent', INIT);
  }
}

/** A message was refused; it stays on screen, to be tried again or discarded. */
export class InboxMessageFailedEvent extends Event {
  constructor(
    readonly conversationId: string,
    /** The message's idempotency key: it has no id of the service's. */
    readonly messageId: string,
    readonly error: InboxError,
  ) {
    super('inbox-message-failed', INIT);
  }
}

declare global {
  interface HTMLElementEventMap {
    'inbox-ready': InboxReadyEvent;
    'inbox-token-refreshed': InboxTokenRefreshedEvent;
    'inbox-token-failed': InboxTokenFailedEvent;
    'inbox-session-ended': InboxSessionEndedEvent;
    'inbox-misconfigured': InboxMisconfiguredEvent;
    'inbox-client-changed': InboxClientChangedEvent;
    'inbox-unread-changed': InboxUnreadChangedEvent;
    'inbox-conversation-opened': InboxConversationOpenedEvent;
    'inbox-message-received': InboxMessageReceivedEvent;
    'inbox-message-sent': InboxMessageSentEvent;
    'inbox-message-failed': InboxMessageFailedEvent;
  }
}
