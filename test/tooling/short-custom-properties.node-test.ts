import { expect } from 'chai';
import { shortened } from '../../scripts/build/short-custom-properties.js';

describe('The private custom properties of a built script', () => {
  it('are called by one letter, the same wherever they stand', () => {
    const code = '".a{--_accent-fill:red;--_u:4px}.b{color:var(--_accent-fill,var(--_u))}"';
    expect(shortened(code)).to.equal('".a{--_a:red;--_b:4px}.b{color:var(--_a,var(--_b))}"');
  });

  it('are all called differently, however many there are', () => {
    const names = Array.from({ length: 3_000 }, (_, index) => `--_name-${index}`);
    expect(new Set(shortened(names.join(' ')).split(' '))).to.have.length(3_000);
  });

  it('are the only ones that change: a page sets the others', () => {
    const code = '"--inbox-accent, var(--inbox-u), --_, a--, --b, --_1"';
    expect(shortened(code)).to.equal(code);
  });
});
