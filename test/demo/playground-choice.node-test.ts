import { expect } from 'chai';
import { directionOf, readChoice } from '../../demo/customer/browser/playground/choice.js';

const STATES = ['loaded', 'compact', 'rtl'];
const OWN: Record<string, object> = { compact: { density: '0.75' }, rtl: { lang: 'ar' } };
const read = (address: string) => readChoice(new URLSearchParams(address), STATES, (state) => OWN[state] ?? {});

const DEFAULTS = {
  state: 'loaded', theme: 'auto', layout: 'auto', lang: 'en-GB', dir: 'auto', width: '', density: '1', accent: '',
};

describe('the address of the playground', () => {
  const addresses: [string, object][] = [
    ['', {}],
    ['state=compact', { state: 'compact', density: '0.75' }],
    ['state=compact&density=1', { state: 'compact', density: '1' }],
    ['theme=dark&layout=stack&width=390', { theme: 'dark', layout: 'stack', width: '390' }],
    ['width=1024', { width: '1024' }],
    ['lang=ar', { lang: 'ar' }],
    ['lang=ar&dir=ltr', { lang: 'ar', dir: 'ltr' }],
    ['dir=rtl', { dir: 'rtl' }],
    ['state=rtl', { state: 'rtl', lang: 'ar' }],
    ['state=rtl&lang=de', { state: 'rtl', lang: 'de' }],
    ['accent=%23f97316', { accent: '#f97316' }],
    ['state=none&theme=pink&width=wide&accent=red;}&density=9', {}],
  ];
  for (const [address, expected] of addresses) {
    it(`reads "${address}"`, () => { expect(read(address)).to.deep.equal({ ...DEFAULTS, ...expected }); });
  }

  for (const [address, direction] of [['', 'ltr'], ['lang=ar', 'rtl'], ['lang=ar&dir=ltr', 'ltr'], ['dir=rtl', 'rtl'], ['state=rtl&lang=de', 'ltr']] as const) {
    it(`writes from ${direction} where it says "${address}"`, () => { expect(directionOf(read(address))).to.equal(direction); });
  }
});
