import { expect } from 'chai';
import { waitAfter } from '../../src/token/backoff.js';
import type { Setback } from '../../src/token/backoff.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

function waits(setback: Setback, count: number, more: { random?: number; lifetimeMs?: number } = {}): number[] {
  return Array.from({ length: count }, (_, index) => waitAfter(setback, { failures: index + 1, random: 0.5, ...more }));
}

describe('waiting after a setback', () => {
  it('F21 doubles from a second, then stays between 60 and 80 s', () => {
    expect(waits('unreachable', 7).map((wait) => wait / SECOND)).to.deep.equal([1, 2, 4, 8, 16, 32, 70]);
    expect([0, 0.25, 0.75].map((random) => waitAfter('unreachable', { failures: 2, random }) / SECOND)).to.deep.equal([1.5, 1.75, 2.25]);
    for (const failures of [7, 20, 1000, 100_000]) {
      expect(waitAfter('unreachable', { failures, random: 0 })).to.equal(60 * SECOND);
      expect(waitAfter('unreachable', { failures, random: 0.999_999 })).to.be.below(80 * SECOND);
    }
  });

  it('leaves room in the hour for tries on a sign of life', () => {
    const wait = (random: number): number => waitAfter('unreachable', { failures: 60, random, callsInHour: 45 });
    expect(wait(0)).to.equal(75 * SECOND);
    expect(wait(0.999_999)).to.be.below(80 * SECOND);
  });

  it('F12 waits half a minute at least for a token, and more each time up to five minutes and a bit', () => {
    const row = waits('not-a-token', 8, { random: 0 });
    expect(row.map((wait) => wait / SECOND)).to.deep.equal([30, 60, 120, 240, 300, 300, 300, 300]);
    expect(Math.max(...waits('not-a-token', 8, { random: 1 }))).to.be.at.most(5.5 * MINUTE);
    expect(waitAfter('not-a-token', { failures: 5000, random: 0 })).to.equal(5 * MINUTE);
  });

  it('F08 waits less for progress where tokens are short-lived', () => {
    expect(waits('no-progress', 3, { random: 0, lifetimeMs: 60 * SECOND })).to.deep.equal([6, 12, 24].map((s) => s * SECOND));
    expect(waits('no-progress', 1, { random: 0, lifetimeMs: 8 * 60 * MINUTE })).to.deep.equal([30 * SECOND]);
    expect(waits('no-progress', 1, { random: 0, lifetimeMs: 1 })).to.deep.equal([SECOND]);
  });

  it('tries what is set up wrongly every five minutes', () => {
    expect(waits('misconfigured', 3, { random: 0 })).to.deep.equal([5 * MINUTE, 5 * MINUTE, 5 * MINUTE]);
    expect(waitAfter('misplaced', { failures: 1, random: 0.5 })).to.equal(Infinity);
  });

  for (const [asked, wait] of [
    [null, 30],
    [0, 0],
    [7, 7],
    [100_000, 900],
  ] as const) {
    it(`waits ${wait} s where it is asked to slow down by ${asked} s, and at most ten more`, () => {
      const retryAfterMs = asked === null ? null : asked * SECOND;
      expect(waitAfter('slow-down', { failures: 1, random: 0, retryAfterMs })).to.equal(wait * SECOND);
      expect(waitAfter('slow-down', { failures: 1, random: 1, retryAfterMs })).to.equal((wait + 10) * SECOND);
    });
  }

  it('slows down to a pace that the hour\'s calls last for where it is asked for short pauses again and again', () => {
    const waits = [0, 0.5, 1].map((random) => waitAfter('slow-down', { failures: 10, random, retryAfterMs: SECOND, callsInHour: 10 }));
    expect(waits).to.deep.equal([60 * SECOND, 70 * SECOND, 80 * SECOND]);
    expect(waitAfter('slow-down', { failures: 10, random: 0, retryAfterMs: 300 * SECOND, callsInHour: 10 })).to.equal(300 * SECOND);
  });
});
