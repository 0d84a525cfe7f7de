import { expect } from 'chai';
import { createTokenHandler } from '../../src/server/index.js';
import { FakeTokenService, jsonAnswer, OPTIONS, TOKEN } from './fake-token-service.js';

const ENDPOINT = 'https://shop.example/inbox-token';
const APP = 'https://app.example.com';

function setUp(allowedOrigins: string[] = []) {
  const service = new FakeTokenService(() => jsonAnswer({ token: TOKEN }));
  const handler = createTokenHandler({ ...OPTIONS, fetch: service.fetch, getClientId: () => 'client-mara', allowedOrigins });
  return { service, handler };
}

const widget = { 'X-Requested-With': 'inbox-widget' };

describe('who may fetch a token from the endpoint', () => {
  const requests: [string, Record<string, string>, string | null][] = [
    ['the widget on a page of this origin', { ...widget, Origin: 'https://shop.example', 'Sec-Fetch-Site': 'same-origin' }, null],
    ['the widget where a proxy hides the public address', { ...widget, Origin: 'https://public.example', 'Sec-Fetch-Site': 'same-origin' }, null],
    ['a browser that tells its origin only', { ...widget, Origin: 'https://shop.example' }, null],
    ['such a browser where a proxy ends TLS', { ...widget, Origin: 'http://shop.example' }, null],
    ['such a browser where the server’s own name is another, as in Next.js', { ...widget, Origin: 'https://public.example', Host: 'public.example' }, null],
    ['such a browser where a proxy names the port that goes without saying', { ...widget, Origin: 'https://public.example', Host: 'public.example:443' }, null],
    ['another port of this host', { ...widget, Origin: 'https://public.example:8443', Host: 'public.example:443' }, 'origin_not_allowed'],
    ['a foreign origin by whatever name it calls', { ...widget, Origin: 'https://evil.example', Host: 'public.example' }, 'origin_not_allowed'],
    ['a program that tells neither', widget, null],
    ['a request that no page has made, as a browser’s extension may', { ...widget, 'Sec-Fetch-Site': 'none' }, null],
    ['another site, with the header', { ...widget, Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }, 'origin_not_allowed'],
    ['another host of this site', { ...widget, Origin: 'https://blog.shop.example', 'Sec-Fetch-Site': 'same-site' }, 'origin_not_allowed'],
    ['a foreign origin from a browser that tells no site', { ...widget, Origin: 'https://evil.example' }, 'origin_not_allowed'],
    ['a sandboxed frame', { ...widget, Origin: 'null' }, 'origin_not_allowed'],
    ['an origin that is not one', { ...widget, Origin: 'shop.example' }, 'origin_not_allowed'],
    ['a form of this origin', { Origin: 'https://shop.example', 'Sec-Fetch-Site': 'same-origin' }, 'requested_with_missing'],
    ['another script of this origin', { 'X-Requested-With': 'XMLHttpRequest', 'Sec-Fetch-Site': 'same-origin' }, 'requested_with_missing'],
  ];
  for (const [who, headers, code] of requests) {
    it(`${code === null ? 'lets in' : 'refuses'} ${who}`, async () => {
      const { service, handler } = setUp();
      const response = await handler(new Request(ENDPOINT, { method: 'POST', headers }));
      expect(response.status).to.equal(code === null ? 200 : 403);
      if (code !== null) expect(await response.json()).to.include({ code });
      expect(response.headers.get('cache-control')).to.equal('no-store');
      expect(service.requests).to.have.length(code === null ? 1 : 0);
    });
  }

  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']) {
    it(`answers ${method} with 405 and the method that it takes`, async () => {
      const { service, handler } = setUp();
      const response = await handler(new Request(ENDPOINT, { method, headers: widget }));
      expect(response.status).to.equal(405);
      expect(response.headers.get('allow')).to.equal('POST');
      expect(service.requests).to.deep.equal([]);
    });
  }
});

describe('F22 an endpoint of another origin than the page', () => {
  const preflight = (origin: string, headers = 'x-requested-with,x-csrf-token') =>
    new Request(ENDPOINT, {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': headers },
    });

  it('answers the preflight of an allowed origin, with credentials and the page’s own headers', async () => {
    const { service, handler } = setUp([APP]);
    const response = await handler(preflight(APP));
    expect(response.status).to.equal(204);
    expect(Object.fromEntries(response.headers)).to.deep.equal({
      'access-control-allow-origin': APP,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'x-requested-with,x-csrf-token',
      'access-control-allow-methods': 'POST',
      'access-control-expose-headers': 'Date, Retry-After',
      'access-control-max-age': '600',
      'cache-control': 'no-store',
      vary: 'Origin',
    });
    expect(service.requests).to.deep.equal([]);
  });

  it('gives an allowed origin its token, and lets it read the clock and the wait', async () => {
    const { handler } = setUp([`${APP}/`]);
    const headers = { ...widget, Origin: APP, 'Sec-Fetch-Site': 'cross-site' };
    const response = await handler(new Request(ENDPOINT, { method: 'POST', headers }));
    expect(response.status).to.equal(200);
    expect(response.headers.get('access-control-allow-origin')).to.equal(APP);
    expect(response.headers.get('access-control-allow-credentials')).to.equal('true');
    expect(response.headers.get('access-control-expose-headers')).to.equal('Date, Retry-After');
    expect(response.headers.get('vary')).to.equal('Origin');
  });

  for (const app of ['capacitor://localhost', 'chrome-extension://abcdefghijklmnopabcdefghijklmnop']) {
    it(`gives a token to ${app}, of an app or an extension, if it is in the list`, async () => {
      const { handler } = setUp([app]);
      const headers = { ...widget, Origin: app, 'Sec-Fetch-Site': 'cross-site' };
      const response = await handler(new Request(ENDPOINT, { method: 'POST', headers }));
      expect(response.status).to.equal(200);
      expect(response.headers.get('access-control-allow-origin')).to.equal(app);
      expect((await handler(preflight(`${app}.evil.example`))).status).to.equal(405);
    });
  }

  it('lets an allowed origin read failures too, or they would look like being offline', async () => {
    const set = { ...OPTIONS, fetch: new FakeTokenService(() => jsonAnswer({}, 503, { 'Retry-After': '5' })).fetch, allowedOrigins: [APP] };
    const ask = (getClientId: () => string | null, headers: Record<string, string> = widget) =>
      createTokenHandler({ ...set, getClientId })(new Request(ENDPOINT, { method: 'POST', headers: { ...headers, Origin: APP } }));
    const answers = [
      await ask(() => 'client-mara', {}),
      await ask(() => null),
      await ask(() => { throw new Error('No session store.'); }),
      await ask(() => 'client-mara'),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([403, 401, 500, 503]);
    for (const { status, headers } of answers) expect(headers.get('access-control-allow-origin'), String(status)).to.equal(APP);
  });

  for (const stranger of ['https://evil.example', 'https://app.example.com.evil.example', 'http://app.example.com', 'null']) {
    it(`grants ${stranger} nothing`, async () => {
      const { service, handler } = setUp([APP]);
      const post = new Request(ENDPOINT, { method: 'POST', headers: { ...widget, Origin: stranger } });
      for (const [request, status] of [[preflight(stranger), 405], [post, 403]] as const) {
        const response = await handler(request);
        expect(response.status).to.equal(status);
        expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-'))).to.deep.equal([]);
        expect(response.headers.get('vary')).to.equal('Origin');
      }
      expect(service.requests).to.deep.equal([]);
    });
  }

  it('takes for a preflight only what a browser sends as one', async () => {
    const asked = { 'Access-Control-Request-Method': 'POST' };
    for (const [method, headers, status] of [
      ['OPTIONS', { Origin: APP }, 405],
      ['OPTIONS', asked, 405],
      ['POST', { ...widget, ...asked, Origin: APP }, 200],
    ] as const) {
      const response = await setUp([APP]).handler(new Request(ENDPOINT, { method, headers }));
      expect(response.status, JSON.stringify([method, headers])).to.equal(status);
    }
  });

  it('repeats nothing but names of headers', async () => {
    const response = await setUp([APP]).handler(preflight(APP, 'x-a"; <script>'));
    expect(response.headers.get('access-control-allow-headers')).to.equal('X-Requested-With');
  });

  for (const wrong of ['*', 'null', 'app.example.com', 'https://app.example.com/path', 'https://*.example.com/', 'capacitor:localhost', 'file:///']) {
    it(`refuses "${wrong}" in the list of origins`, () => {
      expect(() => setUp([wrong])).to.throw('allowedOrigins');
    });
  }
});
