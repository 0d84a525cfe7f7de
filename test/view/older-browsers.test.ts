import { expect } from 'chai';
import { contrast } from './contrast.js';
import { mount, unmountAll, type Mounted } from './mount.js';
import { scenes } from './scenes.js';

/** The view with what its styles keep for browsers that derive no colour from one that depends on the scheme. */
async function asInOlderBrowsers(theme: string, accent: string): Promise<Mounted> {
  const view = await mount(scenes['thread with an outbox'], { attributes: { theme, layout: 'split' } });
  view.host.style.setProperty('--inbox-accent', accent);
  for (const sheet of view.root.adoptedStyleSheets) {
    for (const rule of [...sheet.cssRules]) {
      if (!(rule instanceof CSSSupportsRule) || !rule.conditionText.includes('from')) continue;
      for (const { cssText } of rule.cssRules) sheet.insertRule(cssText, sheet.cssRules.length);
    }
  }
  return view;
}

const styleRules = ({ root }: Mounted): CSSStyleRule[] =>
  root.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules].filter((rule) => rule instanceof CSSStyleRule));

describe('The look in older browsers', () => {
  afterEach(unmountAll);

  it('crashes none: in a derived colour, no channel is an argument by itself, since Chrome 130 and 131 crash at that', async () => {
    const values = styleRules(await mount(scenes.thread)).flatMap(({ style }) => [...style].map((name) => style.getPropertyValue(name)));
    const derived = values.filter((value) => value.includes('(from') || value.includes(' from '));
    expect(derived).to.not.be.empty;
    expect(derived.filter((value) => /[(,]\s*[a-z]\s*[,)]/.test(value))).to.deep.equal([]);
  });

  for (const theme of ['light', 'dark']) {
    for (const accent of ['', '#0b7a5b', 'light-dark(#0b7a5b, #17845f)']) {
      const variant = `${theme}, ${accent || 'the accent of its own'}`;

      it(`derives nothing from a colour that may depend on the scheme (${variant})`, async () => {
        const view = await asInOlderBrowsers(theme, accent);
        const style = getComputedStyle(view.frame);
        const names = new Set(styleRules(view).flatMap((rule) => [...rule.style].filter((name) => name.startsWith('--_'))));
        expect(names).to.include('--_accent-fill');
        expect([...names].filter((name) => style.getPropertyValue(name).includes('from'))).to.deep.equal([]);
      });

      it(`has legible words on the accent and of it, and sent messages in bubbles (${variant})`, async () => {
        const view = await asInOlderBrowsers(theme, accent);
        const sent = '.message[data-direction="out"] .bubble';
        for (const part of ['.unread-count', '.row[data-unread] .row-time', '.row[aria-current="true"] .row-name', sent, '.unread-marker > span', '.send-button']) {
          expect(contrast(view.find(part)), part).to.be.at.least(4.5);
        }
        expect(contrast(view.find(sent), 'backgroundColor')).to.be.at.least(1.1);
      });
    }
  }
});
