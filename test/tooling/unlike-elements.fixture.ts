import { expect } from 'chai';

it('compares an element with none', () => {
  expect(null as Element | null).to.equal(document.body);
});
