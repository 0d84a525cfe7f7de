import { expect } from 'chai';
import { acquireTokenOwner } from '../../src/token/registry.js';
import { settle } from '../helpers/fake-clock.js';
import { HOUR, MINUTE, SECOND, TokenPage, openLease, outcomeOf } from '../helpers/token-page.js';

describe('one owner on a page', () => {
  it('F25 tells whoever joins after it of the end of a session, and not of a sign-out of the page’s own', async () => {
    const page = new TokenPage();
    page.answer({ status: 401 });
    page.open();
    await page.advance(SECOND);
    const late = page.open();
    await settle();
    expect(late.kinds()).to.deep.equal(['ended']);
    late.lease.signOut();
    const last = page.open();
    await settle();
    expect(last.kinds()).to.deep.equal([]);
  });

  it('F13 makes one call for five elements, two of them from a second copy of the bundle', async () => {
    const page = new TokenPage();
    // So that nothing but the shared owner keeps them from calling five times.
    page.locks = () => undefined;
    page.openChannel = () => {
      throw new Error('no channels');
    };
    page.serve();
    const token = page.issue();
    // A query makes the browser and Node load the same module a second time.
    const copy = (await import(/* @vite-ignore */ `../../src/token/registry.ts?copy=${'2'}`)) as { acquireTokenOwner: typeof acquireTokenOwner };
    expect(copy.acquireTokenOwner).not.to.equal(acquireTokenOwner);
    const leases = [
      ...Array.from({ length: 3 }, () => page.open(token)),
      ...Array.from({ length: 2 }, () => openLease(page, token, {}, copy.acquireTokenOwner)),
    ].map(({ lease }) => lease);
    await page.advance(7 * HOUR);
    expect(page.network.calls).to.have.lengthOf(1);
    const tokens = new Set(await Promise.all(leases.map((lease) => lease.supplier.getToken())));
    expect(tokens.size).to.equal(1);
    expect(tokens.has(token)).to.equal(false);
    for (const lease of leases.slice(0, 4)) lease.release();
    await page.advance(6.9 * HOUR);
    expect(page.network.calls).to.have.lengthOf(2);
    leases[4]?.release();
    await page.advance(5 * SECOND);
    expect([page.clock.pendingTimers, page.listenerCount, page.tabs.openChannels, page.tabs.heldLocks]).to.deep.equal([0, 0, 0, 0]);
  });

  it('is shared only by elements of the same service, endpoint, credentials, headers and fetchToken', async () => {
    const page = new TokenPage();
    page.serve();
    const headers = { 'X-CSRF-Token': 'a' };
    const fetchToken = (): Promise<string> => Promise.resolve(page.issue());
    for (const config of [
      {},
      { service: 'https://other.example' },
      { endpoint: 'https://shop.example/other' },
      { credentials: 'include' as const },
      { headers },
      { headers: { 'X-CSRF-Token': 'b' } },
      { headers: () => headers },
      { fetchToken },
      { fetchToken: () => fetchToken() },
    ]) {
      const one = page.open(null, config).lease;
      const other = page.open(null, config).lease;
      // Those of the same place have a minute's calls in common.
      await page.advance(MINUTE);
      expect(await one.supplier.getToken()).to.equal(await other.supplier.getToken());
    }
    expect(page.network.calls).to.have.lengthOf(7);
    page.open(null, { headers: { ...headers } });
    await page.advance(3 * SECOND);
    expect(page.network.calls, 'headers that say the same').to.have.lengthOf(7);
  });

  it('is never shared by two clients', async () => {
    const page = new TokenPage();
    const ada = page.issue(HOUR, { client: 'ada' });
    const bob = page.issue(2 * HOUR, { client: 'bob' });
    const one = page.open(ada);
    const other = page.open(bob);
    expect(await one.lease.supplier.getToken()).to.equal(ada);
    expect(await other.lease.supplier.getToken()).to.equal(bob);
    expect(one.kinds()).to.deep.equal([]);
    expect(page.open().lease.status).to.equal('fresh');
  });

  it('lets an element that is given another client\'s token go its own way', async () => {
    const page = new TokenPage();
    const ada = page.issue(HOUR, { client: 'ada' });
    const bob = page.issue(2 * HOUR, { client: 'bob' });
    const one = page.open(ada);
    const other = page.open(ada);
    const seen: unknown[] = [];
    other.listen((news) => {
      if (news.type === 'client-changed') void outcomeOf(other.lease.supplier.getToken()).then((outcome) => seen.push(outcome));
    });
    other.lease.offer(bob);
    await settle();
    expect(await other.lease.supplier.getToken()).to.equal(bob);
    expect(other.kinds()).to.deep.equal(['client-changed']);
    expect(await one.lease.supplier.getToken()).to.equal(ada);
    expect(one.kinds()).to.deep.equal([]);
    expect(seen).to.deep.equal([bob]);
  });

  it('takes an element along to another client whatever its listener does', async () => {
    const page = new TokenPage();
    const ada = page.issue(HOUR, { client: 'ada' });
    const bob = page.issue(2 * HOUR, { client: 'bob' });
    page.open(ada);
    const { lease, listen } = page.open(ada);
    const fault = new Error('the page’s own');
    listen(() => {
      throw fault;
    });
    lease.offer(bob);
    expect(await lease.supplier.getToken()).to.equal(bob);
    expect(page.reported).to.include(fault);
  });

  it('is one again for elements that were given the same other client\'s token one after the other', async () => {
    const page = new TokenPage();
    page.serve(8 * HOUR, { client: 'bob' });
    // So that nothing but the shared owner keeps them from calling twice.
    page.locks = () => undefined;
    page.openChannel = () => {
      throw new Error('no channels');
    };
    const ada = page.issue(8 * HOUR, { client: 'ada' });
    const bob = page.issue(8 * HOUR, { client: 'bob' });
    const opened = [page.open(ada), page.open(ada)];
    for (const { lease } of opened) lease.offer(bob);
    expect(await Promise.all(opened.map(({ lease }) => lease.supplier.getToken()))).to.deep.equal([bob, bob]);
    expect(opened.map(({ kinds }) => kinds())).to.deep.equal([['client-changed'], ['client-changed']]);
    await page.advance(7 * HOUR);
    expect(page.network.calls).to.have.lengthOf(1);
  });

  it('tells its first listener what came of the initial token', () => {
    const page = new TokenPage();
    const { kinds } = page.open('[[ TOKEN ]]', { endpoint: null });
    expect(kinds()).to.deep.equal(['misconfigured']);
  });

  it('F27 asks the endpoint once where the attribute holds no token, and explains where there is no endpoint', async () => {
    for (const [text, code] of [
      ['[[ TOKEN ]]', 'INBOX_TOKEN_PLACEHOLDER'],
      ['{{token}}', 'INBOX_TOKEN_MALFORMED'],
      ['[object Object]', 'INBOX_TOKEN_MALFORMED'],
      ['null', undefined],
      ['', undefined],
    ] as const) {
      const page = new TokenPage();
      page.serve();
      const { lease } = page.open(text);
      expect(await lease.supplier.getToken()).to.match(/^ey/);
      expect(page.network.calls).to.have.lengthOf(1);
      const { lease: alone } = new TokenPage().open(text, { endpoint: null });
      expect(alone.problem?.code).to.equal(code);
      expect(alone.status).to.equal(code ? 'misconfigured' : 'missing');
      const waiting = alone.supplier.getToken();
      // Where nothing was offered, the page may still do so.
      if (code) expect(await outcomeOf(waiting)).to.have.property('code', code);
      else expect(await outcomeOf(waiting)).to.equal('waiting');
      const token = page.issue();
      alone.offer(token);
      if (!code) expect(await waiting).to.equal(token);
      expect(await alone.supplier.getToken()).to.equal(token);
      expect(alone.status).to.equal('fresh');
    }
  });

  it('F30 outlives the element\'s move, and calls nobody meanwhile', async () => {
    const page = new TokenPage();
    const token = page.issue();
    page.serve();
    let { lease } = page.open(token);
    const thing = lease.shared(() => ({ dispose: () => expect.fail('put away') }));
    for (let move = 0; move < 5; move++) {
      lease.release();
      await page.advance(move * 200);
      ({ lease } = page.open(token));
    }
    await page.advance(5 * SECOND);
    expect(page.network.calls).to.have.lengthOf(0);
    expect(lease.shared(() => ({ dispose: () => {} }))).to.equal(thing);
    expect(await lease.supplier.getToken()).to.equal(token);
  });

  it('F31 makes no call between release and end, and leaves nothing behind', async () => {
    const page = new TokenPage();
    page.answer({ afterMs: Infinity, ignoresSignal: true });
    const disposed: string[] = [];
    for (let round = 0; round < 50; round++) {
      const { lease } = page.open();
      lease.shared(() => ({ dispose: () => disposed.push('source') }));
      lease.supplier.getToken().catch(() => {});
      await page.advance(100);
      lease.release();
      if (round % 2) await page.advance(2 * SECOND);
    }
    await page.advance(10 * SECOND);
    expect([page.clock.pendingTimers, page.listenerCount, page.tabs.openChannels, page.tabs.heldLocks]).to.deep.equal([0, 0, 0, 0]);
    expect(disposed).to.have.lengthOf(25);
    const calls = page.network.calls.length;
    expect(page.network.aborted).to.equal(calls);
    await page.advance(24 * HOUR);
    expect(page.network.calls).to.have.lengthOf(calls);
  });

  it('F31 lets a page that adds and removes elements call no oftener than another', async () => {
    const page = new TokenPage();
    page.answer({ fails: true });
    for (let round = 0; round < 200; round++) {
      const { lease } = page.open();
      await page.advance(SECOND);
      lease.release();
      await page.advance(2 * SECOND);
    }
    expect(page.network.calls.length, 'calls').to.be.above(20);
    for (const { mono } of page.network.calls) {
      expect(page.network.calls.filter((call) => call.mono >= mono && call.mono - mono < 60 * SECOND).length).to.be.at.most(6);
    }
  });

  it('answers who waits when it is put away', async () => {
    const page = new TokenPage();
    page.answer({ afterMs: Infinity });
    const { lease } = page.open();
    const waiting = lease.supplier.getToken();
    const refreshing = lease.refresh();
    lease.release();
    await page.advance(2 * SECOND);
    expect(await outcomeOf(waiting)).to.be.instanceOf(Error);
    expect(await outcomeOf(refreshing)).to.be.instanceOf(Error);
    expect(await outcomeOf(lease.supplier.getToken())).to.be.instanceOf(Error);
    expect(await outcomeOf(lease.refresh())).to.be.instanceOf(Error);
  });

  it('lets a caller go whose signal aborts', async () => {
    const page = new TokenPage();
    page.answer({ afterMs: 5 * SECOND, status: 500 });
    const { lease } = page.open();
    const stop = new AbortController();
    const waiting = lease.supplier.getToken(stop.signal);
    stop.abort(new Error('changed my mind'));
    expect(await outcomeOf(waiting)).to.have.property('message', 'changed my mind');
    expect(await outcomeOf(lease.supplier.getToken(stop.signal))).to.have.property('message', 'changed my mind');
  });

  it('F31 listens to a caller\'s signal no longer than he waits', async () => {
    const page = new TokenPage();
    page.answer({ afterMs: SECOND, body: JSON.stringify({ token: page.issue() }) });
    const { lease } = page.open();
    const { signal } = new AbortController();
    let listeners = 0;
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...parameters: Parameters<typeof addEventListener>) => {
      listeners++;
      addEventListener.apply(signal, parameters);
    };
    signal.removeEventListener = (...parameters: Parameters<typeof removeEventListener>) => {
      listeners--;
      removeEventListener.apply(signal, parameters);
    };
    const waiting = lease.supplier.getToken(signal);
    await settle();
    expect(listeners).to.equal(1);
    await page.advance(SECOND);
    expect(await waiting).to.match(/^ey/);
    expect(listeners).to.equal(0);
  });
});

describe('listeners of the news', () => {
  for (const [name, act] of [
    ['reads the token', (lease: { supplier: { getToken(): Promise<string> } }) => void lease.supplier.getToken()],
    ['asks for a new token', (lease: { refresh(): Promise<void> }) => void lease.refresh().catch(() => {})],
    [
      'throws',
      () => {
        throw new Error('listener');
      },
    ],
    ['returns a promise that never settles', () => new Promise(() => {})],
    ['goes away', (lease: { release(): void }) => lease.release()],
  ] as const) {
    it(`F16 one that ${name} stops neither the others nor the next round`, async () => {
      const page = new TokenPage();
      page.serve();
      const token = page.issue();
      const { lease, listen } = page.open(token);
      const other = page.open(token);
      listen((news) => {
        if (news.type === 'refreshed') (act as (l: typeof lease) => unknown)(lease);
      });
      await page.advance(7 * HOUR);
      expect(other.kinds()).to.include('refreshed');
      expect(other.lease.status).to.equal('fresh');
      const before = page.network.calls.length;
      await page.advance(7 * HOUR);
      expect(page.network.calls.length).to.be.above(before);
      expect(await other.lease.supplier.getToken()).to.match(/^ey/);
      expect(page.reported.length > 0).to.equal(name === 'throws');
    });
  }

  it('F16 hear everything in the same order, also what one of them brings about', async () => {
    const page = new TokenPage();
    page.serve();
    const one = page.open();
    const other = page.open();
    one.listen((news) => {
      if (news.type === 'refreshed') one.lease.signOut();
    });
    await settle();
    // The second came when the call was under way already.
    expect(one.news.slice(1)).to.deep.equal(other.news);
    expect(one.kinds()).to.deep.equal(['refreshed', 'signed-out']);
  });
});
