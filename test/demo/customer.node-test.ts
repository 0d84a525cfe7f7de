import { expect } from 'chai';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { COMPANIES } from '../../demo/customer/companies.js';
import type { User } from '../../demo/customer/options.js';
import { createModuleServer } from '../../demo/customer/module-server.js';
import { startCustomer, type RunningCustomer } from '../../demo/customer/start-customer.js';
import { LoopbackService } from './loopback-service.js';

const WIDGET = { 'X-Requested-With': 'inbox-widget' };

describe('the made-up customer', () => {
  let service: LoopbackService;
  let customer: RunningCustomer;
  let logged: string[];

  const users: User[] = COMPANIES.map((company) => ({
    id: company.userId, name: company.userName, company, clientId: `client-${company.userId}`,
  }));

  beforeEach(async () => {
    service = new LoopbackService();
    logged = [];
    await service.start();
    const { baseUrl, apiKey, componentId } = service;
    const options = { service: { baseUrl, apiKey, componentId }, users, log: (line: string) => logged.push(line) };
    customer = await startCustomer(options, 0, await createModuleServer(false));
  });
  afterEach(async () => {
    await customer.stop();
    await service.stop();
    expect(logged.join('\n'), 'its log').not.to.contain(service.apiKey).and.not.to.contain('token-of-');
  });

  const get = (path: string, cookie = '') => fetch(customer.url + path, { headers: { Cookie: cookie }, redirect: 'manual' });
  const refresh = (cookie = '', headers: Record<string, string> = WIDGET) =>
    fetch(`${customer.url}/inbox-token`, { method: 'POST', headers: { ...headers, Cookie: cookie }, redirect: 'manual' });
  const put = (path: string, body: unknown, cookie: string) =>
    fetch(customer.url + path, { method: 'PUT', headers: { 'Content-Type': 'application/json', Cookie: cookie }, body: JSON.stringify(body) });

  async function signIn(user = 'jonas'): Promise<string> {
    const response = await get(`/sign-in?user=${user}`);
    expect(response.status).to.equal(303);
    return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  }

  it('keeps its session in a cookie that neither scripts nor other sites’ forms can use', async () => {
    const response = await get('/sign-in?user=jonas');
    expect(response.headers.get('location')).to.equal('/');
    expect(response.headers.get('set-cookie')).to.match(/^fjord_session_\d+=[\w-]{32}; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('serves the modules of its pages, and no other file of the project, however it is asked for', async () => {
    expect((await get('/demo/customer/browser/app.ts')).status).to.equal(200);
    const { port } = new URL(customer.url);
    // `fetch` would take the dots away before it asks.
    const ask = (path: string) => new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      request({ port, path }, (response) => {
        void text(response).then((body) => resolve({ status: response.statusCode, text: body }), reject);
      }).on('error', reject).end();
    });
    const root = fileURLToPath(new URL('../..', import.meta.url));
    for (const start of ['/src/../', '/src/%2e%2e/', '/src/..%2f', '/node_modules/../', '/demo/customer/browser/../../../', '/@id/', `/@id/${root}`, `/@id/__x00__${root}`]) {
      for (const suffix of ['', '?raw']) {
        const answer = await ask(`${start}package.json${suffix}`);
        expect(answer.text, start + suffix).not.to.contain('inbox-widget/element').and.not.to.contain('"inbox-widget"');
        expect(answer.text, start + suffix).not.to.contain(root);
        expect(answer.status, start + suffix).to.be.within(300, 404);
      }
    }
  });

  it('answers by a name of this machine only: a site whose name suddenly leads here could sign in as anybody', async () => {
    const { port } = new URL(customer.url);
    const ask = (host: string, path: string) => new Promise<number | undefined>((resolve, reject) => {
      request({ port, path, headers: { Host: host } }, (response) => resolve(response.resume().statusCode)).on('error', reject).end();
    });
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `fjord.localhost:${port}`, `[::1]:${port}`, 'localhost']) {
      expect(await ask(host, '/sign-in'), host).to.equal(200);
    }
    for (const host of [`evil.example:${port}`, '127.0.0.1.evil.example', 'localhost.evil.example', 'a b', 'evil.example/127.0.0.1']) {
      for (const path of ['/sign-in?user=jonas', '/src/index.ts']) expect(await ask(host, path), host).to.be.within(400, 421);
    }
  });

  it('leaves people signed in where they sign in to another one on this machine: cookies know no ports', async () => {
    const { baseUrl, apiKey, componentId } = service;
    const other = await startCustomer({ service: { baseUrl, apiKey, componentId }, users }, 0, await createModuleServer(false));
    try {
      const jar = new Map<string, string>();
      for (const { url } of [customer, other]) {
        const response = await fetch(`${url}/sign-in?user=jonas`, { redirect: 'manual' });
        const [name = '', value = ''] = response.headers.getSetCookie()[0]?.split(';')[0]?.split('=') ?? [];
        jar.set(name, value);
      }
      const cookies = [...jar].map((pair) => pair.join('=')).join('; ');
      for (const { url } of [customer, other]) {
        const response = await fetch(`${url}/inbox-token`, { method: 'POST', headers: { ...WIDGET, Cookie: cookies } });
        expect(response.status).to.equal(200);
      }
    } finally {
      await other.stop();
    }
  });

  it('signs in by its form as well, and nobody whom it does not know', async () => {
    const post = (user: string) =>
      fetch(`${customer.url}/sign-in`, { method: 'POST', body: new URLSearchParams({ user }), redirect: 'manual' });
    expect((await post('ana')).status).to.equal(303);
    const stranger = await post('<script>');
    expect(stranger.status).to.equal(404);
    expect(stranger.headers.getSetCookie()).to.deep.equal([]);
    expect(await stranger.text()).not.to.contain('<script>');
    const broken = await fetch(`${customer.url}/sign-in`, { method: 'POST', headers: { 'Content-Type': 'multipart/form-data' }, body: 'x' });
    expect(broken.status).to.equal(404);
    expect(logged).to.deep.equal([]);
  });

  for (const path of ['/', '/app', '/strict', '/orders']) {
    it(`sends whoever is not signed in from ${path} to the sign-in page`, async () => {
      const response = await get(path);
      expect(response.status).to.equal(303);
      expect(response.headers.get('location')).to.equal('/sign-in');
      expect(service.calls).to.deep.equal([]);
    });
  }

  it('leads back from where there is nothing, such as another company’s page', async () => {
    const response = await get('/orders', await signIn('ana'));
    expect(response.status).to.equal(404);
    expect(await response.text()).to.contain('There is nothing at this address').and.contain('href="/appointments"');
  });

  it('puts a token of this user’s client in place of the placeholder, for nobody’s cache', async () => {
    const response = await get('/', await signIn('ana'));
    const page = await response.text();
    expect(response.headers.get('cache-control')).to.equal('private, no-store');
    expect(page).to.contain(`<script type="module" src="${service.baseUrl}/inbox-widget.js"></script>`);
    expect(page).to.contain('<inbox-widget token="token-of-client-ana-1" refresh-endpoint="/inbox-token"></inbox-widget>');
    expect(page).to.contain('Harbour Physio').and.not.to.contain('[[').and.not.to.contain(service.apiKey);
    expect(service.calls).to.deep.equal(['POST /authentication/login_check']);
  });

  it('shows its page even where the service is broken: the widget will ask for a token itself', async () => {
    const cookie = await signIn();
    service.refusal = { status: 500, body: 'oops' };
    const response = await get('/', cookie);
    expect(response.status).to.equal(200);
    expect(await response.text()).to.contain('<inbox-widget token="" refresh-endpoint="/inbox-token">');
    expect(logged).to.have.length(1);
  });

  it('serves the same snippet under a policy that allows nothing inline', async () => {
    const response = await get('/strict', await signIn());
    const policy = response.headers.get('content-security-policy');
    const page = await response.text();
    expect(policy).to.contain("default-src 'none'").and.contain("require-trusted-types-for 'script'").and.contain('trusted-types lit-html');
    expect(policy).to.contain(`connect-src 'self' ${service.baseUrl}`).and.not.to.contain('unsafe');
    expect(page).not.to.match(/<style|\sstyle=|\son\w+=|<script(?![^>]*src=)/);
  });

  it('gives the app no token in its page: the element fetches one', async () => {
    const response = await get('/app', await signIn());
    expect([response.status, response.headers.get('cache-control')]).to.deep.equal([200, 'private, no-store']);
    expect(await response.text()).to.contain('/app.ts').and.not.to.contain('token-of-');
    expect(service.calls).to.deep.equal([]);
  });

  it('renews the token for the session’s own client, and knows nobody else', async () => {
    const cookie = await signIn();
    expect(await (await refresh(cookie)).json()).to.deep.equal({ token: 'token-of-client-jonas-1' });
    expect((await refresh()).status).to.equal(401);
    expect((await refresh(`fjord_session_${new URL(customer.url).port}=made-up`)).status).to.equal(401);
    expect((await refresh(cookie, {})).status).to.equal(403);
    expect((await get('/inbox-token', cookie)).status).to.equal(405);
  });

  it('gives out no more tokens after signing out', async () => {
    const cookie = await signIn();
    const response = await fetch(`${customer.url}/sign-out`, { method: 'POST', headers: { Cookie: cookie }, redirect: 'manual' });
    expect(response.headers.get('set-cookie')).to.contain('Max-Age=0');
    expect((await refresh(cookie)).status).to.equal(401);
  });

  it('remembers each call of the refresh endpoint', async () => {
    const cookie = await signIn();
    await refresh(cookie);
    await refresh();
    service.refusal = { status: 429, body: '{}', headers: { 'Retry-After': '3' } };
    expect((await refresh(cookie)).headers.get('retry-after')).to.equal('3');
    const log = (await (await get('/demo/log', cookie)).json()) as { time: string; user: string | null; status: number }[];
    expect(log.map(({ user, status }) => [user, status])).to.deep.equal([['Jonas', 200], [null, 401], ['Jonas', 503]]);
    for (const { time } of log) expect(new Date(time).toISOString()).to.equal(time);
  });

  describe('breaks on purpose', () => {
    const answers: [string, number, string | null][] = [
      ['401', 401, null],
      ['403', 403, null],
      ['404', 404, null],
      ['500', 500, null],
      ['429', 429, '10'],
      ['503', 503, '10'],
      ['redirect', 302, null],
      ['html', 200, null],
    ];
    for (const [endpoint, status, retryAfter] of answers) {
      it(`answers the refresh with ${endpoint}, for this session only`, async () => {
        const cookie = await signIn();
        const other = await signIn('ana');
        expect((await put('/demo/faults', { endpoint }, cookie)).status).to.equal(200);
        const response = await refresh(cookie);
        expect(response.status).to.equal(status);
        expect(response.headers.get('retry-after')).to.equal(retryAfter);
        expect(response.headers.get('cache-control')).to.equal('no-store');
        expect(await response.text()).not.to.contain('token-of-');
        expect((await refresh(other)).status).to.equal(200);
      });
    }

    it('repeats the token that it gave out last', async () => {
      const cookie = await signIn();
      const first: unknown = await (await refresh(cookie)).json();
      await put('/demo/faults', { endpoint: 'same-token' }, cookie);
      expect(await (await refresh(cookie)).json()).to.deep.equal(first);
    });

    it('drops the connection, and says so in the log', async () => {
      const cookie = await signIn();
      await put('/demo/faults', { endpoint: 'drop', times: 1 }, cookie);
      expect(await refresh(cookie).catch((error: unknown) => error)).to.be.instanceOf(TypeError);
      expect((await refresh(cookie)).status).to.equal(200);
      const log = (await (await get('/demo/log', cookie)).json()) as { status: number | null }[];
      expect(log.map(({ status }) => status)).to.deep.equal([null, 200]);
    });

    it('mends itself after as many times as it was told', async () => {
      const cookie = await signIn();
      await put('/demo/faults', { endpoint: '500', times: 2 }, cookie);
      expect([await refresh(cookie), await refresh(cookie), await refresh(cookie)].map(({ status }) => status)).to.deep.equal([500, 500, 200]);
    });

    for (const body of [{ endpoint: 'explode' }, { endpoint: '500', times: 0 }, { endpoint: '500', times: 'x' }, null, []]) {
      it(`refuses ${JSON.stringify(body)}`, async () => {
        const cookie = await signIn();
        expect((await put('/demo/faults', body, cookie)).status).to.equal(422);
        expect((await refresh(cookie)).status).to.equal(200);
      });
    }

    it('lets neither another site nor anybody who is not signed in touch its switches', async () => {
      expect((await put('/demo/faults', { endpoint: '500' }, '')).status).to.equal(401);
      expect((await get('/demo/log')).status).to.equal(401);
      const foreign = await fetch(`${customer.url}/demo/faults`, {
        method: 'PUT',
        headers: { Cookie: await signIn(), 'Sec-Fetch-Site': 'cross-site' },
        body: '{"endpoint":"500"}',
      });
      expect(foreign.status).to.equal(403);
    });
  });

  describe('tells the service’s sandbox', () => {
    const post = (path: string, cookie: string) => fetch(customer.url + path, { method: 'POST', headers: { Cookie: cookie } });

    it('how long tokens live', async () => {
      const cookie = await signIn();
      expect((await put('/demo/lifetime', { seconds: 30 }, cookie)).status).to.equal(204);
      expect(service.calls).to.deep.equal(['PUT /sandbox/components/component-1/token-lifetime {"seconds":30}']);
      expect((await put('/demo/lifetime', { seconds: 0 }, cookie)).status).to.equal(422);
    });

    it('to say how long they live: it keeps that longer than this backend lives', async () => {
      service.lifetimeSeconds = 120;
      expect(await (await get('/demo/state', await signIn())).json()).to.deep.equal({ endpoint: 'none', lifetimeSeconds: 120, offline: false });
    });

    it('nothing where the body is nothing', async () => {
      const cookie = await signIn();
      for (const path of ['/demo/lifetime', '/demo/offline']) expect((await put(path, null, cookie)).status, path).to.equal(422);
      expect(service.calls).to.deep.equal([]);
    });

    it('to reject the tokens of this user’s client', async () => {
      expect((await post('/demo/reject-token', await signIn('ana'))).status).to.equal(204);
      expect(service.calls).to.deep.equal(['DELETE /sandbox/clients/client-ana/tokens']);
    });

    it('that a contact writes', async () => {
      expect((await post('/demo/contact-writes', await signIn())).status).to.equal(204);
      expect(service.calls[0]).to.match(/^POST \/sandbox\/clients\/client-jonas\/messages .*"contactName":"Mara Lindqvist"/);
    });

    it('to be away, and drops the refresh itself, for everybody, until it is back and all is as before', async () => {
      const cookie = await signIn();
      const other = await signIn('ana');
      await put('/demo/faults', { endpoint: '403' }, other);
      expect((await put('/demo/offline', { offline: true }, cookie)).status).to.equal(204);
      expect(await refresh(cookie).catch((error: unknown) => error)).to.be.instanceOf(TypeError);
      expect(await refresh(other).catch((error: unknown) => error)).to.be.instanceOf(TypeError);
      expect(await (await get('/demo/state', other)).json()).to.include({ offline: true, endpoint: '403' });
      expect((await put('/demo/offline', { offline: false }, other)).status).to.equal(204);
      expect((await refresh(cookie)).status).to.equal(200);
      expect((await refresh(other)).status).to.equal(403);
      expect(service.calls).to.deep.equal([
        'POST /sandbox/faults {"kind":"unavailable","pathPrefix":"/inbox"}',
        'POST /sandbox/streams/drop {}',
        'GET /sandbox/components/component-1/token-lifetime',
        'DELETE /sandbox/faults',
        'POST /authentication/login_check',
      ]);
    });
  });

  it('serves the scripts of its pages from their sources, and no other file', async () => {
    const script = await get('/demo/customer/browser/elements.ts');
    expect(script.headers.get('content-type')).to.contain('javascript');
    expect(await script.text()).to.contain('export function element');
    for (const path of ['/package.json', '/demo/main.ts', '/assets/../options.ts', '/@fs/etc/passwd', '/assets/..%2foptions.ts']) {
      expect((await get(path, await signIn())).status, path).to.be.oneOf([403, 404]);
    }
  });
});
