import { expect } from 'chai';
import { HOUR, MINUTE, SECOND, TokenPage, outcomeOf, tokenAnswer } from '../helpers/token-page.js';

describe('a page out of the back-forward cache', () => {
  async function restored(page: TokenPage): Promise<ReturnType<TokenPage['open']>> {
    const opened = page.open(page.issue());
    await page.signal('pagehide');
    page.clock.jump({ wall: HOUR });
    await page.signal('restored');
    return opened;
  }

  it('is unconfirmed until the endpoint gives a token', async () => {
    const page = new TokenPage();
    page.network.answer = () => tokenAnswer(page.issue(), { afterMs: SECOND });
    const { kinds } = await restored(page);
    expect(kinds()).to.deep.equal(['unconfirmed']);
    await page.advance(SECOND);
    expect(kinds()).to.deep.equal(['unconfirmed', 'refreshed', 'confirmed']);
    await page.advance(HOUR);
    expect(page.network.calls).to.have.lengthOf(1);
    expect(kinds()).to.have.lengthOf(3);
  });

  it('is confirmed by the very token in use, which is no failure then', async () => {
    const page = new TokenPage();
    const token = page.issue();
    page.network.answer = () => tokenAnswer(token);
    const { lease, kinds } = page.open(token);
    await page.signal('restored');
    expect(kinds()).to.deep.equal(['unconfirmed', 'confirmed']);
    expect(lease.status).to.equal('fresh');
  });

  it('is not helped by the very token in use where that has expired: the endpoint is asked again with pauses', async () => {
    const page = new TokenPage();
    const token = page.issue(10 * MINUTE);
    page.network.answer = () => tokenAnswer(token, { afterMs: SECOND });
    const { lease } = page.open(token);
    page.clock.jump({ wall: HOUR });
    await page.signal('restored');
    const asked = lease.refresh().catch((error: unknown) => error);
    await page.advance(MINUTE);
    expect(await asked).to.be.instanceOf(Error);
    expect(page.network.calls.length).to.be.at.most(3);
    expect(lease.problem?.code).to.equal('INBOX_REFRESH_NO_PROGRESS');
  });

  it('takes no answer to a call from before, not even as its first token: somebody else may have signed in', async () => {
    const page = new TokenPage();
    page.network.answer = () => tokenAnswer(page.issue(HOUR, { client: 'bob' }), { afterMs: 2 * SECOND });
    const { lease } = page.open();
    await page.advance(SECOND);
    await page.signal('pagehide');
    const ada = page.issue(HOUR, { client: 'ada' });
    page.network.answer = () => tokenAnswer(ada, { afterMs: 3 * SECOND });
    await page.signal('restored');
    await page.advance(5 * SECOND);
    expect(await lease.supplier.getToken()).to.equal(ada);
    expect(lease.status).to.equal('fresh');
  });

  it('is shown after a few seconds where the endpoint is silent', async () => {
    const page = new TokenPage();
    page.answer({ afterMs: Infinity });
    const { kinds } = await restored(page);
    await page.advance(3900);
    expect(kinds()).to.deep.equal(['unconfirmed']);
    await page.advance(200);
    expect(kinds()).to.deep.equal(['unconfirmed', 'confirmed']);
  });

  it('is not confirmed by an endpoint that fails, nor by a token that is not for the service', async () => {
    const page = new TokenPage();
    for (const answer of [{ fails: true }, tokenAnswer(page.issue(HOUR, { issuer: 'https://other.example' }))]) {
      page.answer(answer);
      const { lease, kinds } = await restored(page);
      await page.advance(3900);
      expect(kinds()).to.include('failed').and.not.to.include('confirmed');
      lease.release();
      await page.advance(MINUTE);
    }
  });

  it('asks an endpoint that fails again, with growing pauses, until it says who is signed in', async () => {
    const page = new TokenPage();
    page.answer({ status: 500 });
    const { lease } = await restored(page);
    await page.advance(MINUTE);
    const { length } = page.network.calls;
    expect(length).to.be.within(3, 8);
    page.answer({ status: 401 });
    await page.advance(5 * MINUTE);
    expect(lease.status).to.equal('ended');
    expect(page.network.calls).to.have.lengthOf(length + 1);
  });

  it('takes the token in use for no failure either where it comes after that', async () => {
    const page = new TokenPage();
    const token = page.issue();
    page.network.answer = () => tokenAnswer(token, { afterMs: 6 * SECOND });
    const { lease, kinds } = page.open(token);
    await page.signal('restored');
    await page.advance(7 * SECOND);
    expect(kinds().filter((kind) => kind === 'failed')).to.deep.equal([]);
    expect(lease.status).to.equal('fresh');
  });

  it('asks anew where a call was under way as it left: its answer may be from before a sign-out', async () => {
    const page = new TokenPage();
    page.answer({ afterMs: Infinity });
    const { lease } = page.open(page.issue());
    const asked = lease.refresh();
    await page.advance(5 * SECOND);
    await page.signal('pagehide');
    page.answer({ status: 401 });
    await page.signal('restored');
    await page.advance(SECOND);
    expect(page.network.calls).to.have.lengthOf(2);
    expect(lease.status).to.equal('ended');
    expect(await outcomeOf(asked)).to.be.instanceOf(Error);
  });

  it('shows the end of the session where the endpoint refuses', async () => {
    const page = new TokenPage();
    page.answer({ status: 401 });
    const { lease, news } = await restored(page);
    expect(news.map((item) => (item.type === 'status' ? item.status : item.type)).slice(-3)).to.deep.equal(['ended', 'ended', 'confirmed']);
    expect(lease.status).to.equal('ended');
  });

  it('is another client\'s once that has been told', async () => {
    const page = new TokenPage();
    page.serve(HOUR, { client: 'bob' });
    const { kinds } = await restored(page);
    expect(kinds()).to.deep.equal(['unconfirmed', 'client-changed', 'refreshed', 'confirmed']);
  });

  it('F24 is not shown again where even a token that is over says that somebody else is signed in', async () => {
    const page = new TokenPage();
    page.answer(tokenAnswer(page.issue(-HOUR, { client: 'bob' }), { headers: { Date: new Date(page.serverTime).toUTCString() } }));
    const { kinds } = await restored(page);
    expect(kinds().slice(0, 2)).to.deep.equal(['unconfirmed', 'client-changed']);
  });

  it('is hidden too where the token is gone and only the screen is left', async () => {
    const page = new TokenPage();
    page.answer({ status: 401 });
    const { lease, kinds } = page.open(page.issue());
    await outcomeOf(lease.refresh());
    page.answer({ fails: true });
    await page.advance(5 * SECOND);
    await outcomeOf(lease.refresh());
    await page.signal('pagehide', 'restored');
    expect(kinds().slice(-1)).to.deep.equal(['unconfirmed']);
  });

  it('needs no confirmation where there is no endpoint, or nothing to hide', async () => {
    const page = new TokenPage();
    const { kinds } = page.open(page.issue(), { endpoint: null });
    await page.signal('restored');
    expect(kinds()).to.deep.equal([]);
  });
});
