import { createMiddleware } from 'hono/factory';
import { isLoopback } from '../../is-loopback.js';
import type { Api, ApiEnv } from '../http/api.js';
import { Problem } from '../http/problem.js';
import type { Service } from '../service.js';
import { addContactRoutes } from './contact-routes.js';
import { addTimeRoutes } from './time-routes.js';

/**
 * Adds `/sandbox/…`: whoever reaches the service can do there what he likes with time, faults and contacts. Pages can
 * do so only from this machine, so that no site that a developer happens to visit plays with his sandbox.
 *
 * The name that the service was asked by must be one of this machine as well, or its own: a site whose name suddenly
 * leads here is to its browser the sandbox's own origin, and reads what it likes without naming an origin.
 */
export function addSandbox(api: Api, service: Service): void {
  api.use('/sandbox/*', ownMachineOnly(() => service.baseUrl));
  addTimeRoutes(api, service);
  addContactRoutes(api, service);
}

function ownMachineOnly(baseUrl: () => string) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    if (!isLoopback(c.req.url) && new URL(c.req.url).host !== new URL(baseUrl()).host) throw new Problem('request_not_ours');
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
}
