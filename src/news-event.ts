import * as events from './element-events.js';
import type { TokenNews } from './token/token-owner.js';

/** The event that tells the page of its token's news; `null` for news that does not concern the page, or is reported otherwise. */
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
