import { expect } from 'chai';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createService, type Service } from '../../demo/service/service.js';

describe('what cannot be read as a request', () => {
  let service: Service;
  let running: { url: string; close(): Promise<void> };

  before(async () => {
    service = await createService();
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
    ['a Host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n'],
    ['no HTTP at all', 'hello\r\n\r\n'],
  ] as const) {
    it(`is answered by a problem with a code, which pages can read: ${name}`, async () => {
      const { head, body } = await answerTo(request);
      expect(head).to.match(/^HTTP\/1\.1 400 Bad Request\r\n/).and.match(/content-type: application\/problem\+json/i);
      expect(head).to.match(/access-control-allow-origin: \*/i);
      expect(body).to.include('"code":"malformed_request"');
    });
  }

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
