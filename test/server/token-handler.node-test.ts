import { expect } from 'chai';
import { createTokenHandler, TokenRequestError, type TokenHandlerOptions } from '../../src/server/index.js';
import { API_KEY, FakeTokenService, FakeTimers, jsonAnswer, OPTIONS, printed, TOKEN } from './fake-token-service.js';

const ENDPOINT = 'https://shop.example/inbox-token';

function refresh(headers: Record<string, string> = {}, method = 'POST'): Request {
  return new Request(ENDPOINT, { method, headers: { 'X-Requested-With': 'inbox-widget', ...headers } });
}

function handlerOf(service: FakeTokenService, more: Partial<TokenHandlerOptions> = {}) {
  return createTokenHandler({ ...OPTIONS, fetch: service.fetch, getClientId: () => 'client-mara', ...more });
}

const granting = () => new FakeTokenService(() => jsonAnswer({ token: TOKEN }));

async function problemOf(response: Response): Promise<Record<string, unknown>> {
  expect(response.headers.get('content-type')).to.equal('application/problem+json');
  expect(response.headers.get('cache-control')).to.equal('no-store');
  const problem = (await response.json()) as Record<string, unknown>;
  expect(problem).to.have.keys('type', 'title', 'status', 'detail', 'code');
  expect(problem.status).to.equal(response.status);
  return problem;
}

describe('createTokenHandler()', () => {
  it('answers with a token that no cache keeps', async () => {
    const service = granting();
    const response = await handlerOf(service)(refresh());
    expect(response.status).to.equal(200);
    expect(response.headers.get('cache-control')).to.equal('no-store');
    expect(response.headers.get('content-type')).to.equal('application/json');
    expect(await response.json()).to.deep.equal({ token: TOKEN });
    expect(await service.requests[0]?.json()).to.deep.equal({ componentId: 'component-1', clientId: 'client-mara' });
  });

  it('passes the lifetime on where the service tells it', async () => {
    const response = await handlerOf(new FakeTokenService(() => jsonAnswer({ token: TOKEN, expires_in: 30 })))(refresh());
    expect(await response.json()).to.deep.equal({ token: TOKEN, expires_in: 30 });
  });

  it('hands out no lifetime that is not one', async () => {
    for (const expires_in of [0, -30, '30', null]) {
      const response = await handlerOf(new FakeTokenService(() => jsonAnswer({ token: TOKEN, expires_in })))(refresh());
      expect(await response.json(), String(expires_in)).to.deep.equal({ token: TOKEN });
    }
  });

  it('asks with the request itself whose session it is', async () => {
    const service = granting();
    const getClientId = (request: Request) => Promise.resolve(request.headers.get('cookie'));
    await handlerOf(service, { getClientId })(refresh({ Cookie: 'client-theo' }));
    expect(await service.requests[0]?.json()).to.include({ clientId: 'client-theo' });
  });

  it('asks with what the server hands over beside it, too, as it is', async () => {
    const asked: unknown[] = [];
    const handler = createTokenHandler<{ user?: string } | undefined>({
      ...OPTIONS,
      fetch: granting().fetch,
      getClientId: (_, session) => {
        asked.push(session);
        return session?.user ?? 'client-mara';
      },
    });
    const session = { user: 'client-theo' };
    await handler(refresh(), session);
    await handler(refresh());
    expect(asked).to.have.length(2);
    expect(asked[0]).to.equal(session);
    expect(asked[1]).to.equal(undefined);
  });

  for (const nobody of [null, undefined, '', false] as const) {
    it(`answers 401 where the session gives ${JSON.stringify(nobody)}, without a call to the service`, async () => {
      const service = granting();
      const response = await handlerOf(service, { getClientId: () => nobody })(refresh());
      expect(response.status).to.equal(401);
      expect(await problemOf(response)).to.include({ code: 'session_missing' });
      expect(service.requests).to.deep.equal([]);
    });
  }

  it('answers 500 where the session cannot be read, and tells the operator only', async () => {
    const told: unknown[] = [];
    const broken = new Error('database password is hunter2');
    const handler = handlerOf(granting(), {
      getClientId: () => { throw broken; },
      onError: (error) => told.push(error),
    });
    const response = await handler(refresh());
    expect(response.status).to.equal(500);
    expect(JSON.stringify(await problemOf(response))).not.to.contain('hunter2');
    expect(told).to.deep.equal([broken]);
  });

  const busy = (status: number, headers = {}) => jsonAnswer({ code: 'too_many_requests', detail: API_KEY }, status, headers);
  const refused = (status: number, code: string) => jsonAnswer({ code, detail: `Key ${API_KEY} is unknown` }, status);
  const verdicts: [string, () => Response | Promise<Response>, number, string, string | null][] = [
    ['refuses the key', () => refused(401, 'api_key_invalid'), 424, 'api_key_invalid', null],
    ['misses the key', () => refused(401, 'api_key_missing'), 424, 'api_key_missing', null],
    ['does not know the component', () => refused(404, 'component_unknown'), 424, 'component_unknown', null],
    ['does not know the client', () => refused(404, 'client_unknown'), 403, 'client_unknown', null],
    ['refuses a field', () => refused(422, 'field_invalid'), 424, 'field_invalid', null],
    ['cannot read the body', () => refused(400, 'malformed_body'), 424, 'malformed_body', null],
    ['refuses the media type', () => refused(415, 'media_type_unsupported'), 424, 'media_type_unsupported', null],
    ['is no service at all', () => new Response('<h1>404</h1>', { status: 404 }), 424, 'service_refused', null],
    ['is busy and says for how long', () => busy(429, { 'Retry-After': '12' }), 503, 'too_many_requests', '12'],
    ['is busy for a second and a half', () => busy(429, { 'Retry-After': '1.5' }), 503, 'too_many_requests', '2'],
    ['is busy and does not say for how long', () => busy(429), 503, 'too_many_requests', '30'],
    ['is closed for a while', () => new Response('', { status: 503, headers: { 'Retry-After': '90' } }), 503, 'service_failed', '90'],
    ['is closed', () => new Response('', { status: 503 }), 502, 'service_failed', null],
    ['fails', () => new Response(`stack with ${API_KEY}`, { status: 500 }), 502, 'service_failed', null],
    ['fails and names a time', () => new Response('', { status: 500, headers: { 'Retry-After': '90' } }), 502, 'service_failed', null],
    ['fails with a code', () => refused(500, 'database_lost'), 502, 'database_lost', null],
    ['fails by a code that also tells of a client', () => refused(500, 'client_unknown'), 502, 'client_unknown', null],
    ['redirects', () => new Response(null, { status: 302, headers: { Location: '/login' } }), 502, 'service_answer_unusable', null],
    ['answers with a page', () => new Response(`<p>${API_KEY}`), 502, 'service_answer_unusable', null],
    ['answers with the key for a token', () => jsonAnswer({ token: API_KEY }), 502, 'service_answer_unusable', null],
    ['answers with the key within the token', () => jsonAnswer({ token: `Bearer.${API_KEY}.x`, expires_in: 30 }), 502, 'service_answer_unusable', null],
    ['answers with nothing', () => new Response(null), 502, 'service_answer_unusable', null],
    ['breaks the connection', () => Promise.reject(new TypeError(`fetch failed ${API_KEY}`)), 502, 'service_unreachable', null],
  ];
  for (const [what, answer, status, code, retryAfter] of verdicts) {
    it(`answers ${status} ${code} where the service ${what}, without the key anywhere`, async () => {
      const told: unknown[] = [];
      const response = await handlerOf(new FakeTokenService(answer), { onError: (error) => told.push(error) })(refresh());
      expect(response.status).to.equal(status);
      expect(response.headers.get('retry-after')).to.equal(retryAfter);
      const everything = [...response.headers].join() + JSON.stringify(await problemOf(response.clone()));
      expect((await problemOf(response)).code).to.equal(code);
      expect(everything).not.to.contain(API_KEY);
      expect(told).to.have.length(1);
      expect(told[0]).to.be.instanceOf(TokenRequestError).and.include({ code });
      expect(printed(told[0])).not.to.contain(API_KEY);
    });
  }

  it('answers 504 where the service hangs, and asks anew the next time', async () => {
    const service = new FakeTokenService();
    const timers = new FakeTimers();
    const handler = handlerOf(service, { timers, timeoutMs: 2_000 });
    const first = handler(refresh());
    await untilRequested(service, 1);
    timers.advance(2_000);
    expect(await problemOf(await first)).to.include({ status: 504, code: 'service_timeout' });
    const second = handler(refresh());
    await untilRequested(service, 2);
    // The answer to the first request comes at last, and belongs to nobody any more.
    service.answerNext(jsonAnswer({ token: 'late' }));
    service.answerNext(jsonAnswer({ token: TOKEN }));
    expect(await (await second).json()).to.deep.equal({ token: TOKEN });
    expect(timers.pendingCount).to.equal(0);
  });

  for (const [how, onError] of [
    ['at once', () => { throw new Error('disk full'); }],
    ['later', () => Promise.reject(new Error('disk full'))],
  ] as [string, () => void][]) {
    it(`answers even where the operator’s log is broken, and fails ${how}`, async () => {
      const unheard: unknown[] = [];
      const hear = (reason: unknown): unknown => unheard.push(reason);
      process.on('unhandledRejection', hear);
      const handler = handlerOf(new FakeTokenService(() => refused(401, 'api_key_invalid')), { onError });
      expect((await handler(refresh())).status).to.equal(424);
      await new Promise(setImmediate);
      process.off('unhandledRejection', hear);
      expect(unheard).to.deep.equal([]);
    });
  }

  describe('requests for one client at the same time', () => {
    it('share one call to the service, each with an answer of its own', async () => {
      const service = new FakeTokenService();
      const handler = handlerOf(service);
      const answers = Promise.all([handler(refresh()), handler(refresh()), handler(refresh())]);
      await untilRequested(service, 1);
      service.answerNext(jsonAnswer({ token: TOKEN }));
      for (const answer of await answers) expect(await answer.json()).to.deep.equal({ token: TOKEN });
      expect(service.requests).to.have.length(1);
    });

    it('share a failure too, which is told once', async () => {
      const service = new FakeTokenService();
      const told: unknown[] = [];
      const handler = handlerOf(service, { onError: (error) => told.push(error) });
      const answers = Promise.all([handler(refresh()), handler(refresh())]);
      await untilRequested(service, 1);
      service.answerNext(refused(401, 'api_key_invalid'));
      expect((await answers).map(({ status }) => status)).to.deep.equal([424, 424]);
      expect(told).to.have.length(1);
    });

    it('are not mixed with another client’s', async () => {
      const service = new FakeTokenService();
      const handler = handlerOf(service, { getClientId: (request) => request.headers.get('cookie') });
      const mara = handler(refresh({ Cookie: 'client-mara' }));
      await untilRequested(service, 1);
      const theo = handler(refresh({ Cookie: 'client-theo' }));
      await untilRequested(service, 2);
      service.answerNext(jsonAnswer({ token: 'token-of-mara' }));
      service.answerNext(jsonAnswer({ token: 'token-of-theo' }));
      expect(await (await mara).json()).to.deep.equal({ token: 'token-of-mara' });
      expect(await (await theo).json()).to.deep.equal({ token: 'token-of-theo' });
    });

    it('do not share an answer that has been given already: each later one gets a new token', async () => {
      let count = 0;
      const handler = handlerOf(new FakeTokenService(() => jsonAnswer({ token: `token-${++count}` })));
      expect(await (await handler(refresh())).json()).to.deep.equal({ token: 'token-1' });
      expect(await (await handler(refresh())).json()).to.deep.equal({ token: 'token-2' });
    });
  });
});

/** Lets promises settle until the service has been asked this often. */
async function untilRequested(service: FakeTokenService, count: number): Promise<void> {
  for (let turn = 0; turn < 50 && service.requests.length < count; turn += 1) await Promise.resolve();
  expect(service.requests).to.have.length(count);
}
