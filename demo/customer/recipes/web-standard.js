/**
 * The refresh endpoint as a web-standard handler, `(request: Request) => Promise<Response>`.
 *
 * Next.js:            app/inbox-token/route.js — `export const POST = inboxToken;`, and for pages of another origin `OPTIONS` too
 * Hono:               `app.all('/inbox-token', (c) => inboxToken(c.req.raw));`, as below
 * Workers, Deno, Bun: `export default { fetch };`, as below; in Workers with the secrets of `env`, as README.md says.
 */
import { Hono } from 'hono';
import { createTokenHandler } from 'inbox-widget/server';
import { startSession, userOf } from './node-session.js';

export const inboxToken = createTokenHandler({
  baseUrl: process.env.INBOX_BASE_URL,
  apiKey: process.env.INBOX_API_KEY, // from the environment, never from the code
  componentId: process.env.INBOX_COMPONENT_ID,
  getClientId: (request) => userOf(request.headers.get('cookie'))?.inboxClientId ?? null,
  onError: (error) => console.error(String(error)),
});

const app = new Hono();
app.all('/inbox-token', (c) => inboxToken(c.req.raw));

// Stands in for your own sign-in.
app.post('/sign-in', async (c) => {
  const cookie = startSession((await c.req.parseBody()).user);
  if (cookie) c.header('Set-Cookie', cookie);
  return c.body(null, cookie ? 204 : 403);
});

// Bun alone reads the limit, in seconds: after its own 10 it hangs up, before the answer that the service is too slow.
export default { fetch: app.fetch, idleTimeout: 20 };
