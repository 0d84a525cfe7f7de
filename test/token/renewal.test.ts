import { expect } from 'chai';
import { HOUR, MINUTE, SECOND, START, TokenPage, outcomeOf, tokenAnswer } from '../helpers/token-page.js';

describe('renewal', () => {
  it('hands out the page\'s token at once and calls nobody for it', async () => {
    const page = new TokenPage();
    const token = page.issue();
    const { lease } = page.open(token);
    expect(await lease.supplier.getToken()).to.equal(token);
    expect(lease.status).to.equal('fresh');
    expect(lease.expiresAt?.getTime()).to.equal(page.serverTime + 8 * HOUR);
    await page.advance(5 * HOUR);
    expect(page.network.calls).to.have.lengthOf(0);
  });

  it('F14 has not failed where a better token has come from elsewhere during its call', async () => {
    const page = new TokenPage();
    const { lease, kinds } = page.open(page.issue(HOUR));
    const answer = page.issue(2 * HOUR);
    page.network.answer = () => tokenAnswer(answer, { afterMs: 5 * SECOND });
    const refreshing = lease.refresh();
    await page.advance(SECOND);
    const better = page.issue();
    lease.offer(better);
    await page.advance(10 * SECOND);
    expect(await outcomeOf(refreshing)).to.equal(undefined);
    expect(await lease.supplier.getToken()).to.equal(better);
    expect(kinds()).not.to.include.members(['failed']);
    expect(kinds()).not.to.include.members(['misconfigured']);
    expect(page.network.calls).to.have.lengthOf(1);
  });

  it('renews between 70 and 85 % of the lifetime, three times over', async () => {
    const page = new TokenPage();
    page.serve();
    const { kinds } = page.open(page.issue());
    let issuedAt = page.clock.mono;
    for (let round = 1; round <= 3; round++) {
      await page.advance(issuedAt + 5.6 * HOUR - page.clock.mono);
      expect(page.network.calls).to.have.lengthOf(round - 1);
      await page.advance(1.2 * HOUR + MINUTE);
      expect(page.network.calls).to.have.lengthOf(round);
      issuedAt = page.network.calls[round - 1]?.mono ?? 0;
    }
    expect(kinds()).to.deep.equal(['refreshed', 'refreshed', 'refreshed']);
  });

  it('fetches a token at once where there is none', async () => {
    const page = new TokenPage();
    page.serve();
    const { lease, kinds } = page.open();
    expect(await lease.supplier.getToken()).to.match(/^ey/);
    expect(page.network.calls).to.have.lengthOf(1);
    expect(kinds()).to.deep.equal(['refreshed']);
    await page.advance(10 * MINUTE);
    expect(page.network.calls).to.have.lengthOf(1);
  });

  it('takes a token that is asked for and ends in the same second as the one in use', async () => {
    const page = new TokenPage();
    const { lease, kinds } = page.open(page.issue());
    const next = page.issue();
    page.network.answer = () => tokenAnswer(next);
    await lease.refresh();
    expect(await lease.supplier.getToken()).to.equal(next);
    expect(kinds()).to.deep.equal(['refreshed']);
  });

  it('takes a token that ends earlier as soon as the service has rejected the one in use', async () => {
    const page = new TokenPage();
    const long = page.issue();
    const { lease, news } = page.open(long);
    page.serve(HOUR);
    const { code } = (await outcomeOf(lease.refresh())) as { code: string };
    expect([code, await lease.supplier.getToken()]).to.deep.equal(['INBOX_REFRESH_NO_PROGRESS', long]);
    await page.advance(5 * SECOND);
    lease.supplier.reject(long);
    const waiting = lease.supplier.getToken();
    expect(lease.status).to.equal('refreshing');
    await page.advance(SECOND);
    expect(await outcomeOf(waiting)).to.match(/^ey/);
    expect(news.map((item) => (item.type === 'status' ? item.status : item.type)).slice(-3)).to.deep.equal(['refreshing', 'refreshed', 'fresh']);
    expect(page.network.calls).to.have.lengthOf(2);
  });

  it('does not hurry for an endpoint whose tokens all end together', async () => {
    const page = new TokenPage();
    const session = { issuedAt: START, expiresAt: START + HOUR };
    page.network.answer = () => tokenAnswer(page.issue(0, session));
    page.open(page.issue(0, session));
    await page.advance(HOUR - SECOND);
    expect(page.network.calls.length).to.be.within(2, 12);
  });
});
