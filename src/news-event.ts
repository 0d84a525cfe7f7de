import * as events from './element-events.js';
import type { TokenNews } from './token/token-owner.js';

/** The event by which the page hears of its token; `null` where it is no affair of the page's, or told in another way. */
export function newsEvent(news: TokenNews): Event | null {
  switch (news.type) {
    case 'refreshed':
      return new events.InboxTokenRefreshedEvent(news.expiresAt, news.reason);
    case 'failed':
      return new events.InboxTokenFailedEvent(news.error, news.retryAt);
    case 'ended':
      return new events.InboxSessionEndedEvent(news.error);
    case 'client-changed':
      return new events.InboxClientChangedEvent();
    default:
      return null;
  }
}
