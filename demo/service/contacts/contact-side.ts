import type { Database, Transaction } from '../database/database.js';
import { newId } from '../database/ids.js';
import type { EventHub } from '../events/event-hub.js';
import { fieldProblem, Problem } from '../http/problem.js';
import type { Attachments } from '../inbox/attachments.js';
import type { InboxWriter } from '../inbox/inbox-writer.js';
import { conversationRow, type ConversationRow } from '../inbox/rows.js';
import type { MessageJson } from '../inbox/schemas.js';
import { searchText } from '../inbox/search-text.js';

/** Where a contact writes: in a conversation that there is, or in the one of this contact and channel, made if need be. */
export type Where =
  | { readonly conversationId: string }
  | { readonly contactName: string; readonly channel: string; readonly subject?: string | undefined };

export interface ContactMessage {
  readonly text: string;
  readonly attachments?: readonly { name: string; type: string; bytes: Uint8Array }[];
}

/** The other side of a client's inbox: what its contacts do. */
export class ContactSide {
  readonly #database: Database;
  readonly #writer: InboxWriter;
  readonly #attachments: Attachments;
  readonly #hub: EventHub;
  readonly #now: () => number;

  constructor(parts: { database: Database; writer: InboxWriter; attachments: Attachments; hub: EventHub; now: () => number }) {
    this.#database = parts.database;
    this.#writer = parts.writer;
    this.#attachments = parts.attachments;
    this.#hub = parts.hub;
    this.#now = parts.now;
  }

  /** A contact writes. */
  async write(clientId: string, where: Where, { text, attachments = [] }: ContactMessage): Promise<MessageJson> {
    if (text.trim() === '' && attachments.length === 0) throw fieldProblem('text', 'must not be empty');
    const uploaded: string[] = [];
    for (const { name, type, bytes } of attachments) {
      uploaded.push((await this.#attachments.add(clientId, name, type, bytes)).id);
    }
    return this.#database.write(async (transaction) => {
      const conversation = await this.#conversation(transaction, clientId, where);
      return this.#writer.addMessage(transaction, conversation, {
        direction: 'in',
        authorName: conversation.contactName,
        text,
        attachmentIds: uploaded,
        status: 'read',
      });
    });
  }

  /** A contact types. */
  async type(clientId: string, conversationId: string): Promise<void> {
    const row = await conversationRow(this.#database, clientId, conversationId);
    if (!row) throw new Problem('conversation_unknown');
    this.#hub.publishTyping(clientId, conversationId, row.contactName);
  }

  /** Makes a conversation without a message in it. */
  async startConversation(
    transaction: Transaction,
    clientId: string,
    { contactName, channel, subject, atMs }: { contactName: string; channel: string; subject?: string | undefined; atMs?: number },
  ): Promise<ConversationRow> {
    const known = await transaction.first<{ id: string }>('SELECT id FROM contacts WHERE client_id = ? AND name = ?', [
      clientId,
      contactName,
    ]);
    const contactId = known?.id ?? newId('con');
    if (!known) {
      await transaction.run('INSERT INTO contacts (id, client_id, name) VALUES (?, ?, ?)', [contactId, clientId, contactName]);
    }
    const id = newId('cnv');
    await transaction.run(
      `INSERT INTO conversations (id, client_id, contact_id, channel, subject, status, last_message_at, search_text)
       VALUES (?, ?, ?, ?, ?, 'open', ?, ?)`,
      [
        id,
        clientId,
        contactId,
        channel,
        subject || null,
        new Date(atMs ?? this.#now()).toISOString(),
        searchText(contactName, subject),
      ],
    );
    return (await conversationRow(transaction, clientId, id)) as ConversationRow;
  }

  async #conversation(transaction: Transaction, clientId: string, where: Where): Promise<ConversationRow> {
    if ('conversationId' in where) {
      const row = await conversationRow(transaction, clientId, where.conversationId);
      if (!row) throw new Problem('conversation_unknown');
      return row;
    }
    if (!(await transaction.first('SELECT id FROM clients WHERE id = ?', [clientId]))) throw new Problem('client_unknown');
    const known = await transaction.first<{ id: string }>(
      `SELECT conversations.id FROM conversations JOIN contacts ON contacts.id = conversations.contact_id
       WHERE conversations.client_id = ? AND contacts.name = ? AND conversations.channel = ?
         AND COALESCE(conversations.subject, '') = ?
       ORDER BY conversations.last_message_at DESC LIMIT 1`,
      [clientId, where.contactName, where.channel, where.subject ?? ''],
    );
    const row = known && (await conversationRow(transaction, clientId, known.id));
    return row ?? (await this.startConversation(transaction, clientId, where));
  }
}
