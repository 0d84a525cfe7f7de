import { expect } from 'chai';
import { Clock, JUMP_MS, jumped, learnOffset } from '../../src/token/clock.js';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 4, 12, 9);

function ownedClock(): { clock: Clock; time: { wall: number; mono: number } } {
  const time = { wall: NOW, mono: 500 };
  return { clock: new Clock({ wallTime: () => time.wall, monotonicTime: () => time.mono }), time };
}

describe('two clocks', () => {
  it('call a difference a jump only where it is larger than clocks drift', () => {
    const from = { wall: NOW, mono: 0 };
    expect(jumped(from, { wall: NOW + HOUR, mono: HOUR })).to.equal(false);
    expect(jumped(from, { wall: NOW + HOUR + JUMP_MS, mono: HOUR })).to.equal(false);
    expect(jumped(from, { wall: NOW + HOUR + JUMP_MS + 1, mono: HOUR })).to.equal(true);
    expect(jumped(from, { wall: NOW - JUMP_MS - 1, mono: 0 })).to.equal(true);
  });

  it('F03 count sleep during which the monotonic clock stood', () => {
    const { clock, time } = ownedClock();
    time.wall += 9 * HOUR;
    time.mono += 5_000;
    expect(clock.read().lived).to.equal(9 * HOUR);
  });

  it('F03 count on where the wall clock is set back', () => {
    const { clock, time } = ownedClock();
    time.wall -= 2 * HOUR;
    time.mono += 8 * HOUR;
    expect(clock.read().lived).to.equal(8 * HOUR);
  });

  it('add up what either clock said before and after a jump', () => {
    const { clock, time } = ownedClock();
    time.wall += 2 * HOUR;
    expect(clock.read().lived).to.equal(2 * HOUR);
    time.wall -= 5 * HOUR;
    time.mono += HOUR;
    expect(clock.read().lived).to.equal(3 * HOUR);
    time.wall += HOUR;
    time.mono += HOUR;
    expect(clock.read().lived).to.equal(4 * HOUR);
  });

  it('do not add up the grain of many readings', () => {
    const { clock, time } = ownedClock();
    for (let step = 0; step < 1000; step++) {
      time.wall += step % 2 ? 0 : 2;
      time.mono += 1;
      clock.read();
    }
    expect(clock.read().lived).to.be.closeTo(1000, 2);
  });

  it('are corrected by what was learned, until they jump', () => {
    const { clock, time } = ownedClock();
    clock.learn(NOW - 9 * HOUR, null);
    expect(clock.read().issuerTime).to.equal(NOW - 9 * HOUR);
    time.wall += HOUR;
    time.mono += HOUR;
    expect(clock.read().issuerTime).to.equal(NOW - 8 * HOUR);
    time.wall += HOUR;
    expect(clock.read().issuerTime).to.equal(NOW + 2 * HOUR);
  });

  for (const nonsense of [NaN, Infinity, null]) {
    it(`F07 learn nothing from ${nonsense}`, () => {
      const { clock } = ownedClock();
      clock.learn(NOW + 1000, null);
      clock.learn(nonsense, null);
      expect(clock.read().issuerTime).to.equal(NOW + 1000);
    });
  }
});

describe('learning the issuer\'s time from a token that came just now', () => {
  const issuedAt = NOW;

  for (const ahead of [-9 * HOUR, -60_000, 0, 60_000, 9 * HOUR]) {
    it(`F04 has the right sign for a clock that is ${ahead / 1000} s ahead`, () => {
      const wall = NOW + ahead;
      expect(learnOffset({ wall, date: NOW, issuedAt }), 'from Date').to.equal(0 - ahead);
      expect(learnOffset({ wall, date: null, issuedAt }), 'from iat').to.equal(0 - ahead);
    });
  }

  it('believes Date for a token that is not at its beginning', () => {
    const date = NOW + 7 * HOUR;
    expect(learnOffset({ wall: date, date, issuedAt })).to.equal(0);
  });

  it('F08 believes Date over the local clock where both contradict the token: it comes from a cache', () => {
    const date = NOW + 9 * HOUR;
    expect(learnOffset({ wall: NOW, date, issuedAt })).to.equal(9 * HOUR);
  });

  it('believes iat where the web server\'s clock is behind it', () => {
    expect(learnOffset({ wall: NOW, date: NOW - 9 * HOUR, issuedAt })).to.equal(0);
    expect(learnOffset({ wall: NOW, date: NOW - 30_000, issuedAt })).to.equal(-30_000);
  });

  it('learns nothing where nothing tells', () => {
    expect(learnOffset({ wall: NOW, date: null, issuedAt: null })).to.equal(null);
    expect(learnOffset({ wall: NOW, date: NOW + 5, issuedAt: null })).to.equal(5);
  });
});
