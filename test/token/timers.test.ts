import { expect } from 'chai';
import { HOUR, MINUTE, SECOND, START, TokenPage, outcomeOf, tokenAnswer } from '../helpers/token-page.js';

const DAY = 24 * HOUR;

describe('time', () => {
  for (const days of [30, 400]) {
    it(`F01 never hands a life of ${days} days to one timer`, async () => {
      const page = new TokenPage();
      page.serve(days * DAY);
      const { lease } = page.open(page.issue(days * DAY));
      await page.advance(10 * SECOND);
      expect(page.network.calls).to.have.lengthOf(0);
      expect(lease.status).to.equal('fresh');
      expect(Math.max(...page.clock.delays.map(({ delayMs }) => delayMs))).to.be.at.most(MINUTE);
      // The middle of the window, less a minute; then two minutes more.
      page.clock.jump({ wall: days * DAY * 0.775 - MINUTE, mono: days * DAY * 0.775 - MINUTE });
      await page.advance(20 * SECOND);
      expect(page.network.calls).to.have.lengthOf(0);
      await page.advance(2 * MINUTE);
      expect(page.network.calls).to.have.lengthOf(1);
    });
  }

  it('F02 catches up as soon as it is seen again, before any request', async () => {
    const page = new TokenPage();
    page.serve();
    const { lease } = page.open(page.issue());
    page.clock.jump({ wall: 9 * HOUR, mono: 9 * HOUR });
    await page.signal('visibilitychange');
    expect(page.network.calls).to.have.lengthOf(1);
    expect(await lease.supplier.getToken()).not.to.equal(undefined);
    expect(lease.status).to.equal('fresh');
  });

  it('F02 asks for a token at the first request after sleep, though no signal came and no timer ran', async () => {
    const page = new TokenPage();
    const old = page.issue();
    page.serve();
    const { lease } = page.open(old);
    page.clock.jump({ wall: 9 * HOUR });
    expect(await lease.supplier.getToken()).not.to.equal(old);
    expect(page.network.calls).to.have.lengthOf(1);
  });

  it('F02 renews at once when it comes back between the planned time and the end', async () => {
    const page = new TokenPage();
    const old = page.issue();
    page.serve();
    const { lease } = page.open(old);
    page.clock.jump({ wall: 7.5 * HOUR, mono: 7.5 * HOUR });
    await page.signal('visibilitychange');
    expect(page.network.calls).to.have.lengthOf(1);
    expect(await lease.supplier.getToken()).not.to.equal(old);
  });

  it('F02 makes one call of several signals', async () => {
    const page = new TokenPage();
    page.network.answer = () => ({ afterMs: SECOND, status: 500 });
    page.open(page.issue());
    page.clock.jump({ wall: 9 * HOUR, mono: 9 * HOUR });
    await page.signal('visibilitychange', 'focus', 'online', 'pageshow', 'resume');
    expect(page.network.calls).to.have.lengthOf(1);
  });

  it('F03 sees sleep though the monotonic clock stood still', async () => {
    const page = new TokenPage();
    page.serve();
    page.open(page.issue());
    page.clock.jump({ wall: 9 * HOUR, mono: 0 });
    await page.advance(15 * SECOND);
    expect(page.network.calls).to.have.lengthOf(1);
  });

  it('F03 sees sleep where a token does not tell its end', async () => {
    const page = new TokenPage();
    page.network.answer = () => tokenAnswer('opaque_2');
    page.open('opaque_1');
    page.clock.jump({ wall: 9 * HOUR, mono: 5 * SECOND });
    await page.advance(15 * SECOND);
    expect(page.network.calls).to.have.lengthOf(1);
  });

  it('F03 does not take a token for younger because the wall clock was set back', async () => {
    const page = new TokenPage();
    page.serve();
    const { lease } = page.open();
    await lease.supplier.getToken();
    page.clock.jump({ wall: -2 * HOUR, mono: 8 * HOUR });
    await page.advance(15 * SECOND);
    expect(page.network.calls).to.have.lengthOf(2);
  });

  it('keeps the floor between two calls whatever the clocks say', async () => {
    const page = new TokenPage();
    page.network.answer = () => ({ status: 500 });
    page.open();
    for (let step = 0; step < 40; step++) {
      page.clock.jump({ wall: (step % 2 ? -9 : 9) * HOUR });
      await page.signal('visibilitychange', 'online');
      await page.advance(500);
    }
    expect(Math.min(...page.network.gaps)).to.be.at.least(2 * SECOND);
    expect(page.network.calls.length).to.be.at.most(6);
  });

  it('F04 lives with a clock nine hours fast at the cost of one call', async () => {
    const page = new TokenPage();
    page.serverAhead = -9 * HOUR;
    page.serve();
    const { lease, kinds } = page.open(page.issue());
    await page.advance(HOUR);
    expect(page.network.calls).to.have.lengthOf(1);
    expect(lease.isUsable).to.equal(true);
    expect(await outcomeOf(lease.supplier.getToken())).to.match(/^ey/);
    expect(kinds()).to.deep.equal(['refreshed']);
    await page.advance(4 * HOUR);
    expect(page.network.calls).to.have.lengthOf(1);
  });

  it('F04 renews in time by a fast clock, and by a slow one', async () => {
    for (const serverAhead of [-9 * HOUR, 9 * HOUR]) {
      const page = new TokenPage();
      page.serverAhead = serverAhead;
      page.serve(HOUR);
      page.open();
      await page.advance(2 * HOUR);
      expect(page.network.calls).to.have.lengthOf(3);
      for (const gap of page.network.gaps) expect(gap).to.be.within(0.7 * HOUR, 0.86 * HOUR);
    }
  });

  it('F04 learns from Date where the token does not say when it was issued', async () => {
    const page = new TokenPage();
    page.serverAhead = -9 * HOUR;
    page.network.answer = () => ({
      body: JSON.stringify({ token: page.issue(8 * HOUR, { issuedAt: undefined }) }),
      headers: { Date: new Date(page.serverTime).toUTCString() },
    });
    const { lease } = page.open();
    await page.advance(5 * HOUR);
    expect(page.network.calls).to.have.lengthOf(1);
    expect(lease.status).to.equal('fresh');
    await page.advance(2 * HOUR);
    expect(page.network.calls).to.have.lengthOf(2);
  });

  it('F05 believes the service\'s 401 over a slow clock, and learns from it', async () => {
    const page = new TokenPage();
    page.serverAhead = 30 * MINUTE;
    const old = page.issue(10 * MINUTE);
    const { lease } = page.open(old);
    page.serve(HOUR, { issuedAt: undefined });
    await page.advance(SECOND);
    expect(page.network.calls).to.have.lengthOf(0);
    lease.supplier.reject(old, page.serverTime);
    const next = await lease.supplier.getToken();
    expect(next).not.to.equal(old);
    expect(page.network.calls).to.have.lengthOf(1);
    // By the local clock this token lives for 90 minutes; by the service's it is renewed before its hour is over.
    await page.advance(52 * MINUTE);
    expect(page.network.calls).to.have.lengthOf(2);
  });

  it('F06 goes by exp for a token that the page has carried for hours', async () => {
    const page = new TokenPage();
    page.serve();
    page.open(page.issue(10 * MINUTE, { issuedAt: START - 7 * HOUR - 50 * MINUTE }));
    await page.advance(10 * MINUTE);
    expect(page.network.calls).to.have.lengthOf(1);
  });

  it('F06 makes one call for a token that was over when the page came, and none for the next hour', async () => {
    const page = new TokenPage();
    page.serve();
    page.open(page.issue(-HOUR, { issuedAt: START - 9 * HOUR }));
    await page.advance(HOUR);
    expect(page.network.calls).to.have.lengthOf(1);
  });

  it('waits for activation in a prerendered page', async () => {
    const page = new TokenPage();
    page.isPrerenderingNow = true;
    page.serve();
    const { lease } = page.open();
    const token = lease.supplier.getToken();
    await page.advance(HOUR);
    expect(page.network.calls).to.have.lengthOf(0);
    expect(page.clock.pendingTimers).to.equal(0);
    page.isPrerenderingNow = false;
    await page.signal('prerenderingchange');
    expect(await token).to.match(/^ey/);
    expect(page.network.calls).to.have.lengthOf(1);
  });
});
