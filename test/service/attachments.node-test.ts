import { expect } from 'chai';
import { ATTACHMENT_MAX_BYTES, disposition, dispositionName, safeName } from '../../demo/service/inbox/attachments.js';
import { Stage, type Tenant } from './helpers/stage.js';

describe('attachments', () => {
  let stage: Stage;
  let tenant: Tenant;
  let conversationId: string;
  const upload = (body: BodyInit, headers: Record<string, string> = {}) =>
    stage.call('POST', '/inbox/attachments', { token: tenant.token, body, headers: { 'content-type': 'image/png', ...headers } });
  const send = (attachmentIds: string[], key: string, text = '') =>
    stage.call('POST', `/inbox/conversations/${conversationId}/messages`, {
      token: tenant.token,
      json: { text, attachmentIds },
      headers: { 'idempotency-key': key },
    });

  beforeEach(async () => {
    stage = await Stage.open();
    tenant = await stage.tenant();
    ({ conversationId } = await stage.write(tenant.clientId, 'Hello'));
  });
  afterEach(() => stage.close());

  it('takes the bytes and says what it has', async () => {
    const { status, json } = await upload(new Uint8Array([1, 2, 3]), { 'content-disposition': `attachment; filename*=UTF-8''Entw%C3%BCrfe%20%231.png` });
    expect(status).to.equal(201);
    expect(json).to.deep.include({ name: 'Entwürfe #1.png', type: 'image/png', size: 3 });
  });

  it('gives the same bytes back, as a download that nobody sniffs', async () => {
    const bytes = Uint8Array.from({ length: 1000 }, (_, index) => index % 256);
    const { json } = await upload(bytes, { 'content-disposition': `attachment; filename*=UTF-8''a%27b.png` });
    const response = await stage.service.app.request(`/inbox/attachments/${json.id}`, { headers: { authorization: `Bearer ${tenant.token}` } });
    expect(new Uint8Array(await response.arrayBuffer())).to.deep.equal(bytes);
    expect(Object.fromEntries(response.headers)).to.include({
      'content-type': 'image/png',
      'content-disposition': `attachment; filename*=UTF-8''a%27b.png`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  it('serves HTML and SVG as a download too', async () => {
    for (const type of ['text/html', 'image/svg+xml']) {
      const { json } = await upload('<script>alert(1)</script>', { 'content-type': type });
      const { headers } = await stage.call('GET', `/inbox/attachments/${json.id}`, { token: tenant.token });
      expect(headers.get('content-disposition')).to.match(/^attachment/);
      expect(headers.get('x-content-type-options')).to.equal('nosniff');
    }
  });

  it('sends several with a message, in their order, without a text', async () => {
    const ids = [];
    for (const name of ['b', 'a', 'c']) ids.push((await upload(name, { 'content-disposition': `attachment; filename="${name}.png"` })).json.id);
    const { status, json } = await send(ids, 'k');
    expect(status).to.equal(201);
    expect(json.attachments.map(({ name }: { name: string }) => name)).to.deep.equal(['b.png', 'a.png', 'c.png']);
    const conversation = await stage.call('GET', `/inbox/conversations/${conversationId}`, { token: tenant.token });
    expect(conversation.json.preview).to.equal('b.png, a.png, c.png');
  });

  it('sends one only once', async () => {
    const { json } = await upload('x');
    await send([json.id], 'k1');
    const again = await send([json.id], 'k2', 'x');
    expect([again.status, again.json.errors[0].field]).to.deep.equal([422, 'attachmentIds.0']);
  });

  it('leaves attachments free where the message is refused', async () => {
    const { json } = await upload('x');
    expect((await send([json.id, 'att_none'], 'k1')).status).to.equal(422);
    expect((await send([json.id], 'k2')).status).to.equal(201);
  });

  it(`takes ${ATTACHMENT_MAX_BYTES / 2 ** 20} MB and refuses a byte more, whatever its header says`, async () => {
    expect((await upload(new Uint8Array(ATTACHMENT_MAX_BYTES))).status).to.equal(201);
    const { status, json } = await upload(new Uint8Array(ATTACHMENT_MAX_BYTES + 1), { 'content-length': '1' });
    expect([status, json.code]).to.deep.equal([413, 'attachment_too_large']);
  });

  it('takes an empty file, of which nobody is told a limit', async () => {
    const { status, json } = await upload('');
    expect([status, json.size]).to.deep.equal([201, 0]);
    const bytes = await stage.call('GET', `/inbox/attachments/${json.id}`, { token: tenant.token });
    expect([bytes.status, bytes.text]).to.deep.equal([200, '']);
  });

  it('refuses an unknown file', async () => {
    const { status, json } = await stage.call('GET', '/inbox/attachments/att_x', { token: tenant.token });
    expect([status, json.code]).to.deep.equal([404, 'attachment_unknown']);
  });

  it('takes the longest name that a file can have, percent-encoded', async () => {
    const name = `${'図'.repeat(251)}.png`;
    const { status, json } = await upload('x', { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}` });
    expect([status, json.name]).to.deep.equal([201, name]);
  });

  it('takes a media type that is not one for plain bytes', async () => {
    for (const type of ['nonsense', 'text/html\u00e9', '*/*']) {
      expect((await upload('x', { 'content-type': type })).json.type, type).to.equal('application/octet-stream');
    }
    expect((await upload('x', { 'content-type': 'Text/Plain; charset=utf-8' })).json.type).to.equal('text/plain');
  });
});

describe('names of attachments', () => {
  const read: [header: string | undefined, name: string | null][] = [
    [undefined, null],
    ['attachment', null],
    [`attachment; filename*=UTF-8''%E2%82%AC.txt`, '€.txt'],
    [`attachment; filename*=utf-8'en'a.txt`, 'a.txt'],
    [`attachment; filename="old.txt"; filename*=UTF-8''new.txt`, 'new.txt'],
    ['attachment; filename="with space.txt"', 'with space.txt'],
    ['attachment; filename=bare.txt', 'bare.txt'],
    [`attachment; filename*=UTF-8''%E2%82`, null],
  ];
  for (const [header, name] of read) {
    it(`reads ${String(header)} as ${String(name)}`, () => {
      expect(dispositionName(header)).to.equal(name);
    });
  }

  const safe: [name: string, safe: string][] = [
    ['plan.pdf', 'plan.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Windows\\system.ini', 'system.ini'],
    ['.htaccess', 'htaccess'],
    ['in\u202Efdp.exe', 'infdp.exe'],
    ['a\nb\u0000c', 'abc'],
    ['<img src=x>.png', 'img src=x.png'],
    ['\ud800x', 'x'],
    ['..', 'file'],
    ['', 'file'],
    ['x'.repeat(300), 'x'.repeat(255)],
  ];
  for (const [name, expected] of safe) {
    it(`makes ${JSON.stringify(name).slice(0, 40)} safe`, () => {
      expect(safeName(name)).to.equal(expected);
    });
  }

  it('writes any name so that it reads the same', () => {
    for (const name of [`it's (a) *star*.txt`, 'ünïcödé 🙂.png']) expect(dispositionName(disposition(name))).to.equal(name);
  });
});
