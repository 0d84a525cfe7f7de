import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { mutate, readMutations, type Mutation } from '../../scripts/mutate/mutation.js';

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

  it('is refused where it changes nothing', () => {
    expect(() => mutate('if (a < b) return;', { ...MUTATION, replace: 'a < b' })).to.throw('what was there');
  });

  for (const mutation of readMutations([])) {
    it(`fits the sources as they are now: ${mutation.id}`, () => {
      expect(() => mutate(readFileSync(mutation.file, 'utf8'), mutation)).not.to.throw();
    });
  }
});
