import type { Reads } from '../database/database.js';
import {
  CONVERSATION_COLUMNS,
  CONVERSATION_TABLES,
  conversationJson,
  MESSAGE_COLUMNS,
  messagesJson,
  type ConversationRow,
  type MessageRow,
} from '../inbox/rows.js';
import type { InboxEvent, LoggedEvent } from './inbox-event.js';

/** Things that one replay tells of at most, and bytes of their messages' texts: fetching anew costs less than more of them. */
export const REPLAY_MAX_THINGS = 200;
export const REPLAY_MAX_BYTES = 256 * 1024;

const SINCE = 'FROM events WHERE client_id = ? AND position > ? AND conversation_id IS NOT NULL';
/** Each thing that something happened to since a position, once. */
const THINGS = `SELECT MAX(position) AS position, conversation_id AS "conversationId", message_id AS "messageId" ${SINCE}
  GROUP BY conversation_id, message_id`;

/**
 * What happened since a position, as it is now, in as many questions as there are tables, however much it is.
 *
 * @returns `null` where it is more than a replay tells of
 */
export async function missedEvents(reads: Reads, clientId: string, seen: number): Promise<LoggedEvent[] | null> {
  const since = [clientId, seen];
  // The length of a text is known without reading it.
  const weight = await reads.first<{ things: number; bytes: number }>(
    `SELECT COUNT(*) AS things, COALESCE(SUM(OCTET_LENGTH(messages.text)), 0) AS bytes
     FROM (${THINGS}) AS missed LEFT JOIN messages ON messages.id = missed."messageId"`,
    since,
  );
  if (!weight || weight.things > REPLAY_MAX_THINGS || weight.bytes > REPLAY_MAX_BYTES) return null;

  const things = await reads.all<{ position: number; conversationId: string; messageId: string | null }>(
    `${THINGS} ORDER BY MAX(position)`,
    since,
  );
  const conversations = await reads.all<ConversationRow>(
    `SELECT ${CONVERSATION_COLUMNS} FROM ${CONVERSATION_TABLES}
     WHERE conversations.client_id = ? AND conversations.id IN (SELECT conversation_id ${SINCE})`,
    [clientId, ...since],
  );
  const messages = await reads.all<MessageRow>(
    `SELECT ${MESSAGE_COLUMNS} FROM messages WHERE client_id = ? AND id IN (SELECT message_id ${SINCE})`,
    [clientId, ...since],
  );
  const conversationNow = byId(conversations.map(conversationJson));
  const messageNow = byId(await messagesJson(reads, messages));
  return things.flatMap(({ position, conversationId, messageId }): LoggedEvent[] => {
    const conversation = conversationNow.get(conversationId);
    if (!conversation) return [];
    const message = messageId === null ? undefined : messageNow.get(messageId);
    const event: InboxEvent = message
      ? { type: 'message', data: { message, conversation } }
      : { type: 'conversation', data: { conversation } };
    return [{ position, event }];
  });
}

function byId<Item extends { readonly id: string }>(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}
