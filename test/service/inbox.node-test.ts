import { expect } from 'chai';
import { Stage, type Tenant } from './helpers/stage.js';

describe('inbox', () => {
  let stage: Stage;
  let tenant: Tenant;
  const get = async (path: string) => (await stage.call('GET', path, { token: tenant.token })).json;
  const names = (page: { conversations: { contact: { name: string } }[] }) => page.conversations.map(({ contact }) => contact.name);

  beforeEach(async () => {
    stage = await Stage.open();
    tenant = await stage.tenant();
  });
  afterEach(() => stage.close());

  async function write(contactName: string, text: string, channel = 'web') {
    stage.clock.advance(1000);
    return stage.write(tenant.clientId, text, { contactName, channel });
  }

  it('says whose it is', async () => {
    await write('Mara', 'one');
    await write('Mara', 'two');
    await write('Théo', 'three', 'email');
    expect(await get('/inbox')).to.deep.equal({
      component: { id: tenant.componentId, title: 'Inbox' },
      client: { id: tenant.clientId, name: 'Client' },
      channels: ['whatsapp', 'email', 'web'],
      unread: 3,
    });
  });

  it('lists conversations newest first, with the unread messages of all', async () => {
    await write('Mara', 'one');
    await write('Théo', 'two');
    await write('Mara', 'three');
    const page = await get('/inbox/conversations?limit=1');
    expect(names(page)).to.deep.equal(['Mara']);
    expect(page.unread).to.equal(3);
    expect(page.conversations[0]).to.deep.include({
      channel: 'web',
      preview: 'three',
      unread: 2,
      status: 'open',
      lastDirection: 'in',
      lastMessageAt: new Date(stage.clock.nowMs).toISOString(),
    });
  });

  it('pages through the list without a gap, also while something comes in above', async () => {
    for (const name of ['A', 'B', 'C', 'D', 'E']) await write(name, 'hello');
    const first = await get('/inbox/conversations?limit=2');
    await write('F', 'new above');
    const second = await get(`/inbox/conversations?limit=2&cursor=${first.nextCursor}`);
    const third = await get(`/inbox/conversations?limit=2&cursor=${second.nextCursor}`);
    expect([names(first), names(second), names(third)]).to.deep.equal([['E', 'D'], ['C', 'B'], ['A']]);
    expect(third.nextCursor).to.equal(null);
  });

  it('pages through conversations of the same moment', async () => {
    for (const name of ['A', 'B', 'C']) await stage.write(tenant.clientId, 'at once', { contactName: name });
    const first = await get('/inbox/conversations?limit=2');
    const second = await get(`/inbox/conversations?limit=2&cursor=${first.nextCursor}`);
    expect([...names(first), ...names(second)]).to.deep.equal(['C', 'B', 'A']);
  });

  it('filters by unread, status and channel', async () => {
    const { conversationId } = await write('Mara', 'one');
    await write('Théo', 'two', 'email');
    await stage.call('PATCH', `/inbox/conversations/${conversationId}`, { token: tenant.token, json: { status: 'closed' } });
    const read = await write('Aiko', 'three');
    await stage.call('PUT', `/inbox/conversations/${read.conversationId}/read`, { token: tenant.token, json: { messageId: read.id } });
    expect(names(await get('/inbox/conversations?filter=unread'))).to.deep.equal(['Théo', 'Mara']);
    expect(names(await get('/inbox/conversations?filter=open'))).to.deep.equal(['Aiko', 'Théo']);
    expect(names(await get('/inbox/conversations?filter=closed'))).to.deep.equal(['Mara']);
    expect(names(await get('/inbox/conversations?channel=email'))).to.deep.equal(['Théo']);
    expect(names(await get('/inbox/conversations?filter=all&channel=&q='))).to.deep.equal(['Aiko', 'Théo', 'Mara']);
  });

  it('searches names, subjects and messages without regard to case and accents', async () => {
    await write('Studio Ørsted', 'Do you ship the shelves unassembled?');
    await write('Inés', 'about the KITCHEN at 100%');
    for (const [q, found] of [
      ['orsted', ['Studio Ørsted']],
      ['INES', ['Inés']],
      ['kitchen', ['Inés']],
      ['100%', ['Inés']],
      ['%', ['Inés']],
      ['_', []],
      [`' OR 1=1 --`, []],
    ] as const) {
      expect(names(await get(`/inbox/conversations?q=${encodeURIComponent(q)}`)), q).to.deep.equal(found);
    }
  });

  it('reads messages oldest first, page by page backwards', async () => {
    let conversationId = '';
    for (const text of ['1', '2', '3', '4', '5']) ({ conversationId } = await write('Mara', text));
    const path = `/inbox/conversations/${conversationId}/messages`;
    const texts = (page: { messages: { text: string }[] }) => page.messages.map(({ text }) => text);
    const newest = await get(`${path}?limit=2`);
    const before = await get(`${path}?limit=2&before=${newest.messages[0].id}`);
    const first = await get(`${path}?limit=2&before=${before.messages[0].id}`);
    expect([texts(newest), texts(before), texts(first)]).to.deep.equal([['4', '5'], ['2', '3'], ['1']]);
    expect([newest.hasMore, before.hasMore, first.hasMore]).to.deep.equal([true, true, false]);
  });

  it('marks as read up to a message, and never moves backwards', async () => {
    const one = await write('Mara', 'one');
    const two = await write('Mara', 'two');
    await write('Mara', 'three');
    const path = `/inbox/conversations/${one.conversationId}`;
    const read = (messageId: string) => stage.call('PUT', `${path}/read`, { token: tenant.token, json: { messageId } });
    expect((await read(two.id)).status).to.equal(204);
    expect((await get(path)).unread).to.equal(1);
    await read(one.id);
    expect((await get(path)).unread).to.equal(1);
  });

  it('marks the newest received message as unread again', async () => {
    const one = await write('Mara', 'one');
    await write('Mara', 'two');
    const path = `/inbox/conversations/${one.conversationId}`;
    await stage.send(tenant, one.conversationId, 'answer', 'k');
    expect((await get(path)).unread, 'an answer reads').to.equal(0);
    const unread = () => stage.call('DELETE', `${path}/read`, { token: tenant.token });
    expect((await unread()).status).to.equal(204);
    expect((await get(path)).unread).to.equal(1);
    await unread();
    expect((await get(path)).unread, 'the same again changes nothing').to.equal(1);
    await write('Mara', 'three');
    await unread();
    expect((await get(path)).unread, 'nor does it read what is unread besides').to.equal(2);
  });

  it('closes and reopens; a contact who writes reopens', async () => {
    const { conversationId } = await write('Mara', 'one');
    const set = (status: string) => stage.call('PATCH', `/inbox/conversations/${conversationId}`, { token: tenant.token, json: { status } });
    expect((await set('closed')).json.status).to.equal('closed');
    const refused = await stage.send(tenant, conversationId, 'too late', 'k');
    expect([refused.status, refused.json.code]).to.deep.equal([409, 'conversation_closed']);
    expect((await set('open')).json.status).to.equal('open');
    await set('closed');
    await write('Mara', 'again');
    expect((await get(`/inbox/conversations/${conversationId}`)).status).to.equal('open');
  });

  it('takes typing', async () => {
    const { conversationId } = await write('Mara', 'one');
    const heard: string[][] = [];
    stage.service.listenTo({ typing: (...heardNow) => heard.push(heardNow) });
    const { status } = await stage.call('PUT', `/inbox/conversations/${conversationId}/typing`, { token: tenant.token });
    expect([status, heard]).to.deep.equal([204, [[tenant.clientId, conversationId]]]);
  });

  const refusals: [method: string, path: string, json: unknown, status: number, code: string][] = [
    ['GET', '/inbox/conversations/x', undefined, 404, 'conversation_unknown'],
    ['GET', '/inbox/conversations/x/messages', undefined, 404, 'conversation_unknown'],
    ['PATCH', '/inbox/conversations/x', { status: 'open' }, 404, 'conversation_unknown'],
    ['PATCH', '/inbox/conversations/x', { status: 'gone' }, 422, 'field_invalid'],
    ['PATCH', '/inbox/conversations/x', [], 400, 'malformed_body'],
    ['PUT', '/inbox/conversations/x/read', { messageId: 'y' }, 404, 'conversation_unknown'],
    ['PUT', '/inbox/conversations/x/typing', undefined, 404, 'conversation_unknown'],
    ['DELETE', '/inbox/conversations/x/read', undefined, 404, 'conversation_unknown'],
    ['GET', '/inbox/conversations?limit=0', undefined, 422, 'field_invalid'],
    ['GET', '/inbox/conversations?limit=101', undefined, 422, 'field_invalid'],
    ['GET', '/inbox/conversations?limit=ten', undefined, 422, 'field_invalid'],
    ['GET', '/inbox/conversations?cursor=x', undefined, 422, 'field_invalid'],
    ['GET', '/inbox/conversations?filter=new', undefined, 422, 'field_invalid'],
    ['GET', '/inbox/conversations?channel=%3Cb%3E', undefined, 422, 'field_invalid'],
    ['GET', '/inbox/nothing', undefined, 404, 'not_found'],
    ['DELETE', '/inbox', undefined, 405, 'method_not_allowed'],
  ];
  for (const [method, path, json, status, code] of refusals) {
    it(`answers ${method} ${path} ${json === undefined ? '' : JSON.stringify(json)} with ${status} ${code}`, async () => {
      const answer = await stage.call(method, path, { token: tenant.token, json });
      expect([answer.status, answer.json.code]).to.deep.equal([status, code]);
    });
  }

  it('refuses a message of another conversation as a position', async () => {
    const mara = await write('Mara', 'one');
    const theo = await write('Théo', 'two');
    const path = `/inbox/conversations/${mara.conversationId}`;
    const before = await stage.call('GET', `${path}/messages?before=${theo.id}`, { token: tenant.token });
    expect([before.status, before.json.code]).to.deep.equal([422, 'field_invalid']);
    const read = await stage.call('PUT', `${path}/read`, { token: tenant.token, json: { messageId: theo.id } });
    expect([read.status, read.json.code]).to.deep.equal([404, 'message_unknown']);
  });
});
