import type { DeliveryStatus, Message, Timestamp } from './model.js';
import type { MessagePage } from './inbox-source.js';
import type { ThreadState } from './state.js';
import { compareTimes, firstIndex, keepSame, spliced } from './order.js';

export const EMPTY_THREAD: ThreadState = {
  messages: [],
  status: 'loading',
  hasMore: true,
  loadingOlder: false,
  error: null,
  unreadFrom: null,
  unreadAbove: 0,
};

const byTime = (a: Message, b: Message): number => compareTimes(a.sentAt, b.sentAt);

const isAfter = (time: Timestamp) => (message: Message) => compareTimes(message.sentAt, time) > 0;

/** Index of a message, or -1. Most that are looked for are among the newest. */
export const messageIndex = ({ messages }: ThreadState, id: string | undefined): number =>
  messages.findLastIndex((message) => message.id === id);

/** Those of a page that a thread already has, by id: found by going once through the thread, which may have 100,000. */
export function knownOf({ messages }: ThreadState, page: readonly Message[]): ReadonlyMap<string, Message> {
  const ids = new Set(page.map(({ id }) => id));
  return new Map(messages.filter(({ id }) => ids.has(id)).map((message) => [message.id, message]));
}

/** How far a message has come. One that failed may still prove to have been delivered, but not merely sent. */
const STEPS: Record<DeliveryStatus, number> = { sent: 0, failed: 1, delivered: 1, read: 2 };

/** Whether `next` reports a step of delivery that the message has already passed. */
const isOutdated = (known: Message, next: Message): boolean =>
  next.status !== 'failed' && STEPS[next.status] < STEPS[known.status];

/**
 * Takes in one message as it is now: a known one is replaced where it stands, a new one is inserted by its time. One that is
 * older than all that were fetched is left out while there are more to fetch: it comes with its page.
 */
export function mergeMessage(thread: ThreadState, message: Message): ThreadState {
  const at = messageIndex(thread, message.id);
  const known = thread.messages[at];
  if (known) {
    if (isOutdated(known, message)) return thread;
    if (keepSame(known, message) === known) return thread;
    if (known.sentAt === message.sentAt) return { ...thread, messages: spliced(thread.messages, at, 1, message) };
  }
  const others = known ? spliced(thread.messages, at, 1) : thread.messages;
  const index = firstIndex(others, isAfter(message.sentAt));
  if (index === 0 && thread.hasMore && thread.status === 'ready' && others.length) {
    return known ? { ...thread, messages: others } : thread;
  }
  return { ...thread, messages: spliced(others, index, 0, message) };
}

/**
 * Takes in the newest page. It replaces what was known, except for older pages that it adjoins, and for messages of which
 * an event has reported something newer since it was requested.
 *
 * @param isNewer Whether an event has reported the message with this id since the request.
 */
export function mergeNewest(thread: ThreadState, page: MessagePage, isNewer: (id: string) => boolean): ThreadState {
  const known = thread.messages;
  const byId = knownOf(thread, page.messages);
  const joint = messageIndex(thread, page.messages[0]?.id);
  const older = joint > 0 ? known.slice(0, joint).filter(({ id }) => !byId.has(id)) : [];
  let next: ThreadState = {
    ...thread,
    messages: [...older, ...page.messages.map((message) => keepSame(byId.get(message.id), message))].sort(byTime),
    status: 'ready',
    error: null,
    hasMore: joint > 0 ? thread.hasMore : page.hasMore,
  };
  for (const message of known) if (isNewer(message.id)) next = mergeMessage(next, message);
  return next;
}

/** Takes in a page of older messages, before all others. */
export function mergeOlder(thread: ThreadState, page: MessagePage): ThreadState {
  const known = knownOf(thread, page.messages);
  const fresh = page.messages.filter(({ id }) => !known.has(id));
  // A source that repeats itself would be asked for more without end.
  const hasMore = page.hasMore && !!fresh.length;
  const next = { ...thread, messages: [...fresh, ...thread.messages].sort(byTime), hasMore, loadingOlder: false, error: null };
  return thread.unreadAbove ? placeNewMark(next, fresh, thread.unreadAbove) : next;
}

/**
 * Puts the "New" mark above the oldest of the newest `unread` received messages among these. Where there are more of them,
 * in pages still to be fetched, the mark comes with those.
 */
export function placeNewMark(thread: ThreadState, messages: readonly Message[], unread: number): ThreadState {
  const received = messages.filter(({ direction }) => direction === 'in');
  const unreadAbove = thread.hasMore ? Math.max(0, unread - received.length) : 0;
  const unreadFrom = (unread && !unreadAbove && received.slice(-unread)[0]?.id) || null;
  return unreadFrom === thread.unreadFrom && unreadAbove === thread.unreadAbove ? thread : { ...thread, unreadFrom, unreadAbove };
}
