import { expect } from 'chai';
import { EventReader } from './helpers/event-reader.js';
import { Stage, type Tenant } from './helpers/stage.js';

describe('what ends a token', () => {
  let stage: Stage;
  let tenant: Tenant;
  let other: Tenant;

  beforeEach(async () => {
    stage = await Stage.open();
    [tenant, other] = [await stage.tenant(), await stage.tenant()];
  });
  afterEach(() => stage.close());

  const ends: [name: string, end: () => Promise<boolean>][] = [
    ['deleting its client', () => stage.service.clients.delete(tenant.accountId, tenant.clientId)],
    ['deleting its component', () => stage.service.components.delete(tenant.accountId, tenant.componentId)],
    ['deleting the API key it was requested with', () => stage.service.apiKeys.delete(tenant.accountId, tenant.keyId)],
    ['revoking the tokens of its client', () => stage.service.clients.revokeTokens(tenant.clientId)],
  ];
  for (const [name, end] of ends) {
    it(`${name}: at once 401 token_invalid, and its stream ends; others go on`, async () => {
      const stream = await EventReader.open(stage.service, tenant.token);
      await EventReader.open(stage.service, other.token);
      expect(await end()).to.equal(true);
      const { status, json, headers } = await stage.call('GET', '/inbox', { token: tenant.token });
      expect([status, json.code, headers.get('www-authenticate')]).to.deep.equal([401, 'token_invalid', 'Bearer']);
      while ((await stream.next()) !== null);
      expect(stage.service.hub.size).to.equal(1);
      expect((await stage.call('GET', '/inbox', { token: other.token })).status).to.equal(200);
    });

    it(`${name}: leaves no stream that is just being opened`, async () => {
      const { database, hub } = stage.service;
      const first = database.first.bind(database);
      let ended: Promise<boolean> | undefined;
      // The end comes right after the token was looked at, and before there is a stream that it could end.
      database.first = (sql, args) => {
        const answer = first<never>(sql, args);
        if (!ended && args?.includes(tenant.keyId)) ended = end();
        return answer;
      };
      const { status, json } = await stage.call('GET', '/inbox/events', { token: tenant.token });
      expect(await ended).to.equal(true);
      expect([status, json?.code, hub.size]).to.deep.equal([401, 'token_invalid', 0]);
    });
  }

  it('its time: 401 token_expired from that second on', async () => {
    stage.clock.advance(8 * 60 * 60 * 1000 - 1000);
    expect((await stage.call('GET', '/inbox', { token: tenant.token })).status).to.equal(200);
    stage.clock.advance(1000);
    const { status, json } = await stage.call('GET', '/inbox', { token: tenant.token });
    expect([status, json.code]).to.deep.equal([401, 'token_expired']);
  });

  it('takes new tokens after revoking', async () => {
    await stage.service.clients.revokeTokens(tenant.clientId);
    const token = await stage.requestToken(tenant.apiKey, tenant);
    expect((await stage.call('GET', '/inbox', { token })).status).to.equal(200);
  });

  it('leaves tokens of another key alone', async () => {
    const { apiKey } = await stage.service.apiKeys.create(tenant.accountId, 'Second');
    await stage.service.apiKeys.delete(tenant.accountId, apiKey.id);
    expect((await stage.call('GET', '/inbox', { token: tenant.token })).status).to.equal(200);
  });

  it('takes the inbox along with its client', async () => {
    await stage.write(tenant.clientId, 'Hello');
    await stage.service.attachments.add(tenant.clientId, 'a', 'text/plain', new Uint8Array([1]));
    await stage.service.clients.delete(tenant.accountId, tenant.clientId);
    for (const table of ['contacts', 'conversations', 'messages', 'attachments', 'events']) {
      const rows = await stage.service.database.all(`SELECT client_id FROM ${table} WHERE client_id = ?`, [tenant.clientId]);
      expect(rows, table).to.have.length(0);
    }
    expect(await stage.service.database.all('SELECT attachment_id FROM attachment_bytes')).to.have.length(0);
  });

  it('deletes nothing of another account', async () => {
    expect(await stage.service.clients.delete(other.accountId, tenant.clientId)).to.equal(false);
    expect(await stage.service.components.delete(other.accountId, tenant.componentId)).to.equal(false);
    expect(await stage.service.apiKeys.delete(other.accountId, tenant.keyId)).to.equal(false);
    expect((await stage.call('GET', '/inbox', { token: tenant.token })).status).to.equal(200);
  });
});
