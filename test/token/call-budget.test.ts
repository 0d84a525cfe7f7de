import { expect } from 'chai';
import { CallBudget, EAGER_CALLS_PER_HOUR, floorMs } from '../../src/token/call-budget.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('the floor between two calls', () => {
  for (const [lifetime, floor] of [
    [undefined, 2000],
    [8 * HOUR, 2000],
    [20 * SECOND, 2000],
    [10 * SECOND, 1000],
    [1 * SECOND, 250],
    [0, 2000],
  ] as const) {
    it(`is ${floor} ms for a lifetime of ${lifetime} ms`, () => expect(floorMs(lifetime)).to.equal(floor));
  }
});

describe('the budget of calls', () => {
  it('lets the first call go at once', () => expect(new CallBudget().waitMs(0, false)).to.be.at.most(0));

  it('counts a planned call that fails once, however often that is noted', () => {
    const budget = new CallBudget();
    budget.record(0, true);
    expect(budget.callsInHour(0)).to.equal(0);
    budget.noteFailure();
    budget.noteFailure();
    expect(budget.callsInHour(0)).to.equal(1);
  });

  it('keeps the floor, for planned calls too', () => {
    const budget = new CallBudget();
    budget.record(0, true);
    expect(budget.waitMs(500, true)).to.equal(1500);
    expect(budget.waitMs(2000, false)).to.be.at.most(0);
  });

  it('allows six calls in any minute, planned ones apart', () => {
    const budget = new CallBudget();
    for (let call = 0; call < 6; call++) budget.record(call * 5 * SECOND, false);
    expect(budget.waitMs(30 * SECOND, false)).to.equal(30 * SECOND);
    expect(budget.waitMs(30 * SECOND, true)).to.be.at.most(0);
    expect(budget.waitMs(MINUTE, false)).to.be.at.most(0);
    budget.record(MINUTE, false);
    expect(budget.waitMs(63 * SECOND, false)).to.equal(2 * SECOND);
  });

  it('counts a planned call that failed as the first of a row', () => {
    const budget = new CallBudget();
    budget.record(0, true);
    budget.noteFailure();
    for (let call = 1; call < 6; call++) budget.record(call * 5 * SECOND, false);
    budget.noteFailure();
    expect(budget.waitMs(30 * SECOND, false)).to.equal(30 * SECOND);
    expect(budget.callsInHour(30 * SECOND)).to.equal(6);
  });

  it('allows sixty calls in any hour', () => {
    const budget = new CallBudget();
    for (let call = 0; call < 60; call++) budget.record(call * 50 * SECOND, false);
    expect(budget.callsInHour(59 * 50 * SECOND)).to.equal(60);
    expect(budget.waitMs(51 * MINUTE, false)).to.equal(9 * MINUTE);
    expect(budget.waitMs(HOUR, false)).to.be.at.most(0);
  });

  it('gives few tries out of turn in any hour', () => {
    const budget = new CallBudget();
    const taken = Array.from({ length: 20 }, (_, index) => budget.takeEager(index * MINUTE)).filter(Boolean);
    expect(taken).to.have.lengthOf(EAGER_CALLS_PER_HOUR);
    expect(budget.takeEager(HOUR)).to.equal(true);
    expect(budget.takeEager(HOUR)).to.equal(false);
  });
});
