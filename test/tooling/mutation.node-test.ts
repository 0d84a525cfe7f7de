import { expect } from 'chai';
import { mutate, type Mutation } from '../../scripts/mutate/mutation.js';

const MUTATION: Mutation = { id: 'F00', file: 'src/x.ts', find: 'a < b', replace: 'a <= b', tests: [] };

describe('a fault for tests to notice', () => {
  it('changes the one place that it names', () => {
    expect(mutate('if (a < b) return;', MUTATION)).to.equal('if (a <= b) return;');
    expect(mutate('f(x)', { ...MUTATION, find: 'x', replace: '$&' })).to.equal('f($&)');
  });

  it('no longer fits where the place is gone or not the only one', () => {
    expect(() => mutate('if (a > b) return;', MUTATION)).to.throw('src/x.ts holds the text to find 0 times');
    expect(() => mutate('a < b; a < b', MUTATION)).to.throw('2 times');
  });

  it('is none where it changes nothing', () => {
    expect(() => mutate('if (a < b) return;', { ...MUTATION, replace: 'a < b' })).to.throw('what was there');
  });
});
