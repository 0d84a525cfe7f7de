import type { Transaction, Value } from '../database/database.js';
import { newId } from '../database/ids.js';
import { fieldProblem, Problem } from '../http/problem.js';
import { conversationRow } from '../inbox/rows.js';
import { searchText } from '../inbox/search-text.js';
import type { Service } from '../service.js';

/** Conversations or messages of one transaction: few enough that others get their turn in between. */
const CHUNK = 250;

const FIRST_NAMES = ['Ada', 'Bruno', 'Chiara', 'Dmitri', 'Elif', 'Femi', 'Greta', 'Hugo', 'Ines', 'Jun', 'Kofi', 'Lena'];
const LAST_NAMES = ['Almeida', 'Berg', 'Costa', 'Dubois', 'Eriksen', 'Fontaine', 'Gruber', 'Haas', 'Ito', 'Jansen', 'Kaya'];
const LINES = [
  'Is this still available?',
  'Thank you, that helps.',
  'Could you call me back tomorrow morning?',
  'The parcel has arrived, everything is fine.',
  'I have a question about my last order.',
];

/**
 * Makes that many conversations with one unread message each, over all channels of the inbox, a second apart. So many at
 * once are no events: whoever watches is told to fetch anew.
 */
export async function addManyConversations(service: Service, clientId: string, count: number): Promise<void> {
  const { channels } = await service.reader.inbox(clientId).catch(() => {
    throw new Problem('client_unknown');
  });
  const now = service.now();
  for (let done = 0; done < count; done += CHUNK) {
    const made = Array.from({ length: Math.min(CHUNK, count - done) }, (_, index) => {
      const number = done + index;
      return {
        contactId: newId('con'),
        conversationId: newId('cnv'),
        name: `${pick(FIRST_NAMES, number)} ${pick(LAST_NAMES, number)} ${number + 1}`,
        channel: pick(channels, number) ?? 'web',
        text: pick(LINES, number) ?? '',
        at: new Date(now - (count - number) * 1000).toISOString(),
      };
    });
    await service.database.write(async (transaction) => {
      await insert(transaction, 'contacts (id, client_id, name)', made.map((one) => [one.contactId, clientId, one.name]));
      await insert(
        transaction,
        `conversations (id, client_id, contact_id, channel, status, preview, last_direction, last_status,
          last_message_at, last_received_at, unread, search_text)`,
        made.map(({ conversationId, contactId, name, channel, text, at }) => {
          return [conversationId, clientId, contactId, channel, 'open', text, 'in', 'read', at, at, 1, searchText(name)];
        }),
      );
      await insert(
        transaction,
        'messages (id, client_id, conversation_id, direction, author_name, text, sent_at, status, search_text)',
        made.map(({ conversationId, name, text, at }) => {
          return [newId('msg'), clientId, conversationId, 'in', name, text, at, 'read', searchText(text)];
        }),
      );
    });
  }
  await service.events.forget(clientId);
}

async function insert(transaction: Transaction, into: string, rows: readonly (readonly Value[])[]): Promise<void> {
  const places = rows.map((row) => `(${row.map(() => '?').join(', ')})`).join(', ');
  await transaction.run(`INSERT INTO ${into} VALUES ${places}`, rows.flat());
}

/**
 * Lets contacts write that many messages.
 *
 * @param overMs Spread evenly over this time; 0 writes them as fast as it goes.
 * @param conversationId The newest conversations in turn where absent.
 */
export async function addManyMessages(
  service: Service,
  clientId: string,
  count: number,
  overMs: number,
  conversationId?: string,
): Promise<void> {
  const ids = conversationId === undefined ? await newestConversations(service, clientId) : [conversationId];
  if (ids.length === 0) throw fieldProblem('clientId', 'has no conversation yet');
  const begin = performance.now();
  let done = 0;
  while (done < count) {
    const due = overMs === 0 ? count : Math.floor((count * (performance.now() - begin)) / overMs);
    const until = Math.min(count, due, done + CHUNK);
    await service.database.write(async (transaction) => {
      for (; done < until; done++) {
        const conversation = await conversationRow(transaction, clientId, pick(ids, done) ?? '');
        if (!conversation) throw new Problem('conversation_unknown');
        await service.writer.addMessage(transaction, conversation, {
          direction: 'in',
          authorName: conversation.contactName,
          text: `${pick(LINES, done)} (${done + 1})`,
          attachmentIds: [],
          status: 'read',
        });
      }
    });
    if (done < count) await new Promise((resolve) => setTimeout(resolve, overMs === 0 ? 0 : 10));
  }
}

async function newestConversations(service: Service, clientId: string): Promise<string[]> {
  const filters = { limit: 20, filter: 'all', channel: '', q: '' } as const;
  return (await service.reader.conversations(clientId, filters)).conversations.map(({ id }) => id);
}

function pick<Item>(items: readonly Item[], index: number): Item | undefined {
  return items[index % items.length];
}
