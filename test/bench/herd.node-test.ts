import { expect } from 'chai';
import { figuresOf, fiveMinutesBefore, ownPlan, renewalWaves } from './herd-waves.js';
import type { Herd } from './herd-waves.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const herd: Herd = { pages: 2_000, openingMs: MINUTE_MS, lifetimeMs: 8 * HOUR_MS, lastingMs: 72 * HOUR_MS, seed: 7 };

describe('herd', () => {
  it('counts each page once in each wave, in the minutes that the rule says', () => {
    const { total, each } = renewalWaves(herd, fiveMinutesBefore);
    expect(each).to.have.length(9);
    for (const [wave, bins] of each.entries()) {
      expect(figuresOf(bins).calls).to.equal(herd.pages);
      expect(bins[(wave + 1) * 475]).to.equal(herd.pages);
    }
    expect(figuresOf(total).calls).to.equal(9 * herd.pages);
  });

  it('spreads the own plan over 70 % to 85 % of the lifetime', () => {
    const first = renewalWaves(herd, ownPlan).each[0]!;
    const minutes = [...first.keys()].filter((minute) => first[minute]! > 0);
    expect(Math.min(...minutes)).to.be.within(336, 338);
    expect(Math.max(...minutes)).to.be.within(406, 409);
  });

  it('leaves the thin ends of a wave out of its mean, not out of its peak', () => {
    const bins = Uint32Array.from([1, 0, 0, 40, 60, 40, 0, 0, 1]);
    expect(figuresOf(bins)).to.deep.equal({ calls: 142, peak: 60, mean: 140 / 3 });
  });

  it('is the same for the same seed only', () => {
    expect(renewalWaves(herd, ownPlan)).to.deep.equal(renewalWaves(herd, ownPlan));
    expect(renewalWaves(herd, ownPlan)).not.to.deep.equal(renewalWaves({ ...herd, seed: 8 }, ownPlan));
  });
});
