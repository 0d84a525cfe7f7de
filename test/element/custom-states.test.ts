import { expect } from 'chai';
import { statesOf } from '../../src/custom-states.js';

describe('custom states', () => {
  it('are none where the element can have none, as in a page that a test only imitates', () => {
    expect(statesOf({} as HTMLElement)).to.equal(undefined);
  });
});
