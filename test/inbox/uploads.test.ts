import { expect } from 'chai';
import fc from 'fast-check';
import { InboxError } from '../../src/errors.js';
import { exampleInbox } from '../../src/inbox/memory/index.js';
import { ServiceSource } from '../../src/inbox/service/service-source.js';
import { contentDisposition } from '../../src/inbox/service/upload.js';
import { FakeService, problem, SERVICE } from '../helpers/fake-service.js';
import { FakeTokens } from '../helpers/fake-tokens.js';
import { installFakeUploads } from '../helpers/fake-uploads.js';
import { PlainResponse } from '../helpers/plain-response.js';
import { rest } from '../helpers/inbox-timers.js';

describe("a file's name in Content-Disposition", () => {
  const TABLE: readonly [name: string, encoded: string][] = [
    ['plain.txt', 'plain.txt'],
    ['Quote 2041 – oak table.pdf', 'Quote%202041%20%E2%80%93%20oak%20table.pdf'],
    ["it's (1)*.txt", 'it%27s%20%281%29%2A.txt'],
    ['a"; b=\r\nc', 'a%22%3B%20b%3D%0D%0Ac'],
    ['🙂', '%F0%9F%99%82'],
    ['\uD83D', '%EF%BF%BD'],
  ];
  for (const [name, encoded] of TABLE) {
    it(`is written as RFC 8187 says: ${JSON.stringify(name)}`, () => {
      expect(contentDisposition(name)).to.equal(`attachment; filename*=UTF-8''${encoded}`);
    });
  }

  it('is never more than letters of that standard, and comes back as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const [, encoded = ''] = contentDisposition(name).split("UTF-8''");
        expect(encoded).to.match(/^[\w!#$&+\-.^`|~%]*$/);
        expect(decodeURIComponent(encoded)).to.equal(name);
      }),
    );
  });
});

describe('an upload', () => {
  let restore = (): void => undefined;
  afterEach(() => restore());

  function world() {
    const service = new FakeService(exampleInbox());
    restore = installFakeUploads(service.fetch);
    const tokens = new FakeTokens();
    return { service, tokens, source: new ServiceSource({ service: SERVICE, tokens, fetch: service.fetch }) };
  }

  const file = new File(['0123456789'], 'ten.txt', { type: 'text/plain' });
  const failure = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

  it('tells how far it is, and sends name and type', async () => {
    const { service, source } = world();
    const parts: number[] = [];
    const attachment = await source.uploadAttachment(file, { onProgress: (part) => parts.push(part) });
    expect(parts).to.deep.equal([0.5, 1]);
    expect(attachment).to.deep.include({ name: 'ten.txt', type: 'text/plain', size: 10 });
    expect(service.calls[0]?.headers.get('authorization')).to.equal('Bearer token-1');
  });

  it('tells of an empty file that it is at its beginning: of nothing, no part can be sent', async () => {
    const parts: number[] = [];
    await world().source.uploadAttachment(new File([], 'empty.txt'), { onProgress: (part) => parts.push(part) });
    expect(parts).to.deep.equal([0, 0]);
  });

  it('is repeated once with another token after 401, also where its body cannot be read', async () => {
    const { service, source, tokens } = world();
    service.fault = ({ token }) => (token === 'token-1' ? new PlainResponse('<h1>', { status: 401 }) : null);
    service.tokens.add('token-2');
    tokens.next = 'token-2';
    await source.uploadAttachment(file);
    expect(service.calls.map(({ token }) => token)).to.deep.equal(['token-1', 'token-2']);
    expect(tokens.rejected.map(({ token }) => token)).to.deep.equal(['token-1']);
  });

  it('says that the file is refused, or that the service cannot be reached', async () => {
    const { service, source } = world();
    service.fault = () => problem(413, 'body_too_large');
    const refused = await failure(source.uploadAttachment(file));
    expect(refused).to.be.instanceOf(InboxError);
    expect(refused).to.include({ code: 'INBOX_ATTACHMENT_REJECTED', status: 413, serviceCode: 'body_too_large' });
    service.fault = () => Promise.reject(new TypeError('Lost.'));
    expect(await failure(source.uploadAttachment(file))).to.include({ code: 'INBOX_SERVICE_UNREACHABLE' });
    service.fault = () => PlainResponse.of({ id: 7 });
    expect(await failure(source.uploadAttachment(file))).to.include({ code: 'INBOX_SERVICE_UNEXPECTED' });
  });

  it('comes to its end where there is nothing in the answer, which has no body then: the service has not answered that', async () => {
    const { service, source } = world();
    service.fault = () => new PlainResponse('', { status: 204 });
    expect(await failure(source.uploadAttachment(file))).to.include({ code: 'INBOX_SERVICE_UNREACHABLE', status: 204 });
  });

  it('lets the next request wait as long as the service has asked to, by the clock of its answer', async () => {
    const { service, source } = world();
    const headers = { 'retry-after': 'Thu, 21 May 2020 10:00:20 GMT', date: 'Thu, 21 May 2020 10:00:00 GMT' };
    service.fault = () => problem(429, 'too_many_requests', headers);
    await failure(source.uploadAttachment(file));
    service.fault = () => null;
    expect(await failure(source.getInbox())).to.include({ code: 'INBOX_SERVICE_UNREACHABLE' });
    expect(service.calls).to.have.length(1);
  });

  it('is given up where the file cannot be read: a folder, or a file that is gone', async () => {
    const { service, source } = world();
    service.fault = () => Promise.reject(new TypeError('Lost.'));
    const folder = new File([], 'folder');
    folder.slice = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) });
    expect(await failure(source.uploadAttachment(folder))).to.include({ code: 'INBOX_ATTACHMENT_REJECTED' });
    expect(await failure(source.uploadAttachment(file))).to.include({ code: 'INBOX_SERVICE_UNREACHABLE' });
  });

  it('ends when it is aborted', async () => {
    const { service, source } = world();
    service.fault = () => new Promise<never>(() => undefined);
    const abort = new AbortController();
    const uploading = failure(source.uploadAttachment(file, { signal: abort.signal }));
    await rest();
    const reason = new Error('Taken out.');
    abort.abort(reason);
    expect(await uploading).to.equal(reason);
    expect(service.calls[0]?.init.signal?.aborted).to.equal(true);
  });
});
