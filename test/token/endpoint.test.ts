import { expect } from 'chai';
import { readBody, readRetryAfter, askEndpoint } from '../../src/token/endpoint.js';
import type { TokenOwnerConfig } from '../../src/token/token-owner.js';
import { makeJwt } from '../helpers/token-maker.js';
import { ENDPOINT, HOUR, MINUTE, SECOND, SERVICE, START, TokenPage, outcomeOf, tokenAnswer } from '../helpers/token-page.js';

const JWT = makeJwt({ sub: 'ada', exp: START / 1000 + 3600 });
const CONFIG: TokenOwnerConfig = {
  service: SERVICE,
  endpoint: ENDPOINT,
  credentials: 'same-origin',
  headers: null,
  fetchToken: null,
};

function ask(page: TokenPage, config: Partial<TokenOwnerConfig> = {}): ReturnType<typeof askEndpoint> {
  const { signal } = new AbortController();
  return askEndpoint({ ...CONFIG, ...config }, { reason: 'missing', signal }, page);
}

describe('the request for a token', () => {
  it('is a POST that no other site\'s form can send, without a body, a cache or the old token', async () => {
    const page = new TokenPage();
    page.serve();
    const { lease } = page.open();
    await lease.supplier.getToken();
    const [call] = page.network.calls;
    expect(call?.url).to.equal(ENDPOINT);
    const { method, cache, redirect, credentials, body } = call?.init ?? {};
    expect({ method, cache, redirect, credentials, body }).to.deep.equal({
      method: 'POST',
      cache: 'no-store',
      redirect: 'manual',
      credentials: 'same-origin',
      body: undefined,
    });
    expect(Object.fromEntries(call?.init.headers as Headers)).to.deep.equal({
      accept: 'application/json',
      'x-requested-with': 'inbox-widget',
    });
  });

  for (const credentials of ['same-origin', 'include', 'omit'] as const) {
    it(`F22 is sent with credentials: ${credentials}`, async () => {
      const page = new TokenPage();
      await ask(page, { credentials });
      expect(page.network.calls[0]?.init.credentials).to.equal(credentials);
    });
  }

  it('F22 carries the page\'s own headers, which cannot take the place of ours', async () => {
    const page = new TokenPage();
    const headers = { 'X-CSRF-Token': 'c', 'x-requested-with': 'other', accept: 'text/html' };
    for (const given of [headers, () => headers, () => Promise.resolve(headers)]) await ask(page, { headers: given });
    for (const { init } of page.network.calls) {
      const sent = init.headers as Headers;
      expect(sent.get('X-CSRF-Token')).to.equal('c');
      expect(sent.get('X-Requested-With')).to.equal('inbox-widget');
      expect(sent.get('Accept')).to.equal('application/json');
    }
    expect(page.network.calls).to.have.lengthOf(3);
  });

  it('is not asked where the page\'s headers are none, which is told as a wrong set-up without a word of them', async () => {
    for (const headers of [{ 'X-CSRF': 'secret\nleaf' }, () => ({ 'X CSRF secret': 'leaf' }), () => 'secret' as never]) {
      const page = new TokenPage();
      const { lease, news } = page.open(null, { headers });
      const error = await outcomeOf(lease.refresh());
      expect(error).to.include({ code: 'INBOX_REFRESH_UNCONFIGURED', message: 'Check refreshHeaders.' });
      expect(error).not.to.have.property('cause');
      expect(news.map(({ type }) => type)).to.include('misconfigured');
      expect(page.network.calls).to.have.lengthOf(0);
      expect(page.policyWatches).to.equal(0);
    }
  });

  it('comes to "failed" where the page\'s headers cannot be had', async () => {
    const page = new TokenPage();
    const headers = (): never => {
      throw new Error('no CSRF token');
    };
    expect((await ask(page, { headers })).fault).to.equal('failed');
    expect(page.network.calls).to.have.lengthOf(0);
  });

  it('F11 knows a redirect from a network failure', async () => {
    const page = new TokenPage();
    page.answer({ type: 'opaqueredirect' });
    expect(await ask(page)).to.include({ fault: null, redirected: true });
    page.answer({ redirected: true, body: '<!doctype html>' });
    expect(await ask(page)).to.include({ fault: null, redirected: true, token: null });
    page.answer({ fails: true });
    expect(await ask(page)).to.include({ fault: 'failed', redirected: false });
    page.answer({ status: 0 });
    expect(await ask(page)).to.include({ fault: 'failed' });
  });

  it('F39 knows a request that the page\'s policy forbade', async () => {
    const page = new TokenPage();
    page.isBlockedByPolicy = true;
    expect((await ask(page)).fault).to.equal('blocked');
  });

  it('reads a real answer', async () => {
    const page = new TokenPage();
    page.fetch = () => Promise.resolve(new Response(JSON.stringify({ token: JWT }), { headers: { Date: new Date(START).toUTCString() } }));
    const answer = await ask(page);
    expect(answer.token?.text).to.equal(JWT);
    expect(answer.date).to.equal(START);
  });

  it('does not read a body that never ends, nor the body of a refusal', async () => {
    const page = new TokenPage();
    let pulled = 0;
    const cancelled: number[] = [];
    const endless = (status: number): Response =>
      new Response(
        new ReadableStream({
          pull: (controller) => {
            pulled++;
            controller.enqueue(new Uint8Array(1024).fill(120));
          },
          cancel: () => void cancelled.push(status),
        }),
        { status },
      );
    page.fetch = () => Promise.resolve(endless(200));
    expect((await ask(page)).token).to.equal(null);
    expect(pulled).to.be.within(128, 132);
    pulled = 0;
    page.fetch = () => Promise.resolve(endless(401));
    expect((await ask(page)).status).to.equal(401);
    expect(pulled).to.be.at.most(2);
    expect(cancelled).to.deep.equal([200, 401]);
  });
});

describe('the body of an answer', () => {
  for (const [name, body, type, text] of [
    ['JSON', `{"token":"${JWT}"}`, 'application/json', JWT],
    ['JSON of an unknown type', `{"token":"${JWT}"}`, null, JWT],
    ['JSON with white space in the token', `{"token":" ${JWT}\\n"}`, 'application/json', JWT],
    ['a JSON string', '"abc"', 'application/json', 'abc'],
    ['bare text', 'sk_live_123', 'text/plain; charset=utf-8', 'sk_live_123'],
    ['a bare JWT', `${JWT}\n`, 'application/jwt', JWT],
    ['a bare JWT that a framework calls HTML', JWT, 'text/html', JWT],
    ['bare text of no type', 'sk_live_123', null, 'sk_live_123'],
    ['nothing', '', 'application/json', null],
    ['HTML', '<!doctype html><p>Sign in', 'text/html', null],
    ['one word of HTML', 'Unauthorized', 'text/html', null],
    ['an empty object', '{}', 'application/json', null],
    ['a null token', '{"token":null}', 'application/json', null],
    ['an empty token', '{"token":""}', 'application/json', null],
    ['a token that is an object', '{"token":{"token":"x"}}', 'application/json', null],
    ['a token that is a number', '{"token":5}', 'application/json', null],
    ['the word undefined', 'undefined', 'text/plain', null],
    ['the word null', 'null', 'application/json', null],
    ['a number', '5', 'text/plain', null],
    ['a list', '["abc"]', 'application/json', null],
    ['JSON in JSON', JSON.stringify(JSON.stringify({ token: JWT })), 'application/json', null],
    ['the placeholder', '{"token":"[[ TOKEN ]]"}', 'application/json', null],
  ] as const) {
    it(`F12 holds ${text === null ? 'no token' : 'a token'} where it is ${name}`, () => {
      expect(readBody(body, type).token?.text ?? null).to.equal(text);
    });
  }

  it('F12 may begin with a byte order mark', async () => {
    const page = new TokenPage();
    page.answer({ body: `\uFEFF{"token":"${JWT}"}` });
    expect((await ask(page)).token?.text).to.equal(JWT);
  });

  for (const [value, ms] of [
    ['60', 60_000],
    ['"60"', 60_000],
    ['0', null],
    ['-1', null],
    ['"soon"', null],
    ['null', null],
    ['1e999', null],
  ] as const) {
    it(`may tell the lifetime: expires_in ${value}`, () => {
      expect(readBody(`{"token":"x","expires_in":${value}}`, null).expiresInMs).to.equal(ms);
    });
  }
});

describe('Retry-After', () => {
  for (const [header, ms] of [
    [null, null],
    ['120', 120_000],
    ['0', 0],
    ['1.5', 1_500],
    ['-5', null],
    [new Date(START + 90_000).toUTCString(), 90_000],
    [new Date(START - 90_000).toUTCString(), 0],
    ['soon', null],
  ] as const) {
    it(`${String(header)} means ${String(ms)} ms`, () => expect(readRetryAfter(header, START)).to.equal(ms));
  }

  it('is read against the answer\'s own Date', async () => {
    const page = new TokenPage();
    page.serverAhead = 5 * 60 * MINUTE;
    page.answer({
      status: 429,
      headers: { Date: new Date(page.serverTime).toUTCString(), 'Retry-After': new Date(page.serverTime + MINUTE).toUTCString() },
    });
    expect((await ask(page)).retryAfterMs).to.equal(MINUTE);
  });
});

describe('an app\'s own fetchToken', () => {
  it('takes the endpoint\'s place and is told why', async () => {
    const page = new TokenPage();
    const reasons: string[] = [];
    const { lease } = page.open(null, {
      endpoint: null,
      fetchToken: ({ reason, signal }) => {
        expect(signal.aborted).to.equal(false);
        reasons.push(reason);
        return Promise.resolve(` Bearer ${page.issue()}`);
      },
    });
    const token = await lease.supplier.getToken();
    lease.supplier.reject(token);
    await page.advance(5 * SECOND);
    await lease.refresh();
    expect(reasons).to.deep.equal(['missing', 'rejected', 'requested']);
    expect(page.network.calls).to.have.lengthOf(0);
  });

  for (const [name, error, status] of [
    ['an error without a status is "cannot be reached"', new Error('x'), 'missing'],
    ['an error with status 401 is a refusal', Object.assign(new Error('x'), { status: 401 }), 'ended'],
    ['an error with status 404 is a wrong set-up', Object.assign(new Error('x'), { status: 404 }), 'misconfigured'],
  ] as const) {
    it(name, async () => {
      const page = new TokenPage();
      const { lease } = page.open(null, { fetchToken: () => Promise.reject(error) });
      await page.advance(SECOND);
      expect(lease.status).to.equal(status);
      expect(await outcomeOf(lease.supplier.getToken())).to.be.instanceOf(Error);
    });
  }

  it('that gives no text gives no token', async () => {
    for (const value of [undefined, null, '', {}, 5]) {
      const page = new TokenPage();
      const { lease } = page.open(null, { fetchToken: () => Promise.resolve(value as string) });
      await page.advance(SECOND);
      expect(lease.problem?.code).to.equal('INBOX_REFRESH_NOT_A_TOKEN');
    }
  });

  it('that throws instead of rejecting does no harm', async () => {
    const page = new TokenPage();
    const { lease } = page.open(null, {
      fetchToken: () => {
        throw new Error('x');
      },
    });
    await page.advance(SECOND);
    expect(lease.status).to.equal('missing');
  });
});

describe('the engine over all bodies', () => {
  for (const [name, answer, code] of [
    ['nothing', { body: '' }, 'INBOX_REFRESH_NOT_A_TOKEN'],
    ['204', { status: 204 }, 'INBOX_REFRESH_NOT_A_TOKEN'],
    ['HTML', { body: '<p>', headers: { 'Content-Type': 'text/html' } }, 'INBOX_REFRESH_NOT_A_TOKEN'],
    ['404', { status: 404 }, 'INBOX_REFRESH_NOT_FOUND'],
    ['424', { status: 424, body: '{"code":"api_key_invalid"}' }, 'INBOX_REFRESH_NOT_FOUND'],
  ] as const) {
    it(`F12 tells a wrong set-up once for ${name}, tries on slowly, and tells it again where it has been right meanwhile`, async () => {
      const page = new TokenPage();
      page.answer(answer);
      const { lease, kinds } = page.open();
      await page.advance(30 * MINUTE);
      expect(lease.status).to.equal('misconfigured');
      expect(lease.problem?.code).to.equal(code);
      expect(kinds().filter((kind) => kind === 'misconfigured')).to.have.lengthOf(1);
      expect(Math.min(...page.network.gaps)).to.be.at.least(30 * SECOND);
      expect(page.network.calls.length).to.be.within(5, 10);
      page.network.answer = () => tokenAnswer(page.issue());
      await page.advance(6 * MINUTE);
      expect(lease.status).to.equal('fresh');
      expect(lease.problem).to.equal(null);
      page.answer(answer);
      await page.advance(8 * HOUR);
      expect(kinds().filter((kind) => kind === 'misconfigured')).to.have.lengthOf(2);
    });
  }

  it('is set up wrongly only with the third empty answer in a row where it has given a token before', async () => {
    const page = new TokenPage();
    page.serve();
    const { lease, kinds } = page.open();
    await page.advance(SECOND);
    page.answer({ body: '' });
    for (const told of [0, 0, 1]) {
      lease.refresh().catch(() => undefined);
      await page.advance(3 * SECOND);
      expect(kinds().filter((kind) => kind === 'misconfigured')).to.have.lengthOf(told);
    }
  });

  it('tells that the page\'s policy is in the way, and which origin to add', async () => {
    const page = new TokenPage();
    page.isBlockedByPolicy = true;
    const { lease } = page.open(null, { endpoint: 'https://api.example/token?secret=1' });
    await page.advance(SECOND);
    expect(lease.problem?.code).to.equal('INBOX_BLOCKED_BY_POLICY');
    expect(lease.problem?.message).to.contain('https://api.example').and.not.to.contain('secret');
    await page.advance(30 * MINUTE);
    expect(page.network.calls.length).to.be.at.most(7);
  });

  it('keeps a good token and its status through a wrong set-up of the endpoint', async () => {
    const page = new TokenPage();
    page.answer({ status: 404 });
    const token = page.issue();
    const { lease, kinds } = page.open(token);
    await page.advance(7 * 60 * MINUTE);
    expect(kinds()).to.include('misconfigured');
    expect(lease.status).to.equal('fresh');
    expect(await lease.supplier.getToken()).to.equal(token);
    await page.advance(61 * MINUTE);
    expect(lease.status).to.equal('misconfigured');
  });

  it('is not stopped once it has answered, which a browser would show as a cancelled request', async () => {
    const page = new TokenPage();
    page.serve();
    await page.open().lease.supplier.getToken();
    await page.advance(60 * MINUTE);
    expect(page.network.calls).to.have.lengthOf(1);
    expect(page.network.aborted).to.equal(0);
  });

  it('is not called where headers come after the call was given up, and the policy is watched no longer', async () => {
    const page = new TokenPage();
    let give: (headers: Record<string, string>) => void = () => {};
    const { lease } = page.open(null, { headers: () => new Promise((resolve) => (give = resolve)) });
    await page.advance(SECOND);
    lease.release();
    await page.advance(60 * MINUTE);
    give({});
    await page.advance(SECOND);
    expect(page.network.calls).to.have.lengthOf(0);
    expect(page.policyWatches).to.equal(0);
  });
});
