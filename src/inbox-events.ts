import type { InboxError } from './errors.js';
import { PageEvent } from './page-event.js';

/*
 * What the inbox on screen reports; shipped with its code.
 */

/** First data is on screen. Once per client. */
export class InboxReadyEvent extends PageEvent {
  /** Unread messages in all conversations. */
  declare readonly unreadCount: number;

  constructor(unreadCount: number) {
    super('inbox-ready', { unreadCount });
  }
}

/** A conversation was opened on screen, by the user or by the page. */
export class InboxConversationOpenedEvent extends PageEvent {
  declare readonly conversationId: string;

  constructor(conversationId: string) {
    super('inbox-conversation-opened', { conversationId });
  }
}

/**
 * The conversation on screen was closed by the user, by the page or because its client is gone, and none is open now. One that is
 * marked closed stays on screen, and fires nothing.
 */
export class InboxConversationClosedEvent extends PageEvent {
  declare readonly conversationId: string;

  constructor(conversationId: string) {
    super('inbox-conversation-closed', { conversationId });
  }
}

/**
 * A contact wrote. In a page that has been hidden for a minute, or is hidden while another tab shows the same inbox, this comes only
 * when the page is seen again. An element that has left the page does not tell it.
 */
export class InboxMessageReceivedEvent extends PageEvent {
  declare readonly conversationId: string;
  declare readonly messageId: string;

  constructor(conversationId: string, messageId: string) {
    super('inbox-message-received', { conversationId, messageId });
  }
}

/** The service has accepted a message of this inbox. */
export class InboxMessageSentEvent extends PageEvent {
  declare readonly conversationId: string;
  declare readonly messageId: string;

  constructor(conversationId: string, messageId: string) {
    super('inbox-message-sent', { conversationId, messageId });
  }
}

/** A message was refused; it stays on screen, to be retried or discarded. */
export class InboxMessageFailedEvent extends PageEvent {
  declare readonly conversationId: string;
  /** The message's idempotency key: the service has given it no id. */
  declare readonly messageId: string;
  declare readonly error: InboxError;

  constructor(conversationId: string, messageId: string, error: InboxError) {
    super('inbox-message-failed', { conversationId, messageId, error });
  }
}

/**
 * The number of unread messages has changed. A page that has been hidden for a minute asks for it once a minute, and for nothing else.
 * An element that has left the page tells nothing more.
 */
export class InboxUnreadChangedEvent extends PageEvent {
  /** Unread messages in all conversations. */
  declare readonly unreadCount: number;

  constructor(unreadCount: number) {
    super('inbox-unread-changed', { unreadCount });
  }
}
