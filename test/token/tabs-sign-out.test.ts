import { expect } from 'chai';
import { FakeClock } from '../helpers/fake-clock.js';
import { FakeNetwork } from '../helpers/fake-network.js';
import { FakeTabs } from '../helpers/fake-tabs.js';
import { ENDPOINT, HOUR, SECOND, START, TokenPage, tokenAnswer } from '../helpers/token-page.js';

/** Two tabs of one browser. */
function openTabs(): { one: TokenPage; other: TokenPage; clock: FakeClock; network: FakeNetwork; tabs: FakeTabs } {
  const clock = new FakeClock(START);
  const network = new FakeNetwork(clock);
  const tabs = new FakeTabs((deliver) => clock.setTimer(deliver, 10));
  const page = (): TokenPage => new TokenPage({ clock, network, tabs });
  return { one: page(), other: page(), clock, network, tabs };
}

describe('tabs, where the page of one signs out', () => {
  it('forget this client and its token as well, tell their pages, and call nobody', async () => {
    const { one, other, clock, network } = openTabs();
    const first = one.open(one.issue());
    const second = other.open(other.issue());
    first.lease.signOut();
    await clock.advance(SECOND);
    expect(first.kinds()).to.deep.equal(['signed-out']);
    expect(second.kinds()).to.deep.equal(['signed-out', 'ended']);
    expect(second.lease.status).to.equal('ended');
    expect(second.lease.isSignedOut).to.equal(true);
    expect(second.news.flatMap((news) => (news.type === 'ended' ? [news.error.code] : []))).to.deep.equal(['INBOX_REFRESH_REFUSED']);
    await clock.advance(9 * HOUR);
    expect(network.calls).to.have.lengthOf(0);
  });

  it('say so once: what they hear is not passed on', async () => {
    const { one, other, clock, tabs } = openTabs();
    const first = one.open(one.issue());
    other.open(other.issue());
    first.lease.signOut();
    await clock.advance(SECOND);
    expect(tabs.posted.map(({ message }) => Object.keys(message as object))).to.deep.equal([['client', 'address']]);
  });

  it('tell their pages no second time where their session had ended before, but forget what is left', async () => {
    const { one, other, clock, network } = openTabs();
    const first = one.open(one.issue());
    const second = other.open(other.issue());
    network.answer = () => ({ status: 401 });
    second.lease.refresh().catch(() => {});
    await clock.advance(5 * SECOND);
    first.lease.signOut();
    await clock.advance(SECOND);
    expect(second.kinds()).to.deep.equal(['failed', 'ended', 'signed-out']);
    expect(second.lease.status).to.equal('ended');
  });

  it('go on once somebody asks', async () => {
    const { one, other, clock, network } = openTabs();
    const first = one.open(one.issue());
    const second = other.open(other.issue());
    first.lease.signOut();
    await clock.advance(SECOND);
    const token = other.issue();
    network.answer = () => tokenAnswer(token);
    const refreshed = second.lease.refresh();
    await clock.advance(5 * SECOND);
    await refreshed;
    expect(await second.lease.supplier.getToken()).to.equal(token);
    expect(first.lease.status).to.equal('ended');
  });

  it('stay as they are where they are another client\'s, or ask another endpoint', async () => {
    const { one, other, clock, tabs, network } = openTabs();
    const first = one.open(one.issue());
    const bob = other.open(other.issue(8 * HOUR, { client: 'bob' }));
    const elsewhere = new TokenPage({ clock, network, tabs }).open(one.issue(), { endpoint: `${ENDPOINT}-elsewhere` });
    first.lease.signOut();
    await clock.advance(SECOND);
    expect([first, bob, elsewhere].map(({ lease }) => lease.status)).to.deep.equal(['ended', 'fresh', 'fresh']);
  });

  it('stay as they are where nobody knows yet whose token the page had', async () => {
    const { one, other, clock } = openTabs();
    const first = one.open('opaque_1');
    const second = other.open('opaque_2');
    first.lease.signOut();
    await clock.advance(SECOND);
    expect(second.lease.status).to.equal('fresh');
  });
});
