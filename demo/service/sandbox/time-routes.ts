import { createRoute } from '@hono/zod-openapi';
import type { Api } from '../http/api.js';
import { jsonObject } from '../http/body.js';
import { Problem } from '../http/problem.js';
import { jsonAnswer, jsonBody } from '../openapi/json.js';
import { JSON_BODY, problems } from '../openapi/problems.js';
import type { Service } from '../service.js';
import {
  clientParamSchema,
  componentParamSchema,
  faultListSchema,
  faultSchema,
  lifetimeSchema,
  logSchema,
  whoSchema,
} from './schemas.js';

const common = { tags: ['Sandbox'] };
const done = { description: 'Done.' };
const bad = problems(...JSON_BODY, 'request_not_ours');

const routes = {
  readLifetime: createRoute({
    ...common,
    method: 'get',
    path: '/sandbox/components/{componentId}/token-lifetime',
    summary: 'Lifetime of the tokens requested from now on',
    request: { params: componentParamSchema },
    responses: { 200: jsonAnswer('The lifetime.', lifetimeSchema), ...problems('request_not_ours', 'component_unknown', 'field_invalid') },
  }),
  lifetime: createRoute({
    ...common,
    method: 'put',
    path: '/sandbox/components/{componentId}/token-lifetime',
    summary: 'Set the lifetime of the tokens requested from now on',
    middleware: [jsonObject] as const,
    request: { params: componentParamSchema, ...jsonBody(lifetimeSchema) },
    responses: { 204: done, ...bad, ...problems('component_unknown') },
  }),
  revoke: createRoute({
    ...common,
    method: 'delete',
    path: '/sandbox/clients/{clientId}/tokens',
    summary: 'Revoke all tokens of a client; new ones can be requested',
    request: { params: clientParamSchema },
    responses: { 204: done, ...problems('request_not_ours', 'client_unknown', 'field_invalid') },
  }),
  addFault: createRoute({
    ...common,
    method: 'post',
    path: '/sandbox/faults',
    summary: 'Let something go wrong, for so many requests or until it is cleared',
    description: 'Faults meet requests below /inbox and /authentication. `clientId` counts for `reject-tokens` only.',
    middleware: [jsonObject] as const,
    request: jsonBody(faultSchema),
    responses: { 204: done, ...bad },
  }),
  listFaults: createRoute({
    ...common,
    method: 'get',
    path: '/sandbox/faults',
    summary: 'Faults that are not over',
    responses: { 200: jsonAnswer('The faults.', faultListSchema), ...problems('request_not_ours') },
  }),
  clearFaults: createRoute({
    ...common,
    method: 'delete',
    path: '/sandbox/faults',
    summary: 'Let nothing go wrong any more',
    responses: { 204: done, ...problems('request_not_ours') },
  }),
  dropStreams: createRoute({
    ...common,
    method: 'post',
    path: '/sandbox/streams/drop',
    summary: 'End the open streams, of one client or of all',
    middleware: [jsonObject] as const,
    request: jsonBody(whoSchema),
    responses: { 204: done, ...bad },
  }),
  forget: createRoute({
    ...common,
    method: 'post',
    path: '/sandbox/positions/forget',
    summary: 'Make every stream position too old, of one client or of all: the next Last-Event-ID is answered by `reset`',
    middleware: [jsonObject] as const,
    request: jsonBody(whoSchema),
    responses: { 204: done, ...bad, ...problems('client_unknown') },
  }),
  log: createRoute({
    ...common,
    method: 'get',
    path: '/sandbox/log',
    summary: 'The newest answered requests, oldest first; never a token or key',
    responses: { 200: jsonAnswer('The log.', logSchema), ...problems('request_not_ours') },
  }),
  clearLog: createRoute({
    ...common,
    method: 'delete',
    path: '/sandbox/log',
    summary: 'Empty the log',
    responses: { 204: done, ...problems('request_not_ours') },
  }),
};

/** The time machine, the faults and the log. */
export function addTimeRoutes(api: Api, service: Service): void {
  const { components, clients, faults, hub, events, requestLog, database } = service;

  api.openapi(routes.readLifetime, async (c) => {
    const seconds = await components.tokenLifetime(c.req.valid('param').componentId);
    if (seconds === null) throw new Problem('component_unknown');
    return c.json({ seconds }, 200);
  });
  api.openapi(routes.lifetime, async (c) => {
    const { seconds } = c.req.valid('json');
    if (!(await components.setTokenLifetime(c.req.valid('param').componentId, seconds))) throw new Problem('component_unknown');
    return c.body(null, 204);
  });
  api.openapi(routes.revoke, async (c) => {
    if (!(await clients.revokeTokens(c.req.valid('param').clientId))) throw new Problem('client_unknown');
    return c.body(null, 204);
  });
  api.openapi(routes.addFault, (c) => {
    const { pathPrefix, method, clientId, times, ...fault } = c.req.valid('json');
    faults.add(fault, { pathPrefix, method, clientId, times });
    return c.body(null, 204);
  });
  api.openapi(routes.listFaults, (c) => c.json({ faults: [...faults.list()] }, 200));
  api.openapi(routes.clearFaults, (c) => {
    faults.clear();
    return c.body(null, 204);
  });
  api.openapi(routes.dropStreams, (c) => {
    const { clientId } = c.req.valid('json');
    hub.end((owner) => clientId === undefined || owner.clientId === clientId);
    return c.body(null, 204);
  });
  api.openapi(routes.forget, async (c) => {
    const { clientId } = c.req.valid('json');
    const all = await database.all<{ id: string }>('SELECT id FROM clients');
    const chosen = all.filter(({ id }) => clientId === undefined || id === clientId);
    if (clientId !== undefined && chosen.length === 0) throw new Problem('client_unknown');
    for (const { id } of chosen) await events.forget(id);
    return c.body(null, 204);
  });
  api.openapi(routes.log, (c) => c.json({ entries: [...requestLog.entries()] }, 200));
  api.openapi(routes.clearLog, (c) => {
    requestLog.clear();
    return c.body(null, 204);
  });
}
