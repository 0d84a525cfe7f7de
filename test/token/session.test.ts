import { expect } from 'chai';
import { settle } from '../helpers/fake-clock.js';
import { HOUR, MINUTE, SECOND, TokenPage, outcomeOf, tokenAnswer } from '../helpers/token-page.js';

describe('the end of a session', () => {
  it('takes along a token that would still be good', async () => {
    const page = new TokenPage();
    page.answer({ status: 401 });
    const { lease } = page.open(page.issue());
    await page.advance(7 * HOUR);
    expect([lease.status, lease.isUsable, lease.expiresAt]).to.deep.equal(['ended', false, null]);
    expect(await outcomeOf(lease.supplier.getToken())).to.include({ code: 'INBOX_REFRESH_REFUSED' });
  });

  it('is not brought about by a token of somebody else that is over, where the one in use is over as well', async () => {
    const page = new TokenPage();
    page.answer({ status: 500 });
    const { lease, kinds } = page.open(page.issue(-HOUR));
    lease.offer(page.issue(-HOUR, { client: 'bob' }));
    await page.advance(SECOND);
    expect(kinds()).not.to.include('client-changed');
  });

  it('F23 lasts for an element that comes back, unless there is a token or others wait for one', async () => {
    const page = new TokenPage();
    page.serve();
    const { lease: alone } = page.open();
    alone.stayOut();
    await page.advance(MINUTE);
    expect([page.network.calls.length, alone.isSignedOut]).to.deep.equal([0, true]);
    const { lease: withToken } = page.open(page.issue(), { headers: { 'X-Other': '1' } });
    withToken.stayOut();
    expect([withToken.status, withToken.isSignedOut]).to.deep.equal(['fresh', false]);
    page.open(null, { headers: {} });
    const { lease: second } = page.open(null, { headers: {} });
    second.stayOut();
    await page.advance(SECOND);
    expect([second.status, second.isSignedOut]).to.deep.equal(['fresh', false]);
  });

  it('F23 is not undone by a call that was under way', async () => {
    for (const ignoresSignal of [true, false]) {
      const page = new TokenPage();
      const { lease, kinds } = page.open(page.issue());
      page.network.answer = () => tokenAnswer(page.issue(), { afterMs: 5 * SECOND, ignoresSignal });
      const refreshing = lease.refresh();
      await page.advance(SECOND);
      const waiting = lease.supplier.getToken();
      lease.signOut();
      expect(page.network.aborted).to.equal(1);
      expect(await outcomeOf(refreshing)).to.be.instanceOf(Error);
      expect(await outcomeOf(waiting), 'had its answer before').to.match(/^ey/);
      await page.advance(24 * HOUR);
      expect(page.network.calls).to.have.lengthOf(1);
      expect(kinds()).to.deep.equal(['signed-out']);
      expect(lease.status).to.equal('ended');
      expect(lease.expiresAt).to.equal(null);
      expect(await outcomeOf(lease.supplier.getToken())).to.have.property('code', 'INBOX_REFRESH_REFUSED');
      expect(page.clock.pendingTimers).to.equal(0);
    }
  });

  it('F23 tells those who wait for a token', async () => {
    const page = new TokenPage();
    page.answer({ afterMs: 5 * SECOND, status: 500 });
    const { lease } = page.open();
    await page.advance(SECOND);
    const waiting = lease.supplier.getToken();
    lease.signOut();
    expect(await outcomeOf(waiting)).to.have.property('code', 'INBOX_REFRESH_REFUSED');
  });

  it('puts away what the elements shared, and goes on with a new offer', async () => {
    const page = new TokenPage();
    const first = page.issue();
    const { lease } = page.open(first);
    const disposed: string[] = [];
    lease.shared(() => ({ dispose: () => disposed.push('first') }));
    lease.signOut();
    expect(disposed).to.deep.equal(['first']);
    lease.offer(first);
    expect(lease.status).to.equal('ended');
    const second = page.issue();
    lease.offer(second);
    expect(await lease.supplier.getToken()).to.equal(second);
  });

  it('is over with a token that the page offers, which is told as a new one in use', async () => {
    const page = new TokenPage();
    page.answer({ status: 401 });
    const { lease, news, kinds } = page.open(page.issue());
    await outcomeOf(lease.refresh());
    lease.offer(page.issue());
    expect(kinds()).to.deep.equal(['failed', 'ended', 'refreshed']);
    expect(news.filter(({ type }) => type === 'refreshed')).to.have.nested.property('[0].reason', 'requested');
    lease.signOut();
    lease.offer(page.issue());
    expect(kinds().slice(3)).to.deep.equal(['signed-out', 'refreshed']);
  });

  it('F23 is not undone by an offer that is made again, though it was not taken then', async () => {
    const page = new TokenPage();
    const { lease } = page.open(page.issue(8 * HOUR));
    const shorter = page.issue(HOUR);
    lease.offer(shorter);
    lease.signOut();
    lease.offer(shorter);
    expect(lease.status).to.equal('ended');
    expect(await outcomeOf(lease.supplier.getToken())).to.have.property('code', 'INBOX_REFRESH_REFUSED');
  });

  it('may be followed by another at somebody\'s request', async () => {
    const page = new TokenPage();
    page.serve();
    const { lease } = page.open(page.issue());
    lease.signOut();
    await lease.refresh();
    expect(lease.status).to.equal('fresh');
    expect(page.network.calls).to.have.lengthOf(1);
  });

  it('F25 is told with its reason, and never as a success', async () => {
    const page = new TokenPage();
    page.answer({ status: 401 });
    const { news } = page.open();
    await page.advance(HOUR);
    expect(news.map((item) => (item.type === 'status' ? item.status : item.type))).to.deep.equal(['refreshing', 'failed', 'ended', 'ended']);
    expect(news.flatMap((item) => ('error' in item ? item.error.code : []))).to.deep.equal(['INBOX_REFRESH_REFUSED', 'INBOX_REFRESH_REFUSED']);
  });

  it('F25 is not told while the endpoint only cannot be reached, and that state once', async () => {
    const page = new TokenPage();
    const { lease, news } = page.open(page.issue(MINUTE));
    await page.advance(3 * MINUTE);
    expect(lease.status).to.equal('expired');
    expect(news.filter((item) => item.type === 'status' && item.status === 'expired')).to.have.lengthOf(1);
    expect(news.some(({ type }) => type === 'ended')).to.equal(false);
  });
});

describe('another client', () => {
  it('F24 from the endpoint: all of the old one is gone before anything of the new one is given out', async () => {
    const page = new TokenPage();
    const { lease, news, listen } = page.open(page.issue());
    const log: string[] = [];
    lease.shared(() => ({ dispose: () => log.push('put away') }));
    const bob = page.issue(8 * HOUR, { client: 'bob' });
    page.network.answer = () => tokenAnswer(bob);
    listen((item) => {
      if (item.type !== 'client-changed') return;
      log.push(`told ${lease.isUsable}`);
      void lease.supplier.getToken().then((token) => log.push(token === bob ? 'given' : 'wrong'));
      lease.shared(() => ({ dispose: () => {} }));
    });
    await lease.refresh();
    await settle();
    expect(log).to.deep.equal(['put away', 'told false', 'given']);
    expect(news.map(({ type }) => type).filter((type) => type !== 'status')).to.deep.equal(['client-changed', 'refreshed']);
  });

  it('F24 ends the waiting of the old one\'s requests', async () => {
    const page = new TokenPage();
    page.answer({ afterMs: 5 * SECOND, status: 500 });
    const { lease } = page.open(page.issue(-HOUR));
    await page.advance(SECOND);
    const waiting = lease.supplier.getToken();
    lease.offer(page.issue(HOUR, { client: 'bob' }));
    expect(await outcomeOf(waiting)).to.be.instanceOf(Error);
    expect(page.network.aborted).to.equal(1);
  });

  it('F24 offered by the page is taken at once, though it expires earlier', async () => {
    const page = new TokenPage();
    const { lease, kinds } = page.open(page.issue(8 * HOUR));
    const bob = page.issue(HOUR, { client: 'bob' });
    lease.offer(bob);
    expect(await lease.supplier.getToken()).to.equal(bob);
    expect(kinds()).to.deep.equal(['client-changed', 'refreshed']);
  });

  it('F24 after a refusal still is another one', async () => {
    const page = new TokenPage();
    page.answer({ status: 401 });
    const { lease, kinds } = page.open(page.issue());
    await outcomeOf(lease.refresh());
    lease.offer(page.issue(HOUR, { client: 'bob' }));
    expect(kinds()).to.deep.equal(['failed', 'ended', 'client-changed', 'refreshed']);
    expect(lease.status).to.equal('fresh');
  });

  it('F24 has no token yet while the change is being told: none of theirs has expired', () => {
    const page = new TokenPage();
    const { lease, listen } = page.open(page.issue());
    const told: unknown[] = [];
    listen(({ type }) => void (type === 'client-changed' && told.push(lease.status, lease.expiresAt)));
    lease.offer(page.issue(HOUR, { client: 'bob' }));
    expect(told).to.deep.equal(['missing', null]);
  });

  it('F04 after a refusal takes a token that only a clock hours fast says is over', async () => {
    const page = new TokenPage();
    page.serverAhead = -9 * HOUR;
    page.answer({ status: 401, headers: { Date: new Date(page.serverTime).toUTCString() } });
    const { lease } = page.open();
    await outcomeOf(lease.supplier.getToken());
    expect(lease.status).to.equal('ended');
    const token = page.issue();
    lease.offer(token);
    expect(await lease.supplier.getToken()).to.equal(token);
  });

  it('F24 may be told of by the service, where a token cannot be read', async () => {
    const page = new TokenPage();
    const { lease, kinds } = page.open('opaque_1');
    lease.supplier.identify('opaque_1', 'ada');
    expect(kinds()).to.deep.equal([]);
    page.network.answer = () => tokenAnswer('opaque_2');
    await lease.refresh();
    expect(kinds()).to.deep.equal(['refreshed']);
    lease.supplier.identify('opaque_1', 'bob');
    expect(kinds(), 'of a token not in use').to.deep.equal(['refreshed']);
    lease.supplier.identify('opaque_2', 'bob');
    expect(kinds()).to.deep.equal(['refreshed', 'client-changed']);
    expect(await lease.supplier.getToken()).to.equal('opaque_2');
    lease.supplier.identify('opaque_2', 'bob');
    expect(kinds()).to.have.lengthOf(2);
  });

  it('F24 is not told of by the service where the token itself says whose it is: the two may have other names for one client', async () => {
    const page = new TokenPage();
    const token = page.issue(HOUR, { client: 'ada' });
    const { lease, kinds } = page.open(token);
    lease.supplier.identify(token, 'client_7');
    expect(kinds()).to.deep.equal([]);
    expect(await lease.supplier.getToken()).to.equal(token);
  });

  it('is undone by a listener that signs out', async () => {
    const page = new TokenPage();
    const { lease, listen } = page.open(page.issue());
    page.serve(8 * HOUR, { client: 'bob' });
    listen(({ type }) => {
      if (type === 'client-changed') lease.signOut();
    });
    await outcomeOf(lease.refresh());
    expect(lease.status).to.equal('ended');
    expect(await outcomeOf(lease.supplier.getToken())).to.be.instanceOf(Error);
  });
});

describe('offers', () => {
  for (const [name, offer, isTaken] of [
    ['the same token again', (page: TokenPage, held: string) => (void page, held), false],
    ['one that expires earlier', (page: TokenPage) => page.issue(HOUR), false],
    ['one that expires later', (page: TokenPage) => page.issue(9 * HOUR), true],
    ['one that is over', (page: TokenPage) => page.issue(-HOUR), false],
    ['nothing', () => '', false],
    ['the placeholder', () => '[[ TOKEN ]]', false],
    ['an opaque one', () => 'opaque', false],
    ['one of another issuer', (page: TokenPage) => page.issue(9 * HOUR, { issuer: 'https://evil.example' }), false],
  ] as const) {
    it(`${name} ${isTaken ? 'is taken' : 'changes nothing'}`, async () => {
      const page = new TokenPage();
      const held = page.issue(8 * HOUR);
      const { lease, kinds } = page.open(held);
      const offered = offer(page, held);
      lease.offer(offered);
      expect(await lease.supplier.getToken()).to.equal(isTaken ? offered : held);
      expect(kinds()).to.deep.equal(isTaken ? ['refreshed'] : []);
      expect(page.network.calls).to.have.lengthOf(0);
    });
  }

  it('of the page-load token do not undo a renewal, and are ignored when that one is dead too', async () => {
    const page = new TokenPage();
    const first = page.issue();
    const { lease } = page.open(first);
    page.serve();
    await page.advance(MINUTE);
    await lease.refresh();
    const second = await lease.supplier.getToken();
    lease.offer(first);
    expect(await lease.supplier.getToken()).to.equal(second);
    page.answer({ fails: true });
    lease.supplier.reject(second);
    lease.offer(first);
    expect(await outcomeOf(lease.supplier.getToken())).not.to.equal(first);
  });

  it('of a token that was held before do not bring it back after a sign-out, from a new element either', async () => {
    const page = new TokenPage();
    page.serve();
    const { lease } = page.open();
    const fetched = await lease.supplier.getToken();
    lease.signOut();
    lease.offer(fetched);
    const { lease: other } = page.open(fetched);
    expect(lease.status).to.equal('ended');
    expect(other.status).to.equal('ended');
  });

  it('of a foreign issuer alone make no request, and name the line to add', async () => {
    const page = new TokenPage();
    page.serve();
    const { lease, kinds } = page.open(page.issue(HOUR, { issuer: 'https://login.example' }));
    await page.advance(HOUR);
    expect(page.network.calls).to.have.lengthOf(0);
    expect(kinds()).to.deep.equal(['misconfigured']);
    expect(lease.problem?.code).to.equal('INBOX_SERVICE_UNTRUSTED');
    expect(lease.problem?.message).to.contain('configure({ services })');
    const { lease: allowed } = page.open(page.issue(HOUR, { issuer: 'https://login.example' }), { issuers: ['https://login.example'] });
    expect(allowed.status).to.equal('fresh');
  });

  it('from the endpoint by a foreign issuer are a wrong set-up', async () => {
    const page = new TokenPage();
    page.serve(HOUR, { issuer: 'https://login.example' });
    const { lease } = page.open();
    await page.advance(SECOND);
    expect(lease.problem?.code).to.equal('INBOX_SERVICE_UNTRUSTED');
  });
});

describe('secrets', () => {
  it('F40 stand in no news, no error, no address and no name', async () => {
    const page = new TokenPage();
    const texts = new Set<string>();
    const issue = (): string => {
      const token = page.issue(MINUTE);
      texts.add(token).add(token.split('.')[1] ?? '');
      return token;
    };
    const row = [{ status: 500 }, { status: 404 }, { status: 429 }, { body: '<html>' }, { fails: true }, { status: 403 }];
    page.network.answer = () => (Math.random() < 0.5 ? tokenAnswer(issue()) : (row.shift() ?? tokenAnswer(issue())));
    const { lease, news } = page.open(issue());
    for (let minute = 0; minute < 40; minute++) {
      await page.advance(MINUTE);
      const token = await outcomeOf(lease.supplier.getToken());
      if (typeof token === 'string' && minute % 5 === 0) lease.supplier.reject(token);
      if (minute % 7 === 0) lease.refresh().catch(() => {});
      if (minute === 30) lease.signOut();
      await settle();
    }
    const told = JSON.stringify([
      news.map((item) => ({ ...item, error: 'error' in item ? [item.error.message, item.error.stack, String(item.error.cause)] : null })),
      page.network.calls.map(({ url, init }) => [url, Object.fromEntries(init.headers as Headers)]),
      page.tabs.names,
      page.reported.map(String),
    ]);
    expect(texts.size).to.be.above(20);
    for (const text of texts) expect(told).not.to.contain(text);
  });
});

describe('renewal beside what runs', () => {
  it('F32 puts nothing away that the elements share', async () => {
    const page = new TokenPage();
    page.serve();
    const { lease } = page.open(page.issue());
    const thing = lease.shared(() => ({ dispose: () => expect.fail('put away') }));
    await page.advance(24 * HOUR);
    expect(page.network.calls.length).to.be.at.least(3);
    expect(lease.shared(() => ({ dispose: () => {} }))).to.equal(thing);
  });

  it('F33 gives every attempt the token of that moment, and none that is dead', async () => {
    const page = new TokenPage();
    const first = page.issue();
    page.serve();
    const { lease } = page.open(first);
    const supplier = lease.shared((tokens) => ({ tokens, dispose: () => {} })).tokens;
    expect(await supplier.getToken()).to.equal(first);
    await page.advance(7 * HOUR);
    const second = await supplier.getToken();
    expect(second).not.to.equal(first);
    page.network.answer = () => tokenAnswer(page.issue(), { afterMs: 10 * SECOND });
    page.clock.jump({ wall: 9 * HOUR });
    const third = supplier.getToken();
    expect(await outcomeOf(third)).to.equal('waiting');
    await page.advance(10 * SECOND);
    expect(await third).not.to.equal(second);
    expect(page.network.calls).to.have.lengthOf(2);
  });
});
