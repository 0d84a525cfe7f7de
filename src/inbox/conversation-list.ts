import type { ConversationPage } from './inbox-source.js';
import type { Conversation, ConversationQuery, ConversationStatus, Timestamp } from './model.js';
import type { ListState } from './state.js';
import { compareTimes, firstIndex, spliced } from './order.js';

/**
 * The rows of a list, and where each belongs. Pure; rows are ids, newest first.
 */

type ConversationsById = ReadonlyMap<string, Conversation>;

/**
 * Whether a conversation belongs in the list of a query, as far as that can be told here. Only the service knows what a
 * search finds: so a row that it has found stays, and another comes in if its visible text contains the words.
 *
 * @param isListed The conversation is in the list now.
 */
export function belongs(conversation: Conversation, query: ConversationQuery, isListed: boolean): boolean {
  const { filter, channel, q } = query;
  if (channel && conversation.channel !== channel) return false;
  if (filter === 'unread' ? !conversation.unread : filter !== 'all' && conversation.status !== (filter satisfies ConversationStatus)) return false;
  return !q || isListed || visibleText(conversation).includes(q.trim().toLowerCase());
}

const visibleText = ({ contact, subject, preview }: Conversation): string =>
  `${contact.name}\n${subject ?? ''}\n${preview}`.toLowerCase();

const timeOf = (conversations: ConversationsById, id: string): Timestamp => conversations.get(id)?.lastMessageAt ?? '';

/**
 * Inserts a row by its time, or leaves it out where it would stand below the last one while more are to be fetched: it
 * then comes with its page.
 */
export function insertRow(
  ids: readonly string[],
  conversations: ConversationsById,
  { id, lastMessageAt }: Conversation,
  hasMore: boolean,
): readonly string[] {
  const index = firstIndex(ids, (other) => compareTimes(timeOf(conversations, other), lastMessageAt) <= 0);
  return hasMore && index === ids.length ? ids : spliced(ids, index, 0, id);
}

/**
 * The rows below a page that has been fetched again: whoever reads there keeps their place. None where the page's last row has
 * changed, since some may then be missing between the two, or where the list now ends with the page.
 */
export function rowsBelow(
  { status, ids }: Pick<ListState, 'status' | 'ids'>,
  known: ConversationsById,
  { conversations, nextCursor }: Pick<ConversationPage, 'conversations' | 'nextCursor'>,
): readonly string[] {
  const last = conversations.at(-1);
  const isSame = status === 'ready' && nextCursor && last && known.get(last.id)?.lastMessageAt === last.lastMessageAt;
  const joint = isSame ? ids.indexOf(last.id) : -1;
  return joint < 0 ? [] : ids.slice(joint + 1);
}

/**
 * Inserts the rows that an answer has not brought: those that an event has reported since, and the open one if it was
 * listed.
 *
 * @param isTold Whether an event has reported the conversation with this id since the request left.
 */
export function withTold(
  rows: readonly string[],
  isTold: (id: string) => boolean,
  { conversations, list, openId, hasMore }: {
    readonly conversations: ConversationsById;
    /** The list as it was before. */
    readonly list: ListState;
    readonly openId: string | null;
    readonly hasMore: boolean;
  },
): readonly string[] {
  let ids = rows;
  for (const [id, conversation] of conversations) {
    // The lists are searched only where it may matter: for a few of ten thousand.
    const stays = id === openId && list.ids.includes(id);
    if ((stays || (isTold(id) && belongs(conversation, list.query, list.ids.includes(id)))) && !rows.includes(id)) {
      ids = insertRow(ids, conversations, conversation, hasMore);
    }
  }
  return ids;
}
