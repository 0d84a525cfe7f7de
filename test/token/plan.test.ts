import { expect } from 'chai';
import { holdToken, leadMs, timeLeft, timeUntilDue, timeUntilOver } from '../../src/token/plan.js';
import type { Token } from '../../src/token/token.js';

const SECOND = 1000;
const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 4, 12, 9);

function token(expiresAt: number | null, issuedAt: number | null = null): Token {
  return { text: 't', expiresAt, issuedAt, client: null, issuer: null };
}

function moment(afterMs = 0, issuerTime = NOW + afterMs): { wall: number; mono: number; lived: number; issuerTime: number } {
  return { wall: NOW + afterMs, mono: afterMs, lived: afterMs, issuerTime };
}

const NEW = { now: moment(), isNew: true, expiresInMs: null, random: 0 };
const OFFERED = { ...NEW, isNew: false };

describe('the plan of a token', () => {
  for (const lifetime of [10 * SECOND, 60 * SECOND, HOUR, 8 * HOUR, 400 * 24 * HOUR]) {
    it(`renews one of ${lifetime / SECOND} s between 70 and 85 % of its life`, () => {
      for (const [random, part] of [
        [0, 0.7],
        [0.5, 0.775],
        [1, 0.85],
      ] as const) {
        const held = holdToken(token(NOW + lifetime, NOW), { ...NEW, random });
        expect(timeUntilDue(held, moment())).to.be.closeTo(lifetime * part, 1);
        expect(leadMs(lifetime, random)).to.be.closeTo(lifetime * (1 - part), 1);
      }
    });
  }

  it('F06 counts from exp for a token of unknown age, not from its receipt', () => {
    const held = holdToken(token(NOW + HOUR / 6, NOW - 7.8 * HOUR), OFFERED);
    expect(timeUntilDue(held, moment())).to.be.below(0);
    expect(timeUntilOver(held, moment())).to.be.closeTo(HOUR / 6, 2 * SECOND);
    const half = holdToken(token(NOW + 4 * HOUR, NOW - 4 * HOUR), OFFERED);
    expect(timeUntilDue(half, moment())).to.be.closeTo(1.6 * HOUR, 1);
  });

  it('F06 takes a token that was old already when it came for over', () => {
    const held = holdToken(token(NOW - HOUR, NOW - 9 * HOUR), OFFERED);
    expect(timeUntilOver(held, moment())).to.be.at.most(0);
  });

  it('believes the endpoint that a token that came just now is not over', () => {
    const held = holdToken(token(NOW - HOUR), NEW);
    expect(timeLeft(held, moment())).to.equal(null);
    expect(timeUntilOver(held, moment())).to.equal(Infinity);
    expect(timeUntilDue(held, moment())).to.be.closeTo(5.6 * HOUR, 1);
  });

  it('plans what is left of a token that the endpoint kept for a while before it gave it', () => {
    const held = holdToken(token(NOW + HOUR, NOW - 7 * HOUR), NEW);
    expect(timeUntilDue(held, moment())).to.be.closeTo(0.7 * HOUR, 1);
  });

  it('F28 plans a token of unknown expiry by its age, and never takes it for over', () => {
    for (const issuedAt of [null, NOW - HOUR]) {
      const held = holdToken(token(null, issuedAt), OFFERED);
      expect(timeUntilDue(held, moment())).to.be.closeTo(5.6 * HOUR, 1);
      expect(timeUntilDue(held, moment(6 * HOUR))).to.be.below(0);
      expect(timeUntilOver(held, moment(100 * HOUR))).to.equal(Infinity);
    }
  });

  it('uses expires_in where the token does not tell', () => {
    const held = holdToken(token(null), { ...NEW, expiresInMs: 60 * SECOND });
    expect(timeUntilDue(held, moment())).to.be.closeTo(42 * SECOND, 1);
    expect(timeUntilOver(held, moment(60 * SECOND))).to.be.at.most(0);
    const told = holdToken(token(NOW + HOUR), { ...NEW, expiresInMs: 60 * SECOND });
    expect(timeLeft(told, moment())).to.equal(HOUR);
  });

  it('F03 goes by whichever of age and exp says less', () => {
    const held = holdToken(token(NOW + 8 * HOUR, NOW), NEW);
    expect(timeLeft(held, moment(8 * HOUR, NOW - 2 * HOUR)), 'wall clock set back').to.equal(0);
    expect(timeLeft(held, moment(5 * SECOND, NOW + 9 * HOUR)), 'wall clock far on').to.equal(-HOUR);
  });

  it('takes a token for over a moment before it is, and a short one a shorter moment', () => {
    const long = holdToken(token(NOW + 8 * HOUR, NOW), NEW);
    expect(timeUntilOver(long, moment())).to.equal(8 * HOUR - 2 * SECOND);
    const short = holdToken(token(NOW + 10 * SECOND, NOW), NEW);
    expect(timeUntilOver(short, moment())).to.equal(9.8 * SECOND);
  });

  it('F07 never comes to NaN', () => {
    for (const expiresAt of [null, 1, NOW, 8.64e15]) {
      for (const issuedAt of [null, 1, NOW + 1, 8.64e15]) {
        for (const arrival of [NEW, OFFERED]) {
          const held = holdToken(token(expiresAt, issuedAt), arrival);
          for (const number of [timeUntilDue(held, moment()), timeUntilOver(held, moment()), held.leadMs, held.lifetimeMs]) {
            expect(number).not.to.be.NaN;
          }
          expect(held.lifetimeMs).to.be.at.least(0);
        }
      }
    }
  });
});
