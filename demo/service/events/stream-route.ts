import { createRoute, z } from '@hono/zod-openapi';
import type { Api } from '../http/api.js';
import { inboxProblems } from '../openapi/problems.js';
import { tokenRefused } from '../tokens/token-guard.js';
import type { Tokens } from '../tokens/tokens.js';
import type { EventHub } from './event-hub.js';
import type { EventLog } from './event-log.js';
import { encodeEvent } from './event-stream.js';

const route = createRoute({
  method: 'get',
  path: '/inbox/events',
  tags: ['Inbox'],
  summary: 'What happens from now on, or since a position',
  description:
    'Events `message` {message, conversation}, `conversation` {conversation}, `typing` {conversationId, name} and `reset` {}. ' +
    'Every event but `typing` has an id. A comment comes every 15 s; the stream ends with its token.',
  security: [{ token: [] }],
  request: { headers: z.object({ 'last-event-id': z.string().max(200).optional() }) },
  responses: {
    200: { description: 'The stream.', content: { 'text/event-stream': { schema: z.string() } } },
    ...inboxProblems('field_invalid'),
  },
});

export interface StreamParts {
  readonly hub: EventHub;
  readonly log: EventLog;
  readonly tokens: Tokens;
  readonly now: () => number;
}

export function addStreamRoute(api: Api, { hub, log, tokens, now }: StreamParts): void {
  api.openapi(route, async (c) => {
    const caller = c.get('caller');
    const stream = hub.open(caller);
    try {
      const { position, missed } = await log.replay(caller.clientId, c.req.valid('header')['last-event-id'] || undefined);
      // What ends a token ends the streams that are open then; this one may have come between the two.
      if (!(await tokens.stillStands(c.get('verdict')))) throw tokenRefused('token_invalid');
      const id = log.formatPosition(position);
      const first = missed
        ? missed.map((logged) => encodeEvent(logged.event.type, logged.event.data, log.formatPosition(logged.position)))
        : [encodeEvent('reset', {}, id)];
      // A line with an id alone dispatches nothing: it gives a stream on which nothing happens a position to go on from.
      stream.begin([...first, new TextEncoder().encode(`id: ${id}\n\n`)], position, now());
    } catch (error) {
      stream.end();
      throw error;
    }
    // Answered as `GET` is, but its body goes to nobody, who then cannot cancel it either.
    if (c.req.method === 'HEAD') stream.end();
    return c.body(stream.body, 200, {
      'content-type': 'text/event-stream',
      // A proxy that follows nginx's convention does not buffer.
      'x-accel-buffering': 'no',
    });
  });
}
