import { createRoute } from '@hono/zod-openapi';
import { addManyConversations, addManyMessages } from '../contacts/bulk.js';
import type { Api } from '../http/api.js';
import { jsonObject } from '../http/body.js';
import { Problem } from '../http/problem.js';
import { messageSchema } from '../inbox/schemas.js';
import { jsonAnswer, jsonBody } from '../openapi/json.js';
import { JSON_BODY, problems } from '../openapi/problems.js';
import type { Service } from '../service.js';
import {
  bulkSchema,
  clientParamSchema,
  clientSchema,
  contactMessageSchema,
  conversationParamSchema,
  deliverySchema,
  messageParamSchema,
  newClientSchema,
  playerSchema,
  replySchema,
} from './schemas.js';

const common = { tags: ['Sandbox'] };
const done = { description: 'Done.' };
const bad = problems(...JSON_BODY, 'request_not_ours');

const routes = {
  client: createRoute({
    ...common,
    method: 'post',
    path: '/sandbox/clients',
    summary: 'Create a client with an empty inbox',
    middleware: [jsonObject] as const,
    request: jsonBody(newClientSchema),
    responses: { 201: jsonAnswer('The client.', clientSchema), ...bad, ...problems('component_unknown') },
  }),
  write: createRoute({
    ...common,
    method: 'post',
    path: '/sandbox/clients/{clientId}/messages',
    summary: 'A contact writes, in the conversation of this name, channel and subject, made if need be',
    middleware: [jsonObject] as const,
    request: { params: clientParamSchema, ...jsonBody(contactMessageSchema) },
    responses: { 201: jsonAnswer('The message.', messageSchema), ...bad, ...problems('client_unknown') },
  }),
  reply: createRoute({
    ...common,
    method: 'post',
    path: '/sandbox/clients/{clientId}/conversations/{conversationId}/messages',
    summary: 'The contact of a conversation writes',
    middleware: [jsonObject] as const,
    request: { params: conversationParamSchema, ...jsonBody(replySchema) },
    responses: { 201: jsonAnswer('The message.', messageSchema), ...bad, ...problems('conversation_unknown') },
  }),
  type: createRoute({
    ...common,
    method: 'put',
    path: '/sandbox/clients/{clientId}/conversations/{conversationId}/typing',
    summary: 'The contact of a conversation types',
    request: { params: conversationParamSchema },
    responses: { 204: done, ...problems('request_not_ours', 'conversation_unknown', 'field_invalid') },
  }),
  deliver: createRoute({
    ...common,
    method: 'put',
    path: '/sandbox/clients/{clientId}/messages/{messageId}/status',
    summary: 'The channel reports that a sent message was delivered, was read or failed',
    middleware: [jsonObject] as const,
    request: { params: messageParamSchema, ...jsonBody(deliverySchema) },
    responses: { 200: jsonAnswer('The message.', messageSchema), ...bad, ...problems('message_unknown', 'status_not_possible') },
  }),
  bulk: createRoute({
    ...common,
    method: 'post',
    path: '/sandbox/clients/{clientId}/bulk',
    summary: 'Many conversations, or many messages in some time; answered when all are there',
    middleware: [jsonObject] as const,
    request: { params: clientParamSchema, ...jsonBody(bulkSchema) },
    responses: { 204: done, ...bad, ...problems('client_unknown', 'conversation_unknown') },
  }),
  player: createRoute({
    ...common,
    method: 'put',
    path: '/sandbox/contacts',
    summary: 'Let the demo’s contacts write and answer by themselves, or silence them',
    middleware: [jsonObject] as const,
    request: jsonBody(playerSchema),
    responses: { 204: done, ...bad },
  }),
};

/** What the contacts of a client do, for tests and for the page that plays them. */
export function addContactRoutes(api: Api, service: Service): void {
  const { clients, contactSide, writer, database } = service;

  api.openapi(routes.client, async (c) => {
    const { componentId, name, reference } = c.req.valid('json');
    const component = await database.first('SELECT id FROM components WHERE id = ?', [componentId]);
    if (!component) throw new Problem('component_unknown');
    return c.json(await clients.create(componentId, name, reference), 201);
  });
  api.openapi(routes.write, async (c) => {
    const { contactName, channel, subject, text } = c.req.valid('json');
    return c.json(await contactSide.write(c.req.valid('param').clientId, { contactName, channel, subject }, { text }), 201);
  });
  api.openapi(routes.reply, async (c) => {
    const { clientId, conversationId } = c.req.valid('param');
    return c.json(await contactSide.write(clientId, { conversationId }, { text: c.req.valid('json').text }), 201);
  });
  api.openapi(routes.type, async (c) => {
    const { clientId, conversationId } = c.req.valid('param');
    await contactSide.type(clientId, conversationId);
    return c.body(null, 204);
  });
  api.openapi(routes.deliver, async (c) => {
    const { clientId, messageId } = c.req.valid('param');
    return c.json(await writer.setDelivery(clientId, messageId, c.req.valid('json').status), 200);
  });
  api.openapi(routes.bulk, async (c) => {
    const { clientId } = c.req.valid('param');
    const bulk = c.req.valid('json');
    if (bulk.kind === 'conversations') await addManyConversations(service, clientId, bulk.count);
    else await addManyMessages(service, clientId, bulk.count, bulk.overMs, bulk.conversationId);
    return c.body(null, 204);
  });
  api.openapi(routes.player, (c) => {
    if (c.req.valid('json').playing) service.contactsPlayer?.start();
    else service.contactsPlayer?.stop();
    return c.body(null, 204);
  });
}
