import { createRoute, z } from '@hono/zod-openapi';
import type { ApiKeys } from '../accounts/api-keys.js';
import type { Api } from '../http/api.js';
import { jsonObject } from '../http/body.js';
import { Problem } from '../http/problem.js';
import type { RateLimiter } from '../http/rate-limit.js';
import { remoteAddress } from '../http/remote-address.js';
import { JSON_BODY, problems } from '../openapi/problems.js';
import type { Tokens } from './tokens.js';

const identifier = z.string().min(1).max(200);

const route = createRoute({
  method: 'post',
  path: '/authentication/login_check',
  tags: ['Token'],
  summary: 'Request a token',
  description: 'From the customer’s backend only: the API key must never reach a browser.',
  security: [{ apiKey: [] }],
  middleware: [jsonObject] as const,
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z.object({ componentId: identifier, clientId: identifier }).openapi('TokenRequest'),
        },
      },
    },
  },
  responses: {
    200: {
      description: 'A token for this client.',
      content: { 'application/json': { schema: z.object({ token: z.string() }).openapi('TokenAnswer') } },
    },
    ...problems(
      ...JSON_BODY,
      'api_key_missing',
      'api_key_invalid',
      'component_unknown',
      'client_unknown',
      'too_many_requests',
      'internal_error',
      'service_unavailable',
    ),
  },
});

export interface TokenRequestParts {
  readonly apiKeys: ApiKeys;
  readonly tokens: Tokens;
  /** Counts by API key. */
  readonly limiter: RateLimiter;
  /** Counts refused requests by address, against guessing. */
  readonly refusedLimiter: RateLimiter;
  readonly baseUrl: () => string;
}

/** The specification's one endpoint. The key is looked at first: without one, nothing else is told. */
export function addTokenRequest(api: Api, { apiKeys, tokens, limiter, refusedLimiter, baseUrl }: TokenRequestParts): void {
  api.use(route.path, async (c, next) => {
    if (c.req.method !== 'POST') return next();
    const secret = c.req.header('x-api-key')?.trim();
    const apiKey = secret ? await apiKeys.find(secret) : null;
    if (!apiKey) {
      refusedLimiter.count(remoteAddress(c));
      throw new Problem(secret ? 'api_key_invalid' : 'api_key_missing');
    }
    limiter.count(apiKey.id);
    c.set('apiKey', apiKey);
    await next();
  });
  api.openapi(route, async (c) => {
    const { componentId, clientId } = c.req.valid('json');
    const apiKey = c.get('apiKey');
    const answer = await tokens.issue(apiKey, componentId, clientId, baseUrl());
    if ('unknown' in answer) throw new Problem(answer.unknown);
    await apiKeys.noteUse(apiKey);
    return c.json(answer, 200, { 'cache-control': 'no-store' });
  });
}
