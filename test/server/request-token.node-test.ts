import { expect } from 'chai';
import { requestToken, TokenRequestError } from '../../src/server/index.js';
import type { RequestTokenOptions } from '../../src/server/index.js';
import { API_KEY, FakeTokenService, FakeTimers, jsonAnswer, OPTIONS, printed, rejectionOf, TOKEN } from './fake-token-service.js';

const URL = 'https://inbox.example.com/authentication/login_check';

const ask = (service: FakeTokenService, more: Partial<RequestTokenOptions> = {}) =>
  requestToken({ ...OPTIONS, clientId: 'client-mara', fetch: service.fetch, ...more });

async function failureOf(promise: Promise<unknown>): Promise<TokenRequestError> {
  const error = await rejectionOf(promise);
  expect(error).to.be.instanceOf(TokenRequestError);
  return error as TokenRequestError;
}

describe('requestToken()', () => {
  it('sends what the specification asks for and returns the token', async () => {
    const service = new FakeTokenService(() => jsonAnswer({ token: TOKEN }));
    expect(await ask(service)).to.equal(TOKEN);
    const [request] = service.requests;
    expect(service.requests).to.have.length(1);
    expect(request?.method).to.equal('POST');
    expect(request?.url).to.equal(URL);
    expect(request?.headers.get('content-type')).to.equal('application/json');
    expect(request?.headers.get('x-api-key')).to.equal(API_KEY);
    expect(await request?.json()).to.deep.equal({ componentId: 'component-1', clientId: 'client-mara' });
  });

  it('asks nothing of fetch that a runtime may refuse: older Workers know no cache', async () => {
    let asked: string[] = [];
    const fetch: typeof globalThis.fetch = (_, init) => {
      asked = Object.keys(init ?? {});
      return Promise.resolve(jsonAnswer({ token: TOKEN }));
    };
    await ask(new FakeTokenService(), { fetch });
    expect(asked).to.have.members(['method', 'headers', 'body', 'redirect', 'signal']);
  });

  it('never takes the API key along a redirect', async () => {
    const service = new FakeTokenService(() => new Response(null, { status: 302, headers: { Location: 'https://evil.example/' } }));
    const error = await failureOf(ask(service));
    expect(service.requests.map(({ redirect }) => redirect)).to.deep.equal(['manual']);
    expect(error).to.include({ code: 'service_answer_unusable', status: 302 });
  });

  const addresses: [string, string][] = [
    ['https://inbox.example.com/', 'https://inbox.example.com/authentication/login_check'],
    ['https://inbox.example.com/eu//', 'https://inbox.example.com/eu/authentication/login_check'],
    ['http://localhost:4100', 'http://localhost:4100/authentication/login_check'],
    ['http://127.0.0.1:4100', 'http://127.0.0.1:4100/authentication/login_check'],
    ['http://[::1]:4100', 'http://[::1]:4100/authentication/login_check'],
  ];
  for (const [baseUrl, url] of addresses) {
    it(`asks ${url} where the base address is ${baseUrl}`, async () => {
      const service = new FakeTokenService(() => jsonAnswer({ token: TOKEN }));
      await ask(service, { baseUrl });
      expect(service.requests[0]?.url).to.equal(url);
    });
  }

  it('takes the key of an environment variable with a line break at its end', async () => {
    const service = new FakeTokenService(() => jsonAnswer({ token: TOKEN }));
    await ask(service, { apiKey: `${API_KEY}\n` });
    expect(service.requests[0]?.headers.get('x-api-key')).to.equal(API_KEY);
  });

  const unusable: [string, Record<string, unknown>, string][] = [
    ['no base address', { baseUrl: undefined }, 'baseUrl'],
    ['a relative base address', { baseUrl: '/inbox' }, 'baseUrl'],
    ['a key sent in plain text over the net', { baseUrl: 'http://inbox.example.com' }, 'https'],
    ['a base address that only begins like a loopback one', { baseUrl: 'http://localhost.evil.example' }, 'https'],
    ['a base address of another scheme', { baseUrl: 'ftp://inbox.example.com' }, 'https'],
    ['a base address with a query', { baseUrl: 'https://inbox.example.com/?a=b' }, 'query'],
    ['a base address with a fragment', { baseUrl: 'https://inbox.example.com/#a' }, 'fragment'],
    ['a base address with a user', { baseUrl: 'https://me:secret@inbox.example.com' }, 'user'],
    ['no API key', { apiKey: undefined }, 'apiKey'],
    ['an empty API key', { apiKey: ' ' }, 'apiKey'],
    ['an API key that no header can carry', { apiKey: `${API_KEY}\r\nX-Evil: 1` }, 'apiKey'],
    ['an API key outside of ASCII', { apiKey: `${API_KEY}é` }, 'apiKey'],
    ['no component', { componentId: undefined }, 'componentId'],
    ['an empty client', { clientId: '' }, 'clientId'],
    ['a client that is a number', { clientId: 42 }, 'clientId'],
    ['a time limit of 0', { timeoutMs: 0 }, 'timeoutMs'],
    ['a time limit that is no number', { timeoutMs: NaN }, 'timeoutMs'],
    ['a time limit beyond what timers hold', { timeoutMs: 2 ** 31 }, 'timeoutMs'],
  ];
  for (const [what, options, named] of unusable) {
    it(`refuses ${what} before anything is sent`, async () => {
      const service = new FakeTokenService(() => jsonAnswer({ token: TOKEN }));
      const error = await failureOf(ask(service, options));
      expect(error.code).to.equal('options_invalid');
      expect(error.message).to.contain(named);
      expect(printed(error)).not.to.contain(API_KEY).and.not.to.contain('secret@');
      expect(service.requests).to.deep.equal([]);
    });
  }

  it('takes the longest time limit that timers hold', async () => {
    expect(await ask(new FakeTokenService(() => jsonAnswer({ token: TOKEN })), { timeoutMs: 2 ** 31 - 1 })).to.equal(TOKEN);
  });

  const NOW = 'Fri, 27 Nov 2026 09:00:00 GMT';
  const answers: [string, () => Response, Partial<TokenRequestError>][] = [
    ['401 with a code', () => jsonAnswer({ code: 'api_key_invalid' }, 401), { code: 'api_key_invalid', status: 401 }],
    ['404 with a code', () => jsonAnswer({ code: 'client_unknown' }, 404), { code: 'client_unknown', status: 404 }],
    ['422 with a code', () => jsonAnswer({ code: 'field_invalid' }, 422), { code: 'field_invalid', status: 422 }],
    ['a code of a later version', () => jsonAnswer({ code: 'plan_expired' }, 402), { code: 'plan_expired', status: 402 }],
    ['404 of a web server', () => new Response('<h1>Not found</h1>', { status: 404 }), { code: 'service_refused', status: 404 }],
    ['a code that is no code', () => jsonAnswer({ code: 'Oh <b>no</b>' }, 400), { code: 'service_refused', status: 400 }],
    ['429 in seconds', () => jsonAnswer({ code: 'too_many_requests' }, 429, { 'Retry-After': '7' }), { code: 'too_many_requests', retryAfterMs: 7000 }],
    ['429 with a date, read against the answer’s own', () => jsonAnswer({}, 429, { 'Retry-After': 'Fri, 27 Nov 2026 09:02:00 GMT', Date: NOW }), { code: 'too_many_requests', retryAfterMs: 120_000 }],
    ['429 with a date that is over', () => jsonAnswer({}, 429, { 'Retry-After': 'Fri, 27 Nov 2026 08:00:00 GMT', Date: NOW }), { retryAfterMs: 0 }],
    ['429 with an absurd wait', () => jsonAnswer({}, 429, { 'Retry-After': '9'.repeat(40) }), { retryAfterMs: 86_400_000 }],
    ['429 with an unreadable wait', () => jsonAnswer({}, 429, { 'Retry-After': 'soon' }), { retryAfterMs: undefined }],
    ['429 with a part of a second', () => jsonAnswer({}, 429, { 'Retry-After': '1.5', Date: NOW }), { retryAfterMs: 1500 }],
    ['429 with a wait below nothing', () => jsonAnswer({}, 429, { 'Retry-After': '-5', Date: NOW }), { retryAfterMs: undefined }],
    ['500', () => new Response('oops', { status: 500 }), { code: 'service_failed', status: 500 }],
    ['503 with a wait', () => new Response('', { status: 503, headers: { 'Retry-After': '5' } }), { code: 'service_failed', status: 503, retryAfterMs: 5000 }],
    ['408 with a code', () => jsonAnswer({ code: 'request_timeout' }, 408), { code: 'service_failed', status: 408 }],
    ['408', () => new Response('', { status: 408 }), { code: 'service_failed', status: 408 }],
    ['425 with a code', () => jsonAnswer({ code: 'too_early' }, 425), { code: 'service_failed', status: 425 }],
    ['200 without a body', () => new Response(null), { code: 'service_answer_unusable', status: 200 }],
    ['200 with a page', () => new Response('<!doctype html><p>Hello'), { code: 'service_answer_unusable' }],
    ['200 with null', () => jsonAnswer(null), { code: 'service_answer_unusable' }],
    ['200 with a token that is not one', () => jsonAnswer({ token: 42 }), { code: 'service_answer_unusable' }],
    ['200 with an empty token', () => jsonAnswer({ token: '' }), { code: 'service_answer_unusable' }],
    ['200 with the text "undefined"', () => jsonAnswer({ token: 'undefined' }), { code: 'service_answer_unusable' }],
    ['200 with white space in the token', () => jsonAnswer({ token: 'a b' }), { code: 'service_answer_unusable' }],
    ['200 with the placeholder', () => jsonAnswer({ token: '[[TOKEN]]' }), { code: 'service_answer_unusable' }],
    ['200 with a token of over 128 KiB', () => jsonAnswer({ token: 'x'.repeat(128 * 1024 + 1) }), { code: 'service_answer_unusable' }],
  ];
  for (const [what, answer, expected] of answers) {
    it(`tells of ${what}`, async () => {
      expect(await failureOf(ask(new FakeTokenService(answer)))).to.include(expected);
    });
  }

  it('says which address answered what, for whoever reads the log', async () => {
    const messageOf = async (answer: () => Response) => (await failureOf(ask(new FakeTokenService(answer)))).message;
    expect(await messageOf(() => new Response('<h1>Hello</h1>'))).to.equal(`The service at ${URL} answered 200, but without a token (service_answer_unusable).`);
    expect(await messageOf(() => new Response(null, { status: 301 }))).to.equal(`The service at ${URL} answered 301 (service_answer_unusable).`);
    expect(await messageOf(() => new Response('', { status: 404 }))).to.equal(`The service at ${URL} answered 404 (service_refused).`);
    expect(await messageOf(() => jsonAnswer({ code: 'api_key_invalid' }, 401))).to.equal(`The service at ${URL} answered 401 (api_key_invalid).`);
  });

  it('takes a token of 128 KiB, and any success status', async () => {
    const token = 'x'.repeat(128 * 1024);
    expect(await ask(new FakeTokenService(() => jsonAnswer({ token }, 201)))).to.equal(token);
  });

  it('tells of a connection that fails, by the system’s code alone', async () => {
    const service = new FakeTokenService();
    const asked = ask(service);
    const cause = Object.assign(new Error(`x-api-key: ${API_KEY}`), { code: 'ECONNREFUSED' });
    service.answerNext(new TypeError(`fetch failed with ${API_KEY}`, { cause }));
    const error = await failureOf(asked);
    expect(error).to.include({ code: 'service_unreachable', status: undefined });
    expect(error.message).to.contain('ECONNREFUSED');
    expect(printed(error)).not.to.contain(API_KEY);
  });

  it('passes on no code but the system’s', async () => {
    for (const code of ['not\nof the system', 'SESSION=cookie', 23]) {
      const service = new FakeTokenService();
      const asked = ask(service);
      service.answerNext(Object.assign(new TypeError('fetch failed'), { code }));
      expect((await failureOf(asked)).message).to.equal(`The service at ${URL} could not be reached.`);
    }
  });

  it('tells of a failure that is its own cause', async () => {
    const service = new FakeTokenService();
    const asked = ask(service);
    const error = new TypeError('fetch failed');
    service.answerNext(Object.assign(error, { cause: error }));
    expect(await failureOf(asked)).to.include({ code: 'service_unreachable' });
  });

  it('passes on no text of an answer that repeats the key', async () => {
    const key = 'abc_123';
    const answer = () => jsonAnswer({ code: `unknown_${key}`, title: key, detail: key, errors: { apiKey: key } }, 401);
    const error = await failureOf(ask(new FakeTokenService(answer), { apiKey: key }));
    expect(error.code).to.equal('service_refused');
    expect(printed(error)).not.to.contain(key);
  });

  describe('time', () => {
    it('gives up at the limit, even where fetch ignores its signal, and leaves no timer', async () => {
      const service = new FakeTokenService();
      const timers = new FakeTimers();
      const asked = failureOf(ask(service, { timers }));
      timers.advance(9_999);
      expect(timers.pendingCount).to.equal(1);
      timers.advance(1);
      const error = await asked;
      expect(error).to.include({ code: 'service_timeout', status: undefined });
      expect(error.message).to.equal(`The service at ${URL} did not answer within 10000 ms.`);
      expect(service.requests[0]?.signal.aborted).to.equal(true);
      expect(timers.pendingCount).to.equal(0);
    });

    it('counts the body too: headers alone are no answer', async () => {
      const timers = new FakeTimers();
      const endless = new ReadableStream({ start: (stream) => { stream.enqueue(new TextEncoder().encode('{"token":')); } });
      const asked = failureOf(ask(new FakeTokenService(() => new Response(endless)), { timers, timeoutMs: 500 }));
      timers.advance(500);
      expect(await asked).to.include({ code: 'service_timeout' });
    });

    it('stops reading an answer that never ends', async () => {
      let chunks = 0;
      let cancelled = false;
      const endless = new ReadableStream({
        pull: (stream) => { chunks += 1; stream.enqueue(new Uint8Array(64 * 1024)); },
        cancel: () => { cancelled = true; },
      });
      const error = await failureOf(ask(new FakeTokenService(() => new Response(endless))));
      expect(error.code).to.equal('service_answer_unusable');
      expect(chunks).to.be.lessThan(10);
      expect(cancelled, 'the connection is given back, even where fetch ignores its signal').to.be.true;
    });

    it('leaves no timer behind a success', async () => {
      const timers = new FakeTimers();
      await ask(new FakeTokenService(() => jsonAnswer({ token: TOKEN })), { timers });
      expect(timers.pendingCount).to.equal(0);
    });

    it('leaves no listener on the caller’s signal', async () => {
      const { signal } = new AbortController();
      const listening = new Set<unknown>();
      signal.addEventListener = (_: string, listener: unknown) => void listening.add(listener);
      signal.removeEventListener = (_: string, listener: unknown) => void listening.delete(listener);
      let during = 0;
      await ask(new FakeTokenService(() => {
        during = listening.size;
        return jsonAnswer({ token: TOKEN });
      }), { signal });
      expect([during, listening.size]).to.deep.equal([1, 0]);
    });

    it('gives up with the caller’s reason', async () => {
      const service = new FakeTokenService();
      const timers = new FakeTimers();
      const caller = new AbortController();
      const asked = rejectionOf(ask(service, { timers, signal: caller.signal }));
      const reason = new Error('The user left.');
      caller.abort(reason);
      expect(await asked).to.equal(reason);
      expect(service.requests[0]?.signal.aborted).to.equal(true);
      expect(timers.pendingCount).to.equal(0);
    });

    it('sends nothing for a caller who has given up already', async () => {
      const service = new FakeTokenService();
      const reason = new Error('Gone.');
      expect(await rejectionOf(ask(service, { signal: AbortSignal.abort(reason) }))).to.equal(reason);
      expect(service.requests).to.deep.equal([]);
    });
  });
});
