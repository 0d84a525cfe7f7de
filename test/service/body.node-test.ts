import { expect } from 'chai';
import { readBody } from '../../demo/service/http/body.js';

/** A request whose body comes byte by byte, each in the same memory: what is kept of a part has changed by the next. */
function inParts(bytes: Uint8Array): Request {
  let sent = 0;
  const part = new Uint8Array(1);
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (sent === bytes.length) return controller.close();
        part.fill(bytes[sent++] as number);
        controller.enqueue(part);
      },
    },
    { highWaterMark: 0 },
  );
  return new Request('https://inbox.example', { method: 'POST', body, duplex: 'half' } as RequestInit);
}

describe('reading a body', () => {
  // More than the first room for it, so that it must grow, and no power of two.
  const bytes = Uint8Array.from({ length: 40_000 }, (_, index) => index % 251);

  it('keeps no part of it, only its bytes: one that comes byte by byte weighs no more than another', async () => {
    const read = await readBody(inParts(bytes), bytes.length, 'body_too_large');
    expect(Buffer.compare(read, bytes)).to.equal(0);
    expect(read.buffer.byteLength, 'nothing around them').to.equal(bytes.length);
  });

  it('takes one that is not there for an empty one', async () => {
    const nothing = await readBody(new Request('https://inbox.example', { method: 'POST' }), 10, 'body_too_large');
    expect(nothing.byteLength).to.equal(0);
  });

  it('is no failure of the service where who sends it hangs up', async () => {
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => { controller.error(new Error('aborted')); } });
    const request = new Request('https://inbox.example', { method: 'POST', body, duplex: 'half' } as RequestInit);
    const refused = await readBody(request, 10, 'body_too_large').catch((error: unknown) => error);
    expect(refused).to.include({ code: 'malformed_request' });
  });

  it('refuses a byte too many', async () => {
    const refused = await readBody(inParts(bytes), bytes.length - 1, 'body_too_large').catch((error: unknown) => error);
    expect(refused).to.include({ code: 'body_too_large' });
  });
});
