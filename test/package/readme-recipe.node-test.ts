import { expect } from 'chai';
import express, { type RequestHandler } from 'express';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { compileFunction } from 'node:vm';
import * as server from '../../src/server/index.js';
import { FakeTokenService, FakeTimers, jsonAnswer, TOKEN } from '../server/fake-token-service.js';

/** The longest that a page may wait for its token. */
const PAGE_LIMIT_MS = 3_000;
const PAGE = '<inbox-widget token="[[ TOKEN ]]" refresh-endpoint="/inbox-token"></inbox-widget>';
const FILLED = PAGE.replace('[[ TOKEN ]]', TOKEN);
const EMPTY = PAGE.replace('[[ TOKEN ]]', '');

/** The README's server, without its imports. */
const [recipe = ''] = [...readFileSync('README.md', 'utf8').matchAll(/```js\n(.*?)```/gs)]
  .map(([, code = '']) => code)
  .filter((code) => code.includes("from 'inbox-widget/server'"))
  .map((code) => code.replace(/^import .*$/gm, ''));

describe('the README’s backend', () => {
  let running: Server | undefined;
  const silent = { error: () => {} };

  async function serve(service: FakeTokenService, clientId: string | undefined, timers = new FakeTimers()): Promise<string> {
    const app = express();
    const session = (): RequestHandler => (request, _, next) => {
      Object.assign(request, { session: { clientId } });
      next();
    };
    const listening = new Promise<Server>((resolve) => {
      app.listen = () => {
        const started = createServer(app).listen(0, '127.0.0.1', () => resolve(started));
        return started;
      };
    });
    const stubs = { fetch: service.fetch, timers };
    const known: Record<string, unknown> = {
      ...server,
      createTokenHandler: (options: server.TokenHandlerOptions) => server.createTokenHandler({ ...options, ...stubs }),
      requestToken: (options: server.RequestTokenOptions) => server.requestToken({ ...options, ...stubs }),
      express: () => app,
      session,
      readFileSync: () => PAGE,
      process: { env: { INBOX_API_KEY: 'key', INBOX_COMPONENT_ID: 'component-1', INBOX_CLIENT_ID: 'client-mara', SESSION_SECRET: 'secret' } },
      console: silent,
    };
    compileFunction(recipe, Object.keys(known))(...Object.values(known));
    running = await listening;
    return `http://127.0.0.1:${(running.address() as AddressInfo).port}`;
  }

  afterEach(async () => {
    running?.closeAllConnections();
    await new Promise((resolve) => (running ? running.close(resolve) : resolve(null)));
  });

  async function pageOf(url: string): Promise<string> {
    const response = await fetch(url);
    expect(response.status).to.equal(200);
    expect(response.headers.get('cache-control')).to.equal('private, no-store');
    return response.text();
  }

  it('serves a page with a token, and answers the refresh', async () => {
    const service = new FakeTokenService(() => jsonAnswer({ token: TOKEN }));
    const url = await serve(service, 'client-mara');
    expect(await pageOf(url)).to.equal(FILLED);
    const refreshed = await fetch(`${url}/inbox-token`, { method: 'POST', headers: { 'X-Requested-With': 'inbox-widget' } });
    expect(await refreshed.json()).to.deep.equal({ token: TOKEN });
    for (const request of service.requests) expect(await request.json()).to.deep.equal({ componentId: 'component-1', clientId: 'client-mara' });
  });

  it('serves a page without a token to whoever is not signed in, and asks the service for none', async () => {
    const service = new FakeTokenService(() => jsonAnswer({ token: TOKEN }));
    expect(await pageOf(await serve(service, undefined))).to.equal(EMPTY);
    expect(service.requests).to.deep.equal([]);
  });

  it('tells a page whether somebody is signed in, and signs in', async () => {
    const service = new FakeTokenService(() => jsonAnswer({ token: TOKEN }));
    const url = await serve(service, undefined);
    expect((await fetch(`${url}/me`)).status).to.equal(401);
    const signedIn = await fetch(`${url}/sign-in`, { redirect: 'manual' });
    expect([signedIn.status, signedIn.headers.get('location')]).to.deep.equal([302, '/']);
  });

  it('serves a page without a token where the service is down', async () => {
    const service = new FakeTokenService(() => Promise.reject(new TypeError('fetch failed')));
    expect(await pageOf(await serve(service, 'client-mara'))).to.equal(EMPTY);
  });

  it('serves a page without a token where the service hangs, and soon', async () => {
    const timers = new FakeTimers();
    const service = new FakeTokenService(() => {
      timers.advance(PAGE_LIMIT_MS);
      return new Promise<Response>(() => {});
    });
    expect(await pageOf(await serve(service, 'client-mara', timers))).to.equal(EMPTY);
  });
});
