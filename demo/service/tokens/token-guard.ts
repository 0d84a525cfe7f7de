import { createMiddleware } from 'hono/factory';
import type { ApiEnv } from '../http/api.js';
import { Problem } from '../http/problem.js';
import type { Tokens } from './tokens.js';

/**
 * Lets only a request with a living token pass, and only from a page that the component allows.
 *
 * @param takes Whether a valid token is taken; a sandbox can refuse some.
 * @param ownOrigin Origin of the service, whose own pages (the dashboard's "Try it") may always show an inbox.
 */
export function tokenGuard(tokens: Tokens, takes: (clientId: string) => boolean, ownOrigin: () => string) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const token = /^Bearer ([^\s]+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    const verdict = token === undefined ? ({ state: 'none' } as const) : await tokens.judge(token);
    c.set('verdict', verdict);
    if (!verdict.caller || !takes(verdict.caller.clientId)) {
      throw tokenRefused(verdict.state === 'expired' ? 'token_expired' : 'token_invalid');
    }
    const origin = c.req.header('origin');
    const { allowedOrigins } = verdict.caller;
    const foreign = origin !== undefined && origin !== ownOrigin() && !allowedOrigins.includes(origin);
    if (foreign && allowedOrigins.length > 0) {
      throw new Problem('origin_not_allowed', { detail: `The component does not allow the origin ${origin}.` });
    }
    c.set('caller', verdict.caller);
    await next();
    c.res.headers.set('cache-control', 'no-store');
  });
}

export function tokenRefused(code: 'token_expired' | 'token_invalid'): Problem {
  return new Problem(code, { headers: { 'www-authenticate': 'Bearer' } });
}
