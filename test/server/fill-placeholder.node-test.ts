import { expect } from 'chai';
import { fillPlaceholder } from '../../src/server/index.js';

describe('fillPlaceholder()', () => {
  const pages: [string, string, string][] = [
    ['the specification’s spelling', '<inbox-widget token="[[ TOKEN ]]">', '<inbox-widget token="abc">'],
    ['no spacing', '[[TOKEN]]', 'abc'],
    ['any spacing', '[[\n\t TOKEN\u00a0 ]]', 'abc'],
    ['every place', '[[ TOKEN ]] and [[TOKEN]]', 'abc and abc'],
    ['a page without one', '<p>[ TOKEN ] [[token]] [[ TOKENS ]]</p>', '<p>[ TOKEN ] [[token]] [[ TOKENS ]]</p>'],
  ];
  for (const [what, html, filled] of pages) {
    it(`fills ${what}`, () => { expect(fillPlaceholder(html, 'abc')).to.equal(filled); });
  }

  it('escapes what would end the attribute or begin a tag', () => {
    expect(fillPlaceholder('<i a="[[ TOKEN ]]">', `"'><script>&amp;`)).to.equal(
      '<i a="&quot;&#39;&gt;&lt;script&gt;&amp;amp;">',
    );
  });

  for (const token of ['$&', '$1', '$$', "$'", '$`', '$<name>']) {
    it(`takes ${token} for text`, () => {
      const escaped = token.replace('&', '&amp;').replace("'", '&#39;').replace('<', '&lt;').replace('>', '&gt;');
      expect(fillPlaceholder('a [[ TOKEN ]] b', token)).to.equal(`a ${escaped} b`);
    });
  }

  it('does not fill a placeholder that came with the token', () => {
    expect(fillPlaceholder('[[ TOKEN ]]', '[[ TOKEN ]]')).to.equal('[[ TOKEN ]]');
  });

  it('leaves an empty attribute for a visitor who is not signed in', () => {
    expect(fillPlaceholder('<inbox-widget token="[[ TOKEN ]]">', '')).to.equal('<inbox-widget token="">');
  });
});
