import { expect } from 'chai';
import { Stage } from './helpers/stage.js';
import { errorAt, idsOn, PASSWORD, Visitor } from './helpers/visitor.js';

describe('dashboard', () => {
  let stage: Stage;
  let visitor: Visitor;

  before(async () => {
    stage = await Stage.open();
  });
  after(() => stage.close());
  beforeEach(async () => {
    visitor = await Visitor.of(stage, await stage.account());
  });

  const component = { title: 'Shop inbox', channels: ['web', 'email'], allowedOrigins: '' };
  const create = async (section: string, fields: Record<string, string | string[]>, prefix: string) => {
    await visitor.post(`/dashboard/${section}/new`, fields);
    return idsOn((await visitor.get(`/dashboard/${section}`)).text, prefix).at(-1) ?? '';
  };

  it('leads through the setup order, to a token', async () => {
    expect((await visitor.get('/dashboard/api-keys')).text).to.include('Your backend needs a key');
    const { text } = await visitor.post('/dashboard/api-keys/new', { name: 'Backend' });
    const apiKey = /inbox_[\w-]{43}/.exec(text)?.[0] ?? '';
    const componentId = await create('components', component, 'cmp');
    const clientId = await create('clients', { name: 'Mara', reference: 'user-7', componentId }, 'cli');
    expect((await visitor.get('/dashboard')).text.match(/data-done="yes"/g)).to.have.length(4);
    const token = await stage.requestToken(apiKey, { componentId, clientId });
    const { json } = await stage.call('GET', '/inbox', { token });
    expect(json).to.deep.include({ component: { id: componentId, title: 'Shop inbox' }, client: { id: clientId, name: 'Mara' }, channels: ['web', 'email'] });
    expect((await visitor.get('/dashboard')).text.match(/data-done="yes"/g)).to.have.length(5);
  });

  it('shows a key once, and afterwards only its beginning', async () => {
    const { text } = await visitor.post('/dashboard/api-keys/new', { name: 'Backend' });
    const apiKey = /inbox_[\w-]{43}/.exec(text)?.[0] ?? '';
    const list = (await visitor.get('/dashboard/api-keys')).text;
    expect(list).to.include(`${apiKey.slice(0, 14)}…`).and.not.include(apiKey);
    const stored = await stage.service.database.all('SELECT * FROM api_keys');
    expect(JSON.stringify(stored)).not.to.include(apiKey);
  });

  const sections: [section: string, prefix: string, fields: (componentId: string) => Record<string, string | string[]>, renamed: Record<string, string | string[]>][] = [
    ['api-keys', 'key', () => ({ name: 'First' }), { name: 'Renamed' }],
    ['components', 'cmp', () => ({ ...component, title: 'First' }), { ...component, title: 'Renamed' }],
    ['clients', 'cli', (componentId) => ({ name: 'First', componentId }), { name: 'Renamed', reference: 'r' }],
  ];
  for (const [section, prefix, fields, renamed] of sections) {
    it(`${section}: lists, creates, renames, asks before it deletes, and is empty again`, async () => {
      const componentId = section === 'clients' ? await create('components', component, 'cmp') : '';
      const path = `/dashboard/${section}`;
      expect((await visitor.get(path)).text).to.include('class="empty"');
      const id = await create(section, fields(componentId), prefix);
      expect((await visitor.get(path)).text).to.include('First');
      expect((await visitor.get(`${path}/${id}`)).text).to.include('value="First"');
      expect((await visitor.post(`${path}/${id}`, renamed)).status).to.equal(303);
      expect((await visitor.get(path)).text).to.include('Renamed').and.not.include('First');
      expect((await visitor.get(`${path}/${id}/delete`)).text).to.include('Renamed').and.include('Keep it');
      expect((await visitor.get(path)).text).to.include('Renamed');
      expect((await visitor.post(`${path}/${id}/delete`)).headers.get('location')).to.equal(path);
      expect((await visitor.get(path)).text).to.include('class="empty"');
    });
  }

  it('says at the field what is wrong, and keeps what was put in', async () => {
    const { status, text } = await visitor.post('/dashboard/components/new', { title: ' ', allowedOrigins: 'https://a.example/path' });
    expect(status).to.equal(422);
    expect(errorAt(text, 'title')).to.equal('Must not be empty');
    expect(errorAt(text, 'channels')).to.equal('Choose at least one channel');
    expect(errorAt(text, 'allowedOrigins')).to.match(/^Each line must be an origin/);
    expect(text).to.include('>https://a.example/path</textarea>');
    // The first of them is where the page begins.
    expect(/<(?:input|textarea)[^>]*\sautofocus/.exec(text)?.[0]).to.include('name="title"');
    const short = await new Visitor(stage).post('/dashboard/sign-up', { email: 'nonsense', password: 'short' });
    expect([errorAt(short.text, 'email'), errorAt(short.text, 'password')]).to.deep.equal(['Must be an e-mail address', 'Must have at least 10 characters']);
    expect(short.text).to.include('value="nonsense"').and.not.include('value="short"');
  });

  it('shows whatever was put in as text', async () => {
    const nasty = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`;
    const componentId = await create('components', { ...component, title: nasty }, 'cmp');
    const id = await create('clients', { name: nasty, reference: nasty, componentId }, 'cli');
    const paths = ['components', 'clients', `components/${componentId}`, `clients/${id}`, `clients/${id}/embed`, `clients/${id}/contacts`, `clients/${id}/delete`];
    for (const path of paths) {
      const { status, text } = await visitor.get(`/dashboard/${path}`);
      expect(status, path).to.equal(200);
      expect(text, path).to.not.include('<script>alert').and.not.include('<img');
    }
  });

  for (const none of ['shop.example.com', 'https://shop.example.com/path', 'https://shop.example.com?', 'https://somebody@shop.example.com', 'https://*.example.com', 'ftp://shop.example.com', 'null']) {
    it(`refuses ${none} as an allowed origin`, async () => {
      const { status, text } = await visitor.post('/dashboard/components/new', { ...component, allowedOrigins: none });
      expect([status, errorAt(text, 'allowedOrigins')]).to.deep.equal([422, 'Each line must be an origin such as https://shop.example.com, without a path']);
    });
  }

  it('takes allowed origins one on each line, as they are copied from where pages stand', async () => {
    const id = await create('components', { ...component, allowedOrigins: ' https://a.example\r\n\r\nhttp://localhost:3000 \nhttps://a.example/\nHTTPS://A.example:443' }, 'cmp');
    expect((await visitor.get(`/dashboard/components/${id}`)).text).to.include('>https://a.example\nhttp://localhost:3000</textarea>');
  });

  it('embeds: snippet with the placeholder, token request in six languages, no key in sight, and a widget to try', async () => {
    const componentId = await create('components', { ...component, allowedOrigins: 'https://only.example' }, 'cmp');
    const id = await create('clients', { name: 'Mara', componentId }, 'cli');
    const path = `/dashboard/clients/${id}/embed`;
    expect((await visitor.get(path)).text).to.include('Trying needs an API key').and.not.include('<inbox-widget class');
    await visitor.post('/dashboard/api-keys/new', { name: 'Backend' });
    const { text } = await visitor.get(path);
    expect(text).to.include('&lt;inbox-widget token=&quot;[[ TOKEN ]]&quot; refresh-endpoint=&quot;/inbox-token&quot;&gt;');
    for (const language of ['curl', 'Node', 'PHP', 'Python', 'Ruby', 'Go']) expect(text).to.include(`<summary>${language}</summary>`);
    expect(text).not.to.match(/inbox_[\w-]{20}/);
    // What is copied runs as it is, up to the token.
    for (const line of ['import json, os, urllib.request', 'require &#39;net/http&#39;', 'return answer.Token, err']) expect(text).to.include(line);
    expect((await visitor.get('/dashboard/api-keys')).text).to.include('<td>never</td>');
    const { json } = await visitor.call('POST', `${path}/token`);
    expect((await visitor.get('/dashboard/api-keys')).text, 'trying it uses the key').not.to.include('<td>never</td>');
    const from = (origin: string) => stage.call('GET', '/inbox', { token: json.token, headers: { origin } });
    expect((await from('https://inbox.example')).status, 'the dashboard itself may').to.equal(200);
    expect((await from('https://other.example')).status).to.equal(403);
  });

  it('plays the contacts: writes with files, types, sets delivery', async () => {
    const componentId = await create('components', component, 'cmp');
    const id = await create('clients', { name: 'Client', componentId }, 'cli');
    const base = `/dashboard/clients/${id}/contacts`;
    const form = new FormData();
    for (const [name, value] of Object.entries({ contactName: 'Théo', channel: 'email', subject: 'Chairs', text: 'Hello' })) form.set(name, value);
    form.append('attachments', new File(['one'], 'one.txt', { type: 'text/plain' }));
    form.append('attachments', new File([], ''));
    const { status, json: message } = await visitor.call('POST', `${base}/messages`, { body: form });
    expect([status, message.attachments.length, message.attachments[0].name]).to.deep.equal([201, 1, 'one.txt']);
    const { json: list } = await visitor.call('GET', `${base}/conversations`);
    expect(list.conversations[0]).to.nested.include({ subject: 'Chairs', 'contact.name': 'Théo' });
    const sent = await stage.service.writer.send({ clientId: id, clientName: 'Client' }, message.conversationId, 'k', { text: 'Hi', attachmentIds: [] });
    const delivered = await visitor.call('PUT', `${base}/messages/${sent.id}/status`, { json: { status: 'delivered' } });
    expect(delivered.json.status).to.equal('delivered');
    expect((await visitor.call('PUT', `${base}/conversations/${message.conversationId}/typing`)).status).to.equal(204);
    expect((await visitor.call('GET', `${base}/conversations/${message.conversationId}/messages`)).json.messages).to.have.length(2);
    const nothing = new FormData();
    nothing.set('contactName', 'Théo');
    nothing.set('channel', 'email');
    expect((await visitor.call('POST', `${base}/messages`, { body: nothing, headers: { accept: 'application/json' } })).json.code).to.equal('field_invalid');
  });

  it('takes all the files of a contact, or says that they are too many', async () => {
    const tenant = await stage.tenant();
    const owner = await Visitor.of(stage, tenant.accountId);
    const write = (count: number) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ contactName: 'Mara', channel: 'web', text: '' })) form.set(name, value);
      for (let number = 1; number <= count; number++) form.append('attachments', new File(['x'], `${number}.txt`));
      return owner.call('POST', `/dashboard/clients/${tenant.clientId}/contacts/messages`, { body: form, headers: { accept: 'application/json' } });
    };
    expect((await write(10)).json.attachments).to.have.length(10);
    const { status, json } = await write(11);
    expect([status, json?.errors?.[0]?.field]).to.deep.equal([422, 'attachments']);
  });

  it('tells who reads pages by a page where there is nothing, and all others by problem details', async () => {
    const page = await visitor.get('/dashboard/nothing');
    expect([page.status, page.headers.get('content-type')]).to.deep.equal([404, 'text/html; charset=UTF-8']);
    expect(page.text).to.include('There is nothing at this address.').and.include('Sign out');
    expect(page.headers.get('content-security-policy')).to.include("default-src 'none'");
    const { status, json } = await visitor.call('GET', '/dashboard/nothing', { headers: { accept: '*/*' } });
    expect([status, json?.code]).to.deep.equal([404, 'not_found']);
    expect((await visitor.get('/dashboard/clients/nothing')).text).to.include('There is no such client');
  });

  it('signs out', async () => {
    visitor = await Visitor.signedUp(stage, 'visitor@example.com');
    expect((await visitor.get('/dashboard/sign-in')).status).to.equal(200);
    const { cookie } = visitor;
    await visitor.post('/dashboard/sign-out');
    expect(visitor.cookie).to.equal('');
    visitor.cookie = cookie;
    const { status, headers } = await visitor.get('/dashboard');
    expect([status, headers.get('location')], 'the old cookie is worth nothing').to.deep.equal([303, '/dashboard/sign-in']);
    await visitor.post('/dashboard/sign-in', { email: 'visitor@example.com', password: PASSWORD });
    expect((await visitor.get('/dashboard')).status).to.equal(200);
  });

  it('has a readable reference of everything', async () => {
    const { text, headers } = await visitor.get('/docs');
    expect(headers.get('content-security-policy')).to.include("default-src 'none'");
    expect(text, 'without a mouse, what scrolls and holds no link').to.include('<table tabindex="0">');
    for (const path of Object.keys((await stage.check()).document.paths)) expect(text).to.include(path.replaceAll('&', '&amp;'));
  });
});
