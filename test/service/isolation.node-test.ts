import { expect } from 'chai';
import { SignJWT } from 'jose';
import { Stage, type Tenant } from './helpers/stage.js';

/** Every operation of the inbox, on things of a client. */
interface Things {
  readonly conversationId: string;
  readonly messageId: string;
  readonly attachmentId: string;
}

const OPERATIONS: [method: string, path: (things: Things) => string, json?: (things: Things) => unknown][] = [
  ['GET', () => '/inbox'],
  ['GET', () => '/inbox/conversations'],
  ['GET', () => '/inbox/events'],
  ['POST', () => '/inbox/attachments'],
  ['GET', ({ attachmentId }) => `/inbox/attachments/${attachmentId}`],
  ['GET', ({ conversationId }) => `/inbox/conversations/${conversationId}`],
  ['PATCH', ({ conversationId }) => `/inbox/conversations/${conversationId}`, () => ({ status: 'closed' })],
  ['GET', ({ conversationId }) => `/inbox/conversations/${conversationId}/messages`],
  ['POST', ({ conversationId }) => `/inbox/conversations/${conversationId}/messages`, () => ({ text: 'intruder' })],
  ['PUT', ({ conversationId }) => `/inbox/conversations/${conversationId}/read`, ({ messageId }) => ({ messageId })],
  ['DELETE', ({ conversationId }) => `/inbox/conversations/${conversationId}/read`],
  ['PUT', ({ conversationId }) => `/inbox/conversations/${conversationId}/typing`],
];

describe('nothing is readable across', () => {
  let stage: Stage;
  let tenant: Tenant;
  let things: Things;
  /** Tokens of others: of the same component, of the same account, and of another account. */
  const strangers: Record<string, string> = {};

  before(async () => {
    stage = await Stage.open();
    tenant = await stage.tenant();
    const message = await stage.write(tenant.clientId, 'secret words');
    const attachment = await stage.service.attachments.add(tenant.clientId, 'secret.txt', 'text/plain', new TextEncoder().encode('secret bytes'));
    things = { conversationId: message.conversationId, messageId: message.id, attachmentId: attachment.id };
    const sibling = await stage.service.clients.create(tenant.componentId, 'Sibling');
    const second = await stage.service.components.create(tenant.accountId, { title: 'Second', channels: ['web'], allowedOrigins: [] });
    const cousin = await stage.service.clients.create(second.id, 'Cousin');
    strangers['another client of the component'] = await stage.requestToken(tenant.apiKey, { ...tenant, clientId: sibling.id });
    strangers['a client of another component'] = await stage.requestToken(tenant.apiKey, { componentId: second.id, clientId: cousin.id });
    strangers['a client of another account'] = (await stage.tenant()).token;
  });
  after(() => stage.close());

  const ask = (index: number, token: string | undefined) => {
    const [method, path, json] = OPERATIONS[index] as (typeof OPERATIONS)[number];
    const headers = { 'idempotency-key': `key-${index}` };
    const body = path(things) === '/inbox/attachments' ? { body: 'bytes' } : { json: json?.(things) };
    return stage.call(method, path(things), { token, headers, ...body });
  };

  for (const [index, [method, path]] of OPERATIONS.entries()) {
    const name = `${method} ${path({ conversationId: '{id}', messageId: '{id}', attachmentId: '{id}' })}`;

    it(`${name}: others get nothing of it, not even that it is there`, async () => {
      for (const [who, token] of Object.entries(strangers)) {
        const { status, text } = await ask(index, token);
        if (path(things).includes('_')) expect(status, who).to.equal(404);
        expect(text, who).not.to.include('secret');
        for (const id of Object.values(things)) expect(text, who).not.to.include(id);
      }
    });

    it(`${name}: a dead, forged or missing token gets 401`, async () => {
      const { service, clock } = stage;
      const ids = { componentId: tenant.componentId, clientId: tenant.clientId };
      await service.components.setTokenLifetime(tenant.componentId, 30);
      const expired = await stage.requestToken(tenant.apiKey, ids);
      await service.components.setTokenLifetime(tenant.componentId, 8 * 60 * 60);
      clock.advance(30_000);
      const revoked = tenant.token;
      await service.clients.revokeTokens(tenant.clientId);
      tenant = { ...tenant, token: await stage.requestToken(tenant.apiKey, ids) };
      const [header = '', payload = '', signature = ''] = tenant.token.split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
      const dead: [token: string | undefined, code: string][] = [
        [expired, 'token_expired'],
        [revoked, 'token_invalid'],
        [undefined, 'token_invalid'],
        ['', 'token_invalid'],
        ['nonsense', 'token_invalid'],
        [`${header}.${payload}.`, 'token_invalid'],
        [`${header}.${payload}.${[...signature].reverse().join('')}`, 'token_invalid'],
        [`${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`, 'token_invalid'],
        [await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32)), 'token_invalid'],
        [tenant.apiKey, 'token_invalid'],
      ];
      for (const [token, code] of dead) {
        const { status, json, headers } = await ask(index, token);
        expect([status, json.code], String(token)).to.deep.equal([401, code]);
        expect(headers.get('access-control-allow-origin')).to.equal('*');
      }
    });
  }

  it('takes a token by its scheme, in capitals or not, and by no other', async () => {
    const answers = ['Bearer ', 'bearer ', '', 'Basic ', 'Bearer Bearer '].map(async (scheme) => {
      return (await stage.service.app.request('/inbox', { headers: { authorization: scheme + tenant.token } })).status;
    });
    expect(await Promise.all(answers)).to.deep.equal([200, 200, 401, 401, 401]);
  });

  it('leaves everything as it was', async () => {
    const { json } = await stage.call('GET', `/inbox/conversations/${things.conversationId}`, { token: tenant.token });
    expect(json).to.deep.include({ status: 'open', unread: 1, preview: 'secret words' });
  });

  it('covers every operation of the inbox', async () => {
    const { document } = await stage.check();
    const documented = Object.entries(document.paths)
      .filter(([path]) => path.startsWith('/inbox'))
      .flatMap(([path, operations]) => Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`));
    const covered = OPERATIONS.map(([method, path]) => `${method} ${path({ conversationId: '{id}', messageId: '{id}', attachmentId: '{id}' })}`);
    expect(covered).to.have.members(documented);
  });
});
