import type { InboxEventMap } from '../../../../src/element.js';
import { element } from '../elements.js';

/** Lines kept at most. */
const MAX_LINES = 200;

/** Every event that a page can hear of the widget. */
const HEARD: Readonly<Record<keyof InboxEventMap, true>> = {
  'inbox-ready': true,
  'inbox-token-refreshed': true,
  'inbox-token-failed': true,
  'inbox-session-ended': true,
  'inbox-misconfigured': true,
  'inbox-client-changed': true,
  'inbox-unread-changed': true,
  'inbox-conversation-opened': true,
  'inbox-conversation-closed': true,
  'inbox-message-received': true,
  'inbox-message-sent': true,
  'inbox-message-failed': true,
};

export const INBOX_EVENTS = Object.keys(HEARD) as (keyof InboxEventMap)[];

/** What is worth telling of an event's own data. */
export function describeEvent(event: Event): string {
  const { error, reason, expiresAt, retryAt, unreadCount } = event as Event & {
    error?: { code: string; message: string };
    reason?: string;
    expiresAt?: Date | null;
    retryAt?: Date | null;
    unreadCount?: number;
  };
  return [
    error && `${error.code}: ${error.message}`,
    reason,
    expiresAt && `until ${timeOfDay(expiresAt)}`,
    retryAt && `again at ${timeOfDay(retryAt)}`,
    unreadCount !== undefined && `${unreadCount} unread`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** In the page's language, as in the inbox above. */
const timeOfDay = (time: Date) => time.toLocaleTimeString(document.documentElement.lang);

/** A list that grows at its top. */
export class EventLog {
  readonly element = element('ol', { className: 'log', tabIndex: 0 });

  constructor() {
    this.element.setAttribute('aria-label', 'Events');
  }

  add(what: string, details = ''): void {
    const time = element('time', {}, timeOfDay(new Date()));
    this.element.prepend(element('li', {}, time, element('span', {}, details ? `${what} · ${details}` : what)));
    while (this.element.childElementCount > MAX_LINES) this.element.lastElementChild?.remove();
  }
}
