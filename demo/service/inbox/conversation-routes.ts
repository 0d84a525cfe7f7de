import { createRoute } from '@hono/zod-openapi';
import type { Api } from '../http/api.js';
import { jsonObject } from '../http/body.js';
import { jsonAnswer, jsonBody } from '../openapi/json.js';
import { inboxProblems, JSON_BODY } from '../openapi/problems.js';
import type { InboxReader } from './inbox-reader.js';
import type { InboxWriter } from './inbox-writer.js';
import {
  conversationPageSchema,
  conversationQuerySchema,
  conversationSchema,
  idParamSchema,
  inboxSchema,
  readSchema,
  statusSchema,
} from './schemas.js';

const common = { tags: ['Inbox'], security: [{ token: [] }] };

const routes = {
  inbox: createRoute({
    ...common,
    method: 'get',
    path: '/inbox',
    summary: 'Whose inbox it is, and how much of it is unread',
    responses: { 200: jsonAnswer('The inbox.', inboxSchema), ...inboxProblems() },
  }),
  list: createRoute({
    ...common,
    method: 'get',
    path: '/inbox/conversations',
    summary: 'Conversations, newest first',
    request: { query: conversationQuerySchema },
    responses: { 200: jsonAnswer('A page of them.', conversationPageSchema), ...inboxProblems('field_invalid') },
  }),
  one: createRoute({
    ...common,
    method: 'get',
    path: '/inbox/conversations/{id}',
    summary: 'One conversation',
    request: { params: idParamSchema },
    responses: { 200: jsonAnswer('The conversation.', conversationSchema), ...inboxProblems('conversation_unknown', 'field_invalid') },
  }),
  change: createRoute({
    ...common,
    method: 'patch',
    path: '/inbox/conversations/{id}',
    summary: 'Close or reopen',
    middleware: [jsonObject] as const,
    request: { params: idParamSchema, ...jsonBody(statusSchema) },
    responses: {
      200: jsonAnswer('The conversation as it is now.', conversationSchema),
      ...inboxProblems(...JSON_BODY, 'conversation_unknown'),
    },
  }),
  read: createRoute({
    ...common,
    method: 'put',
    path: '/inbox/conversations/{id}/read',
    summary: 'Mark as read up to a message; never moves backwards',
    middleware: [jsonObject] as const,
    request: { params: idParamSchema, ...jsonBody(readSchema) },
    responses: { 204: { description: 'Noted.' }, ...inboxProblems(...JSON_BODY, 'conversation_unknown', 'message_unknown') },
  }),
  unread: createRoute({
    ...common,
    method: 'delete',
    path: '/inbox/conversations/{id}/read',
    summary: 'Make the newest received message count as unread again',
    request: { params: idParamSchema },
    responses: { 204: { description: 'Noted.' }, ...inboxProblems('conversation_unknown', 'field_invalid') },
  }),
  typing: createRoute({
    ...common,
    method: 'put',
    path: '/inbox/conversations/{id}/typing',
    summary: 'Tell the contact that somebody types',
    request: { params: idParamSchema },
    responses: { 204: { description: 'Noted.' }, ...inboxProblems('conversation_unknown', 'field_invalid') },
  }),
};

export interface ConversationParts {
  readonly reader: InboxReader;
  readonly writer: InboxWriter;
  /** Told that a client types. */
  readonly onTyping: (clientId: string, conversationId: string) => void;
}

export function addConversationRoutes(api: Api, { reader, writer, onTyping }: ConversationParts): void {
  api.openapi(routes.inbox, async (c) => c.json(await reader.inbox(c.get('caller').clientId), 200));
  api.openapi(routes.list, async (c) => {
    return c.json(await reader.conversations(c.get('caller').clientId, c.req.valid('query')), 200);
  });
  api.openapi(routes.one, async (c) => {
    return c.json(await reader.conversation(c.get('caller').clientId, c.req.valid('param').id), 200);
  });
  api.openapi(routes.change, async (c) => {
    const { status } = c.req.valid('json');
    return c.json(await writer.setStatus(c.get('caller').clientId, c.req.valid('param').id, status), 200);
  });
  api.openapi(routes.read, async (c) => {
    await writer.markRead(c.get('caller').clientId, c.req.valid('param').id, c.req.valid('json').messageId);
    return c.body(null, 204);
  });
  api.openapi(routes.unread, async (c) => {
    await writer.markUnread(c.get('caller').clientId, c.req.valid('param').id);
    return c.body(null, 204);
  });
  api.openapi(routes.typing, async (c) => {
    const { clientId } = c.get('caller');
    const { id } = await reader.conversation(clientId, c.req.valid('param').id);
    onTyping(clientId, id);
    return c.body(null, 204);
  });
}
