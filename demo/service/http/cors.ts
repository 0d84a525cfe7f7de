import { createMiddleware } from 'hono/factory';
import type { ApiEnv } from './api.js';

/** Of every answer; also of one that nothing is known of but that there was no request. */
export const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Date, Retry-After',
};
const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'Authorization, Content-Type, Content-Disposition, Idempotency-Key, Last-Event-ID, Accept, Cache-Control',
  'access-control-max-age': '7200',
};

/**
 * Opens what is below to pages of any origin, without credentials: who asks is told by the token alone. The headers
 * stand on every answer, also on errors: without them a 401 would read as being offline.
 */
export const cors = createMiddleware<ApiEnv>(async (c, next) => {
  const preflight = c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined;
  if (preflight) c.res = c.body(null, 204);
  else await next();
  for (const [name, value] of Object.entries({ ...CORS_HEADERS, ...(preflight && PREFLIGHT_HEADERS) })) {
    c.res.headers.set(name, value);
  }
});
