import { randomBytes } from 'node:crypto';
import { CHANNELS } from '../accounts/channels.js';
import type { Service } from '../service.js';
import { FJORD_AND_PINE } from './fjord-and-pine.js';
import { HARBOUR_PHYSIO } from './harbour-physio.js';
import { quotePdf } from './quote-pdf.js';
import { roomPicture } from './room-picture.js';
import type { ClientStory, Line, Story } from './story.js';

export const CLIENT_STORIES: readonly ClientStory[] = [FJORD_AND_PINE, HARBOUR_PHYSIO];

const EMAIL = 'demo@example.com';

/** What the demo can be entered with. */
export interface Seeded {
  readonly email: string;
  readonly password: string;
  readonly apiKey: string;
  readonly componentId: string;
  readonly clientIds: readonly string[];
}

/**
 * Fills a service with an account, a key, a component and the clients of the stories. What an earlier try that was broken
 * off has left is thrown away: nobody has ever known its password.
 */
export async function seed(service: Service, now: number): Promise<Seeded> {
  const password = randomBytes(9).toString('base64url');
  await service.database.run('DELETE FROM accounts WHERE email = ?', [EMAIL]);
  const account = await service.accounts.create(EMAIL, password);
  if (!account) throw new Error(`There is an account ${EMAIL} already.`);
  const { secret } = await service.apiKeys.create(account.id, 'Demo backend');
  const component = await service.components.create(account.id, { title: 'Inbox', channels: CHANNELS, allowedOrigins: [] });
  const clientIds: string[] = [];
  for (const story of CLIENT_STORIES) {
    const client = await service.clients.create(component.id, story.name, story.reference);
    for (const conversation of story.conversations) await tell(service, client.id, story.name, conversation, now);
    clientIds.push(client.id);
  }
  return { email: EMAIL, password, apiKey: secret, componentId: component.id, clientIds };
}

async function tell(service: Service, clientId: string, clientName: string, story: Story, now: number): Promise<void> {
  const attachmentIds: string[][] = [];
  for (const line of story.lines) attachmentIds.push(await upload(service, clientId, line));
  await service.database.write(async (transaction) => {
    const { contact: contactName, channel, subject } = story;
    const conversation = await service.contactSide.startConversation(transaction, clientId, { contactName, channel, subject });
    const received: string[] = [];
    for (const [index, line] of story.lines.entries()) {
      const message = await service.writer.addMessage(transaction, conversation, {
        direction: line.from === 'us' ? 'out' : 'in',
        authorName: line.by ?? (line.from === 'us' ? clientName : contactName),
        text: line.text,
        attachmentIds: attachmentIds[index] ?? [],
        status: line.status ?? 'read',
        sentAtMs: now - line.minutesAgo * 60_000,
      });
      if (line.from === 'them') received.push(message.id);
    }
    const lastRead = received.at(-1 - (story.unread ?? 0));
    await transaction.run(
      `UPDATE conversations SET status = ?, unread = ?, read_position = COALESCE(
         (SELECT MAX(position) FROM messages WHERE conversation_id = ? AND (id = ? OR direction = 'out')), 0) WHERE id = ?`,
      [story.closed ? 'closed' : 'open', story.unread ?? 0, conversation.id, lastRead ?? '', conversation.id],
    );
  });
}

async function upload(service: Service, clientId: string, { file }: Line): Promise<string[]> {
  if (file === 'room-photo') return [(await service.attachments.add(clientId, 'corner.png', 'image/png', roomPicture())).id];
  if (file === 'quote') {
    return [(await service.attachments.add(clientId, 'Quote 2041 – oak table.pdf', 'application/pdf', quotePdf())).id];
  }
  return [];
}
