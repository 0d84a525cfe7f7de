import { expect } from 'chai';
import express from 'express';
import { createServer, request as httpRequest, type IncomingMessage, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { connect, createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { createTokenHandler, toNodeListener, type NodeListenerOptions } from '../../src/server/index.js';
import { FakeTokenService, jsonAnswer, OPTIONS, TOKEN } from './fake-token-service.js';

describe('toNodeListener()', () => {
  let server: Server | undefined;

  async function serve(listener: RequestListener, options: ServerOptions = {}): Promise<string> {
    server = createServer(options, listener);
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  afterEach(async () => {
    server?.closeAllConnections();
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
    server = undefined;
  });

  it('hands over method, address and headers, and gives back status, headers and body', async () => {
    const seen: Request[] = [];
    const origin = await serve(
      toNodeListener((request) => {
        seen.push(request);
        return new Response('drink tea', { status: 418, headers: { 'Cache-Control': 'no-store' } });
      }),
    );
    const response = await fetch(`${origin}/inbox-token?a=b`, { method: 'POST', headers: { 'X-Requested-With': 'inbox-widget' } });
    expect(response.status).to.equal(418);
    expect(response.headers.get('cache-control')).to.equal('no-store');
    expect(await response.text()).to.equal('drink tea');
    expect(seen[0]?.method).to.equal('POST');
    expect(seen[0]?.url).to.equal(`${origin}/inbox-token?a=b`);
    expect(seen[0]?.headers.get('x-requested-with')).to.equal('inbox-widget');
  });

  it('keeps cookies apart', async () => {
    const headers = [['Set-Cookie', 'a=1; Expires=Fri, 27 Nov 2026 09:00:00 GMT'], ['Set-Cookie', 'b=2']] as [string, string][];
    const origin = await serve(toNodeListener(() => new Response(null, { headers })));
    expect((await fetch(origin)).headers.getSetCookie()).to.have.length(2);
  });

  it('works in Express, under a mounted path and after somebody has read the body', async () => {
    const app = express();
    app.use(express.json());
    app.use('/api', toNodeListener((request) => Response.json({ path: new URL(request.url).pathname })));
    const origin = await serve(app);
    const response = await fetch(`${origin}/api/inbox-token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"a":1}',
    });
    expect(await response.json()).to.deep.equal({ path: '/api/inbox-token' });
  });

  it('hands Node’s own request to getClientId, with what a middleware has put on it', async () => {
    const service = new FakeTokenService(() => jsonAnswer({ token: TOKEN }));
    const app = express();
    app.use((request, _, next) => {
      Object.assign(request, { session: { client: 'client-theo' } });
      next();
    });
    const handler = createTokenHandler({
      ...OPTIONS,
      fetch: service.fetch,
      getClientId: (_, incoming: express.Request & { session?: { client: string } }) => incoming.session?.client,
    });
    app.all('/inbox-token', toNodeListener(handler));
    const origin = await serve(app);
    const response = await fetch(`${origin}/inbox-token`, { method: 'POST', headers: { 'X-Requested-With': 'inbox-widget' } });
    expect(await response.json()).to.deep.equal({ token: TOKEN });
    expect(await service.requests[0]?.json()).to.include({ clientId: 'client-theo' });
  });

  it('hands it to a handler of another kind as well', async () => {
    const origin = await serve(toNodeListener((_, incoming: IncomingMessage) => new Response(incoming.httpVersion)));
    expect(await (await fetch(origin)).text()).to.equal('1.1');
  });

  // Types, too: what HTTP/2 has for requests and answers fits, though some of it is of another shape.
  it('answers over HTTP/2', async () => {
    const http2 = createHttp2Server(toNodeListener((request) => new Response(`${request.method} ${new URL(request.url).pathname}`)));
    await new Promise<void>((resolve) => http2.listen(0, '127.0.0.1', resolve));
    const session = connect(`http://127.0.0.1:${(http2.address() as AddressInfo).port}`);
    const call = session.request({ ':method': 'POST', ':path': '/inbox-token' }).setEncoding('utf8');
    let body = '';
    for await (const part of call) body += String(part);
    await new Promise<void>((resolve) => { session.close(resolve); });
    await new Promise((resolve) => http2.close(resolve));
    expect(body).to.equal('POST /inbox-token');
  });

  const proxies: [string, NodeListenerOptions, string][] = [
    ['believes nobody by default', {}, 'http://127.0.0.1'],
    ['believes a proxy where told to', { trustProxy: true }, 'https://shop.example'],
  ];
  for (const [what, options, expected] of proxies) {
    it(`${what} about the address that was called`, async () => {
      const origin = await serve(toNodeListener((request) => new Response(request.url), options));
      const headers = { 'X-Forwarded-Proto': 'https, http', 'X-Forwarded-Host': 'shop.example, inner' };
      expect(await (await fetch(`${origin}/x`, { headers })).text()).to.match(new RegExp(`^${expected}(:\\d+)?/x$`));
    });
  }

  it('believes the proxy also where the target names a host of its own', async () => {
    const origin = await serve(toNodeListener((request) => new Response(request.url), { trustProxy: true }));
    const { body } = await raw(origin, { path: `${origin}/x`, headers: { 'X-Forwarded-Host': 'shop.example' } });
    expect(body).to.equal('http://shop.example/x');
  });

  it('keeps the host where the path begins with two slashes', async () => {
    const origin = await serve(toNodeListener((request) => new Response(new URL(request.url).origin)));
    expect(await raw(origin, { path: '//evil.example/inbox-token' })).to.deep.equal({ status: 200, body: origin });
  });

  for (const host of ['a b<c>', 'shop.example/x?', 'shop.example#', String.raw`shop.example\x`, 'somebody@shop.example', 'shop\t.example', 'shop.example:x']) {
    it(`answers 400 where the host is not one: ${JSON.stringify(host)}`, async () => {
      const origin = await serve(toNodeListener(() => new Response('never')));
      const { status, body } = await raw(origin, { headers: { Host: host } });
      expect(status).to.equal(400);
      expect(body).to.contain('request_invalid').and.not.to.contain('shop');
    });
  }

  it('answers 400 where a proxy that is trusted names no host either', async () => {
    const origin = await serve(toNodeListener(() => new Response('never'), { trustProxy: true }));
    expect((await raw(origin, { headers: { 'X-Forwarded-Host': 'shop.example/x?' } })).status).to.equal(400);
  });

  const targets: [what: string, path: string, host: string, expected: string][] = [
    ['the host that the target names before the header’s', 'http://shop.example/inbox-token?a=b', 'other.example', 'http://shop.example/inbox-token?a=b'],
    ['a target without a path', 'HTTP://shop.example:81?a=b', 'other.example', 'http://shop.example:81/?a=b'],
    ['the target that means the whole server', '*', 'shop.example', 'http://shop.example/'],
    ['an empty host, and no part of the path in place of it', '/inbox-token', '', 'http://localhost/inbox-token'],
  ];
  for (const [what, path, host, expected] of targets) {
    it(`takes ${what}`, async () => {
      const origin = await serve(toNodeListener((request) => new Response(request.url)));
      expect(await raw(origin, { path, headers: { Host: host } })).to.deep.equal({ status: 200, body: expected });
    });
  }

  const failing: [string, () => Response][] = [
    ['gives no answer at all', () => undefined as never],
    ['gives an answer whose body breaks off', () => new Response(new ReadableStream({ pull: (body) => { body.error(new Error('gone')); } }))],
    ['gives an answer with a status that Node does not send', () => Response.error()],
    ['gives an answer with a header that Node does not send', () => new Response('text', { headers: { 'content-length': '4', 'x-name': '\u0001' } })],
  ];
  for (const [what, handler] of failing) {
    it(`answers 500 where the handler ${what}`, async () => {
      const told: unknown[] = [];
      const origin = await serve(toNodeListener(handler, { onError: (error) => told.push(error) }));
      const { status, body } = await raw(origin, {});
      expect(status).to.equal(500);
      expect(body).to.contain('internal_error');
      expect(told).to.have.length(1);
    });
  }

  it('answers 500 without a word of the error, and tells it to the operator', async () => {
    const told: unknown[] = [];
    const broken = new Error('at /srv/secret.ts:12');
    const origin = await serve(toNodeListener(() => { throw broken; }, { onError: (error) => told.push(error) }));
    const response = await fetch(origin, { method: 'POST' });
    expect(response.status).to.equal(500);
    expect(response.headers.get('cache-control')).to.equal('no-store');
    expect(await response.text()).not.to.contain('secret');
    expect(told).to.deep.equal([broken]);
  });

  it('survives a log that is broken as well', async () => {
    const origin = await serve(
      toNodeListener(() => Promise.reject(new Error('one')), { onError: () => { throw new Error('two'); } }),
    );
    expect((await fetch(origin)).status).to.equal(500);
  });

  it('aborts the request’s signal where the caller hangs up', async () => {
    let arrived = () => {};
    const called = new Promise<void>((resolve) => { arrived = resolve; });
    let aborted: Promise<unknown> = Promise.resolve();
    const origin = await serve(
      toNodeListener((request) => {
        aborted = new Promise((resolve) => { request.signal.addEventListener('abort', resolve); });
        arrived();
        return new Promise<Response>(() => {});
      }),
    );
    const caller = new AbortController();
    const call = fetch(origin, { signal: caller.signal }).catch(() => null);
    await called;
    caller.abort();
    await call;
    expect(await aborted).to.be.instanceOf(Event);
  });

  it('tells nobody that a handler gave up for a caller who has hung up', async () => {
    const told: unknown[] = [];
    let arrived = () => {};
    const called = new Promise<void>((resolve) => { arrived = resolve; });
    let gaveUp: Promise<unknown> = Promise.resolve();
    const handler = (request: Request): Promise<Response> => {
      const given = new Promise<Response>((_, reject) => {
        request.signal.addEventListener('abort', () => { reject(request.signal.reason as Error); });
      });
      gaveUp = given.catch(() => null);
      arrived();
      return given;
    };
    const origin = await serve(toNodeListener(handler, { onError: (error) => told.push(error) }));
    const caller = new AbortController();
    const call = fetch(origin, { signal: caller.signal }).catch(() => null);
    await called;
    caller.abort();
    await call;
    await gaveUp;
    await new Promise((resolve) => { setImmediate(resolve); });
    expect(told).to.deep.equal([]);
  });

  it('does not abort the signal of a request that has been answered', async () => {
    let signal: AbortSignal | undefined;
    const listener = toNodeListener((request) => {
      ({ signal } = request);
      return new Response('text');
    });
    let closed: Promise<unknown> = Promise.resolve();
    const origin = await serve((request, response) => {
      listener(request, response);
      closed = new Promise((resolve) => { response.on('close', resolve); });
    });
    await (await fetch(origin)).text();
    await closed;
    expect(signal?.aborted).to.equal(false);
  });

  it('tells the operator of an answer that cannot be sent', async () => {
    const told: unknown[] = [];
    const broken = new Error('The connection has broken.');
    const response = {
      statusCode: 0,
      headersSent: false,
      writableEnded: false,
      setHeader: () => undefined,
      on: () => undefined,
      end: () => { throw broken; },
    };
    await new Promise<void>((resolve) => {
      const onError = (error: unknown): void => {
        told.push(error);
        resolve();
      };
      toNodeListener(() => new Response('text'), { onError })({ url: '/', headers: { host: 'shop.example' } }, response);
    });
    expect(told).to.deep.equal([broken]);
  });

  it('leaves alone what somebody else has answered meanwhile', async () => {
    const told: unknown[] = [];
    let finish = () => {};
    const answered = new Promise<void>((resolve) => { finish = resolve; });
    const listener = toNodeListener(() => answered.then(() => new Response('late')), { onError: (error) => told.push(error) });
    const origin = await serve((request, response) => {
      listener(request, response);
      response.statusCode = 408;
      response.end('too late', finish);
    });
    const response = await fetch(origin);
    expect([response.status, await response.text()]).to.deep.equal([408, 'too late']);
    await answered;
    await new Promise((resolve) => { setImmediate(resolve); });
    expect(told).to.deep.equal([]);
  });

  it('writes no body where none may be, also not where Node lets that pass', async () => {
    const origin = await serve(
      toNodeListener(({ method }) => (method === 'HEAD' ? new Response('text') : new Response(null, { status: 204 }))),
      { rejectNonStandardBodyWrites: true },
    );
    for (const [method, status] of [['HEAD', 200], ['POST', 204]] as const) {
      const response = await fetch(origin, { method });
      expect([response.status, await response.text()], method).to.deep.equal([status, '']);
    }
  });
});

/** A request with a path or host that `fetch` would not send. */
function raw(origin: string, options: { path?: string; headers?: Record<string, string> }): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    httpRequest({ hostname, port, method: 'POST', setHost: options.headers?.Host === undefined, ...options }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part: string) => { body += part; });
      response.on('end', () => { resolve({ status: response.statusCode ?? 0, body }); });
    }).on('error', reject).end();
  });
}
