import type { Database, Transaction } from '../database/database.js';
import { newId } from '../database/ids.js';
import type { EventLog } from '../events/event-log.js';
import { fieldProblem, Problem } from '../http/problem.js';
import {
  conversationJson,
  conversationRow,
  MESSAGE_COLUMNS,
  messageRow,
  messagesJson,
  replyUntil,
  type ConversationRow,
  type MessageRow,
} from './rows.js';
import { NEXT_STATUS } from './next-status.js';
import type { ConversationJson, ConversationStatus, DeliveryStatus, MessageJson, NewMessageInput } from './schemas.js';
import { searchText } from './search-text.js';

/** Length of a preview in characters. */
const PREVIEW_LENGTH = 140;

export interface MessageDraft {
  readonly direction: 'in' | 'out';
  readonly authorName: string;
  readonly text: string;
  readonly attachmentIds: readonly string[];
  readonly status: DeliveryStatus;
  readonly clientKey?: string;
  /** In ms since 1970; now where absent. */
  readonly sentAtMs?: number;
}

/** Everything that changes an inbox. A change and the event that tells of it are on disk together, or neither is. */
export class InboxWriter {
  readonly #database: Database;
  readonly #log: EventLog;
  readonly #now: () => number;
  /** Told of each message that a client has sent, once it is on disk. */
  readonly #onSent: (clientId: string, message: MessageJson) => void;

  constructor(
    database: Database,
    log: EventLog,
    now: () => number,
    onSent: (clientId: string, message: MessageJson) => void,
  ) {
    this.#database = database;
    this.#log = log;
    this.#now = now;
    this.#onSent = onSent;
  }

  /** The same key again answers with the same message, also after a restart. */
  send(
    client: { clientId: string; clientName: string },
    conversationId: string,
    clientKey: string,
    { text, attachmentIds }: NewMessageInput,
  ): Promise<MessageJson> {
    return this.#database.write(async (transaction) => {
      const { clientId, clientName } = client;
      const conversation = await found(transaction, clientId, conversationId);
      const known = await transaction.first<{ id: string; conversationId: string }>(
        'SELECT id, conversation_id AS "conversationId" FROM messages WHERE client_id = ? AND client_key = ?',
        [clientId, clientKey],
      );
      if (known) {
        if (known.conversationId !== conversationId) throw new Problem('idempotency_key_reused');
        return await messageJson(transaction, clientId, known.id);
      }
      if (conversation.status === 'closed') throw new Problem('conversation_closed');
      const until = replyUntil(conversation);
      if (until && Date.parse(until) <= this.#now()) throw new Problem('reply_window_over');
      const draft = { direction: 'out', authorName: clientName, text, attachmentIds, status: 'sent', clientKey } as const;
      const message = await this.addMessage(transaction, conversation, draft);
      transaction.afterCommit(() => this.#onSent(clientId, message));
      return message;
    });
  }

  /** Puts a message into a conversation, whoever wrote it, and tells of it. */
  async addMessage(transaction: Transaction, conversation: ConversationRow, draft: MessageDraft): Promise<MessageJson> {
    const { id: conversationId, clientId } = conversation;
    const id = newId('msg');
    const sentAt = new Date(draft.sentAtMs ?? this.#now()).toISOString();
    const { direction, authorName, text, status } = draft;
    const rows = await transaction.all<MessageRow>(
      `INSERT INTO messages
         (id, client_id, conversation_id, direction, author_name, text, sent_at, status, client_key, search_text)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING ${MESSAGE_COLUMNS}`,
      [id, clientId, conversationId, direction, authorName, text, sentAt, status, draft.clientKey ?? null, searchText(text)],
    );
    await this.#attach(transaction, clientId, id, draft.attachmentIds);
    const [message] = await messagesJson(transaction, rows);
    if (!message) throw new Error('The database did not give the message back.');
    const preview = previewOf(message);
    // Whoever answers has read; whoever writes in opens the conversation again.
    const change =
      direction === 'out'
        ? `unread = 0, read_position = ?`
        : `unread = unread + 1, status = 'open', last_received_at = ?`;
    await transaction.run(
      `UPDATE conversations SET preview = ?, last_direction = ?, last_status = ?, last_message_at = ?, ${change}
       WHERE id = ?`,
      [preview, direction, status, sentAt, direction === 'out' ? (rows[0]?.position ?? 0) : sentAt, conversationId],
    );
    await this.#tell(transaction, clientId, conversationId, message);
    return message;
  }

  /** Never moves backwards. */
  markRead(clientId: string, conversationId: string, messageId: string): Promise<void> {
    return this.#database.write(async (transaction) => {
      const conversation = await found(transaction, clientId, conversationId);
      const message = await messageRow(transaction, clientId, messageId);
      if (message?.conversationId !== conversationId) throw new Problem('message_unknown');
      if (message.position <= conversation.readPosition) return;
      await this.#setReadPosition(transaction, conversation, message.position);
    });
  }

  /** The newest received message counts as unread again; nothing happens where there is none. */
  markUnread(clientId: string, conversationId: string): Promise<void> {
    return this.#database.write(async (transaction) => {
      const conversation = await found(transaction, clientId, conversationId);
      const newest = await transaction.first<{ position: number | null }>(
        `SELECT MAX(position) AS position FROM messages WHERE conversation_id = ? AND direction = 'in'`,
        [conversationId],
      );
      if (!newest?.position || newest.position > conversation.readPosition) return;
      await this.#setReadPosition(transaction, conversation, newest.position - 1);
    });
  }

  setStatus(clientId: string, conversationId: string, status: ConversationStatus): Promise<ConversationJson> {
    return this.#database.write(async (transaction) => {
      const conversation = await found(transaction, clientId, conversationId);
      if (conversation.status === status) return conversationJson(conversation);
      await transaction.run('UPDATE conversations SET status = ? WHERE id = ?', [status, conversationId]);
      return this.#tell(transaction, clientId, conversationId);
    });
  }

  /** What the channel reports of a message that the client has sent. */
  setDelivery(clientId: string, messageId: string, status: DeliveryStatus): Promise<MessageJson> {
    return this.#database.write(async (transaction) => {
      const row = await messageRow(transaction, clientId, messageId);
      if (row?.direction !== 'out') throw new Problem('message_unknown');
      if (row.status !== status && !NEXT_STATUS[row.status].includes(status)) {
        throw new Problem('status_not_possible', { detail: `A message that is ${row.status} cannot become ${status}.` });
      }
      if (row.status === status) return messageJson(transaction, clientId, messageId);
      await transaction.run('UPDATE messages SET status = ? WHERE id = ?', [status, messageId]);
      await transaction.run(
        `UPDATE conversations SET last_status = ? WHERE id = ? AND ? =
           (SELECT MAX(position) FROM messages WHERE conversation_id = ?)`,
        [status, row.conversationId, row.position, row.conversationId],
      );
      const message = await messageJson(transaction, clientId, messageId);
      await this.#tell(transaction, clientId, row.conversationId, message);
      return message;
    });
  }

  async #attach(transaction: Transaction, clientId: string, messageId: string, ids: readonly string[]): Promise<void> {
    for (const [place, id] of ids.entries()) {
      const sql = 'UPDATE attachments SET message_id = ?, place = ? WHERE id = ? AND client_id = ? AND message_id IS NULL';
      if ((await transaction.run(sql, [messageId, place, id, clientId])) === 1) continue;
      throw fieldProblem(`attachmentIds.${place}`, 'is no attachment that was uploaded and not yet sent');
    }
  }

  async #setReadPosition(transaction: Transaction, { id, clientId }: ConversationRow, position: number): Promise<void> {
    await transaction.run(
      `UPDATE conversations SET read_position = ?, unread = (SELECT COUNT(*) FROM messages
         WHERE conversation_id = ? AND direction = 'in' AND position > ?) WHERE id = ?`,
      [position, id, position, id],
    );
    await this.#tell(transaction, clientId, id);
  }

  async #tell(
    transaction: Transaction,
    clientId: string,
    conversationId: string,
    message?: MessageJson,
  ): Promise<ConversationJson> {
    const conversation = conversationJson(await found(transaction, clientId, conversationId));
    const event = message
      ? ({ type: 'message', data: { message, conversation } } as const)
      : ({ type: 'conversation', data: { conversation } } as const);
    await this.#log.record(transaction, clientId, event);
    return conversation;
  }
}

async function found(transaction: Transaction, clientId: string, conversationId: string): Promise<ConversationRow> {
  const row = await conversationRow(transaction, clientId, conversationId);
  if (!row) throw new Problem('conversation_unknown');
  return row;
}

async function messageJson(transaction: Transaction, clientId: string, id: string): Promise<MessageJson> {
  const row = await messageRow(transaction, clientId, id);
  const [message] = row ? await messagesJson(transaction, [row]) : [];
  if (!message) throw new Problem('message_unknown');
  return message;
}

function previewOf({ text, attachments }: MessageJson): string {
  const line = text.replace(/\s+/g, ' ').trim() || attachments.map(({ name }) => name).join(', ');
  const characters = [...line];
  return characters.length > PREVIEW_LENGTH ? `${characters.slice(0, PREVIEW_LENGTH - 1).join('')}…` : line;
}
