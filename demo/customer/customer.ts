import type { HttpBindings } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type Context } from 'hono';
import { requestToken, fillPlaceholder } from '../../src/server/index.js';
import { addDemoRoutes } from './demo-routes.js';
import { createRefreshEndpoint } from './inbox-token.js';
import type { CustomerOptions } from './options.js';
import { appPage } from './pages/app-page.js';
import { messagesPage } from './pages/messages-page.js';
import { nothingPage } from './pages/nothing-page.js';
import { playgroundPage } from './pages/playground-page.js';
import { sheetPage } from './pages/sheet-page.js';
import { signInPage } from './pages/sign-in-page.js';
import { RefreshLog } from './request-log.js';
import { ServiceSandbox } from './service-sandbox.js';
import { expiredSessionCookie, sessionCookie, Sessions, type Session } from './sessions.js';
import { strictPolicy } from './strict-policy.js';

export type CustomerEnv = { Bindings: HttpBindings; Variables: { session: Session } };
export type CustomerApp = Hono<CustomerEnv>;

/** What a page of a signed-in user is served with: it may hold a token. */
const PRIVATE = { 'Cache-Control': 'private, no-store' };

/**
 * The backend of Fjord & Pine, a made-up customer of the service: people sign in, its page carries the snippet, and it
 * answers the widget's refresh. Everything that a real one would need is in here; the playground, the panel and its faults are the demo's own.
 */
export function createCustomer(options: CustomerOptions): CustomerApp {
  const { service, users, now = Date.now, log } = options;
  const app: CustomerApp = new Hono<CustomerEnv>();
  const sessions = new Sessions();
  const refreshLog = new RefreshLog(now);
  const sandbox = new ServiceSandbox(service);
  const refresh = createRefreshEndpoint(options, sessions, refreshLog, () => sandbox.isOffline);

  app.all('/inbox-token', async (c) => {
    const answer = await refresh(c.req.raw);
    if (answer !== 'dropped') return answer;
    c.env.incoming.socket.destroy();
    return RESPONSE_ALREADY_SENT;
  });

  app.get('/sign-in', (c) => {
    const id = c.req.query('user');
    return id === undefined ? c.html(signInPage(users, false)) : signIn(c, id);
  });
  app.post('/sign-in', async (c) => {
    const { user } = await c.req.parseBody().catch(() => ({ user: null }));
    return signIn(c, typeof user === 'string' ? user : '');
  });
  app.post('/sign-out', (c) => {
    const session = sessions.read(c.req.raw.headers);
    if (session) sessions.end(session);
    c.header('Set-Cookie', expiredSessionCookie(c.req.raw.headers));
    return c.redirect('/sign-in', 303);
  });
  app.use('/assets/*', serveStatic({ root: 'demo/customer' }));
  // For the playground's state of a user who is signed out.
  app.post('/playground/refuses', (c) => c.body(null, 401, { 'Cache-Control': 'no-store' }));
  app.get('/playground', (c) => c.html(playgroundPage(sessions.read(c.req.raw.headers)?.user ?? null)));

  // From here on, for people who are signed in.
  app.use(async (c, next) => {
    const session = sessions.read(c.req.raw.headers);
    if (!session) return c.req.path.startsWith('/demo/') ? c.json({ code: 'session_missing' }, 401) : c.redirect('/sign-in', 303);
    c.set('session', session);
    await next();
  });
  for (const path of ['/', '/strict'] as const) {
    app.get(path, async (c) => {
      const session = c.get('session');
      if (path === '/strict') c.header('Content-Security-Policy', strictPolicy(service.baseUrl));
      const page = await messagesPage(path, session.user, service.baseUrl);
      return c.html(fillPlaceholder(page, await tokenForPage(session)), 200, PRIVATE);
    });
  }
  app.get('/app', (c) => c.html(appPage(c.get('session').user, service.baseUrl), 200, PRIVATE));
  addDemoRoutes(app, sandbox, refreshLog);
  app.get('/:sheet', async (c, next) => {
    const { user } = c.get('session');
    const sheet = user.company.sheets.find(({ path }) => path === c.req.path);
    return sheet ? c.html(sheetPage(sheet, user), 200, PRIVATE) : next();
  });

  app.notFound((c) => c.html(nothingPage(c.req.path, sessions.read(c.req.raw.headers)?.user ?? null), 404, PRIVATE));

  async function signIn(c: Context<CustomerEnv>, id: string): Promise<Response> {
    const user = users.find((each) => each.id === id);
    if (!user) return c.html(signInPage(users, true), 404);
    // A new session each time: one that was planted before is worth nothing.
    c.header('Set-Cookie', sessionCookie(sessions.start(user), c.req.raw.headers));
    return c.redirect('/', 303);
  }

  /** A page must not fail because its inbox does: without a token, the widget asks the refresh endpoint for one. */
  async function tokenForPage(session: Session): Promise<string> {
    try {
      session.lastToken = await requestToken({ ...service, clientId: session.user.clientId, timeoutMs: 3_000 });
      return session.lastToken;
    } catch (error) {
      log?.(`The page: ${String(error)}`);
      return '';
    }
  }

  app.onError((error, c) => {
    log?.(error.stack ?? String(error));
    return c.text('Something went wrong here.', 500);
  });
  return app;
}
