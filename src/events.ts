import type {
  InboxClientChangedEvent,
  InboxMisconfiguredEvent,
  InboxSessionEndedEvent,
  InboxTokenFailedEvent,
  InboxTokenRefreshedEvent,
} from './element-events.js';
import type {
  InboxConversationClosedEvent,
  InboxConversationOpenedEvent,
  InboxMessageFailedEvent,
  InboxMessageReceivedEvent,
  InboxMessageSentEvent,
  InboxReadyEvent,
  InboxUnreadChangedEvent,
} from './inbox-events.js';

/*
 * Every event of <inbox-widget>, in two files because they are shipped in two. All bubble and cross shadow boundaries; none
 * can be cancelled; none holds a token.
 */
export * from './element-events.js';
export * from './inbox-events.js';

/** The events by their names. */
export interface InboxEventMap {
  'inbox-ready': InboxReadyEvent;
  'inbox-token-refreshed': InboxTokenRefreshedEvent;
  'inbox-token-failed': InboxTokenFailedEvent;
  'inbox-session-ended': InboxSessionEndedEvent;
  'inbox-misconfigured': InboxMisconfiguredEvent;
  'inbox-client-changed': InboxClientChangedEvent;
  'inbox-unread-changed': InboxUnreadChangedEvent;
  'inbox-conversation-opened': InboxConversationOpenedEvent;
  'inbox-conversation-closed': InboxConversationClosedEvent;
  'inbox-message-received': InboxMessageReceivedEvent;
  'inbox-message-sent': InboxMessageSentEvent;
  'inbox-message-failed': InboxMessageFailedEvent;
}

/* They bubble, so whatever contains the element hears them too. */
declare global {
  /* eslint-disable @typescript-eslint/no-empty-object-type -- they only take over what is named above */
  interface HTMLElementEventMap extends InboxEventMap {}
  interface DocumentEventMap extends InboxEventMap {}
  interface WindowEventMap extends InboxEventMap {}
}
