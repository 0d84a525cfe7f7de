import { expect } from 'chai';
import { Stage, type Tenant } from './helpers/stage.js';

describe('messages', () => {
  let stage: Stage;
  let tenant: Tenant;
  let conversationId: string;
  const texts = async () => {
    const { json } = await stage.call('GET', `/inbox/conversations/${conversationId}/messages`, { token: tenant.token });
    return json.messages.map(({ text }: { text: string }) => text);
  };
  const post = (json: unknown, headers: Record<string, string> = { 'idempotency-key': 'key' }) =>
    stage.call('POST', `/inbox/conversations/${conversationId}/messages`, { token: tenant.token, json, headers });

  beforeEach(async () => {
    stage = await Stage.open();
    tenant = await stage.tenant();
    ({ conversationId } = await stage.write(tenant.clientId, 'Hello'));
  });
  afterEach(() => stage.close());

  it('answers 201 with the message as it was sent', async () => {
    const text = 'Two lines,\n<b>no</b> HTML & "quotes" 🙂 \u202Ertl';
    const { status, json } = await stage.send(tenant, conversationId, text, 'key-1');
    expect(status).to.equal(201);
    expect(json).to.deep.include({ conversationId, direction: 'out', authorName: 'Client', text, attachments: [] });
    expect(json).to.deep.include({ status: 'sent', clientKey: 'key-1', sentAt: new Date(stage.clock.nowMs).toISOString() });
    expect(await texts()).to.deep.equal(['Hello', text]);
  });

  it('answers the same key with the same message, whatever is sent with it', async () => {
    const first = await stage.send(tenant, conversationId, 'once', 'key-1');
    stage.clock.advance(60_000);
    const second = await stage.send(tenant, conversationId, 'twice', 'key-1');
    expect([second.status, second.json]).to.deep.equal([201, first.json]);
    expect(await texts()).to.deep.equal(['Hello', 'once']);
  });

  it('sends once where the same key comes many times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => stage.send(tenant, conversationId, 'once', 'key-1')));
    expect(new Set(answers.map(({ json }) => json.id))).to.have.property('size', 1);
    expect(await texts()).to.deep.equal(['Hello', 'once']);
  });

  it('answers the same key also where the conversation has been closed since', async () => {
    const first = await stage.send(tenant, conversationId, 'once', 'key-1');
    await stage.call('PATCH', `/inbox/conversations/${conversationId}`, { token: tenant.token, json: { status: 'closed' } });
    expect((await stage.send(tenant, conversationId, 'once', 'key-1')).json).to.deep.equal(first.json);
  });

  it('refuses a key that was used in another conversation', async () => {
    await stage.send(tenant, conversationId, 'once', 'key-1');
    const other = await stage.write(tenant.clientId, 'Hi', { contactName: 'Théo' });
    const { status, json } = await stage.send(tenant, other.conversationId, 'once', 'key-1');
    expect([status, json.code]).to.deep.equal([409, 'idempotency_key_reused']);
  });

  it('keeps the keys of clients apart', async () => {
    const client = await stage.service.clients.create(tenant.componentId, 'Second');
    const second = { ...tenant, clientId: client.id, token: await stage.requestToken(tenant.apiKey, { ...tenant, clientId: client.id }) };
    const { conversationId: theirs } = await stage.write(client.id, 'Hello');
    const first = await stage.send(tenant, conversationId, 'one', 'key-1');
    expect((await stage.send(second, theirs, 'two', 'key-1')).json.id).not.to.equal(first.json.id);
  });

  const invalid: [name: string, json: unknown, headers?: Record<string, string>][] = [
    ['no text', {}],
    ['an empty text without an attachment', { text: '  ' }],
    ['a text over 10,000 characters', { text: 'x'.repeat(10_001) }],
    ['a text with NUL, which a database would cut', { text: 'a\0b' }],
    ['a text that is not a string', { text: 7 }],
    ['an unknown attachment', { text: 'x', attachmentIds: ['att_x'] }],
    ['too many attachments', { text: 'x', attachmentIds: Array.from({ length: 11 }, () => 'att_x') }],
    ['no key', { text: 'x' }, {}],
    ['an empty key', { text: 'x' }, { 'idempotency-key': '' }],
    ['a key of 129 characters', { text: 'x' }, { 'idempotency-key': 'k'.repeat(129) }],
  ];
  for (const [name, json, headers] of invalid) {
    it(`refuses ${name} with 422, and nothing is sent`, async () => {
      const answer = await post(json, headers);
      expect([answer.status, answer.json.code]).to.deep.equal([422, 'field_invalid']);
      expect(await texts()).to.deep.equal(['Hello']);
    });
  }

  it('names the header that is missing', async () => {
    expect((await post({ text: 'x' }, {})).json.errors[0].field).to.equal('idempotency-key');
  });

  it('refuses a reply after WhatsApp’s 24 hours, and says before when they end', async () => {
    const { conversationId: id } = await stage.write(tenant.clientId, 'Hi', { channel: 'whatsapp' });
    const { json } = await stage.call('GET', `/inbox/conversations/${id}`, { token: tenant.token });
    expect(json.replyUntil).to.equal(new Date(stage.clock.nowMs + 24 * 60 * 60 * 1000).toISOString());
    stage.clock.advance(24 * 60 * 60 * 1000);
    tenant = { ...tenant, token: await stage.requestToken(tenant.apiKey, tenant) };
    const refused = await stage.send(tenant, id, 'late', 'key-1');
    expect([refused.status, refused.json.code]).to.deep.equal([409, 'reply_window_over']);
    await stage.write(tenant.clientId, 'Still there?', { channel: 'whatsapp' });
    expect((await stage.send(tenant, id, 'in time', 'key-2')).status).to.equal(201);
  });

  it('shortens a preview by characters, not through one', async () => {
    await stage.send(tenant, conversationId, '🙂'.repeat(200), 'key-1');
    const { json } = await stage.call('GET', `/inbox/conversations/${conversationId}`, { token: tenant.token });
    expect(json.preview).to.equal(`${'🙂'.repeat(139)}…`);
  });
});

describe('delivery of a sent message', () => {
  let stage: Stage;
  before(async () => {
    stage = await Stage.open();
  });
  after(() => stage.close());

  const moves: [from: string[], to: string, allowed: boolean][] = [
    [[], 'delivered', true],
    [[], 'read', true],
    [[], 'failed', true],
    [['delivered'], 'read', true],
    [['delivered'], 'delivered', true],
    [['delivered'], 'sent', false],
    [['delivered'], 'failed', false],
    [['read'], 'delivered', false],
    [['failed'], 'delivered', false],
    [['failed'], 'sent', false],
  ];
  for (const [from, to, allowed] of moves) {
    it(`${allowed ? 'moves' : 'does not move'} from ${from.at(-1) ?? 'sent'} to ${to}`, async () => {
      const tenant = await stage.tenant();
      const { conversationId } = await stage.write(tenant.clientId, 'Hello');
      const { json } = await stage.send(tenant, conversationId, 'Hi', 'k');
      const set = (status: string) => stage.call('PUT', `/sandbox/clients/${tenant.clientId}/messages/${json.id}/status`, { json: { status } });
      for (const status of from) await set(status);
      const answer = await set(to);
      expect(answer.status).to.equal(allowed ? 200 : 409);
      expect(answer.json).to.include(allowed ? { status: to } : { code: 'status_not_possible' });
      const conversation = await stage.call('GET', `/inbox/conversations/${conversationId}`, { token: tenant.token });
      expect(conversation.json.lastStatus).to.equal(allowed ? to : (from.at(-1) ?? 'sent'));
    });
  }
});
