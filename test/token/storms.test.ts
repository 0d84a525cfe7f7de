import { expect } from 'chai';
import { HOUR, MINUTE, SECOND, START, TokenPage, outcomeOf, tokenAnswer } from '../helpers/token-page.js';

describe('storms that do not come', () => {
  it('F08 backs off from an endpoint that repeats the token in use', async () => {
    const page = new TokenPage();
    const token = page.issue(5 * MINUTE, { issuedAt: START - 8 * HOUR + 5 * MINUTE });
    page.network.answer = () => tokenAnswer(token);
    const { lease, news } = page.open(token);
    await page.advance(5 * MINUTE - 5 * SECOND);
    expect(page.network.calls.length).to.be.within(2, 5);
    const { gaps } = page.network;
    expect(gaps).to.deep.equal([...gaps].sort((a, b) => a - b));
    expect(await lease.supplier.getToken()).to.equal(token);
    expect(news.filter((item) => item.type === 'failed' && item.error.code === 'INBOX_REFRESH_NO_PROGRESS')).not.to.be.empty;
  });

  it('F08 renews tokens of a minute about once in 45 seconds', async () => {
    const page = new TokenPage();
    page.serve(MINUTE);
    page.open();
    await page.advance(30 * MINUTE);
    expect(Math.min(...page.network.gaps)).to.be.at.least(42 * SECOND);
    expect(page.network.calls.length).to.be.at.least(30);
  });

  it('F08 tells once that an endpoint gives tokens that are over, and calls it ever less', async () => {
    const page = new TokenPage();
    page.network.answer = () =>
      tokenAnswer(page.issue(-HOUR, { issuedAt: page.serverTime - 9 * HOUR }), { headers: { Date: new Date(page.serverTime).toUTCString() } });
    const { lease, kinds } = page.open();
    await page.advance(HOUR);
    expect(kinds().filter((kind) => kind === 'misconfigured')).to.have.lengthOf(1);
    expect(page.network.calls.length).to.be.at.most(17);
    expect(lease.status).to.equal('misconfigured');
    expect(lease.problem?.code).to.equal('INBOX_REFRESH_NO_PROGRESS');
  });

  it('F08 knows a token from a cache for what it is by Date, though the local clock is wrong', async () => {
    const page = new TokenPage();
    const stale = page.issue(HOUR);
    page.clock.jump({ wall: HOUR, mono: 6 * HOUR });
    page.serverAhead = 5 * HOUR;
    page.network.answer = () => tokenAnswer(stale, { headers: { Date: new Date(page.serverTime).toUTCString() } });
    const { lease } = page.open();
    await page.advance(MINUTE);
    expect(lease.isUsable).to.equal(false);
    expect(lease.problem?.code).to.equal('INBOX_REFRESH_NO_PROGRESS');
  });

  /** The service has rejected the first token, and the second is in use. */
  async function replaced() {
    const page = new TokenPage();
    page.serve();
    const first = page.issue();
    const { lease, kinds } = page.open(first);
    lease.supplier.reject(first);
    const second = await lease.supplier.getToken();
    return { page, lease, kinds, first, second };
  }

  it('F09 never hands out a rejected token again, and asks for one replacement', async () => {
    const page = new TokenPage();
    page.serve();
    const first = page.issue();
    const { lease } = page.open(first);
    lease.supplier.reject(first);
    lease.supplier.reject(first);
    const second = await lease.supplier.getToken();
    expect(second).not.to.equal(first);
    await page.advance(HOUR);
    expect(page.network.calls).to.have.lengthOf(1);
    lease.offer(first);
    expect(await lease.supplier.getToken()).to.equal(second);
  });

  it('F09 does not blame a replacement for late answers to the token before it', async () => {
    const { page, lease, kinds, first, second } = await replaced();
    for (let late = 0; late < 5; late++) lease.supplier.reject(first);
    expect(await outcomeOf(lease.supplier.getToken())).to.equal(second);
    expect(kinds()).to.deep.equal(['refreshed']);
    expect(page.network.calls).to.have.lengthOf(1);
  });

  it('F09 counts a replacement once, however many requests were rejected with it', async () => {
    const { lease, kinds, second } = await replaced();
    for (let request = 0; request < 5; request++) lease.supplier.reject(second);
    expect(kinds()).to.deep.equal(['refreshed', 'failed']);
  });

  it('F09 stops where the service rejects every replacement at once', async () => {
    const page = new TokenPage();
    page.serve();
    const { lease, news } = page.open(page.issue());
    const end = page.clock.mono + MINUTE;
    let attempts = 0;
    while (page.clock.mono < end) {
      const token = await outcomeOf(lease.supplier.getToken());
      if (typeof token === 'string' && token !== 'waiting') {
        attempts++;
        lease.supplier.reject(token);
      }
      await page.advance(200);
    }
    expect(page.network.calls.length).to.be.at.most(3);
    expect(attempts).to.be.at.most(4);
    expect(lease.status).to.equal('misconfigured');
    expect(lease.problem?.code).to.equal('INBOX_SERVICE_REFUSED');
    expect(news.filter(({ type }) => type === 'misconfigured')).to.have.lengthOf(1);
    // Somebody may ask by hand.
    await page.advance(10 * SECOND);
    const calls = page.network.calls.length;
    await lease.refresh();
    expect(page.network.calls).to.have.lengthOf(calls + 1);
  });

  it('F09 tries anew after five minutes, goes on as before once the service accepts, and tells once that it does not', async () => {
    const page = new TokenPage();
    page.serve();
    const { lease, kinds } = page.open(page.issue());
    for (const rejections of [3, 3]) {
      for (let round = 0; round < rejections; round++) {
        lease.supplier.reject(await lease.supplier.getToken());
        await page.advance(40 * SECOND);
      }
      expect(lease.status).to.equal('misconfigured');
      await page.advance(6 * MINUTE);
      expect(lease.status).to.equal('fresh');
    }
    expect(kinds().filter((kind) => kind === 'misconfigured')).to.have.lengthOf(1);
  });

  it('F09 replaces a revoked long token by a shorter one', async () => {
    const page = new TokenPage();
    const long = page.issue(30 * 24 * HOUR);
    page.serve(HOUR);
    const { lease } = page.open(long);
    lease.supplier.reject(long);
    expect(await lease.supplier.getToken()).not.to.equal(long);
    expect(lease.status).to.equal('fresh');
  });

  for (const status of [401, 403, 419]) {
    it(`F10 asks no more after ${status}, tells once, and goes on with a new offer`, async () => {
      const page = new TokenPage();
      page.answer({ status });
      const { lease, kinds } = page.open(page.issue(MINUTE));
      const callers = Array.from({ length: 3 }, () => setIntervalOf(page, lease.supplier));
      await page.advance(2 * HOUR);
      expect(page.network.calls).to.have.lengthOf(1);
      expect(kinds()).to.deep.equal(['failed', 'ended']);
      expect(lease.status).to.equal('ended');
      expect(page.clock.pendingTimers).to.equal(callers.length);
      expect(await outcomeOf(lease.supplier.getToken())).to.have.property('code', 'INBOX_REFRESH_REFUSED');
      const fresh = page.issue();
      lease.offer(fresh);
      expect(await lease.supplier.getToken()).to.equal(fresh);
      expect(lease.status).to.equal('fresh');
    });
  }

  it('F10 asks again when somebody asks it to', async () => {
    const page = new TokenPage();
    page.answer({ status: 401 });
    const { lease } = page.open();
    await page.advance(MINUTE);
    expect(await outcomeOf(lease.refresh())).to.have.property('code', 'INBOX_REFRESH_REFUSED');
    page.serve();
    await page.advance(5 * SECOND);
    await lease.refresh();
    expect(lease.status).to.equal('fresh');
  });

  it('F10 is not woken by the page-load token that a framework offers again', async () => {
    const page = new TokenPage();
    page.answer({ status: 401 });
    const first = page.issue();
    const { lease } = page.open(first);
    await page.advance(7 * HOUR);
    expect(lease.status).to.equal('ended');
    lease.offer(first);
    await page.advance(HOUR);
    expect(lease.status).to.equal('ended');
    expect(page.network.calls).to.have.lengthOf(1);
  });

  it('names the usual mistakes only where the endpoint never gave a token', async () => {
    const page = new TokenPage();
    page.answer({ status: 403 });
    const { lease } = page.open();
    await page.advance(SECOND);
    expect(lease.problem?.message).to.contain('CSRF').and.to.contain('trailing slash').and.to.contain('credentials');
    const other = new TokenPage();
    other.serve();
    const { lease: served } = other.open();
    await served.supplier.getToken();
    other.answer({ status: 403 });
    await other.advance(7 * HOUR);
    expect(served.problem?.code).to.equal('INBOX_REFRESH_REFUSED');
    expect(served.problem?.message).not.to.contain('CSRF');
  });

  function setIntervalOf(page: TokenPage, tokens: { getToken(): Promise<string> }): void {
    const again = (): void => {
      tokens.getToken().catch(() => {});
      page.clock.setTimer(again, 7 * SECOND);
    };
    again();
  }
});
