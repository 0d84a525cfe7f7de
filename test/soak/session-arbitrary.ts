import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { EndpointFault } from './backend.js';
import { SESSION_MS } from './session.js';
import type { Happening, InitialToken, Session, WorldEvent } from './session.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Mostly short, sometimes long. */
const spell = (most: number): Arbitrary<number> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: SECOND_MS, max: Math.min(2 * MINUTE_MS, most) }) },
    { weight: 3, arbitrary: fc.integer({ min: MINUTE_MS, max: Math.min(HOUR_MS, most) }) },
    { weight: 2, arbitrary: fc.integer({ min: HOUR_MS, max: most }) },
  );

const page = fc.nat(5);
const user = fc.constantFrom('anna', 'ben');
const token = fc.constantFrom<InitialToken>('fresh', 'fresh', 'aged', 'over', 'none', 'none');
/** Most tabs are not looked at. */
const isBehind = fc.constantFrom(true, true, false);
const elements = fc.constantFrom(1, 1, 2, 3);

const STATUSES = [
  400, 401, 403, 404, 405, 408, 410, 413, 414, 415, 419, 422, 424, 425, 429, 431, 500, 501, 502, 503, 504, 520,
];

const endpointFault: Arbitrary<EndpointFault> = fc.oneof(
  fc.record({ kind: fc.constant('status'), status: fc.constantFrom(...STATUSES) }),
  fc.record({
    kind: fc.constant('status'),
    status: fc.constantFrom(429, 503),
    retryAfterS: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 10_000 })),
    isDate: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('body'), body: fc.constantFrom('empty', 'html', 'json', 'huge', 'no-content') }),
  fc.record({ kind: fc.constant('stale'), stale: fc.constantFrom('same', 'earlier', 'over') }),
  fc.record({ kind: fc.constant('redirect'), isFollowed: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('reset', 'silent', 'lost', 'blocked', 'endless', 'slow', 'late') }),
);

const event: Arbitrary<WorldEvent> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('endpoint-fault'), fault: endpointFault, lastsMs: spell(12 * HOUR_MS) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('service-fault'),
      mode: fc.constantFrom('rejecting', 'failing'),
      lastsMs: spell(3 * HOUR_MS),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('short-lives'),
      lifetimeMs: fc.constantFrom(10 * SECOND_MS, 15 * SECOND_MS, 30 * SECOND_MS),
      lastsMs: fc.integer({ min: MINUTE_MS, max: 20 * MINUTE_MS }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('offline'), lastsMs: spell(12 * HOUR_MS) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('sleep'),
      lastsMs: fc.integer({ min: MINUTE_MS, max: 20 * HOUR_MS }),
      offlineMs: fc.integer({ min: 0, max: 20 * SECOND_MS }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('clock'), byMs: fc.integer({ min: -9 * HOUR_MS, max: 9 * HOUR_MS }) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('turn'), page, lastsMs: spell(12 * HOUR_MS), isFrozen: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cache'), page, lastsMs: spell(4 * HOUR_MS) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('open'),
      token,
      elements,
      isBehind,
      prerendersMs: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: SECOND_MS, max: 10 * MINUTE_MS }) }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('close'), page }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('switch-user'), to: user }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave'), lastsMs: spell(12 * HOUR_MS), to: user }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sign-out'), page, lastsMs: spell(4 * HOUR_MS), isOffered: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('revoke') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ask'), page, times: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('offer'), page, isOld: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('remove'),
      page,
      isAll: fc.boolean(),
      lastsMs: fc.oneof(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 2 * SECOND_MS, max: HOUR_MS })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stranger'), message: fc.constantFrom('garbage', 'over', 'other-client') }) },
);

/** Happenings come in clusters, so that one falls into the other. */
const cluster: Arbitrary<Happening[]> = fc
  .record({
    from: fc.nat(SESSION_MS - HOUR_MS),
    steps: fc.array(fc.record({ afterMs: spell(4 * HOUR_MS), event }), { minLength: 1, maxLength: 5 }),
  })
  .map(({ from, steps }) => {
    let atMs = from;
    return steps.map(({ afterMs, event }) => ({ atMs: (atMs += afterMs), event }));
  });

/** Sessions of every kind. */
export const anySession: Arbitrary<Session> = fc.record({
  seed: fc.nat(),
  lifetimeMs: fc.oneof(
    { weight: 12, arbitrary: fc.constant(8 * HOUR_MS) },
    { weight: 4, arbitrary: fc.constant(HOUR_MS) },
    { weight: 1, arbitrary: fc.constant(10 * MINUTE_MS) },
  ),
  tokenKind: fc.constantFrom('jwt', 'jwt', 'jwt', 'jwt', 'opaque', 'opaque-with-expiry'),
  showsDate: fc.constantFrom(true, true, true, false),
  clockErrorMs: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: -9 * HOUR_MS, max: 9 * HOUR_MS }) }),
  monotonicStopsInSleep: fc.boolean(),
  locks: fc.constantFrom('good', 'good', 'good', 'absent', 'throw', 'reject', 'hang'),
  channels: fc.constantFrom('good', 'good', 'good', 'throw', 'mute'),
  ignoresAbort: fc.constantFrom(false, false, false, true),
  throwingListener: fc.constantFrom(false, false, false, true),
  pollsEveryMs: fc.integer({ min: 2 * MINUTE_MS, max: 15 * MINUTE_MS }),
  tabs: fc.array(fc.record({ token, elements, isBehind }), { minLength: 1, maxLength: 4 }),
  happenings: fc.array(cluster, { maxLength: 10 }).map((clusters) => clusters.flat()),
});
