import { expect } from 'chai';
import type { FakeAnswer } from '../helpers/fake-network.js';
import { HOUR, MINUTE, SECOND, TokenPage, outcomeOf, tokenAnswer } from '../helpers/token-page.js';

describe('a network that fails', () => {
  it('F19 ends no session: token and status stay while the token lives, and the new one comes in time', async () => {
    const page = new TokenPage();
    const old = page.issue(10 * MINUTE);
    const { lease, kinds } = page.open(old);
    const row: FakeAnswer[] = [{ fails: true }, { status: 500 }, { status: 502 }, { status: 503 }, { afterMs: Infinity }];
    page.network.answer = () => row.shift() ?? tokenAnswer(page.issue());
    await page.advance(8 * MINUTE);
    expect(await lease.supplier.getToken()).to.equal(old);
    const end = page.clock.mono + 110 * SECOND;
    while (page.clock.mono < end) {
      expect(lease.isUsable).to.equal(true);
      await page.advance(SECOND);
    }
    expect(page.network.calls).to.have.lengthOf(6);
    expect(lease.status).to.equal('fresh');
    expect(await lease.supplier.getToken()).not.to.equal(old);
    expect(kinds()).to.deep.equal([...Array.from({ length: 5 }, () => 'failed'), 'refreshed']);
  });

  it('F19 is told to a request that waits for the first token', async () => {
    const page = new TokenPage();
    page.answer({ status: 500, afterMs: SECOND });
    const { lease } = page.open();
    const token = lease.supplier.getToken();
    expect(await outcomeOf(token)).to.equal('waiting');
    await page.advance(SECOND);
    expect(await outcomeOf(token)).to.include({ code: 'INBOX_REFRESH_UNREACHABLE' });
  });

  it('F20 recovers within ten seconds after a wake without network', async () => {
    const page = new TokenPage();
    const { lease } = page.open(page.issue());
    const row: FakeAnswer[] = [{ fails: true }, { fails: true }];
    page.network.answer = () => row.shift() ?? tokenAnswer(page.issue());
    page.clock.jump({ wall: 12 * HOUR });
    await page.signal('resume', 'visibilitychange');
    await page.advance(10 * SECOND);
    expect(page.network.calls).to.have.lengthOf(3);
    expect(lease.status).to.equal('fresh');
  });

  it('F20 begins with short waits again after a sleep in the middle of an outage', async () => {
    const page = new TokenPage();
    page.open();
    await page.advance(HOUR);
    page.clock.jump({ wall: 8 * HOUR });
    await page.signal('visibilitychange');
    const before = page.network.calls.length;
    await page.advance(10 * SECOND);
    expect(page.network.calls.length - before).to.be.at.least(2);
  });

  it('F20 tries at once when it is online again, and makes no burst of it', async () => {
    const page = new TokenPage();
    page.open();
    await page.advance(5 * MINUTE);
    const before = page.network.calls.length;
    await page.signal('online');
    expect(page.network.calls).to.have.lengthOf(before + 1);
    for (let index = 0; index < 20; index++) {
      await page.signal('online');
      await page.advance(100);
    }
    expect(page.network.calls).to.have.lengthOf(before + 2);
  });

  it('F20 tries at once also after many signs of life that led to no call of their own', async () => {
    const page = new TokenPage();
    page.open();
    await page.advance(5 * MINUTE);
    for (let index = 0; index < 20; index++) await page.signal('online');
    await page.advance(5 * MINUTE + SECOND);
    const before = page.network.calls.length;
    await page.signal('online');
    expect(page.network.calls).to.have.lengthOf(before + 1);
  });

  it('F21 spins neither while offline nor while the token is long over', async () => {
    const page = new TokenPage();
    const { lease, news } = page.open(page.issue(-HOUR, { issuedAt: page.serverTime - 9 * HOUR }));
    await page.advance(MINUTE);
    expect(page.network.calls.length).to.be.at.most(6);
    await page.advance(59 * MINUTE);
    expect(page.network.calls.length).to.be.within(45, 60);
    expect(lease.status).to.equal('expired');
    const seconds = new Map<number, number>();
    for (const { at, delayMs } of page.clock.delays) {
      const second = Math.floor(at / SECOND);
      if (delayMs < 100) seconds.set(second, (seconds.get(second) ?? 0) + 1);
    }
    expect(Math.max(0, ...seconds.values())).to.be.at.most(3);
    // One change of status, not one for each try.
    expect(news.filter(({ type }) => type === 'status').length).to.be.at.most(2);
  });

  it('keeps to sixty calls an hour however often the page is looked at', async () => {
    const page = new TokenPage();
    page.open();
    for (let minute = 0; minute < 60; minute++) {
      await page.signal('visibilitychange', 'focus', 'online', 'resume');
      await page.advance(MINUTE);
    }
    expect(page.network.calls.length).to.be.within(20, 60);
    for (const [index, { mono }] of page.network.calls.entries()) {
      const within = page.network.calls.slice(index).filter((call) => call.mono - mono < MINUTE);
      expect(within.length).to.be.at.most(6);
    }
  });

  it('F22 names CORS where an endpoint of another origin cannot be reached', async () => {
    const page = new TokenPage();
    const { lease } = page.open(null, { endpoint: 'https://api.example/token' });
    await page.advance(SECOND);
    const error = (await outcomeOf(lease.supplier.getToken())) as Error;
    expect(error.message).to.contain('CORS');
    const same = new TokenPage();
    const { lease: sameLease } = same.open();
    await same.advance(SECOND);
    expect(((await outcomeOf(sameLease.supplier.getToken())) as Error).message).not.to.contain('CORS');
  });

  for (const [name, answer, least, most] of [
    ['429 with seconds', { status: 429, headers: { 'Retry-After': '120' } }, 120, 131],
    ['503 with seconds', { status: 503, headers: { 'Retry-After': '120' } }, 120, 131],
    ['429 without a word', { status: 429 }, 30, 41],
    ['429 that asks for a day', { status: 429, headers: { 'Retry-After': '86400' } }, 900, 911],
  ] as const) {
    it(`slows down for ${name}, signs of life or not`, async () => {
      const page = new TokenPage();
      page.answer(answer);
      const { news } = page.open();
      await page.advance(SECOND);
      for (let second = 0; second < least - 2; second++) {
        await page.advance(SECOND);
        await page.signal('online', 'visibilitychange');
      }
      expect(page.network.calls).to.have.lengthOf(1);
      await page.advance((most - least + 2) * SECOND);
      expect(page.network.calls).to.have.lengthOf(2);
      const [failed] = news.filter((item) => item.type === 'failed');
      expect(failed?.error.code).to.equal('INBOX_REFRESH_RATE_LIMITED');
      expect(failed?.retryAt?.getTime()).to.be.within(page.network.calls[0]?.wall ?? 0, page.clock.wall);
    });
  }

  it('F10 has calls left for the end of a long busy spell, though each answer asks for a second only', async () => {
    const page = new TokenPage();
    page.answer({ status: 429, headers: { 'Retry-After': '1' } });
    const { lease } = page.open();
    await page.advance(HOUR);
    expect(page.network.calls.length).to.be.within(45, 60);
    page.serve();
    await page.advance(80 * SECOND);
    expect(lease.status).to.equal('fresh');
  });

  it('does not override a request to slow down by hand either', async () => {
    const page = new TokenPage();
    page.answer({ status: 429, headers: { 'Retry-After': '120' } });
    const { lease } = page.open();
    await page.advance(SECOND);
    expect(await outcomeOf(lease.refresh())).to.have.property('code', 'INBOX_REFRESH_RATE_LIMITED');
    await page.advance(MINUTE);
    expect(page.network.calls).to.have.lengthOf(1);
  });
});

describe('a call that does not settle', () => {
  for (const [name, answer] of [
    ['never answers', { afterMs: Infinity }],
    ['never answers and cannot be stopped', { afterMs: Infinity, ignoresSignal: true }],
    ['throws at once', { throws: true }],
  ] as const) {
    it(`F15 blocks nothing where fetch ${name}`, async () => {
      const page = new TokenPage();
      page.answer(answer);
      const { lease, news } = page.open();
      const waiting = outcomeOf(lease.supplier.getToken());
      await waiting;
      await page.advance(15 * SECOND);
      expect(await outcomeOf(lease.supplier.getToken())).to.be.instanceOf(Error);
      page.serve();
      await page.advance(20 * SECOND);
      expect(lease.status).to.equal('fresh');
      const codes = news.filter((item) => item.type === 'failed').map(({ error }) => error.code);
      expect(codes[0]).to.equal('throws' in answer ? 'INBOX_REFRESH_UNREACHABLE' : 'INBOX_REFRESH_TIMEOUT');
      expect(page.tabs.heldLocks).to.equal(0);
      expect(page.policyWatches).to.equal(0);
    });
  }

  it('F15 changes nothing by an answer that comes after a newer one', async () => {
    const page = new TokenPage();
    const late = page.issue(9 * HOUR);
    const row: FakeAnswer[] = [tokenAnswer(late, { afterMs: 30 * SECOND, ignoresSignal: true })];
    page.network.answer = () => row.shift() ?? tokenAnswer(page.issue());
    const { lease, kinds } = page.open();
    await page.advance(20 * SECOND);
    const token = await lease.supplier.getToken();
    expect(token).not.to.equal(late);
    await page.advance(MINUTE);
    expect(await lease.supplier.getToken()).to.equal(token);
    expect(kinds()).to.deep.equal(['failed', 'refreshed']);
    expect(page.network.calls).to.have.lengthOf(2);
  });

  it('gives up a call that was under way when the machine fell asleep', async () => {
    const page = new TokenPage();
    page.answer({ afterMs: Infinity });
    page.open();
    await page.advance(SECOND);
    page.clock.jump({ wall: HOUR });
    page.serve();
    await page.signal('resume');
    await page.advance(3 * SECOND);
    expect(page.network.calls).to.have.lengthOf(2);
    expect(page.network.aborted).to.be.at.least(1);
  });

  it('F22 goes on where the page has no origin, as in a frame of its own', async () => {
    const page = new TokenPage();
    Object.assign(page, { origin: 'null' });
    const refused = Object.assign(new Error('No.'), { status: 401 });
    const { lease } = page.open(null, { endpoint: null, fetchToken: () => Promise.reject(refused) });
    await page.advance(SECOND);
    expect(lease.status).to.equal('ended');
  });
});
