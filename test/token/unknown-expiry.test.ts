import { expect } from 'chai';
import { makeJwt } from '../helpers/token-maker.js';
import { HOUR, MINUTE, START, TokenPage, tokenAnswer } from '../helpers/token-page.js';

const SECONDS = START / 1000 + 8 * 3600;

describe('expiry that is not what it should be', () => {
  for (const [name, exp] of [
    ['seconds', SECONDS],
    ['digits', `${SECONDS}`],
    ['a fraction', SECONDS + 0.5],
    ['milliseconds', SECONDS * 1000],
  ] as const) {
    it(`F07 plans by exp in ${name} as by seconds`, async () => {
      const page = new TokenPage();
      page.serve();
      const { lease } = page.open(makeJwt({ sub: 'ada', exp, iat: START / 1000 }));
      expect(lease.expiresAt?.getTime()).to.be.closeTo(SECONDS * 1000, 1000);
      await page.advance(6 * HOUR);
      expect(page.network.calls).to.have.lengthOf(0);
      await page.advance(HOUR);
      expect(page.network.calls).to.have.lengthOf(1);
    });
  }

  for (const exp of ['2026-05-12T17:00:00Z', 'soon', null, undefined, -1, 1e20, true]) {
    it(`F07 uses a token with exp ${String(exp)}, and plans it by age`, async () => {
      const page = new TokenPage();
      page.serve();
      const text = makeJwt({ sub: 'ada', exp });
      const { lease } = page.open(text);
      expect(await lease.supplier.getToken()).to.equal(text);
      expect(lease.expiresAt).to.equal(null);
      await page.advance(5.5 * HOUR);
      expect(page.network.calls).to.have.lengthOf(0);
      await page.advance(1.5 * HOUR);
      expect(page.network.calls).to.have.lengthOf(1);
      for (const { delayMs } of page.clock.delays) expect(delayMs).to.be.within(20, MINUTE);
    });
  }

  it('F28 uses an opaque token, asks nobody, and obeys a 401 with one call', async () => {
    for (const text of ['sk_live_123', 'a.b', 'opaque.eyJleHAiOjk5OTk5OTk5OTl9.x', 'a.b.c.d.e', 'a..c.d.e']) {
      const page = new TokenPage();
      page.network.answer = () => tokenAnswer('opaque_2');
      const { lease } = page.open(text);
      expect(await lease.supplier.getToken()).to.equal(text);
      await page.advance(HOUR);
      expect(page.network.calls).to.have.lengthOf(0);
      lease.supplier.reject(text);
      expect(await lease.supplier.getToken()).to.equal('opaque_2');
      await page.advance(HOUR);
      expect(page.network.calls).to.have.lengthOf(1);
    }
  });

  it('waits for nothing with an opaque token that cannot be renewed', () => {
    const page = new TokenPage();
    page.open('opaque', { endpoint: null });
    expect(page.clock.pendingTimers).to.equal(0);
  });

  it('takes an opaque token from the endpoint in place of one that tells its expiry', async () => {
    const page = new TokenPage();
    page.network.answer = () => tokenAnswer('opaque_2');
    const { lease, kinds } = page.open(page.issue());
    await lease.refresh();
    expect(await lease.supplier.getToken()).to.equal('opaque_2');
    expect(kinds()).to.deep.equal(['refreshed']);
  });

  it('plans an opaque token by expires_in', async () => {
    const page = new TokenPage();
    page.network.answer = () => ({ body: `{"token":"opaque_${page.clock.mono}","expires_in":60}` });
    const { lease } = page.open();
    await lease.supplier.getToken();
    expect(lease.expiresAt?.getTime()).to.equal(START + MINUTE);
    await page.advance(10 * MINUTE);
    expect(page.network.calls.length).to.be.within(11, 15);
    for (const gap of page.network.gaps) expect(gap).to.be.within(42_000, 66_000);
  });

  it('F08 takes no opaque token again that was over by its expires_in, though the page has offered it once more meanwhile', async () => {
    const page = new TokenPage();
    let text = 'opaque_1';
    page.network.answer = () => ({ body: `{"token":"${text}","expires_in":3600}` });
    const { lease } = page.open();
    await lease.supplier.getToken();
    text = 'opaque_2';
    await page.advance(52 * MINUTE);
    expect(await lease.supplier.getToken()).to.equal('opaque_2');
    lease.offer('opaque_1');
    text = 'opaque_1';
    await page.advance(48 * MINUTE);
    expect(page.network.calls.length).to.be.above(2);
    expect(await lease.supplier.getToken()).to.equal('opaque_2');
  });

  it('uses a token that is over by an uncorrected clock where no better one can be had', async () => {
    const page = new TokenPage();
    const text = page.issue(-HOUR, { issuedAt: START - 9 * HOUR });
    const { lease } = page.open(text, { endpoint: null });
    expect(await lease.supplier.getToken()).to.equal(text);
    lease.supplier.reject(text);
    expect(lease.status).to.equal('misconfigured');
    expect(lease.problem?.code).to.equal('INBOX_REFRESH_UNCONFIGURED');
  });
});
