import { fieldProblem, Problem } from '../http/problem.js';
import { conversationRow } from '../inbox/rows.js';
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

/** Makes that many conversations with one message each, over all channels of the inbox. */
export async function addManyConversations(service: Service, clientId: string, count: number): Promise<void> {
  const { channels } = await service.reader.inbox(clientId).catch(() => {
    throw new Problem('client_unknown');
  });
  for (let done = 0; done < count; done += CHUNK) {
    await service.database.write(async (transaction) => {
      for (let index = done; index < Math.min(done + CHUNK, count); index++) {
        const contactName = `${pick(FIRST_NAMES, index)} ${pick(LAST_NAMES, index)} ${index + 1}`;
        const channel = pick(channels, index) ?? 'web';
        const conversation = await service.contactSide.startConversation(transaction, clientId, { contactName, channel });
        await service.writer.addMessage(transaction, conversation, {
          direction: 'in',
          authorName: contactName,
          text: pick(LINES, index) ?? '',
          attachmentIds: [],
          status: 'read',
        });
      }
    });
  }
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
