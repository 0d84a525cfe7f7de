import { expect } from 'chai';
import { retryDelay } from '../../src/inbox/retry-delay.js';

describe('the pause before another try', () => {
  it('doubles from a second up to a minute', () => {
    expect([0, 1, 2, 5, 6, 7, 1_000].map((attempt) => retryDelay(attempt, 0))).to.deep.equal([1_000, 2_000, 4_000, 32_000, 60_000, 60_000, 60_000]);
  });

  it('is shorter by up to a quarter, by chance', () => {
    expect([0, 0.5, 1].map((random) => retryDelay(2, random))).to.deep.equal([4_000, 3_500, 3_000]);
    expect(retryDelay(9, 1)).to.equal(45_000);
  });
});
