import { expect } from 'chai';
import { Stage } from './helpers/stage.js';

const ORIGIN = 'https://shop.example';

describe('pages of other origins', () => {
  let stage: Stage;
  before(async () => {
    stage = await Stage.open();
  });
  after(() => stage.close());

  it('pass the preflight without a token, with the headers that the widget sends', async () => {
    for (const path of ['/inbox', '/inbox/conversations/x/messages', '/inbox/attachments', '/inbox/events']) {
      const { status, headers, text } = await stage.call('OPTIONS', path, {
        headers: { origin: ORIGIN, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
      });
      expect([status, text, headers.get('access-control-allow-origin')]).to.deep.equal([204, '', '*']);
      const allowed = headers.get('access-control-allow-headers')?.toLowerCase().split(', ');
      expect(allowed).to.include.members(['authorization', 'content-type', 'content-disposition', 'idempotency-key', 'last-event-id']);
      const methods = headers.get('access-control-allow-methods')?.split(', ');
      expect(methods).to.include.members(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
    }
  });

  it('can read every answer, errors included, with Date and Retry-After, and never with credentials', async () => {
    const { token } = await stage.tenant();
    stage.service.faults.add({ kind: 'too-many-requests', retryAfterS: 7 }, { pathPrefix: '/inbox/conversations', times: 1 });
    for (const [path, status, bearer] of [
      ['/inbox/conversations', 429, token],
      ['/inbox', 200, token],
      ['/inbox', 401, 'nonsense'],
      ['/inbox/nothing', 404, token],
      ['/inbox-widget.js', 200, undefined],
      ['/cdn/nothing.js', 404, undefined],
    ] as const) {
      const answer = await stage.call('GET', path, { token: bearer, headers: { origin: ORIGIN } });
      expect(answer.status, path).to.equal(status);
      expect(answer.headers.get('access-control-allow-origin'), path).to.equal('*');
      expect(answer.headers.get('access-control-expose-headers'), path).to.equal('Date, Retry-After');
      expect(answer.headers.has('access-control-allow-credentials'), path).to.equal(false);
      expect(answer.headers.get('date'), path).to.equal(new Date(stage.clock.nowMs).toUTCString());
    }
  });

  it('can read also the answer to a failure that nobody foresaw, which shows nothing of the inside', async () => {
    const { token } = await stage.tenant();
    const original = stage.service.reader.inbox.bind(stage.service.reader);
    stage.service.reader.inbox = () => Promise.reject(new Error('inner words'));
    const response = await stage.service.app.request('/inbox', { headers: { authorization: `Bearer ${token}` } });
    stage.service.reader.inbox = original;
    const text = await response.text();
    expect([response.status, response.headers.get('access-control-allow-origin')]).to.deep.equal([500, '*']);
    expect(JSON.parse(text)).to.include({ code: 'internal_error' });
    expect(text).not.to.include('inner words').and.not.to.include('.ts');
    expect(stage.failures.pop()).to.include('inner words');
  });

  it('are refused with 403 where the component names others, and still can read why', async () => {
    const { token } = await stage.tenant(['https://allowed.example']);
    const refused = await stage.call('GET', '/inbox', { token, headers: { origin: ORIGIN } });
    expect([refused.status, refused.json.code]).to.deep.equal([403, 'origin_not_allowed']);
    expect(refused.headers.get('access-control-allow-origin')).to.equal('*');
    for (const origin of ['https://allowed.example.evil.example', 'http://allowed.example', 'null']) {
      expect((await stage.call('GET', '/inbox', { token, headers: { origin } })).status, origin).to.equal(403);
    }
    expect((await stage.call('GET', '/inbox', { token, headers: { origin: 'https://allowed.example' } })).status).to.equal(200);
    expect((await stage.call('GET', '/inbox', { token })).status, 'no page').to.equal(200);
  });
});
