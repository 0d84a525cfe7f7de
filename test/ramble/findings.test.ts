import { expect } from 'chai';
import type { InboxWidget } from '../../src/index.js';
import { findings } from './page/findings.js';
import { ScreenReading } from './page/screen-reading.js';

const WIDE = 'width: 500px; height: 1px';
const CLIPPED = `<h2 style="${WIDE}; position: absolute; clip-path: inset(50%)"></h2>`;

describe('what a ramble finds on the screen', () => {
  let host: HTMLElement;
  let root: ShadowRoot;

  beforeEach(() => {
    host = document.createElement('div');
    host.style.width = '300px';
    root = host.attachShadow({ mode: 'open' });
    document.body.append(host);
  });
  afterEach(() => host.remove());

  for (const [what, markup, found] of [
    ['a part that is too wide for another', `<p style="${WIDE}"></p>`, ['.inbox is 200 px too wide']],
    ['a part that is too wide beside one that is clipped', `${CLIPPED}<p style="${WIDE}"></p>`, ['.inbox is 200 px too wide']],
    ['nothing where the part is clipped, which nobody sees', CLIPPED, []],
    ['nothing where all has room', '<p></p>', []],
  ] as const) {
    it(`is ${what}`, () => {
      root.innerHTML = `<div class="inbox" style="position: relative; overflow: hidden">${markup}</div>`;
      const displays = (): string[] => [...root.querySelectorAll('*')].map((element) => getComputedStyle(element).display);
      const before = displays();
      expect(findings(new ScreenReading(root), host as InboxWidget)).to.deep.equal(found);
      expect(displays()).to.deep.equal(before);
    });
  }
});
