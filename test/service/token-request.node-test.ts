import { expect } from 'chai';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { Stage, type Tenant } from './helpers/stage.js';

const PATH = '/authentication/login_check';

describe('token request', () => {
  let stage: Stage;
  let tenant: Tenant;
  let other: Tenant;
  const request = (json: unknown, headers: Record<string, string> = { 'x-api-key': tenant.apiKey }) =>
    stage.call('POST', PATH, { json, headers });

  before(async () => {
    stage = await Stage.open();
    tenant = await stage.tenant();
    other = await stage.tenant();
  });
  after(() => stage.close());

  it('answers 200 with a token and nothing else', async () => {
    const { status, json, headers } = await request({ componentId: tenant.componentId, clientId: tenant.clientId });
    expect(status).to.equal(200);
    expect(Object.keys(json as object)).to.deep.equal(['token']);
    expect(headers.get('cache-control')).to.equal('no-store');
  });

  it('gives a JWT that names issuer, client, component, id, and lives for 8 hours', () => {
    const claims = decodeJwt(tenant.token);
    expect(decodeProtectedHeader(tenant.token)).to.deep.equal({ alg: 'HS256', typ: 'JWT' });
    expect(claims).to.include({ iss: 'https://inbox.example', sub: tenant.clientId, component_id: tenant.componentId });
    expect(claims.iat).to.equal(stage.clock.nowMs / 1000);
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).to.equal(8 * 60 * 60);
    expect(claims.jti).to.be.a('string').with.length.above(10);
  });

  it('gives another token at each request', async () => {
    const { json } = await request({ componentId: tenant.componentId, clientId: tenant.clientId });
    expect((json as { token: string }).token).not.to.equal(tenant.token);
  });

  it('notes when a key was last used', async () => {
    const [apiKey] = await stage.service.apiKeys.list(tenant.accountId);
    expect(apiKey?.lastUsedAt).to.equal(new Date(stage.clock.nowMs).toISOString());
  });

  it('takes JSON also where its media type says more than that', async () => {
    const body = { componentId: tenant.componentId, clientId: tenant.clientId };
    expect((await request(body, { 'x-api-key': tenant.apiKey, 'content-type': 'Application/JSON; charset=utf-8' })).status).to.equal(200);
  });

  const refusals: [name: string, send: () => Promise<{ status: number; json: unknown; headers: Headers }>, status: number, code: string][] = [
    ['no key', () => request({}, {}), 401, 'api_key_missing'],
    ['an empty key', () => request({}, { 'x-api-key': '' }), 401, 'api_key_missing'],
    ['an unknown key', () => request({}, { 'x-api-key': `${tenant.apiKey}x` }), 401, 'api_key_invalid'],
    ['a key with the right beginning', () => request({}, { 'x-api-key': tenant.apiKey.slice(0, 14) }), 401, 'api_key_invalid'],
    ['an unknown component', () => request({ componentId: 'x', clientId: tenant.clientId }), 404, 'component_unknown'],
    ["another account's component", () => request({ componentId: other.componentId, clientId: other.clientId }), 404, 'component_unknown'],
    ['an unknown client', () => request({ componentId: tenant.componentId, clientId: 'x' }), 404, 'client_unknown'],
    ["another account's client", () => request({ componentId: tenant.componentId, clientId: other.clientId }), 404, 'client_unknown'],
    ['a list', () => request([]), 400, 'malformed_body'],
    ['null', () => request(null), 400, 'malformed_body'],
    ['a missing field', () => request({ componentId: 'x' }), 422, 'field_invalid'],
    ['an empty field', () => request({ componentId: 'x', clientId: '' }), 422, 'field_invalid'],
    ['a number for a text', () => request({ componentId: 1, clientId: 'x' }), 422, 'field_invalid'],
    ['an injection', () => request({ componentId: `' OR 1=1 --`, clientId: `'; DROP TABLE clients; --` }), 404, 'component_unknown'],
  ];
  for (const [name, send, status, code] of refusals) {
    it(`refuses ${name} with ${status} ${code}`, async () => {
      const answer = await send();
      expect(answer.status).to.equal(status);
      expect(answer.json).to.include({ status, code });
      expect(answer.headers.get('cache-control'), 'is true for now').to.equal('no-store');
    });
  }

  it('refuses a client of another component of the same account', async () => {
    const component = await stage.service.components.create(tenant.accountId, { title: 'Two', channels: ['web'], allowedOrigins: [] });
    const { status, json } = await request({ componentId: component.id, clientId: tenant.clientId });
    expect([status, (json as { code: string }).code]).to.deep.equal([404, 'client_unknown']);
  });

  it('refuses what is not JSON', async () => {
    const headers = { 'x-api-key': tenant.apiKey, 'content-type': 'application/json' };
    expect((await stage.call('POST', PATH, { headers, body: '{' })).json).to.include({ code: 'malformed_body' });
    expect((await stage.call('POST', PATH, { headers, body: '' })).json).to.include({ code: 'malformed_body' });
    expect((await stage.call('POST', PATH, { headers, body: new Uint8Array([0x22, 0xff, 0x22]) })).json).to.include({ code: 'malformed_body' });
    for (const type of ['text/plain', 'application/json ; charset=utf-8']) {
      const { status, json } = await stage.call('POST', PATH, { headers: { ...headers, 'content-type': type }, body: '{}' });
      expect([status, json.code], type).to.deep.equal([415, 'media_type_unsupported']);
    }
  });

  it('names each field that is wrong', async () => {
    const { json } = await request({});
    expect(json.errors.map(({ field }: { field: string }) => field)).to.have.members(['componentId', 'clientId']);
  });

  it('refuses other methods', async () => {
    const { status, json, headers } = await stage.call('GET', PATH);
    expect([status, json.code, headers.get('allow')]).to.deep.equal([405, 'method_not_allowed', 'POST']);
  });

  it('refuses a body of 10 MB', async () => {
    const headers = { 'x-api-key': tenant.apiKey, 'content-type': 'application/json' };
    const { status, json } = await stage.call('POST', PATH, { headers, body: ' '.repeat(10_000_000) });
    expect([status, json.code]).to.deep.equal([413, 'body_too_large']);
  });

  it('lets no page of a browser in: there are no CORS headers', async () => {
    const { headers } = await request({ componentId: tenant.componentId, clientId: tenant.clientId }, { 'x-api-key': tenant.apiKey, origin: 'https://a.example' });
    expect(headers.has('access-control-allow-origin')).to.equal(false);
  });
});

describe('limits of token requests', () => {
  let stage: Stage;
  afterEach(() => stage.close());

  it('answers 429 with Retry-After to one key only, until the window is over', async () => {
    stage = await Stage.open({ limits: { tokenRequests: { count: 2, windowMs: 60_000 } } });
    const [tenant, other] = [await stage.tenant(), await stage.tenant()];
    const { componentId, clientId } = tenant;
    const send = () => stage.call('POST', PATH, { headers: { 'x-api-key': tenant.apiKey }, json: { componentId, clientId } });
    expect((await send()).status).to.equal(200);
    stage.clock.advance(20_400);
    const refused = await send();
    expect([refused.status, refused.json.code, refused.headers.get('retry-after')]).to.deep.equal([429, 'too_many_requests', '40']);
    expect(await stage.requestToken(other.apiKey, other)).to.be.a('string');
    // Whoever waits as long as he is told to is not too early.
    stage.clock.advance(40_000);
    expect((await send()).status).to.equal(200);
  });

  it('limits guessing of keys', async () => {
    stage = await Stage.open({ limits: { refusedTokenRequests: { count: 3, windowMs: 60_000 } } });
    const guess = (key: string) => stage.call('POST', PATH, { headers: { 'x-api-key': key }, json: {} });
    for (const key of ['a', 'b', 'c']) expect((await guess(key)).status).to.equal(401);
    expect((await guess('d')).status).to.equal(429);
  });
});
