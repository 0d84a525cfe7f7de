import * as events from './events.js';
import type { Happening } from './inbox/state.js';
import type { TokenNews } from './token/token-owner.js';

/** The event by which the page hears of what happened in the inbox; `null` where it hears in another way. */
export function eventOfHappening(happening: Happening): Event | null {
  switch (happening.type) {
    case 'ready':
      return new events.InboxReadyEvent(happening.unread);
    case 'opened':
      return new events.InboxConversationOpenedEvent(happening.conversationId);
    case 'received':
      return new events.InboxMessageReceivedEvent(happening.message.conversationId, happening.message.id);
    case 'sent':
      return new events.InboxMessageSentEvent(happening.message.conversationId, happening.message.id);
    case 'failed': {
      const { conversationId, key } = happening.outgoing;
      return new events.InboxMessageFailedEvent(conversationId, key, happening.error);
    }
    case 'unread-changed':
      return null;
  }
}

/** The event by which the page hears of its token; `null` where it is no affair of the page's. */
export function eventOfNews(news: TokenNews): Event | null {
  switch (news.type) {
    case 'refreshed':
      return new events.InboxTokenRefreshedEvent(news.expiresAt, news.reason);
    case 'failed':
      return new events.InboxTokenFailedEvent(news.error, news.retryAt);
    case 'ended':
      return new events.InboxSessionEndedEvent(news.error);
    case 'misconfigured':
      return new events.InboxMisconfiguredEvent(news.error);
    case 'client-changed':
      return new events.InboxClientChangedEvent();
    default:
      return null;
  }
}
