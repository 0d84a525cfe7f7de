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

  for (const [name, request] of [
    ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n'],
    ['a Host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n'],
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['headers without an end', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`],
  ] as const) {
    it(`is answered by a problem with a code: ${name}`, async () => {
      const socket = connect(Number(new URL(running.url).port), '127.0.0.1');
      socket.write(request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
      const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
      expect(head).to.match(/^HTTP\/1\.1 400 Bad Request\r\n/).and.match(/content-type: application\/problem\+json/i);
      expect(body).to.include('"code":"malformed_request"');
    });
  }
});
