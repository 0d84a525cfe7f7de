import type { Reads } from '../database/database.js';
import type { AttachmentJson, ConversationJson, ConversationStatus, DeliveryStatus, MessageJson } from './schemas.js';

/** How long WhatsApp takes replies after the contact's last message. */
const WHATSAPP_WINDOW_MS = 24 * 60 * 60 * 1000;

export interface ConversationRow {
  position: number;
  id: string;
  clientId: string;
  channel: string;
  contactId: string;
  contactName: string;
  avatarUrl: string | null;
  subject: string | null;
  status: ConversationStatus;
  preview: string;
  lastDirection: 'in' | 'out' | null;
  lastStatus: DeliveryStatus | null;
  lastMessageAt: string;
  lastReceivedAt: string | null;
  unread: number;
  readPosition: number;
}

export interface MessageRow {
  position: number;
  id: string;
  clientId: string;
  conversationId: string;
  direction: 'in' | 'out';
  authorName: string;
  text: string;
  sentAt: string;
  status: DeliveryStatus;
  clientKey: string | null;
}

/** Everything of a conversation, for `SELECT`s whose `FROM` is `CONVERSATION_TABLES`. */
export const CONVERSATION_COLUMNS = `conversations.position, conversations.id, conversations.client_id AS "clientId",
  conversations.channel, contacts.id AS "contactId", contacts.name AS "contactName",
  contacts.avatar_url AS "avatarUrl", conversations.subject, conversations.status, conversations.preview,
  conversations.last_direction AS "lastDirection", conversations.last_status AS "lastStatus",
  conversations.last_message_at AS "lastMessageAt", conversations.last_received_at AS "lastReceivedAt",
  conversations.unread, conversations.read_position AS "readPosition"`;
export const CONVERSATION_TABLES = 'conversations JOIN contacts ON contacts.id = conversations.contact_id';

export const MESSAGE_COLUMNS = `position, id, client_id AS "clientId", conversation_id AS "conversationId", direction,
  author_name AS "authorName", text, sent_at AS "sentAt", status, client_key AS "clientKey"`;

/** @returns `undefined` where this client has no such conversation. */
export function conversationRow(reads: Reads, clientId: string, id: string): Promise<ConversationRow | undefined> {
  const sql = `SELECT ${CONVERSATION_COLUMNS} FROM ${CONVERSATION_TABLES}
    WHERE conversations.id = ? AND conversations.client_id = ?`;
  return reads.first<ConversationRow>(sql, [id, clientId]);
}

/** @returns `undefined` where this client has no such message. */
export function messageRow(reads: Reads, clientId: string, id: string): Promise<MessageRow | undefined> {
  return reads.first<MessageRow>(`SELECT ${MESSAGE_COLUMNS} FROM messages WHERE id = ? AND client_id = ?`, [
    id,
    clientId,
  ]);
}

/** End of the channel's window for replies; `null` where replies are always taken. */
export function replyUntil(row: Pick<ConversationRow, 'channel' | 'lastReceivedAt'>): string | null {
  if (row.channel !== 'whatsapp' || !row.lastReceivedAt) return null;
  return new Date(Date.parse(row.lastReceivedAt) + WHATSAPP_WINDOW_MS).toISOString();
}

export function conversationJson(row: ConversationRow): ConversationJson {
  const until = replyUntil(row);
  return {
    id: row.id,
    channel: row.channel,
    contact: { id: row.contactId, name: row.contactName, ...(row.avatarUrl && { avatarUrl: row.avatarUrl }) },
    ...(row.subject && { subject: row.subject }),
    preview: row.preview,
    ...(row.lastDirection && { lastDirection: row.lastDirection }),
    ...(row.lastStatus && { lastStatus: row.lastStatus }),
    unread: row.unread,
    status: row.status,
    ...(until && { replyUntil: until }),
    lastMessageAt: row.lastMessageAt,
  };
}

/** Messages as the wire has them, with their attachments, in the order of the rows. */
export async function messagesJson(reads: Reads, rows: readonly MessageRow[]): Promise<MessageJson[]> {
  if (rows.length === 0) return [];
  const attachments = await reads.all<AttachmentJson & { messageId: string }>(
    `SELECT id, message_id AS "messageId", name, type, size FROM attachments
     WHERE message_id IN (${rows.map(() => '?').join(', ')}) ORDER BY place`,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    conversationId: row.conversationId,
    direction: row.direction,
    authorName: row.authorName,
    text: row.text,
    attachments: attachments
      .filter(({ messageId }) => messageId === row.id)
      .map(({ id, name, type, size }) => ({ id, name, type, size })),
    sentAt: row.sentAt,
    status: row.status,
    ...(row.clientKey !== null && { clientKey: row.clientKey }),
  }));
}
