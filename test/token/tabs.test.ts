import { expect } from 'chai';
import type { TabChannel, TabLocks } from '../../src/token/environment.js';
import { FakeClock } from '../helpers/fake-clock.js';
import { FakeNetwork } from '../helpers/fake-network.js';
import { FakeTabs } from '../helpers/fake-tabs.js';
import type { OpenLease } from '../helpers/token-page.js';
import { ENDPOINT, HOUR, MINUTE, SECOND, SERVICE, START, TokenPage, outcomeOf, tokenAnswer } from '../helpers/token-page.js';

/** Tabs of one browser: one clock, one network, one set of locks and channels. */
function openTabs(count: number, prepare: (page: TokenPage) => void = () => {}): { pages: TokenPage[]; network: FakeNetwork; clock: FakeClock; tabs: FakeTabs } {
  const clock = new FakeClock(START);
  const network = new FakeNetwork(clock);
  // Messages are slower than locks.
  const tabs = new FakeTabs((deliver) => clock.setTimer(deliver, 10));
  const pages = Array.from({ length: count }, () => new TokenPage({ clock, network, tabs }));
  pages.forEach(prepare);
  return { pages, network, clock, tabs };
}

async function tokensOf(opened: readonly OpenLease[]): Promise<Set<string>> {
  return new Set(await Promise.all(opened.map(({ lease }) => lease.supplier.getToken())));
}

describe('tabs', () => {
  for (const latencyMs of [0, 200, 5 * SECOND]) {
    it(`F14 ten that come due together make one call, rarely two, where it takes ${latencyMs} ms`, async () => {
      const { pages, network, clock } = openTabs(10);
      const [first] = pages;
      const token = first?.issue() ?? '';
      const opened = pages.map((page) => page.open(token));
      network.answer = () => tokenAnswer(first?.issue() ?? '', { afterMs: latencyMs });
      // Chance is the same for all: they are due in the same second.
      await clock.advance(6.3 * HOUR);
      expect(network.calls.length).to.be.within(1, 2);
      const tokens = await tokensOf(opened);
      expect(tokens.size).to.equal(1);
      expect(tokens.has(token)).to.equal(false);
      expect(opened.every(({ lease }) => lease.status === 'fresh')).to.equal(true);
    });
  }

  it('F14 ten that wake together with a dead token make one call', async () => {
    const { pages, network, clock } = openTabs(10);
    const [first] = pages;
    const opened = pages.map((page) => page.open(first?.issue()));
    network.answer = () => tokenAnswer(first?.issue() ?? '', { afterMs: 300 });
    clock.jump({ wall: 10 * HOUR });
    for (const page of pages) void page.signal('visibilitychange', 'focus');
    await clock.advance(5 * SECOND);
    expect(network.calls).to.have.lengthOf(1);
    expect((await tokensOf(opened)).size).to.equal(1);
  });

  it('F14 F18 ten that wake together with a dead token make few calls even where there are no locks', async () => {
    const { pages, network, clock } = openTabs(10, (page) => (page.locks = () => undefined));
    const [first] = pages;
    const opened = pages.map((page) => page.open(first?.issue()));
    network.answer = () => tokenAnswer(first?.issue() ?? '', { afterMs: 300 });
    clock.jump({ wall: 10 * HOUR });
    pages.forEach((page, index) => page.chances.push(index / pages.length));
    for (const page of pages) void page.signal('visibilitychange', 'focus');
    await clock.advance(5 * SECOND);
    expect(network.calls.length).to.be.within(1, 2);
    expect((await tokensOf(opened)).size).to.equal(1);
  });

  it('F14 ten whose token was revoked make one call', async () => {
    const { pages, network, clock } = openTabs(10);
    const [first] = pages;
    const token = first?.issue() ?? '';
    const opened = pages.map((page) => page.open(token));
    network.answer = () => tokenAnswer(first?.issue(9 * HOUR) ?? '', { afterMs: 300 });
    for (const { lease } of opened) lease.supplier.reject(token);
    await clock.advance(5 * SECOND);
    expect(network.calls).to.have.lengthOf(1);
    expect((await tokensOf(opened)).has(token)).to.equal(false);
  });

  it('F14 a late one wakes to the token that the others have told of', async () => {
    const { pages, network, clock } = openTabs(2);
    const [early, late] = pages as [TokenPage, TokenPage];
    const token = early.issue();
    early.chances.push(1);
    early.open(token);
    const opened = late.open(token);
    network.answer = () => tokenAnswer(early.issue());
    await clock.advance(7.9 * HOUR);
    expect(network.calls).to.have.lengthOf(1);
    await late.signal('visibilitychange');
    expect(network.calls).to.have.lengthOf(1);
    expect(opened.kinds()).to.deep.equal(['refreshed']);
  });

  it('F14 six without locks spread their calls, and all of them succeed', async () => {
    const { pages, network, clock } = openTabs(6, (page) => (page.locks = () => undefined));
    const [first] = pages;
    const token = first?.issue() ?? '';
    const opened = pages.map((page, index) => {
      page.chances.push(0.5, index / 6);
      return page.open(token);
    });
    network.answer = () => tokenAnswer(first?.issue() ?? '', { afterMs: 100 });
    await clock.advance(7 * HOUR);
    expect(network.calls.length).to.be.within(1, 6);
    expect(opened.every(({ lease }) => lease.status === 'fresh')).to.equal(true);
  });

  it('F17 goes on without a lock that is never given back, and lets nothing older overwrite what it got', async () => {
    const { pages, network, clock, tabs } = openTabs(2);
    const [hung, other] = pages as [TokenPage, TokenPage];
    let release = (): void => {};
    other.locks = () => ({
      request: (name, ...rest) => {
        void tabs.locks.request(name, { signal: new AbortController().signal }, () => new Promise<void>((resolve) => (release = resolve)));
        return tabs.locks.request(name, ...rest);
      },
    });
    const opened = other.open(other.issue(-HOUR));
    network.answer = () => tokenAnswer(other.issue());
    await clock.advance(11 * SECOND);
    expect(network.calls).to.have.lengthOf(1);
    const token = await opened.lease.supplier.getToken();
    const older = hung.issue(HOUR);
    tabs.postAsStranger({ address: `${SERVICE} ${ENDPOINT}`, token: older, client: 'ada', expiresInMs: null });
    release();
    await clock.advance(SECOND);
    expect(await opened.lease.supplier.getToken()).to.equal(token);
    expect(tabs.heldLocks).to.equal(0);
  });

  it('F17 waits with more patience while the token is good, and with less once it is not', async () => {
    const page = new TokenPage();
    page.locks = () => ({ request: () => new Promise(() => {}) });
    const token = page.issue();
    page.serve();
    const { lease } = page.open(token);
    lease.refresh().catch(() => {});
    await page.advance(14 * SECOND);
    expect(page.network.calls).to.have.lengthOf(0);
    lease.supplier.reject(token);
    await page.advance(10 * SECOND);
    expect(page.network.calls).to.have.lengthOf(1);
    expect(lease.status).to.equal('fresh');
  });

  it('F17 holds no lock longer than a call', async () => {
    const page = new TokenPage();
    page.answer({ afterMs: Infinity, ignoresSignal: true });
    page.open(page.issue(-HOUR));
    await page.advance(14 * SECOND);
    expect(page.tabs.heldLocks).to.equal(1);
    // And the moment in which the others hear of it.
    await page.advance(SECOND + 50);
    expect(page.tabs.heldLocks).to.equal(0);
  });

  it('F17 wait for nobody where they have no token yet, for none could come from the others', async () => {
    const { pages, network, clock } = openTabs(10);
    const opened = pages.map((page) => page.open());
    network.answer = () => tokenAnswer(pages[0]?.issue() ?? '', { afterMs: SECOND });
    await clock.advance(SECOND);
    expect(network.calls.every(({ mono }) => mono === network.calls[0]?.mono)).to.equal(true);
    expect(opened.map(({ lease }) => lease.status)).to.deep.equal(Array(10).fill('fresh'));
  });

  it('F17 wait for none that calls another endpoint', async () => {
    const { pages, network, clock } = openTabs(2);
    const [hung, other] = pages as [TokenPage, TokenPage];
    network.answer = ({ url }) => (url === ENDPOINT ? tokenAnswer(other.issue()) : { afterMs: Infinity });
    hung.open(hung.issue(-HOUR), { endpoint: 'https://shop.example/hangs' });
    await clock.advance(SECOND);
    const { lease } = other.open(other.issue(-HOUR));
    await clock.advance(100);
    expect(network.calls).to.have.lengthOf(2);
    expect(lease.status).to.equal('fresh');
  });

  const fail = (name: string) => (): never => {
    throw new DOMException('no', name);
  };
  const stuck: TabLocks = { request: () => new Promise(() => {}) };
  const refused: TabLocks = { request: () => Promise.reject(new DOMException('no', 'SecurityError')) };
  const throwing: TabLocks = { request: fail('SecurityError') };
  for (const [name, prepare] of [
    ['locks are absent', (page: TokenPage) => (page.locks = () => undefined)],
    ['locks cannot even be looked at', (page: TokenPage) => (page.locks = fail('SecurityError'))],
    ['locks are refused', (page: TokenPage) => (page.locks = () => refused)],
    ['locks throw', (page: TokenPage) => (page.locks = () => throwing)],
    ['locks hang', (page: TokenPage) => (page.locks = () => stuck)],
    ['channels are absent', (page: TokenPage) => (page.openChannel = fail('ReferenceError'))],
    [
      'channels cannot post',
      (page: TokenPage) => (page.openChannel = () => ({ onmessage: null, close: fail('InvalidStateError'), postMessage: fail('InvalidStateError') })),
    ],
  ] as const) {
    it(`F18 works where ${name}`, async () => {
      const page = new TokenPage();
      prepare(page);
      page.serve();
      // Over, so that other tabs are likely to need another one at the same moment.
      const { lease } = page.open(page.issue(-HOUR));
      await page.advance(name === 'locks hang' ? 10 * SECOND : 2 * SECOND);
      expect(lease.status).to.equal('fresh');
      expect(page.network.calls).to.have.lengthOf(1);
      await page.advance(7 * HOUR);
      expect(page.network.calls).to.have.lengthOf(2);
      lease.release();
      await page.advance(5 * SECOND);
      expect(page.clock.pendingTimers).to.equal(0);
      expect(page.reported).to.deep.equal([]);
    });
  }

  it('F18 has a short-lived token renewed before it is over, though locks hang', async () => {
    const page = new TokenPage();
    page.locks = () => stuck;
    page.serve(30 * SECOND);
    const { news } = page.open(page.issue(30 * SECOND));
    await page.advance(2 * MINUTE);
    expect(page.network.calls.length).to.be.within(4, 6);
    expect(news.filter((item) => item.type === 'status' && item.status === 'expired')).to.deep.equal([]);
  });

  it('F18 opens a channel again that a navigation has closed', async () => {
    const { pages, network, clock } = openTabs(2);
    const [one, other] = pages as [TokenPage, TokenPage];
    const token = one.issue();
    one.open(token);
    const opened = other.open(token);
    network.answer = () => tokenAnswer(one.issue());
    for (const page of pages) await page.signal('pagehide');
    expect(one.tabs.openChannels).to.equal(0);
    for (const page of pages) await page.signal('pageshow');
    expect(one.tabs.openChannels).to.equal(2);
    await clock.advance(7 * HOUR);
    expect(network.calls).to.have.lengthOf(1);
    expect(opened.lease.status).to.equal('fresh');
  });

  it('F18 tells the other of its token on a new channel where the browser has closed the first', async () => {
    const { pages, network, clock, tabs } = openTabs(2);
    const [early, late] = pages as [TokenPage, TokenPage];
    const channels: TabChannel[] = [];
    early.openChannel = (name) => {
      const channel = tabs.openChannel(name);
      channels.push(channel);
      return channel;
    };
    early.chances.push(1);
    const token = early.issue();
    early.open(token);
    const opened = late.open(token);
    channels[0]?.close();
    network.answer = () => tokenAnswer(early.issue());
    await clock.advance(7.9 * HOUR);
    expect(network.calls).to.have.lengthOf(1);
    expect(opened.kinds()).to.deep.equal(['refreshed']);
  });

  it('F24 take no token of another client, another service or another endpoint', async () => {
    const { pages, clock, tabs } = openTabs(1);
    const [page] = pages as [TokenPage];
    const token = page.issue(HOUR);
    const { lease } = page.open(token);
    const offers = [
      { address: `${SERVICE} ${ENDPOINT}`, token: page.issue(2 * HOUR, { client: 'bob' }), client: 'bob' },
      { address: `${SERVICE} ${ENDPOINT}`, token: page.issue(2 * HOUR, { client: 'bob' }), client: 'ada' },
      { address: `https://other.example ${ENDPOINT}`, token: page.issue(2 * HOUR), client: 'ada' },
      { address: `${SERVICE} https://shop.example/other`, token: page.issue(2 * HOUR), client: 'ada' },
      { token: page.issue(2 * HOUR), client: 'ada' },
    ];
    for (const offer of offers) tabs.postAsStranger(offer);
    await clock.advance(SECOND);
    expect(await lease.supplier.getToken()).to.equal(token);
  });

  it('F05 believe a tab that less is left of a token than this machine\'s clock says', async () => {
    const { pages, clock, tabs } = openTabs(1);
    const [page] = pages as [TokenPage];
    const { lease } = page.open(page.issue(MINUTE));
    const token = page.issue(9 * HOUR);
    tabs.postAsStranger({ address: `${SERVICE} ${ENDPOINT}`, token, client: 'ada', expiresInMs: HOUR });
    await clock.advance(SECOND);
    expect(await lease.supplier.getToken()).to.equal(token);
    await clock.advance(HOUR);
    expect(lease.status).not.to.equal('fresh');
  });

  it('read what is posted as an offer like any other', async () => {
    const { pages, tabs } = openTabs(1);
    const [page] = pages as [TokenPage];
    const token = page.issue(HOUR);
    const { lease } = page.open(token);
    const address = `${SERVICE} ${ENDPOINT}`;
    const stranger = page.issue(9 * HOUR, { issuer: 'https://evil.example' });
    for (const message of [
      null,
      5,
      'text',
      [],
      {},
      { address },
      { address, client: null },
      { address, client: 'bob' },
      { client: 'ada' },
      { address, client: 'ada', token: 5 },
      { address, client: 'ada', token: { toString: () => 'x' } },
      { address, client: 'ada', token: 'two words' },
      { address, client: 'ada', token: '<script>' },
      { address, client: 'ada', token: 'x'.repeat(200_000) },
      { address, client: 'ada', token: stranger },
      { address, client: 'ada', token: page.issue(-HOUR) },
      { address, client: 'ada', token: page.issue(MINUTE) },
    ]) {
      tabs.postAsStranger(message);
    }
    expect(await lease.supplier.getToken()).to.equal(token);
    const better = page.issue(2 * HOUR);
    tabs.postAsStranger({ address, client: 'ada', token: better });
    expect(await lease.supplier.getToken()).to.equal(better);
    lease.supplier.reject(better);
    tabs.postAsStranger({ address, client: 'ada', token: better });
    expect(await outcomeOf(lease.supplier.getToken())).not.to.equal(better);
  });

  it('F14 answer who waits as soon as another has a token', async () => {
    const { pages, tabs } = openTabs(1);
    const [page] = pages as [TokenPage];
    page.answer({ afterMs: Infinity });
    const { lease } = page.open(page.issue());
    page.clock.jump({ wall: 10 * HOUR });
    const waiting = lease.supplier.getToken();
    expect(await outcomeOf(waiting)).to.equal('waiting');
    const token = page.issue();
    tabs.postAsStranger({ address: `${SERVICE} ${ENDPOINT}`, client: 'ada', token });
    expect(await outcomeOf(waiting)).to.equal(token);
  });

  it('F14 answer a request for a new one that is made while they wait for their turn, by the one that another gets', async () => {
    const { pages, clock, network } = openTabs(2);
    const [one, other] = pages as [TokenPage, TokenPage];
    const first = one.issue();
    one.open(first);
    const { lease } = other.open(first);
    network.answer = () => tokenAnswer(one.issue(), { afterMs: 5 * SECOND });
    for (let second = 0; second < 8 * 3_600 && !network.calls.length; second++) await clock.advance(SECOND);
    expect(lease.status).to.equal('refreshing');
    const refreshing = lease.refresh();
    expect(await outcomeOf(refreshing)).to.equal('waiting');
    await clock.advance(10 * SECOND);
    expect(await outcomeOf(refreshing)).to.equal(undefined);
    expect(await lease.supplier.getToken()).not.to.equal(first);
    expect(network.calls).to.have.lengthOf(1);
  });

  it('tell of an opaque token once they know whose it is and how long it lives, and only then', async () => {
    const { pages, clock, network } = openTabs(2);
    const [one, other] = pages as [TokenPage, TokenPage];
    const listener = other.open('opaque_0');
    listener.lease.supplier.identify('opaque_0', 'ada');
    const { lease } = one.open('opaque_1');
    lease.supplier.identify('opaque_1', 'ada');
    await clock.advance(SECOND);
    expect(await listener.lease.supplier.getToken()).to.equal('opaque_0');
    network.answer = () => ({ body: '{"token":"opaque_2","expires_in":3600}' });
    await lease.refresh();
    await clock.advance(SECOND);
    expect(await listener.lease.supplier.getToken()).to.equal('opaque_0');
    lease.supplier.identify('opaque_2', 'ada');
    await clock.advance(SECOND);
    expect(await listener.lease.supplier.getToken()).to.equal('opaque_2');
    expect(listener.lease.expiresAt?.getTime()).to.be.closeTo(START + HOUR, 2 * SECOND);
  });

  it('keep addresses out of the names of channels and locks', () => {
    const page = new TokenPage();
    page.open(null, { endpoint: `${ENDPOINT}?key=secret` });
    expect(page.tabs.names).to.deep.equal(['inbox-widget/1']);
  });

  it('hear nothing after a sign-out, and after a refusal are revived by the same client\'s new token', async () => {
    const { pages, clock, network, tabs } = openTabs(2);
    const [one, other] = pages as [TokenPage, TokenPage];
    const signedOut = one.open(one.issue());
    signedOut.lease.signOut();
    await clock.advance(SECOND);
    const refused = other.open(other.issue());
    network.answer = () => ({ status: 401 });
    await outcomeOf(refused.lease.refresh());
    expect(refused.lease.status).to.equal('ended');
    const token = one.issue();
    tabs.postAsStranger({ address: `${SERVICE} ${ENDPOINT}`, client: 'ada', token });
    await clock.advance(SECOND);
    expect(signedOut.lease.status).to.equal('ended');
    expect(await refused.lease.supplier.getToken()).to.equal(token);
  });
});
