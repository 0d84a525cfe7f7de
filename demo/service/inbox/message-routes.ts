import { createRoute } from '@hono/zod-openapi';
import type { Api } from '../http/api.js';
import { jsonObject } from '../http/body.js';
import { jsonAnswer, jsonBody } from '../openapi/json.js';
import { inboxProblems, JSON_BODY } from '../openapi/problems.js';
import type { InboxReader } from './inbox-reader.js';
import type { InboxWriter } from './inbox-writer.js';
import {
  idempotencySchema,
  idParamSchema,
  messagePageSchema,
  messageQuerySchema,
  messageSchema,
  newMessageSchema,
} from './schemas.js';

const common = { tags: ['Inbox'], security: [{ token: [] }] };
const path = '/inbox/conversations/{id}/messages';

const routes = {
  list: createRoute({
    ...common,
    path,
    method: 'get',
    summary: 'The newest messages, or those before one, oldest first',
    request: { params: idParamSchema, query: messageQuerySchema },
    responses: { 200: jsonAnswer('A page of them.', messagePageSchema), ...inboxProblems('conversation_unknown', 'field_invalid') },
  }),
  send: createRoute({
    ...common,
    path,
    method: 'post',
    summary: 'Send a message, once for each key',
    middleware: [jsonObject] as const,
    request: { params: idParamSchema, headers: idempotencySchema, ...jsonBody(newMessageSchema) },
    responses: {
      201: jsonAnswer('The message; the same one for the same key.', messageSchema),
      ...inboxProblems(...JSON_BODY, 'conversation_unknown', 'conversation_closed', 'reply_window_over', 'idempotency_key_reused'),
    },
  }),
};

export function addMessageRoutes(api: Api, { reader, writer }: { reader: InboxReader; writer: InboxWriter }): void {
  api.openapi(routes.list, async (c) => {
    const { clientId } = c.get('caller');
    return c.json(await reader.messages(clientId, c.req.valid('param').id, c.req.valid('query')), 200);
  });
  api.openapi(routes.send, async (c) => {
    const key = c.req.valid('header')['idempotency-key'];
    return c.json(await writer.send(c.get('caller'), c.req.valid('param').id, key, c.req.valid('json')), 201);
  });
}
