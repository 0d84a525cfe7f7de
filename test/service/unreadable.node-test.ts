import { expect } from 'chai';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { LogEntry } from '../../demo/service/options.js';
import { createService, type Service } from '../../demo/service/service.js';

/** Of a form of the dashboard's own, whose body is read whoever sends it. */
const FORM = 'Host: x\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\n';

describe('what cannot be read as a request', () => {
  let service: Service;
  let running: { url: string; close(): Promise<void> };

  let logged: (entry: LogEntry) => void = () => {};

  before(async () => {
    service = await createService({ log: (entry) => { logged(entry); } });
    running = await service.start(0);
  });
  after(async () => {
    await running.close();
    await service.close();
  });

  /** What comes back until the service hangs up. */
  async function answerTo(request: string): Promise<{ head: string; body: string }> {
    const socket = connect(Number(new URL(running.url).port), '127.0.0.1');
    socket.write(request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    return { head, body };
  }

  const withToken = (length: number) => `GET /inbox HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${'a'.repeat(length)}\r\n\r\n`;

  for (const [name, request] of [
    ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n'],
    ['a Host that is not one', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n'],
    ['no HTTP at all', 'hello\r\n\r\n'],
  ] as const) {
    it(`is answered by a problem with a code, which pages can read: ${name}`, async () => {
      const { head, body } = await answerTo(request);
      expect(head).to.match(/^HTTP\/1\.1 400 Bad Request\r\n/).and.match(/content-type: application\/problem\+json/i);
      expect(head).to.match(/access-control-allow-origin: \*/i);
      expect(body).to.include('"code":"malformed_request"');
    });
  }

  it('is what comes too slowly: pages are told that a later try may succeed', async () => {
    const impatient = await createService({ limits: { requestArrivalMs: 50 } });
    const { url, close } = await impatient.start(0);
    for (const half of ['GET / HTTP/1.1\r\nHo', `POST /dashboard/sign-in HTTP/1.1\r\n${FORM}Content-Length: 9\r\n\r\nab`]) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.write(half);
      const answer = await text(socket);
      expect(answer).to.match(/^HTTP\/1\.1 408 Request Timeout\r\n/).and.match(/access-control-allow-origin: \*/i);
      expect(answer).to.include('"code":"request_timeout"');
    }
    await close();
    await impatient.close();
  });

  it('is not what comes with an expectation that is unknown here', async () => {
    const { head } = await answerTo('GET /inbox HTTP/1.1\r\nHost: x\r\nExpect: haste\r\n\r\n');
    expect(head).to.match(/^HTTP\/1\.1 401 /).and.match(/access-control-allow-origin: \*/i);
  });

  it('is no failure of the service where somebody hangs up in the middle of a body', async () => {
    const entry = new Promise<LogEntry>((resolve) => { logged = resolve; });
    const socket = connect(Number(new URL(running.url).port), '127.0.0.1');
    socket.write(`POST /dashboard/sign-in HTTP/1.1\r\n${FORM}Expect: 100-continue\r\nContent-Length: 9\r\n\r\n`);
    // The service has begun to read.
    await once(socket, 'data');
    socket.destroy();
    expect(await entry).to.include({ type: 'request', status: 400 });
  });

  it('is not a token that is too long: any that the widget would send is judged as a token', async () => {
    const { head, body } = await answerTo(withToken(128 * 1024));
    expect(head).to.match(/^HTTP\/1\.1 401 /).and.match(/access-control-allow-origin: \*/i);
    expect(body).to.include('"code":"token_invalid"');
  });

  it('is answered as too large where the headers are, and pages can read that too', async () => {
    const { head, body } = await answerTo(withToken(300 * 1024));
    expect(head).to.match(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/).and.match(/access-control-allow-origin: \*/i);
    expect(body).to.include('"code":"headers_too_large"');
  });
});
