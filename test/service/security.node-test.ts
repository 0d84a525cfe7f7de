import { expect } from 'chai';
import crypto, { randomBytes } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { hashPassword, PASSWORD_COST, verifyPassword } from '../../demo/service/accounts/passwords.js';
import type { LogEntry } from '../../demo/service/options.js';
import { Stage } from './helpers/stage.js';
import { errorAt, PASSWORD, Visitor } from './helpers/visitor.js';

const CHEAP = { N: 2 ** 8, r: 8, p: 1 };

describe('security', () => {
  let stage: Stage;
  afterEach(() => stage.close());

  describe('passwords', () => {
    it('are kept under a memory-hard hash with a salt of their own', async function () {
      this.timeout(60_000);
      stage = await Stage.open({ passwordCost: PASSWORD_COST });
      await Visitor.signedUp(stage, 'a@example.com');
      const row = await stage.service.database.first<{ hash: string }>('SELECT password_hash AS hash FROM accounts');
      const [name, n = '', r = '', , salt = ''] = row?.hash.split('$') ?? [];
      expect(name).to.equal('scrypt');
      expect(128 * Number(n) * Number(r), 'bytes of memory for each guess').to.be.at.least(64 * 2 ** 20);
      expect(Buffer.from(salt, 'base64url')).to.have.length(16);
      expect(await hashPassword(PASSWORD, CHEAP)).not.to.equal(await hashPassword(PASSWORD, CHEAP));
    });

    it('are verified, however they were typed', async () => {
      stage = await Stage.open();
      const hash = await hashPassword('Pässwort 1', CHEAP);
      expect(await verifyPassword('Pa\u0308sswort 1', hash)).to.equal(true);
      expect(await verifyPassword('Passwort 1', hash)).to.equal(false);
      expect(await verifyPassword('', hash)).to.equal(false);
    });
  });

  describe('sessions', () => {
    it('are cookies that no script reads and no other site sends; Secure over https', async () => {
      stage = await Stage.open();
      const overHttps = await Visitor.signedUp(stage, 'a@example.com');
      expect(overHttps.setCookie).to.match(/^__Host-inbox_session=[\w-]{43}; /).and.include('HttpOnly').and.include('SameSite=Lax').and.include('Secure').and.include('Path=/');
      expect(overHttps.setCookie).not.to.include('Domain');
      await stage.close();
      stage = await Stage.open({ baseUrl: 'http://127.0.0.1:8787' });
      const overHttp = new Visitor(stage, 'http://127.0.0.1:8787');
      await overHttp.post('/dashboard/sign-up', { email: 'a@example.com', password: PASSWORD });
      await overHttp.post('/dashboard/sign-in', { email: 'a@example.com', password: PASSWORD });
      expect(overHttp.setCookie).to.match(/^inbox_session_8787=/).and.include('HttpOnly').and.not.include('Secure');
    });

    it('are rotated at every sign-in, and the one before is over', async () => {
      stage = await Stage.open();
      const visitor = await Visitor.signedUp(stage, 'a@example.com');
      const before = visitor.cookie;
      await visitor.post('/dashboard/sign-in', { email: 'a@example.com', password: PASSWORD });
      expect(visitor.cookie).not.to.equal(before);
      expect((await visitor.get('/dashboard')).status).to.equal(200);
      visitor.cookie = before;
      expect((await visitor.get('/dashboard')).status).to.equal(303);
    });

    it('do not take a secret that somebody else has chosen', async () => {
      stage = await Stage.open();
      const visitor = new Visitor(stage);
      await visitor.post('/dashboard/sign-up', { email: 'a@example.com', password: PASSWORD });
      const planted = `__Host-inbox_session=${randomBytes(32).toString('base64url')}`;
      visitor.cookie = planted;
      await visitor.post('/dashboard/sign-in', { email: 'a@example.com', password: PASSWORD });
      expect(visitor.cookie).not.to.equal(planted);
    });

    it('end after a week, and are stored as hashes only', async () => {
      stage = await Stage.open();
      const visitor = await Visitor.of(stage, await stage.account());
      const rows = await stage.service.database.all('SELECT * FROM sessions');
      expect(JSON.stringify(rows)).not.to.include(visitor.cookie.split('=')[1]);
      stage.clock.advance(7 * 24 * 60 * 60 * 1000 + 1);
      expect((await visitor.get('/dashboard')).status).to.equal(303);
    });
  });

  it('refuses what other sites send: every operation of the dashboard that changes something', async () => {
    stage = await Stage.open();
    const visitor = await Visitor.of(stage, await stage.account());
    const { document } = await stage.check();
    const changing = Object.entries(document.paths)
      .filter(([path]) => path.startsWith('/dashboard'))
      .flatMap(([path, operations]) => Object.keys(operations).filter((method) => method !== 'get').map((method) => [method.toUpperCase(), path] as const));
    expect(changing).to.have.length.above(12);
    for (const [method, path] of changing) {
      const foreign: Record<string, string>[] = [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: 'https://inbox.example', 'sec-fetch-site': 'cross-site' },
        { origin: 'https://inbox.example', 'sec-fetch-site': 'same-site' },
      ];
      for (const headers of foreign) {
        const { status, json } = await visitor.call(method, path.replace(/\{\w+\}/g, 'x'), { headers: { ...headers, accept: 'application/json' } });
        expect([status, json.code], `${method} ${path} ${JSON.stringify(headers)}`).to.deep.equal([403, 'request_not_ours']);
      }
      const silent = await stage.call(method, path.replace(/\{\w+\}/g, 'x'), { headers: { cookie: visitor.cookie } });
      expect(silent.status, `${method} ${path} without an origin`).to.equal(403);
    }
  });

  it('sends every page with a policy without unsafe-*, not to be framed or kept', async () => {
    stage = await Stage.open();
    const tenant = await stage.tenant();
    const visitor = await Visitor.of(stage, tenant.accountId);
    const sections = ['', '/sign-in', '/sign-up', '/api-keys', '/components/new', `/clients/${tenant.clientId}/embed`, `/clients/${tenant.clientId}/contacts`, '/clients/x'];
    for (const path of sections.map((section) => `/dashboard${section}`)) {
      const { headers, text } = await visitor.get(path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy, path).to.include("default-src 'none'").and.include("script-src 'self'").and.include("frame-ancestors 'none'").and.include("require-trusted-types-for 'script'");
      expect(policy, path).not.to.include('unsafe').and.not.include('*').and.not.include('data:');
      expect(headers.get('cache-control'), path).to.match(/no-store/);
      expect(text, path).not.to.match(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/i);
    }
  });

  describe('limits', () => {
    it('slows guessing of one account’s password down, from wherever it comes', async () => {
      stage = await Stage.open({ limits: { signIns: { count: 3, windowMs: 15 * 60_000 } } });
      const visitor = new Visitor(stage);
      const guess = (email: string, from: string) => {
        visitor.from = from;
        return visitor.post('/dashboard/sign-in', { email, password: 'wrong password' });
      };
      for (const from of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) expect((await guess('a@example.com', from)).status).to.equal(422);
      const { status, headers } = await guess('A@Example.com', '192.0.2.4');
      expect([status, headers.get('retry-after')]).to.deep.equal([429, '900']);
      stage.clock.advance(15 * 60_000);
      expect((await guess('a@example.com', '192.0.2.4')).status).to.equal(422);
    });

    it('slows guessing of many accounts’ passwords from one place down', async () => {
      stage = await Stage.open({ limits: { signIns: { count: 3, windowMs: 15 * 60_000 } } });
      const visitor = new Visitor(stage);
      const guess = (email: string) => visitor.post('/dashboard/sign-in', { email, password: 'wrong password' });
      for (const name of ['a', 'b', 'c']) expect((await guess(`${name}@example.com`)).status).to.equal(422);
      expect((await guess('d@example.com')).status).to.equal(429);
    });

    it('does not let who guesses start over by signing in to an account of his own', async () => {
      stage = await Stage.open({ limits: { signIns: { count: 3, windowMs: 15 * 60_000 } } });
      const visitor = new Visitor(stage);
      await visitor.post('/dashboard/sign-up', { email: 'own@example.com', password: PASSWORD });
      const guess = (email: string) => visitor.post('/dashboard/sign-in', { email, password: 'wrong password' });
      const signIn = () => visitor.post('/dashboard/sign-in', { email: 'own@example.com', password: PASSWORD });
      for (const name of ['a', 'b']) expect((await guess(`${name}@example.com`)).status).to.equal(422);
      // Those who come in weigh nothing, however often.
      for (let count = 0; count < 4; count++) expect((await signIn()).status).to.equal(303);
      expect((await guess('c@example.com')).status).to.equal(422);
      expect((await guess('d@example.com')).status).to.equal(429);
    });

    it('slows many new accounts down', async () => {
      stage = await Stage.open({ limits: { signUps: { count: 1, windowMs: 60_000 } } });
      const visitor = new Visitor(stage);
      const signUp = (email: string) => visitor.post('/dashboard/sign-up', { email, password: PASSWORD });
      expect((await signUp('a@example.com')).status).to.equal(303);
      expect((await signUp('b@example.com')).status).to.equal(429);
    });

    it('bounds every body', async () => {
      stage = await Stage.open();
      const tenant = await stage.tenant();
      const visitor = await Visitor.of(stage, tenant.accountId);
      const large = `name=${'x'.repeat(10_000_000)}`;
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      for (const path of ['/dashboard/sign-in', '/dashboard/sign-up', '/dashboard/api-keys/new', '/dashboard/components/new', '/dashboard/clients/new']) {
        expect((await visitor.call('POST', path, { body: large, headers: form })).status, path).to.equal(413);
      }
      const json = { 'content-type': 'application/json' };
      const calls = [
        ['PATCH', '/inbox/conversations/x'],
        ['PUT', '/inbox/conversations/x/read'],
        ['POST', '/inbox/conversations/x/messages'],
        ['POST', '/sandbox/faults'],
      ] as const;
      for (const [method, path] of calls) {
        const { status, json: body } = await stage.call(method, path, { token: tenant.token, body: large, headers: json });
        expect([status, body.code], path).to.deep.equal([413, 'body_too_large']);
      }
    });
  });

  describe('whether an address has an account', () => {
    it('is not told by signing in', async () => {
      stage = await Stage.open();
      await new Visitor(stage).post('/dashboard/sign-up', { email: 'known@example.com', password: PASSWORD });
      const answers = [];
      for (const email of ['known@example.com', 'other@example.com']) {
        const { status, text } = await new Visitor(stage).post('/dashboard/sign-in', { email, password: 'wrong password' });
        answers.push([status, text.replace(email, ''), errorAt(text, 'password')]);
      }
      expect(answers[0]).to.deep.equal(answers[1]);
    });

    it('is not told by signing up, and the account is left as it was', async () => {
      stage = await Stage.open();
      const answers = [];
      for (const password of [PASSWORD, 'another password']) {
        const { status, text, headers } = await new Visitor(stage).post('/dashboard/sign-up', { email: 'known@example.com', password });
        answers.push([status, text, headers.get('location'), headers.get('set-cookie')]);
      }
      expect(answers[0]).to.deep.equal(answers[1]);
      expect(await stage.service.accounts.verify('known@example.com', PASSWORD)).to.include({ email: 'known@example.com' });
      expect(await stage.service.accounts.verify('known@example.com', 'another password')).to.equal(null);
    });
  });

  it('keeps every secret out of the log', async () => {
    const entries: LogEntry[] = [];
    stage = await Stage.open({ log: (entry) => entries.push(entry) });
    const visitor = await Visitor.signedUp(stage, 'a@example.com');
    const tenant = await stage.tenant();
    await visitor.get('/dashboard');
    await stage.call('GET', `/inbox?token=${tenant.token}`, { token: tenant.token });
    const original = stage.service.reader.inbox.bind(stage.service.reader);
    stage.service.reader.inbox = () => Promise.reject(new Error('inner'));
    await stage.service.app.request('/inbox', { headers: { authorization: `Bearer ${tenant.token}` } });
    stage.service.reader.inbox = original;
    const log = JSON.stringify(entries);
    expect(entries.map(({ type }) => type)).to.include.members(['request', 'failure']);
    const session = visitor.cookie.split('=')[1] as string;
    for (const secret of [PASSWORD, session, tenant.apiKey, tenant.token, 'a@example.com']) expect(log).not.to.include(secret);
  });

  it('finds the right one of two keys with the same beginning', async () => {
    stage = await Stage.open();
    const [one, two] = [await stage.tenant(), await stage.tenant()];
    await stage.service.database.run('UPDATE api_keys SET prefix = ?', [one.apiKey.slice(0, 14)]);
    expect((await stage.service.apiKeys.find(one.apiKey))?.id).to.equal(one.keyId);
    const forged = one.apiKey.slice(0, 14) + two.apiKey.slice(14);
    expect(await stage.service.apiKeys.find(forged)).to.equal(null);
  });

  it('compares a key in constant time: by its digest, of one length, whatever was sent', async () => {
    stage = await Stage.open();
    const { apiKey } = await stage.tenant();
    const original = crypto.timingSafeEqual;
    const compared: number[] = [];
    crypto.timingSafeEqual = (a, b) => {
      compared.push(a.byteLength, b.byteLength);
      return original(a, b);
    };
    syncBuiltinESMExports();
    try {
      for (const sent of [apiKey, `${apiKey.slice(0, 14)}x`, `${apiKey}x`]) await stage.service.apiKeys.find(sent);
    } finally {
      crypto.timingSafeEqual = original;
      syncBuiltinESMExports();
    }
    expect(compared).to.deep.equal(Array.from({ length: 6 }, () => 32));
  });

  it('shows nothing of an account to another, nor to nobody: every page and call of the dashboard', async () => {
    stage = await Stage.open();
    const [tenant, other] = [await stage.tenant(), await stage.tenant()];
    const { conversationId, id: messageId } = await stage.write(tenant.clientId, 'secret words');
    const [owner, stranger, nobody] = [await Visitor.of(stage, tenant.accountId), await Visitor.of(stage, other.accountId), new Visitor(stage)];
    const { document } = await stage.check();
    const ids: Record<string, string> = { clients: tenant.clientId, components: tenant.componentId, 'api-keys': tenant.keyId };
    let tried = 0;
    for (const [template, operations] of Object.entries(document.paths).filter(([path]) => path.startsWith('/dashboard/') && path.includes('{id}'))) {
      const section = template.split('/')[2] as string;
      const path = template.replace('{id}', ids[section] as string).replace('{conversationId}', conversationId).replace('{messageId}', messageId);
      for (const method of Object.keys(operations).map((name) => name.toUpperCase())) {
        const isJson = /bulk|status/.test(path);
        const form = new FormData();
        for (const [name, value] of Object.entries({ contactName: 'Mara', channel: 'web', text: 'x' })) form.set(name, value);
        const fields = { name: 'Taken over', title: 'Taken over', channels: 'web' };
        const multipart = path.endsWith('contacts/messages');
        const headers = { accept: 'application/json' };
        const body = method === 'GET' ? {} : isJson ? { json: { status: 'read', kind: 'messages' } } : { body: multipart ? form : new URLSearchParams(fields) };
        const { status, text } = await stranger.call(method, path, { ...body, headers });
        expect(status, `${method} ${path}`).to.equal(404);
        expect(text, path).not.to.include('secret words').and.not.include(tenant.componentId);
        const unknown = await nobody.call(method, path, { ...body, headers });
        expect([unknown.status, unknown.json.code], `${method} ${path}`).to.deep.equal([401, 'session_missing']);
        tried++;
      }
    }
    expect(tried).to.be.above(18);
    const [key] = await stage.service.apiKeys.list(tenant.accountId);
    expect(key?.name).to.equal('Test');
    expect((await owner.get('/dashboard/clients')).text).to.include('>Client<');
    expect((await owner.get('/dashboard/components')).text).to.include('>Inbox<');
    expect((await stage.call('GET', `/inbox/conversations/${conversationId}/messages`, { token: tenant.token })).json.messages).to.have.length(1);
    const foreign = await stranger.post('/dashboard/clients/new', { name: 'Guest', componentId: tenant.componentId });
    expect(errorAt(foreign.text, 'componentId')).to.equal('Choose one of your components');
  });

  it('renames and changes nothing of another account, whatever a page has looked up before', async () => {
    stage = await Stage.open();
    const [{ accountId, keyId, componentId, clientId }, stranger] = [await stage.tenant(), await stage.tenant()];
    const { apiKeys, components, clients } = stage.service;
    const all = async () => [await apiKeys.list(accountId), await components.list(accountId), await clients.list(accountId)];
    const changes: Record<string, (account: string) => Promise<boolean>> = {
      'rename a key': (account) => apiKeys.rename(account, keyId, 'Taken'),
      'change a component': (account) => components.update(account, componentId, { title: 'Taken', channels: ['web'], allowedOrigins: [] }),
      'change a client': (account) => clients.update(account, clientId, 'Taken', 'taken'),
    };
    const before = await all();
    for (const [what, change] of Object.entries(changes)) {
      expect(await change(stranger.accountId), what).to.equal(false);
      expect(await all(), what).to.deep.equal(before);
    }
    for (const [what, change] of Object.entries(changes)) expect(await change(accountId), `${what} of one's own`).to.equal(true);
  });
});
