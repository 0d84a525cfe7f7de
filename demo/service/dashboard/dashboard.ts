import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { createApi, problemOf, type Api, type ApiEnv } from '../http/api.js';
import { Problem } from '../http/problem.js';
import type { ServiceLimits } from '../options.js';
import type { Service } from '../service.js';
import type { Tokens } from '../tokens/tokens.js';
import { addApiKeyRoutes } from './api-key-routes.js';
import { addAssets } from './assets.js';
import { addClientRoutes } from './client-routes.js';
import { addComponentRoutes } from './component-routes.js';
import { addContactRoutes } from './contact-routes.js';
import { addEmbedRoutes } from './embed-routes.js';
import { html, page } from './html.js';
import { addOverviewRoute } from './overview-route.js';
import { pageHeaders, SessionCookie, sessionGuard } from './session-guard.js';
import { addSignInRoutes } from './sign-in-routes.js';

/** Adds the web pages on which a customer manages his account. */
export function addDashboard(app: Api, service: Service, tokens: Tokens, limits: ServiceLimits): void {
  const pages = createApi();
  const ownOrigin = () => new URL(service.baseUrl).origin;
  const cookie = new SessionCookie(service.sessions, () => service.baseUrl);

  addAssets(pages);
  pages.use('/dashboard/*', pageHeaders);
  pages.use('/dashboard/*', pageOfNothing);
  pages.use('/dashboard/*', sessionGuard(service.sessions, cookie, ownOrigin));
  addSignInRoutes(pages, service, cookie, limits);
  addOverviewRoute(pages, service);
  addApiKeyRoutes(pages, service.apiKeys);
  addComponentRoutes(pages, service.components);
  addClientRoutes(pages, service);
  addEmbedRoutes(pages, service, tokens);
  addContactRoutes(pages, service);

  // Who reads pages is told by a page; all else goes on to the problem details of the whole service.
  pages.onError((error, c) => {
    const problem = problemOf(error);
    if (!problem || !wantsPage(c)) throw error;
    return problemPage(c, problem);
  });
  app.route('/', pages);
  app.get('/', (c) => c.redirect('/dashboard', 303));
  app.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: 'inbox_session',
    description: 'The dashboard’s session, begun by signing in. Its name ends with the port, if there is one, and over https begins with `__Host-`.',
  });
}

/** That there is nothing at an address is known to the whole service only, after all routes. */
const pageOfNothing = createMiddleware<ApiEnv>(async (c, next) => {
  await next();
  if (c.res.status === 404 && !c.error && wantsPage(c)) c.res = await problemPage(c, new Problem('not_found'));
});

function wantsPage(c: Context<ApiEnv>): boolean {
  return c.req.header('accept')?.includes('text/html') ?? false;
}

function problemPage(c: Context<ApiEnv>, problem: Problem): Response | Promise<Response> {
  const body = html`<p>${problem.message}</p>
    <p class="muted"><code>${problem.code}</code></p>
    <p><a href="/dashboard">To the overview</a></p>`;
  const headers = { ...problem.headers, 'cache-control': 'no-store' };
  const account = (c.get('account') as ApiEnv['Variables']['account'] | undefined) ?? null;
  return c.html(page({ title: 'This did not work', account, body }), problem.status as 400, headers);
}
