import { expect } from 'chai';
import { runSession } from '../soak/run-session.js';
import type { Session, WorldEvent } from '../soak/session.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A world in which nothing is wrong; each case says what is. */
const calm: Session = {
  seed: 1,
  lifetimeMs: HOUR_MS,
  tokenKind: 'jwt',
  showsDate: true,
  clockErrorMs: 0,
  monotonicStopsInSleep: false,
  locks: 'good',
  channels: 'good',
  ignoresAbort: false,
  throwingListener: false,
  pollsEveryMs: 2 * MINUTE_MS,
  tabs: [{ token: 'none', elements: 1, isBehind: false }],
  happenings: [],
};

const at = (atMs: number, event: WorldEvent): Session['happenings'][number] => ({ atMs, event });

/** Sessions that random play has found to go wrong, made as small and as plain as they go. */
const CASES: readonly { title: string; session: Session; lastsMs: number }[] = [
  {
    title: 'leaves no listener on the signal of a caller who got his token',
    session: calm,
    lastsMs: 10 * MINUTE_MS,
  },
  {
    title: 'leaves no watch of the policy behind where a wrapped fetch never settles',
    session: {
      ...calm,
      ignoresAbort: true,
      happenings: [at(0, { kind: 'endpoint-fault', fault: { kind: 'silent' }, lastsMs: 5 * MINUTE_MS })],
    },
    lastsMs: 10 * MINUTE_MS,
  },
  {
    title: 'sends no token that ends before one that is over, though the clock is wrong',
    session: {
      ...calm,
      clockErrorMs: 5 * HOUR_MS,
      happenings: [
        at(20 * MINUTE_MS, { kind: 'offer', page: 0, isOld: false }),
        at(25 * MINUTE_MS, { kind: 'endpoint-fault', fault: { kind: 'stale', stale: 'same' }, lastsMs: 2 * HOUR_MS }),
      ],
    },
    lastsMs: 2 * HOUR_MS,
  },
  {
    title: 'waits for its turn no longer than it may once the token is rejected meanwhile',
    session: {
      ...calm,
      locks: 'hang',
      tabs: [{ token: 'fresh', elements: 2, isBehind: false }],
      happenings: [
        at(5 * MINUTE_MS, { kind: 'ask', page: 0, times: 1 }),
        at(5 * MINUTE_MS + 50, { kind: 'revoke' }),
        at(5 * MINUTE_MS + 100, { kind: 'remove', page: 0, isAll: false, lastsMs: 200 }),
      ],
    },
    lastsMs: 10 * MINUTE_MS,
  },
  {
    title: 'takes no token again whose time is up by what was told of it before',
    session: {
      ...calm,
      lifetimeMs: 10 * MINUTE_MS,
      tokenKind: 'opaque-with-expiry',
      tabs: [{ token: 'fresh', elements: 1, isBehind: true }],
      happenings: [
        at(MINUTE_MS, { kind: 'endpoint-fault', fault: { kind: 'stale', stale: 'same' }, lastsMs: HOUR_MS }),
        at(16 * MINUTE_MS, { kind: 'offer', page: 0, isOld: false }),
      ],
    },
    lastsMs: HOUR_MS,
  },
];

describe('sessions of random play that once went wrong', () => {
  for (const { title, session, lastsMs } of CASES) {
    it(title, async () => {
      const { violations, requests } = await runSession(session, lastsMs);
      expect(requests).to.be.greaterThan(0);
      expect(violations.map(({ invariant, what }) => `${invariant}: ${what}`)).to.deep.equal([]);
    });
  }
});
