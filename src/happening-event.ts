import * as events from './inbox-events.js';
import type { Happening } from './inbox/state.js';

/** The event that tells the page what has happened in the inbox; `null` for what is told otherwise, or only on screen. */
export function happeningEvent(happening: Happening): Event | null {
  switch (happening.type) {
    case 'opened':
      return new events.InboxConversationOpenedEvent(happening.conversationId);
    case 'closed':
      return new events.InboxConversationClosedEvent(happening.conversationId);
    case 'received':
      return new events.InboxMessageReceivedEvent(happening.message.conversationId, happening.message.id);
    case 'sent':
      return new events.InboxMessageSentEvent(happening.message.conversationId, happening.message.id);
    case 'failed': {
      const { conversationId, key } = happening.outgoing;
      return new events.InboxMessageFailedEvent(conversationId, key, happening.error);
    }
    default:
      return null;
  }
}
