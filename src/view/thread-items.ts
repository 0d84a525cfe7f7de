import type { Attachment, DeliveryStatus, Direction, Message } from '../inbox/model.js';
import type { OutgoingMessage, ThreadState } from '../inbox/state.js';
import { startOfDay } from './formats.js';
import { MARKED_MAX } from './highlight.js';
import type { Span } from './list-window.js';
import type { CostAt } from './thread-window.js';

/** Messages of one author with no longer pause than this between them, in ms, are one run. */
const RUN_PAUSE_MS = 15 * 60_000;

/** About how many elements a message takes, … */
const MESSAGE_COST = 4;
/** … and in addition each of its files, and what stands below the last message of a run, received or own. Each link and mark is one. */
const FILE_COST = 10;
const RECEIVED_END_COST = 2;
const OWN_END_COST = 4;

/** A message as the thread shows it, confirmed or not. */
export interface ThreadMessage {
  readonly direction: Direction;
  readonly authorName: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly sentAt: string;
  readonly status: DeliveryStatus | 'sending' | 'waiting';
  /** The unconfirmed message behind it; `null` where it is confirmed. */
  readonly outgoing: OutgoingMessage | null;
}

/** What stands in the log, one below the other. */
export type ThreadItem =
  | { readonly type: 'day'; readonly key: string; readonly timestamp: string }
  | { readonly type: 'unread'; readonly key: string }
  | MessageItem;

export interface MessageItem {
  readonly type: 'message';
  /** The same before and after the message is confirmed, so that its element stays. */
  readonly key: string;
  /** Changes exactly when what is shown of the message does. */
  readonly source: Message | OutgoingMessage;
  /** It begins a run of messages of one author. */
  readonly first: boolean;
  /** It ends one. */
  readonly last: boolean;
}

/** What the log shows of a thread. */
export interface LogModel {
  readonly items: readonly ThreadItem[];
  /** Messages older than these could not be fetched. */
  readonly lacksOlder: boolean;
  /** The newest message is among the items. */
  readonly atNewest: boolean;
  /** How many new messages are below; 0 for old ones only; `null` where the end is near. */
  readonly below: number | null;
  /** Key of the message that has just arrived. */
  readonly arrived: string | undefined;
}

/** All messages of a thread, oldest first: the confirmed ones, then those of the outbox. */
export type Sequence = readonly (Message | OutgoingMessage)[];

/** Key of a message, by which it is found again: the same before and after it is confirmed. */
export const keyOf = (one: Message | OutgoingMessage | undefined): string | undefined =>
  one && ('key' in one ? one.key : (one.clientKey ?? one.id));

/** Index of the first message that is unread and has been fetched; -1 for none. */
export const firstUnread = ({ messages, unreadFrom, unreadAbove }: Pick<ThreadState, 'messages' | 'unreadFrom' | 'unreadAbove'>): number =>
  unreadAbove ? 0 : messages.findIndex(({ id }) => id === unreadFrom);

/** How many messages have been received after the one with this key. */
export function receivedSince(sequence: Sequence, key: string | undefined): number {
  const index = sequence.findLastIndex((one) => keyOf(one) === key);
  return sequence.slice(index + 1).filter((one) => 'direction' in one && one.direction === 'in').length;
}

/**
 * About how many elements each message takes.
 *
 * @param isSearched What is searched for is marked.
 */
export const costsOf = (sequence: Sequence, isSearched: boolean): CostAt => (index) => {
  const here = shownAt(sequence, index);
  if (!here) return 0;
  const markCost = isSearched ? MARKED_MAX : 0;
  const endCost = here.direction === 'in' ? RECEIVED_END_COST : OWN_END_COST;
  const linkCost = here.text.split(/:\/\/|@|www\./i).length - 1;
  return MESSAGE_COST + markCost + linkCost + here.attachments.length * FILE_COST + (isRun(here, shownAt(sequence, index + 1)) ? 0 : endCost);
};

/** Items for the messages from `start` to before `end`, with their separators. The other messages cost nothing. */
export function threadItems(
  sequence: Sequence,
  { start, end }: Span,
  unreadFrom: string | null,
): ThreadItem[] {
  const items: ThreadItem[] = [];
  const isUnread = (index: number): boolean => (sequence[index] as Partial<Message> | undefined)?.id === unreadFrom;
  let before = shownAt(sequence, start - 1);
  let here = shownAt(sequence, start);
  for (let index = start; index < end && here; index++) {
    const after = shownAt(sequence, index + 1);
    const source = sequence[index] as Message | OutgoingMessage;
    const newDay = !before || startOfDay(before.sentAt) !== startOfDay(here.sentAt);
    if (newDay) items.push({ type: 'day', key: `day ${startOfDay(here.sentAt)}`, timestamp: here.sentAt });
    if (isUnread(index)) items.push({ type: 'unread', key: 'unread' });
    items.push({
      type: 'message',
      key: keyOf(source) as string,
      source,
      first: isUnread(index) || !isRun(before, here),
      last: isUnread(index + 1) || !isRun(here, after),
    });
    before = here;
    here = after;
  }
  return items;
}

function isRun(a: ThreadMessage | undefined, b: ThreadMessage | undefined): boolean {
  return (
    !!a &&
    !!b &&
    a.direction === b.direction &&
    a.authorName === b.authorName &&
    // Each step of a delivery is shown once, below the last message that has reached it.
    (a.direction === 'in' || a.status === b.status) &&
    a.status !== 'failed' &&
    startOfDay(a.sentAt) === startOfDay(b.sentAt) &&
    Date.parse(b.sentAt) - Date.parse(a.sentAt) <= RUN_PAUSE_MS
  );
}

const shownAt = (sequence: Sequence, index: number): ThreadMessage | undefined => {
  const one = sequence[index];
  return one && messageOf(one);
};

/** What the thread shows of a message, confirmed or not. */
export function messageOf(one: Message | OutgoingMessage): ThreadMessage {
  if (!('key' in one)) return { ...one, attachments: one.attachments ?? [], outgoing: null };
  const { text, attachments, createdAt, status } = one;
  return { direction: 'out', authorName: '', text, attachments, sentAt: createdAt, status, outgoing: one };
}
