import type { DeliveryStatus, Message, Timestamp } from './model.js';
import type { MessagePage } from './inbox-source.js';
import type { ThreadState } from './state.js';
import { compareTimes, firstIndex, keepSame, spliced } from './order.js';

/** A thread's state, with what it takes to find a message among 100,000 of them. */
export interface Thread extends ThreadState {
  /** When each message was sent, by id. Only ever grows, so that successive versions of a thread can share it. */
  readonly times: Map<string, Timestamp>;
}

export const emptyThread = (): Thread => ({
  messages: [],
  status: 'loading',
  hasMore: true,
  loadingOlder: false,
  error: null,
  unreadFrom: null,
  times: new Map(),
  unreadAbove: 0,
});

const byTime = (a: Message, b: Message): number => compareTimes(a.sentAt, b.sentAt);

const isAfter = (time: Timestamp) => (message: Message) => compareTimes(message.sentAt, time) > 0;

/** Index of a message, or -1. */
export function messageIndex({ messages, times }: Thread, id: string): number {
  const time = times.get(id);
  if (time === undefined) return -1;
  let index = firstIndex(messages, isAfter(time));
  while (index-- > 0 && compareTimes((messages[index] as Message).sentAt, time) === 0) {
    if (messages[index]?.id === id) return index;
  }
  return -1;
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
export function mergeMessage(thread: Thread, message: Message): Thread {
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
  thread.times.set(message.id, message.sentAt);
  return { ...thread, messages: spliced(others, index, 0, message) };
}

/**
 * Takes in the newest page. It replaces what was known, except for older pages that it adjoins, and for messages of which
 * an event has reported something newer since it was requested.
 *
 * @param isNewer Whether an event has reported the message with this id since the request.
 */
export function mergeNewest(thread: Thread, page: MessagePage, isNewer: (id: string) => boolean): Thread {
  const known = thread.messages;
  const byId = new Map(known.map((message) => [message.id, message]));
  const joint = page.messages.length ? messageIndex(thread, (page.messages[0] as Message).id) : -1;
  const inPage = new Set(page.messages.map(({ id }) => id));
  const older = joint > 0 ? known.slice(0, joint).filter(({ id }) => !inPage.has(id)) : [];
  let next: Thread = {
    ...thread,
    messages: [
      ...older,
      ...page.messages.map((message) => {
        const mine = byId.get(message.id);
        return mine && isNewer(message.id) && !isOutdated(message, mine) ? mine : keepSame(mine, message);
      }),
    ].sort(byTime),
    status: 'ready',
    error: null,
    hasMore: joint > 0 ? thread.hasMore : page.hasMore,
    times: new Map(),
  };
  for (const { id, sentAt } of next.messages) next.times.set(id, sentAt);
  for (const message of known) if (isNewer(message.id) && !inPage.has(message.id)) next = mergeMessage(next, message);
  return next;
}

/** Takes in a page of older messages, before all others. */
export function mergeOlder(thread: Thread, page: MessagePage): Thread {
  const fresh = page.messages.filter(({ id }) => messageIndex(thread, id) < 0);
  for (const { id, sentAt } of fresh) thread.times.set(id, sentAt);
  // A source that repeats itself would be asked for more without end.
  const hasMore = page.hasMore && !!fresh.length;
  const next = { ...thread, messages: [...fresh, ...thread.messages].sort(byTime), hasMore, loadingOlder: false, error: null };
  return thread.unreadAbove ? placeNewMark(next, fresh, thread.unreadAbove) : next;
}

/**
 * Puts the "New" mark above the oldest of the newest `unread` received messages among these. Where there are more of them,
 * in pages still to be fetched, the mark comes with those.
 */
export function placeNewMark(thread: Thread, messages: readonly Message[], unread: number): Thread {
  let unreadFrom: string | null = null;
  for (let index = messages.length - 1; index >= 0 && unread > 0; index--) {
    const message = messages[index] as Message;
    if (message.direction !== 'in') continue;
    unreadFrom = message.id;
    unread--;
  }
  const isAbove = unread > 0 && thread.hasMore;
  if (isAbove) unreadFrom = null;
  const unreadAbove = isAbove ? unread : 0;
  return unreadFrom === thread.unreadFrom && unreadAbove === thread.unreadAbove ? thread : { ...thread, unreadFrom, unreadAbove };
}
