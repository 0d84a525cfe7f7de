import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { addManyConversations } from '../../demo/service/contacts/bulk.js';
import { CDN_FOLDER } from '../../demo/service/hosting/build-cdn.js';
import { createService, type Service } from '../../demo/service/service.js';

const CONVERSATIONS = 10_000;
export const MESSAGES = 100_000;

/** The stand-in for the service with one crowded inbox, and a page of a customer's that shows it. */
export interface CrowdedService {
  readonly service: Service;
  readonly clientId: string;
  /** Newest first: the first of them is the one with so many messages. */
  readonly conversationIds: readonly string[];
  /** Address of the page. The service is of another origin, as it is in life. */
  readonly pageUrl: string;
  stop(): Promise<void>;
}

/** Serves 10,000 conversations, the newest of them with 100,000 messages, from memory over loopback. */
export async function startCrowdedService(): Promise<CrowdedService> {
  const service = await createService({ cdnFolder: CDN_FOLDER });
  const account = await service.accounts.create('bench@example.com', 'a password for the bench');
  if (!account) throw new Error('The service did not begin empty.');
  const { secret } = await service.apiKeys.create(account.id, 'Bench');
  const channels = ['whatsapp', 'email', 'sms', 'telegram', 'web'];
  const component = await service.components.create(account.id, { title: 'Inbox', channels, allowedOrigins: [] });
  const { id: clientId } = await service.clients.create(component.id, 'Bench');
  await addManyConversations(service, clientId, CONVERSATIONS);
  const rows = await service.database.all<{ id: string }>('SELECT id FROM conversations ORDER BY last_message_at DESC');
  const conversationIds = rows.map(({ id }) => id);
  await lengthen(service, clientId, conversationIds[0] ?? '');

  const { url: serviceUrl, close } = await service.start(0);
  const page = createServer((request, response) => {
    if (request.url !== '/') return void response.writeHead(404).end();
    void token(serviceUrl, secret, { componentId: component.id, clientId }).then((text) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end(pageHtml(serviceUrl, text));
    });
  }).listen(0, '127.0.0.1');
  await once(page, 'listening');
  return {
    service,
    clientId,
    conversationIds,
    pageUrl: `http://127.0.0.1:${(page.address() as AddressInfo).port}/`,
    async stop() {
      page.close();
      await close();
      await service.close();
    },
  };
}

/** In one statement: so many by themselves, each with an event, would take minutes. */
async function lengthen(service: Service, clientId: string, conversationId: string): Promise<void> {
  const from = new Date(service.now() - MESSAGES * 60_000).toISOString();
  await service.database.run(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${MESSAGES})
     INSERT INTO messages (id, client_id, conversation_id, direction, author_name, text, sent_at, status, search_text)
     SELECT 'msg_' || n, ?, ?, CASE n % 3 WHEN 1 THEN 'out' ELSE 'in' END, CASE n % 3 WHEN 1 THEN 'Bench' ELSE 'Ada Almeida 1' END,
       CASE n % 5
         WHEN 0 THEN 'Thank you, that helps.'
         WHEN 1 THEN 'I have measured the alcove again, and it is two centimetres narrower than I thought. Does the shelf come in 78 as well?'
         WHEN 2 THEN 'See https://example.com/shelves/' || n
         WHEN 3 THEN '🙏'
         ELSE 'See you at four, then.' END,
       strftime('%Y-%m-%dT%H:%M:%fZ', ?, '+' || n || ' minutes'), 'read', ''
     FROM numbers`,
    [clientId, conversationId, from],
  );
}

async function token(serviceUrl: string, apiKey: string, whose: { componentId: string; clientId: string }): Promise<string> {
  const answer = await fetch(`${serviceUrl}/authentication/login_check`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': apiKey },
    body: JSON.stringify(whose),
  });
  if (!answer.ok) throw new Error(`The service refused a token: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { token: string }).token;
}

const pageHtml = (serviceUrl: string, text: string): string => `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<title>Bench</title>
<style>body { margin: 0; font-family: sans-serif } inbox-widget { height: 100vh }</style>
<script type="module" src="${serviceUrl}/inbox-widget.js"></script>
<inbox-widget token="${text}"></inbox-widget>
`;
