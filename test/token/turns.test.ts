import { expect } from 'chai';
import type { TabLocks } from '../../src/token/environment.js';
import { ENDPOINT, HOUR, MINUTE, SECOND, SERVICE, TokenPage } from '../helpers/token-page.js';

const address = `${SERVICE} ${ENDPOINT}`;

/** A page whose lock is held by another tab, until that gives it back. */
function lockedPage(locks?: (own: TabLocks) => TabLocks): { page: TokenPage; giveBack: () => void } {
  const page = new TokenPage();
  let giveBack = (): void => {};
  page.locks = () => {
    const { locks: shared } = page.tabs;
    return {
      request: (name, ...rest) => {
        if (!page.tabs.heldLocks) void shared.request(name, { signal: new AbortController().signal }, () => new Promise<void>((resolve) => (giveBack = resolve)));
        return (locks?.(shared) ?? shared).request(name, ...rest);
      },
    };
  };
  page.serve();
  return { page, giveBack: () => giveBack() };
}

describe('a tab that waits for its turn', () => {
  for (const [chance, urgentMs, patientMs] of [
    [0, 2 * SECOND, 15 * SECOND],
    [0.5, 6 * SECOND, 22.5 * SECOND],
    [0.99, 9.92 * SECOND, 29.85 * SECOND],
  ] as const) {
    it(`F17 waits for a time of its own: ${urgentMs} ms, or ${patientMs} while its token is good, where chance is ${chance}`, async () => {
      for (const [leftMs, waitMs] of [
        [-HOUR, urgentMs],
        [8 * HOUR, patientMs],
      ] as const) {
        const { page } = lockedPage();
        page.random = () => chance;
        const { lease } = page.open(page.issue(leftMs));
        if (leftMs > 0) lease.refresh().catch(() => {});
        await page.advance(waitMs - 50);
        expect(page.network.calls).to.have.lengthOf(0);
        await page.advance(100);
        expect(page.network.calls).to.have.lengthOf(1);
        lease.release();
      }
    });
  }

  it('F17 stands in no queue any more once it has gone on alone, or nobody needs a token', async () => {
    for (const isReleased of [false, true]) {
      const { page } = lockedPage();
      const { lease } = page.open(page.issue(-HOUR));
      await page.advance(SECOND);
      expect(page.tabs.waitingForLocks).to.equal(1);
      if (isReleased) lease.release();
      await page.advance(isReleased ? 2 * SECOND : 6 * SECOND);
      expect(page.tabs.waitingForLocks).to.equal(0);
      expect(page.network.calls).to.have.lengthOf(isReleased ? 0 : 1);
      lease.release();
    }
  });

  it('F17 keeps the floor also where another client of its page has just had its turn', async () => {
    const { page, giveBack } = lockedPage();
    page.answer({ status: 500 });
    for (const client of ['ada', 'bob']) page.open(page.issue(-HOUR, { client }));
    await page.advance(SECOND);
    giveBack();
    await page.advance(10 * SECOND);
    expect(page.network.calls.length).to.be.at.least(2);
    expect(Math.min(...page.network.gaps)).to.be.at.least(2 * SECOND);
  });

  it('F17 gives a lock back at once that comes after it has gone on alone', async () => {
    const deaf = (locks: TabLocks): TabLocks => ({
      request: (name, _, take) => locks.request(name, { signal: new AbortController().signal }, take),
    });
    const { page, giveBack } = lockedPage(deaf);
    const { lease } = page.open(page.issue(-HOUR));
    await page.advance(7 * SECOND);
    expect(lease.status).to.equal('fresh');
    giveBack();
    await page.advance(SECOND);
    expect([page.tabs.heldLocks, page.tabs.waitingForLocks]).to.deep.equal([0, 0]);
    lease.release();
  });

  for (const [what, prepare] of [
    ['its turn has come', () => {}],
    ['it waits for it', (page: TokenPage) => (page.locks = () => ({ request: () => new Promise(() => {}) }))],
    ['it has gone without one', (page: TokenPage) => (page.locks = () => undefined)],
  ] as const) {
    it(`leaves no timer behind where it goes while ${what}`, async () => {
      const page = new TokenPage();
      prepare(page);
      page.serve();
      const { lease } = page.open(page.issue(-HOUR));
      await page.advance(1.6 * SECOND);
      lease.release();
      await page.advance(1.5 * SECOND);
      expect(page.clock.pendingTimers).to.equal(0);
    });
  }
});

describe('what a tab tells', () => {
  it('goes over one channel, however often it tells of a token', async () => {
    const page = new TokenPage();
    page.serve();
    const { lease } = page.open(page.issue());
    for (let count = 0; count < 3; count++) {
      await page.advance(MINUTE);
      await lease.refresh();
    }
    expect(page.tabs.posted.length).to.be.at.least(3);
    expect(page.tabs.openChannels).to.equal(1);
  });

  it('is tried on one new channel where the first cannot post, and no more', async () => {
    const page = new TokenPage();
    let opened = 0;
    page.openChannel = () => {
      opened++;
      return { onmessage: null, close: () => {}, postMessage: () => { throw new DOMException('no', 'InvalidStateError'); } };
    };
    page.serve();
    const { lease } = page.open(page.issue());
    const before = opened;
    await lease.refresh();
    await page.advance(SECOND);
    expect(opened - before).to.be.within(1, 2);
  });

  it('is of no use without the client whose token it is', async () => {
    const page = new TokenPage();
    const token = page.issue(HOUR);
    const { lease } = page.open(token);
    for (const client of [undefined, null, 5, {}]) page.tabs.postAsStranger({ address, client, token: page.issue(9 * HOUR) });
    expect(await lease.supplier.getToken()).to.equal(token);
  });

  it('changes nothing where it is the token that this one has already', async () => {
    const page = new TokenPage();
    const token = page.issue(HOUR);
    const { news } = page.open(token);
    page.tabs.postAsStranger({ address, client: 'ada', token, expiresInMs: HOUR });
    await page.advance(SECOND);
    expect(news.map(({ type }) => type)).to.deep.equal(['status']);
  });

  it('tells nothing of how long a token lives where that is no number', async () => {
    for (const expiresInMs of [undefined, null, 0, 'soon', {}, NaN]) {
      const page = new TokenPage();
      const { lease } = page.open(page.issue(HOUR));
      const token = page.issue(2 * HOUR);
      page.tabs.postAsStranger({ address, client: 'ada', token, expiresInMs });
      expect(await lease.supplier.getToken()).to.equal(token);
      expect(lease.expiresAt?.getTime(), JSON.stringify(expiresInMs)).to.equal(page.clock.wall + 2 * HOUR);
      lease.release();
    }
  });
});
