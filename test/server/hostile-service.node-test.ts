import { expect } from 'chai';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { createTokenHandler } from '../../src/server/index.js';
import { API_KEY, FakeTimers, TOKEN } from './fake-token-service.js';

/** The real `fetch` of the platform against real sockets that misbehave. */
describe('createTokenHandler() against a service on the network', () => {
  let closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(closing.map((close) => close()));
    closing = [];
  });

  async function listen(server: Server | TcpServer): Promise<string> {
    const sockets = new Set<Socket>();
    server.on('connection', (socket: Socket) => sockets.add(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => { resolve(); }));
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async function refresh(baseUrl: string, timers?: FakeTimers) {
    const handler = createTokenHandler({
      baseUrl, apiKey: API_KEY, componentId: 'component-1', getClientId: () => 'client-mara', timeoutMs: 5_000, timers,
    });
    const response = await handler(
      new Request('https://shop.example/inbox-token', { method: 'POST', headers: { 'X-Requested-With': 'inbox-widget' } }),
    );
    const text = await response.text();
    expect(text).not.to.contain(API_KEY);
    return { status: response.status, body: JSON.parse(text) as Record<string, unknown> };
  }

  it('gets a token from one that behaves', async () => {
    const baseUrl = await listen(createServer((_, response) => response.end(JSON.stringify({ token: TOKEN }))));
    expect(await refresh(baseUrl)).to.deep.equal({ status: 200, body: { token: TOKEN } });
  });

  it('answers 504 where it takes the request and says nothing', async () => {
    const timers = new FakeTimers();
    const baseUrl = await listen(createServer(() => { timers.advance(5_000); }));
    expect(await refresh(baseUrl, timers)).to.nested.include({ status: 504, 'body.code': 'service_timeout' });
  });

  const misbehaviours: [string, (socket: Socket) => void][] = [
    ['resets the connection', (socket) => socket.resetAndDestroy()],
    ['hangs up', (socket) => socket.end()],
    ['speaks another protocol', (socket) => socket.end('220 mail.example ESMTP\r\n')],
    ['breaks off within its answer', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{"token":"ab')],
  ];
  for (const [what, misbehave] of misbehaviours) {
    it(`answers 502 where it ${what}`, async () => {
      const baseUrl = await listen(createTcpServer((socket) => { socket.once('data', () => { misbehave(socket); }); }));
      expect(await refresh(baseUrl)).to.nested.include({ status: 502, 'body.code': 'service_unreachable' });
    });
  }

  it('answers 502 where nobody listens', async () => {
    const baseUrl = await listen(createTcpServer());
    await Promise.all(closing.map((close) => close()));
    closing = [];
    expect(await refresh(baseUrl)).to.nested.include({ status: 502, 'body.code': 'service_unreachable' });
  });

  it('follows no redirect: the key stays with the service', async () => {
    let reached = 0;
    const elsewhere = await listen(createServer((_, response) => { reached += 1; response.end(); }));
    const baseUrl = await listen(createServer((_, response) => response.writeHead(307, { Location: elsewhere }).end()));
    expect(await refresh(baseUrl)).to.nested.include({ status: 502, 'body.code': 'service_answer_unusable' });
    expect(reached).to.equal(0);
  });
});
