import { getCookie, setCookie, deleteCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import type { Sessions } from '../accounts/sessions.js';
import type { ApiContext, ApiEnv } from '../http/api.js';
import { Problem } from '../http/problem.js';

/** Pages that one reaches without being signed in. */
const PUBLIC = ['/dashboard/sign-in', '/dashboard/sign-up'];

/**
 * No script, style, frame or form but the service's own, no inline code, and text only becomes markup through Lit's
 * templates. There are two Lits on the Embed page, the pages' own and the widget's, each with its policy of that name.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types lit-html 'allow-duplicates'",
].join('; ');

/** Session cookies: the secret itself, not readable by scripts, not sent by other sites' forms. */
export class SessionCookie {
  readonly #sessions: Sessions;
  readonly #baseUrl: () => string;

  /** @param baseUrl Where the service is reached. */
  constructor(sessions: Sessions, baseUrl: () => string) {
    this.#sessions = sessions;
    this.#baseUrl = baseUrl;
  }

  read(c: ApiContext): string | undefined {
    return getCookie(c, this.#name());
  }

  /** Begins a session, and ends the one that there was: a secret known before the sign-in is worth nothing after it. */
  async begin(c: ApiContext, accountId: string): Promise<void> {
    await this.#endOld(c);
    const options = { httpOnly: true, sameSite: 'Lax', path: '/', secure: this.#secure() } as const;
    setCookie(c, this.#name(), await this.#sessions.begin(accountId), options);
  }

  async end(c: ApiContext): Promise<void> {
    await this.#endOld(c);
    deleteCookie(c, this.#name(), { path: '/', secure: this.#secure() });
  }

  async #endOld(c: ApiContext): Promise<void> {
    const old = this.read(c);
    if (old) await this.#sessions.end(old);
  }

  #secure(): boolean {
    return new URL(this.#baseUrl()).protocol === 'https:';
  }

  /** Cookies know no ports: under one name, two services on one machine would sign each other's people out. */
  #name(): string {
    const { port } = new URL(this.#baseUrl());
    return `${this.#secure() ? '__Host-' : ''}inbox_session${port && `_${port}`}`;
  }
}

/**
 * Lets only requests pass that come from the dashboard's own pages and, but for signing in, from somebody signed in.
 *
 * @param ownOrigin Origin of the service as others reach it.
 */
export function sessionGuard(sessions: Sessions, cookie: SessionCookie, ownOrigin: () => string) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    if (!['GET', 'HEAD'].includes(c.req.method) && !isOurs(c, ownOrigin())) throw new Problem('request_not_ours');
    const secret = cookie.read(c);
    const account = secret ? await sessions.find(secret) : null;
    if (account) c.set('account', account);
    else if (!PUBLIC.includes(c.req.path)) {
      const wantsPage = c.req.method === 'GET' && c.req.header('accept')?.includes('text/html');
      if (!wantsPage) throw new Problem('session_missing');
      return c.redirect('/dashboard/sign-in', 303);
    }
    await next();
  });
}

/** What every page of the service is sent with. */
export const pageHeaders = createMiddleware<ApiEnv>(async (c, next) => {
  await next();
  for (const [name, value] of [
    ['content-security-policy', PAGE_POLICY],
    ['cache-control', 'private, no-store'],
    ['referrer-policy', 'same-origin'],
    ['x-content-type-options', 'nosniff'],
    ['cross-origin-opener-policy', 'same-origin'],
  ] as const) {
    if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  }
});

/** Whether a request that changes something comes from a page of ours. Browsers say so; who does not say is refused. */
function isOurs(c: ApiContext, ownOrigin: string): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin') return false;
  const origin = c.req.header('origin');
  return origin === undefined ? site === 'same-origin' : origin === ownOrigin || origin === new URL(c.req.url).origin;
}
