import { expect } from 'chai';
import type { TokenOwnerConfig } from '../../src/token/token-owner.js';
import { ENDPOINT, HOUR, MINUTE, SECOND, SERVICE, TokenPage, tokenAnswer } from '../helpers/token-page.js';

const LEAF: TokenOwnerConfig = {
  service: SERVICE,
  endpoint: ENDPOINT,
  credentials: 'same-origin',
  headers: { 'X-CSRF': 'leaf' },
  issuers: [],
  fetchToken: null,
};
const TREE: TokenOwnerConfig = { ...LEAF, headers: { 'X-CSRF': 'tree' } };

describe('another configuration', () => {
  const sent = (page: TokenPage): (string | null)[] => page.network.calls.map(({ init }) => new Headers(init.headers).get('x-csrf'));

  for (const [what, config] of [
    ['headers say the same', { ...LEAF, headers: { ...(LEAF.headers as object) } }],
    ['other issuers are named', { ...LEAF, issuers: ['https://issuer.example'] }],
  ] as const) {
    it(`F32 is followed without a call where ${what}`, async () => {
      const page = new TokenPage();
      const token = page.issue();
      const { lease, kinds } = page.open(token, LEAF);
      expect(lease.follow(config)).to.equal(true);
      await page.advance(MINUTE);
      expect(page.network.calls).to.have.lengthOf(0);
      expect(kinds()).to.deep.equal([]);
      expect(await lease.supplier.getToken()).to.equal(token);
    });
  }

  it('F32 is asked at once, while the token held goes on', async () => {
    const page = new TokenPage();
    const token = page.issue();
    const { lease, kinds } = page.open(token, LEAF);
    const next = page.issue(9 * HOUR);
    page.answer(tokenAnswer(next, { afterMs: SECOND }));
    expect(lease.follow(TREE)).to.equal(true);
    expect(await lease.supplier.getToken()).to.equal(token);
    await page.advance(SECOND);
    expect(sent(page)).to.deep.equal(['tree']);
    expect(await lease.supplier.getToken()).to.equal(next);
    expect(kinds()).to.deep.equal(['refreshed', 'confirmed']);
  });

  for (const [what, held, leaf, told] of [
    ['goes on with who is there', 'ada', 'ada', ['refreshed', 'client-changed', 'refreshed', 'confirmed']],
    ['brings in no third one', 'ada', 'eve', ['client-changed', 'refreshed', 'confirmed']],
    ['signs in nobody where nobody was', null, 'ada', ['refreshed', 'confirmed']],
    ['ends nothing by a refusal', 'ada', null, ['client-changed', 'refreshed', 'confirmed']],
  ] as const) {
    it(`F32 is asked also where the way before is just being asked, whose answer ${what}`, async () => {
      const page = new TokenPage();
      const { lease, kinds } = page.open(held && page.issue(8 * HOUR, { client: held }), LEAF);
      page.network.answer = ({ init }) => {
        const isLeaf = new Headers(init.headers).get('x-csrf') === 'leaf';
        const afterMs = isLeaf ? 3 * SECOND : 0;
        return isLeaf && !leaf ? { status: 401, afterMs } : tokenAnswer(page.issue(9 * HOUR, { client: isLeaf && leaf ? leaf : 'bob' }), { afterMs });
      };
      if (held) lease.refresh().catch(() => {});
      await page.advance(SECOND);
      expect(lease.follow(TREE)).to.equal(true);
      await page.advance(3 * SECOND);
      expect(sent(page)).to.deep.equal(['leaf', 'tree']);
      expect(kinds()).to.deep.equal(told);
    });
  }

  for (const [what, lifetimeMs, held] of [
    ['there is no token yet', HOUR, false],
    ['the token is to be renewed', MINUTE, true],
  ] as const) {
    it(`F32 that changes with each call under way brings a token all the same where ${what}`, async () => {
      const page = new TokenPage();
      page.network.answer = () => tokenAnswer(page.issue(lifetimeMs), { afterMs: 1300 });
      const { lease } = page.open(held ? page.issue(lifetimeMs) : null, LEAF);
      for (let second = 0; second < 150; second++) {
        expect(lease.follow({ ...LEAF, headers: { 'X-CSRF': String(second) } })).to.equal(true);
        await page.advance(SECOND);
        if (held || second > 10) expect(lease.isUsable).to.equal(true);
      }
      const starts = page.network.calls.map(({ mono }) => mono);
      expect(Math.max(...starts.map((start) => starts.filter((other) => other >= start && other < start + MINUTE).length))).to.be.below(10);
    });
  }

  it('F11 may repeat the token held: that is no failure', async () => {
    const page = new TokenPage();
    const token = page.issue();
    const { lease, kinds } = page.open(token, LEAF);
    page.answer(tokenAnswer(token));
    lease.follow(TREE);
    await page.advance(HOUR);
    expect(page.network.calls).to.have.lengthOf(1);
    expect(kinds()).to.deep.equal(['confirmed']);
    expect([lease.status, lease.problem]).to.deep.equal(['fresh', null]);
  });

  it('is not followed where others share the token, and is then asked for whoever takes it anew', async () => {
    const page = new TokenPage();
    const token = page.issue(8 * HOUR, { client: 'ada' });
    const [one, other] = [page.open(token, LEAF), page.open(token, LEAF)];
    page.serve(9 * HOUR, { client: 'bob' });
    expect(one.lease.follow(TREE)).to.equal(false);
    one.lease.release();
    await page.open(null, TREE).lease.supplier.getToken();
    expect(sent(page)).to.deep.equal(['tree']);
    expect(await other.lease.supplier.getToken()).to.equal(token);
    expect(other.kinds()).to.deep.equal([]);
  });

  for (const [what, change] of [
    ['another service', { service: 'https://other.example' }],
    ['another endpoint', { endpoint: 'https://shop.example/other' }],
  ] as [string, Partial<TokenOwnerConfig>][]) {
    it(`is not followed to ${what}`, async () => {
      const page = new TokenPage();
      const { lease } = page.open(page.issue(), LEAF);
      expect(lease.follow({ ...LEAF, ...change })).to.equal(false);
      await page.advance(MINUTE);
      expect(page.network.calls).to.have.lengthOf(0);
    });
  }

  it('is not followed where the token held is over', async () => {
    const page = new TokenPage();
    const { lease } = page.open(page.issue(10 * MINUTE), LEAF);
    await page.advance(11 * MINUTE);
    const { length } = page.network.calls;
    expect(lease.follow(TREE)).to.equal(false);
    expect(page.network.calls).to.have.lengthOf(length);
  });

  it('is that of the element also where it goes its own way with another client', async () => {
    const page = new TokenPage();
    const ada = page.issue(HOUR, { client: 'ada' });
    const { lease } = page.open(ada, LEAF);
    page.answer(tokenAnswer(ada));
    lease.follow(TREE);
    page.open(ada, TREE);
    await page.advance(5 * SECOND);
    page.serve(8 * HOUR, { client: 'bob' });
    const { length } = page.network.calls;
    lease.offer(page.issue(2 * HOUR, { client: 'bob' }));
    await page.advance(5 * SECOND);
    await lease.refresh();
    expect(sent(page).slice(length)).to.deep.equal(['tree']);
  });

  it('F08 costs no more calls than the page has, however often functions are made anew', async () => {
    const page = new TokenPage();
    let calls = 0;
    const inline = (): TokenOwnerConfig => ({
      ...LEAF,
      fetchToken: () => {
        calls++;
        return Promise.reject(new Error('Lost.'));
      },
    });
    let { lease } = page.open(null, inline());
    for (let second = 0; second < 58; second++) {
      const next = inline();
      if (!lease.follow(next)) {
        lease.release();
        ({ lease } = page.open(null, next));
      }
      await page.advance(SECOND);
    }
    expect(calls).to.be.within(1, 6);
  });

  it('F08 costs no more calls than the page has, however often elements come and go', async () => {
    const page = new TokenPage();
    for (let second = 0; second < 58; second += 2) {
      const { lease } = page.open();
      lease.release();
      // For longer than the owner waits for an element that is only being moved.
      await page.advance(2 * SECOND);
    }
    expect(page.network.calls.length).to.be.within(1, 6);
  });
});

describe('the end of a session', () => {
  it('stays one for whoever comes while somebody still holds on to it', async () => {
    const page = new TokenPage();
    const token = page.issue();
    const [one, other] = [page.open(token), page.open(token)];
    one.lease.signOut();
    one.lease.release();
    await page.advance(5 * SECOND);
    expect([other.lease.status, page.open().lease.status]).to.deep.equal(['ended', 'ended']);
    expect(page.network.calls).to.have.lengthOf(0);
  });

  for (const [what, change] of [
    ['other headers', TREE],
    ['other credentials', { ...LEAF, credentials: 'include' }],
    ['a fetchToken', { ...LEAF, fetchToken: () => Promise.resolve('') }],
    ['other issuers', { ...LEAF, issuers: ['https://issuer.example'] }],
  ] as [string, TokenOwnerConfig][]) {
    it(`F23 with ${what} signs in nobody who has signed out`, async () => {
      const page = new TokenPage();
      page.serve();
      const { lease } = page.open(page.issue(), LEAF);
      lease.signOut();
      expect(lease.follow(change)).to.equal(true);
      await page.advance(HOUR);
      expect(page.network.calls).to.have.lengthOf(0);
      expect(lease.status).to.equal('ended');
      lease.offer(page.issue(9 * HOUR));
      expect(lease.status).to.equal('fresh');
    });
  }

  it('F10 with other issuers asks nobody anew who has been refused', async () => {
    const page = new TokenPage();
    page.answer({ status: 401 });
    const { lease, kinds } = page.open(null, LEAF);
    await page.advance(SECOND);
    expect(lease.follow({ ...LEAF, issuers: ['https://issuer.example'] })).to.equal(true);
    await page.advance(HOUR);
    expect(page.network.calls).to.have.lengthOf(1);
    expect(kinds().filter((kind) => kind === 'ended')).to.have.lengthOf(1);
  });
});
