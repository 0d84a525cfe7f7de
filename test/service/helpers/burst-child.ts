/** Started by the durability test, to be killed, and by the bench: serves a data folder, and says where and with what to come in. */
import { createService } from '../../../demo/service/service.js';

const dataFolder = process.argv[2] ?? '';
const unlimited = { count: Number.MAX_SAFE_INTEGER, windowMs: 60_000 };
const service = await createService({ dataFolder, limits: { tokenRequests: unlimited, openStreams: Infinity } });
const account = await service.accounts.create('burst@example.com', 'a password for the burst');
if (!account) throw new Error('The folder was not empty.');
const { secret } = await service.apiKeys.create(account.id, 'Burst');
const component = await service.components.create(account.id, { title: 'Inbox', channels: ['web'], allowedOrigins: [] });
const client = await service.clients.create(component.id, 'Client');
const { conversationId } = await service.contactSide.write(client.id, { contactName: 'Mara', channel: 'web' }, { text: 'Hello' });
const { url } = await service.start(0);
console.log(JSON.stringify({ url, apiKey: secret, componentId: component.id, clientId: client.id, conversationId }));
