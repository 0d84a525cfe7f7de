import { createRoute, z } from '@hono/zod-openapi';
import type { Account } from '../accounts/accounts.js';
import type { ServiceClient } from '../accounts/clients.js';
import { addManyConversations, addManyMessages } from '../contacts/bulk.js';
import type { Api } from '../http/api.js';
import { jsonObject, readBody } from '../http/body.js';
import { fieldProblem, Problem } from '../http/problem.js';
import { ATTACHMENT_MAX_BYTES } from '../inbox/attachments.js';
import {
  ATTACHMENTS_MAX_COUNT,
  channelSchema,
  conversationSchema,
  deliveryStatusSchema,
  idParamSchema,
  messagePageSchema,
  messageSchema,
  nameSchema,
  TEXT_MAX_LENGTH,
  textSchema,
} from '../inbox/schemas.js';
import { jsonAnswer, jsonBody } from '../openapi/json.js';
import { JSON_BODY, problems } from '../openapi/problems.js';
import type { Service } from '../service.js';
import { contactPage } from './contact-page.js';
import { showsPage } from './form.js';

const PATH = '/dashboard/clients/{id}/contacts';
const identifier = z.string().min(1).max(100);
const conversationParams = idParamSchema.extend({ conversationId: identifier });
const common = { tags: ['Dashboard'], security: [{ session: [] }] };
/** Of every operation here. */
const OURS = ['session_missing', 'request_not_ours', 'client_unknown', 'field_invalid'] as const;
const done = { description: 'Done.' };

/** Of the multipart form that a contact writes with; files come as `attachments`. */
const writeSchema = z.object({
  contactName: nameSchema(100),
  channel: channelSchema,
  subject: textSchema(200).default(''),
  // Forms carry line breaks as CR LF; messages have LF.
  text: textSchema(TEXT_MAX_LENGTH)
    .transform((text) => text.replaceAll('\r\n', '\n'))
    .default(''),
});
const bulkSchema = z.object({ kind: z.enum(['conversations', 'messages']) }).openapi('ContactBulk');

const routes = {
  page: createRoute({ ...showsPage, method: 'get', path: PATH, request: { params: idParamSchema }, summary: 'Play the contacts of a client' }),
  list: createRoute({
    ...common,
    method: 'get',
    path: `${PATH}/conversations`,
    summary: 'The newest conversations',
    request: { params: idParamSchema },
    responses: { 200: jsonAnswer('The conversations.', z.object({ conversations: z.array(conversationSchema) })), ...problems(...OURS) },
  }),
  messages: createRoute({
    ...common,
    method: 'get',
    path: `${PATH}/conversations/{conversationId}/messages`,
    summary: 'The newest messages of a conversation',
    request: { params: conversationParams },
    responses: { 200: jsonAnswer('The messages.', messagePageSchema), ...problems(...OURS, 'conversation_unknown') },
  }),
  write: createRoute({
    ...common,
    method: 'post',
    path: `${PATH}/messages`,
    summary: 'A contact writes, with attachments',
    request: {
      params: idParamSchema,
      body: { required: true, content: { 'multipart/form-data': { schema: writeSchema.openapi('ContactForm') } } },
    },
    responses: {
      201: jsonAnswer('The message.', messageSchema),
      ...problems(...OURS, 'malformed_request', 'attachment_too_large', 'media_type_unsupported'),
    },
  }),
  type: createRoute({
    ...common,
    method: 'put',
    path: `${PATH}/conversations/{conversationId}/typing`,
    summary: 'The contact types',
    request: { params: conversationParams },
    responses: { 204: done, ...problems(...OURS, 'conversation_unknown') },
  }),
  deliver: createRoute({
    ...common,
    method: 'put',
    path: `${PATH}/messages/{messageId}/status`,
    summary: 'Delivered, read or failed',
    middleware: [jsonObject] as const,
    request: { params: idParamSchema.extend({ messageId: identifier }), ...jsonBody(z.object({ status: deliveryStatusSchema })) },
    responses: { 200: jsonAnswer('The message.', messageSchema), ...problems(...OURS, ...JSON_BODY, 'message_unknown', 'status_not_possible') },
  }),
  bulk: createRoute({
    ...common,
    method: 'post',
    path: `${PATH}/bulk`,
    summary: '10,000 conversations, or 1,000 messages in 10 s',
    middleware: [jsonObject] as const,
    request: { params: idParamSchema, ...jsonBody(bulkSchema) },
    responses: { 204: done, ...problems(...OURS, ...JSON_BODY) },
  }),
};

/** The page on which one plays the contacts of a client, and what it asks for. */
export function addContactRoutes(api: Api, service: Service): void {
  const { clients, contactSide, reader, writer } = service;
  const find = async (account: Account, id: string): Promise<ServiceClient> => {
    const found = await clients.find(account.id, id);
    if (!found) throw new Problem('client_unknown');
    return found;
  };

  api.openapi(routes.page, async (c) => {
    const client = await find(c.get('account'), c.req.valid('param').id);
    const { channels } = await reader.inbox(client.id);
    return c.html(contactPage(c.get('account'), client, channels), 200);
  });
  api.openapi(routes.list, async (c) => {
    const { id } = await find(c.get('account'), c.req.valid('param').id);
    const { conversations } = await reader.conversations(id, { limit: 50, filter: 'all', channel: '', q: '' });
    return c.json({ conversations }, 200);
  });
  api.openapi(routes.messages, async (c) => {
    const { id } = await find(c.get('account'), c.req.valid('param').id);
    return c.json(await reader.messages(id, c.req.valid('param').conversationId, { limit: 50 }), 200);
  });
  // The files are bounded before they are parsed, so the form is read here and not by the route's own validation.
  api.use(PATH.replace('{id}', ':id') + '/messages', async (c, next) => {
    if (c.req.method !== 'POST') return next();
    const type = c.req.header('content-type') ?? '';
    if (!type.toLowerCase().startsWith('multipart/form-data')) throw new Problem('media_type_unsupported');
    const bytes = await readBody(c.req.raw, ATTACHMENT_MAX_BYTES, 'attachment_too_large');
    const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => {
      throw new Problem('malformed_request', { detail: 'The body is no form.' });
    });
    c.req.bodyCache.formData = form;
    await next();
  });
  api.openapi(routes.write, async (c) => {
    const { id } = await find(c.get('account'), c.req.valid('param').id);
    const { contactName, channel, subject, text } = c.req.valid('form');
    const files = (await c.req.formData()).getAll('attachments').filter((part) => part instanceof File && part.size > 0) as File[];
    if (files.length > ATTACHMENTS_MAX_COUNT) throw fieldProblem('attachments', `must not be more than ${ATTACHMENTS_MAX_COUNT} files`);
    const attachments = await Promise.all(
      files.map(async (file) => ({
        name: file.name,
        type: file.type,
        bytes: new Uint8Array(await file.arrayBuffer()),
      })),
    );
    return c.json(await contactSide.write(id, { contactName, channel, subject }, { text, attachments }), 201);
  });
  api.openapi(routes.type, async (c) => {
    const { id } = await find(c.get('account'), c.req.valid('param').id);
    await contactSide.type(id, c.req.valid('param').conversationId);
    return c.body(null, 204);
  });
  api.openapi(routes.deliver, async (c) => {
    const { id } = await find(c.get('account'), c.req.valid('param').id);
    return c.json(await writer.setDelivery(id, c.req.valid('param').messageId, c.req.valid('json').status), 200);
  });
  api.openapi(routes.bulk, async (c) => {
    const { id } = await find(c.get('account'), c.req.valid('param').id);
    if (c.req.valid('json').kind === 'conversations') await addManyConversations(service, id, 10_000);
    else await addManyMessages(service, id, 1000, 10_000);
    return c.body(null, 204);
  });
}
