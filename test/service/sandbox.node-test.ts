import { expect } from 'chai';
import { decodeJwt } from 'jose';
import { EventReader } from './helpers/event-reader.js';
import { Stage, type Tenant } from './helpers/stage.js';

describe('sandbox', () => {
  let stage: Stage;
  let tenant: Tenant;
  const sandbox = (method: string, path: string, json?: unknown) => stage.call(method, `/sandbox${path}`, { json });
  const inbox = () => stage.call('GET', '/inbox', { token: tenant.token });

  beforeEach(async () => {
    stage = await Stage.open();
    tenant = await stage.tenant();
  });
  afterEach(() => stage.close());

  it('is not there unless the service is started as one', async () => {
    const plain = await Stage.open({ sandbox: false });
    const { status, json } = await plain.call('GET', '/sandbox/log');
    expect([status, json.code]).to.deep.equal([404, 'not_found']);
    expect((await plain.call('POST', '/sandbox/faults', { json: { kind: 'server-error' } })).status).to.equal(404);
    expect(Object.keys((await plain.check()).document.paths).filter((path) => path.startsWith('/sandbox'))).to.deep.equal([]);
    await plain.close();
  });

  it('opens to pages of this machine only', async () => {
    const from = (origin: string) => stage.call('GET', '/sandbox/log', { headers: { origin } });
    expect((await from('https://evil.example')).json).to.include({ status: 403, code: 'request_not_ours' });
    expect((await from('http://localhost.evil.example')).status).to.equal(403);
    const { status, headers } = await from('http://localhost:3000');
    expect([status, headers.get('access-control-allow-origin'), headers.get('vary')]).to.deep.equal([200, 'http://localhost:3000', 'Origin']);
  });

  it('lets these pages send JSON, by any method that it takes', async () => {
    const { status, headers } = await stage.call('OPTIONS', '/sandbox/faults', { headers: { origin: 'http://localhost:3000' } });
    const allowed = ['access-control-allow-methods', 'access-control-allow-headers'].map((name) => headers.get(name));
    expect([status, ...allowed]).to.deep.equal([204, 'GET, POST, PUT, DELETE', 'Content-Type']);
  });

  it('answers only by a name of this machine or its own: a site whose name leads here is its own origin', async () => {
    for (const path of ['/sandbox/log', '/sandbox/faults']) {
      const { status, json } = await stage.call('GET', `http://evil.example:8787${path}`);
      expect([status, json.code], path).to.deep.equal([403, 'request_not_ours']);
    }
    for (const origin of ['http://127.0.0.1:8787', 'http://[::1]:8787', 'http://localhost', 'https://inbox.example']) {
      expect((await stage.call('GET', `${origin}/sandbox/log`)).status, origin).to.equal(200);
    }
  });

  it('sets the lifetime of the tokens that are requested from now on', async () => {
    expect((await sandbox('PUT', `/components/${tenant.componentId}/token-lifetime`, { seconds: 30 })).status).to.equal(204);
    const { iat = 0, exp = 0 } = decodeJwt(await stage.requestToken(tenant.apiKey, tenant));
    expect(exp - iat).to.equal(30);
    expect((await sandbox('GET', `/components/${tenant.componentId}/token-lifetime`)).json).to.deep.equal({ seconds: 30 });
    expect((await inbox()).status, 'the old one lives on').to.equal(200);
  });

  it('revokes the tokens of a client', async () => {
    expect((await sandbox('DELETE', `/clients/${tenant.clientId}/tokens`)).status).to.equal(204);
    expect((await inbox()).json.code).to.equal('token_invalid');
  });

  it('refuses valid tokens for so many requests', async () => {
    await sandbox('POST', '/faults', { kind: 'reject-tokens', times: 2 });
    expect([(await inbox()).status, (await inbox()).status, (await inbox()).status]).to.deep.equal([401, 401, 200]);
  });

  it('refuses valid tokens of one client only', async () => {
    const other = await stage.tenant();
    await sandbox('POST', '/faults', { kind: 'reject-tokens', clientId: other.clientId });
    expect((await inbox()).status).to.equal(200);
    expect((await stage.call('GET', '/inbox', { token: other.token })).status).to.equal(401);
  });

  it('answers 429, 503 and 500 where it is told to, and in order', async () => {
    await sandbox('POST', '/faults', { kind: 'too-many-requests', retryAfterS: 12, times: 1 });
    await sandbox('POST', '/faults', { kind: 'unavailable', times: 1 });
    await sandbox('POST', '/faults', { kind: 'unavailable', retryAfterS: 3, times: 1 });
    await sandbox('POST', '/faults', { kind: 'server-error', times: 1 });
    const answers = [await inbox(), await inbox(), await inbox(), await inbox(), await inbox()];
    expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).to.deep.equal([
      [429, '12'],
      [503, null],
      [503, '3'],
      [500, null],
      [200, null],
    ]);
  });

  it('breaks the request of a token as well, where a fault names its path', async () => {
    await sandbox('POST', '/faults', { kind: 'unavailable', pathPrefix: '/authentication', times: 1 });
    const { componentId, clientId, apiKey } = tenant;
    const ask = () => stage.call('POST', '/authentication/login_check', { headers: { 'x-api-key': apiKey }, json: { componentId, clientId } });
    expect([(await ask()).status, (await ask()).status]).to.deep.equal([503, 200]);
  });

  it('meets only the path and method that a fault names, and never itself', async () => {
    await sandbox('POST', '/faults', { kind: 'server-error', pathPrefix: '/inbox/conversations', method: 'GET' });
    expect((await inbox()).status).to.equal(200);
    expect((await stage.call('GET', '/inbox/conversations', { token: tenant.token })).status).to.equal(500);
    await sandbox('POST', '/faults', { kind: 'server-error' });
    expect((await sandbox('GET', '/faults')).json.faults).to.have.length(2);
    await sandbox('DELETE', '/faults');
    expect((await inbox()).status).to.equal(200);
  });

  it('holds answers back', async () => {
    const began = performance.now();
    await sandbox('POST', '/faults', { kind: 'slow', delayMs: 60, times: 1 });
    expect((await inbox()).status).to.equal(200);
    expect(performance.now() - began).to.be.at.least(55);
  });

  it('drops the streams of one client or of all', async () => {
    const other = await stage.tenant();
    const stream = await EventReader.open(stage.service, tenant.token);
    await EventReader.open(stage.service, other.token);
    await sandbox('POST', '/streams/drop', { clientId: tenant.clientId });
    while ((await stream.next()) !== null);
    expect(stage.service.hub.size).to.equal(1);
    await sandbox('POST', '/streams/drop', {});
    expect(stage.service.hub.size).to.equal(0);
  });

  it('forgets positions: the next Last-Event-ID is answered by reset, and then it goes on', async () => {
    const before = await EventReader.open(stage.service, tenant.token);
    await stage.write(tenant.clientId, 'one');
    await before.next();
    await before.close();
    await sandbox('POST', '/positions/forget', { clientId: tenant.clientId });
    const after = await EventReader.open(stage.service, tenant.token, before.lastEventId);
    expect(await after.next()).to.include({ type: 'reset' });
    await after.close();
    const again = await EventReader.open(stage.service, tenant.token, after.lastEventId);
    await stage.write(tenant.clientId, 'two');
    expect(await again.next()).to.nested.include({ 'data.message.text': 'two' });
  });

  it('lets a contact write, reply and type', async () => {
    const message = { contactName: 'Mara', channel: 'email', subject: 'Chairs', text: 'Hello' };
    const { status, json: first } = await sandbox('POST', `/clients/${tenant.clientId}/messages`, message);
    expect(status).to.equal(201);
    const { json: second } = await sandbox('POST', `/clients/${tenant.clientId}/messages`, { ...message, text: 'Again' });
    expect(second.conversationId, 'the same conversation').to.equal(first.conversationId);
    const path = `/clients/${tenant.clientId}/conversations/${first.conversationId}`;
    expect((await sandbox('POST', `${path}/messages`, { text: 'More' })).status).to.equal(201);
    const stream = await EventReader.open(stage.service, tenant.token);
    expect((await sandbox('PUT', `${path}/typing`)).status).to.equal(204);
    expect(await stream.next()).to.include({ type: 'typing' });
    const { json } = await stage.call('GET', `/inbox/conversations/${first.conversationId}`, { token: tenant.token });
    expect(json).to.deep.include({ subject: 'Chairs', unread: 3, preview: 'More' });
  });

  it('makes clients, many conversations and many messages', async () => {
    const { json: client } = await sandbox('POST', '/clients', { componentId: tenant.componentId, name: 'Bulk' });
    expect((await sandbox('POST', `/clients/${client.id}/bulk`, { kind: 'conversations', count: 1000 })).status).to.equal(204);
    expect((await sandbox('POST', `/clients/${client.id}/bulk`, { kind: 'messages', count: 300 })).status).to.equal(204);
    const token = await stage.requestToken(tenant.apiKey, { ...tenant, clientId: client.id });
    expect((await stage.call('GET', '/inbox', { token })).json.unread).to.equal(1300);
  });

  it('answers what is not there', async () => {
    const calls: [method: string, path: string, json?: unknown][] = [
      ['PUT', '/components/x/token-lifetime', { seconds: 30 }],
      ['GET', '/components/x/token-lifetime'],
      ['DELETE', '/clients/x/tokens'],
      ['POST', '/clients/x/messages', { contactName: 'A', channel: 'web', text: 'x' }],
      ['POST', `/clients/${tenant.clientId}/conversations/x/messages`, { text: 'x' }],
      ['PUT', `/clients/${tenant.clientId}/conversations/x/typing`],
      ['PUT', `/clients/${tenant.clientId}/messages/x/status`, { status: 'read' }],
      ['POST', '/clients/x/bulk', { kind: 'conversations', count: 1 }],
      ['POST', '/positions/forget', { clientId: 'x' }],
      ['POST', '/clients', { componentId: 'x', name: 'A' }],
    ];
    for (const [method, path, json] of calls) expect((await sandbox(method, path, json)).status, path).to.equal(404);
  });

  it('keeps a log that tells tokens apart and holds none', async () => {
    await sandbox('DELETE', '/log');
    await inbox();
    await stage.call('GET', '/inbox/conversations?q=private', { token: 'nonsense' });
    stage.clock.advance(8 * 60 * 60 * 1000);
    await inbox();
    const fresh = await stage.requestToken(tenant.apiKey, tenant);
    await stage.service.clients.revokeTokens(tenant.clientId);
    await stage.call('GET', '/inbox', { token: fresh });
    const { json, text } = await sandbox('GET', '/log');
    const entries = (json.entries as Record<string, unknown>[]).slice(1);
    expect(entries.map(({ method, path, status, tokenState, client }) => [method, path, status, tokenState, client])).to.deep.equal([
      ['GET', '/inbox', 200, 'valid', tenant.clientId],
      ['GET', '/inbox/conversations', 401, 'invalid', undefined],
      ['GET', '/inbox', 401, 'expired', tenant.clientId],
      ['POST', '/authentication/login_check', 200, 'none', undefined],
      ['GET', '/inbox', 401, 'revoked', tenant.clientId],
    ]);
    expect(entries[0]?.tokenId).to.equal(decodeJwt(tenant.token).jti);
    for (const secret of [tenant.token, fresh, tenant.apiKey, 'private']) expect(text).not.to.include(secret);
  });
});
