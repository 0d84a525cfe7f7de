import type { Database, Value } from '../database/database.js';
import { OneAtATime } from '../database/one-at-a-time.js';
import { fieldProblem, Problem } from '../http/problem.js';
import { conversationsHolding } from './conversation-search.js';
import {
  CONVERSATION_COLUMNS,
  CONVERSATION_TABLES,
  conversationJson,
  conversationRow,
  MESSAGE_COLUMNS,
  messageRow,
  messagesJson,
  type ConversationRow,
  type MessageRow,
} from './rows.js';
import type { ConversationFilters, ConversationJson, ConversationPageJson, MessagePageJson } from './schemas.js';
import { searchText } from './search-text.js';

/** Conversations that a search looks through at once. */
export const SEARCHED_AT_ONCE = 200;

/** What a client can read. Every question names the client, so that none can be asked across. */
export class InboxReader {
  readonly #database: Database;
  readonly #searches = new OneAtATime();

  constructor(database: Database) {
    this.#database = database;
  }

  async inbox(clientId: string) {
    const row = await this.#database.first<Record<'componentId' | 'title' | 'channels' | 'name', string>>(
      `SELECT components.id AS "componentId", components.title, components.channels, clients.name
       FROM clients JOIN components ON components.id = clients.component_id WHERE clients.id = ?`,
      [clientId],
    );
    if (!row) throw new Problem('token_invalid');
    return {
      component: { id: row.componentId, title: row.title },
      client: { id: clientId, name: row.name },
      channels: JSON.parse(row.channels) as string[],
      unread: await this.#unread(clientId),
    };
  }

  async conversations(clientId: string, filters: ConversationFilters): Promise<ConversationPageJson> {
    const { limit, cursor, q } = filters;
    const after = cursor === undefined ? null : parseCursor(cursor);
    const text = searchText(q.trim());
    const rows = text
      ? await this.#searches.run(clientId, () => this.#holding(text, clientId, filters, after))
      : await this.#older(clientId, filters, after, limit + 1);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      conversations: page.map(conversationJson),
      nextCursor: rows.length > limit && last ? formatCursor(last) : null,
      unread: await this.#unread(clientId),
    };
  }

  async conversation(clientId: string, id: string): Promise<ConversationJson> {
    const row = await conversationRow(this.#database, clientId, id);
    if (!row) throw new Problem('conversation_unknown');
    return conversationJson(row);
  }

  async messages(
    clientId: string,
    conversationId: string,
    { before, limit }: { before?: string | undefined; limit: number },
  ): Promise<MessagePageJson> {
    if (!(await conversationRow(this.#database, clientId, conversationId))) throw new Problem('conversation_unknown');
    const end = before === undefined ? undefined : await messageRow(this.#database, clientId, before);
    if (before !== undefined && end?.conversationId !== conversationId) {
      throw fieldProblem('before', 'is no message of this conversation');
    }
    const rows = await this.#database.all<MessageRow>(
      `SELECT ${MESSAGE_COLUMNS} FROM messages WHERE conversation_id = ? AND position < ?
       ORDER BY position DESC LIMIT ?`,
      [conversationId, end?.position ?? Number.MAX_SAFE_INTEGER, limit + 1],
    );
    return {
      messages: await messagesJson(this.#database, rows.slice(0, limit).reverse()),
      hasMore: rows.length > limit,
    };
  }

  /** Looks through one portion after the other, until there is more than a page. */
  async #holding(text: string, clientId: string, filters: ConversationFilters, begin: Place | null): Promise<ConversationRow[]> {
    const found: ConversationRow[] = [];
    let after = begin;
    for (;;) {
      const portion = await this.#older(clientId, filters, after, SEARCHED_AT_ONCE);
      const last = portion.at(-1);
      if (!last) return found;
      const holding = await conversationsHolding(this.#database, portion.map(({ id }) => id), text);
      found.push(...portion.filter(({ id }) => holding.has(id)));
      if (portion.length < SEARCHED_AT_ONCE || found.length > filters.limit) return found;
      after = last;
    }
  }

  /** The newest conversations that lie behind a place in the list, whatever is searched for. */
  #older(clientId: string, { filter, channel }: ConversationFilters, after: Place | null, count: number): Promise<ConversationRow[]> {
    const conditions = ['conversations.client_id = ?'];
    const args: Value[] = [clientId];
    const require = (condition: string, ...values: Value[]) => {
      conditions.push(condition);
      args.push(...values);
    };
    if (filter === 'unread') require('conversations.unread > 0');
    if (filter === 'open' || filter === 'closed') require('conversations.status = ?', filter);
    if (channel) require('conversations.channel = ?', channel);
    if (after) {
      const older = '(conversations.last_message_at < ? OR (conversations.last_message_at = ? AND conversations.position < ?))';
      require(older, after.lastMessageAt, after.lastMessageAt, after.position);
    }
    return this.#database.all<ConversationRow>(
      `SELECT ${CONVERSATION_COLUMNS} FROM ${CONVERSATION_TABLES} WHERE ${conditions.join(' AND ')}
       ORDER BY conversations.last_message_at DESC, conversations.position DESC LIMIT ?`,
      [...args, count],
    );
  }

  async #unread(clientId: string): Promise<number> {
    const sql = 'SELECT COALESCE(SUM(unread), 0) AS unread FROM conversations WHERE client_id = ?';
    return (await this.#database.first<{ unread: number }>(sql, [clientId]))?.unread ?? 0;
  }
}

type Place = Pick<ConversationRow, 'lastMessageAt' | 'position'>;

/** The cursor names the last row of the page: what comes in above it does not shift the next page. */
function formatCursor({ lastMessageAt, position }: Place): string {
  return Buffer.from(`${lastMessageAt}|${position}`).toString('base64url');
}

function parseCursor(cursor: string): Place {
  const parts = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)\|(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (!parts) throw fieldProblem('cursor', 'is not a cursor of this list');
  return { lastMessageAt: parts[1] as string, position: Number(parts[2]) };
}
