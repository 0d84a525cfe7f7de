import { createMiddleware } from 'hono/factory';
import type { Api, ApiEnv } from '../http/api.js';
import { Problem } from '../http/problem.js';
import type { Service } from '../service.js';
import { addContactRoutes } from './contact-routes.js';
import { addTimeRoutes } from './time-routes.js';

/**
 * Adds `/sandbox/…`: whoever reaches the service can do there what he likes with time, faults and contacts. Pages can
 * do so only from this machine, so that no site that a developer happens to visit plays with his sandbox.
 */
export function addSandbox(api: Api, service: Service): void {
  api.use('/sandbox/*', ownMachineOnly);
  addTimeRoutes(api, service);
  addContactRoutes(api, service);
}

const ownMachineOnly = createMiddleware<ApiEnv>(async (c, next) => {
  const origin = c.req.header('origin');
  if (origin === undefined) return next();
  if (!isLoopback(origin)) throw new Problem('request_not_ours');
  const preflight = c.req.method === 'OPTIONS';
  if (preflight) c.res = c.body(null, 204);
  else await next();
  c.res.headers.set('access-control-allow-origin', origin);
  c.res.headers.set('vary', 'Origin');
  if (preflight) {
    c.res.headers.set('access-control-allow-methods', 'GET, POST, PUT, DELETE');
    c.res.headers.set('access-control-allow-headers', 'Content-Type');
  }
});

function isLoopback(origin: string): boolean {
  return URL.canParse(origin) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname);
}
