import { EVENT_INIT } from './event-init.js';
import type { InboxError } from './errors.js';

/*
 * What the inbox on screen tells; shipped with its code.
 */

/** First data is on screen. Once per client. */
export class InboxReadyEvent extends Event {
  /** @param unreadCount Unread messages over all conversations. */
  constructor(readonly unreadCount: number) {
    super('inbox-ready', EVENT_INIT);
  }
}

/** A conversation was opened, by the person or by the page. */
export class InboxConversationOpenedEvent extends Event {
  constructor(readonly conversationId: string) {
    super('inbox-conversation-opened', EVENT_INIT);
  }
}

/** A contact wrote. */
export class InboxMessageReceivedEvent extends Event {
  constructor(
    readonly conversationId: string,
    readonly messageId: string,
  ) {
    super('inbox-message-received', EVENT_INIT);
  }
}

/** The service has accepted a message of this inbox. */
export class InboxMessageSentEvent extends Event {
  constructor(
    readonly conversationId: string,
    readonly messageId: string,
  ) {
    super('inbox-message-sent', EVENT_INIT);
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
    super('inbox-message-failed', EVENT_INIT);
  }
}

/** The number of unread messages is another. */
export class InboxUnreadChangedEvent extends Event {
  /** @param unreadCount Unread messages over all conversations. */
  constructor(readonly unreadCount: number) {
    super('inbox-unread-changed', EVENT_INIT);
  }
}
