import { expect } from 'chai';
import { fillPlaceholder } from '../../src/server/index.js';

const PARTS = [
  '<svg>', '</svg>', '<math>', '<foreignObject>', '</foreignObject>', '<title>', '<title/>', '</title>', '<style>', '</style>', '<script/>',
  '<mtext>', '<mglyph>', '<g>', '</g>', '<p>', '</p>', '<div>', '</div>', '<![CDATA[', ']]>', '>',
];
const TAG = '<x-y token="[[TOKEN]]">';
const SVG = 'http://www.w3.org/2000/svg';

/** Every page of three parts within an image, or within HTML in one. */
function* pages(): Generator<string> {
  for (const start of ['<svg>', '<svg><foreignObject>']) {
    for (const one of PARTS) for (const two of PARTS) for (const three of PARTS) yield `<body>${start}${one}${two}${three}${TAG}`;
  }
}

const parser = new DOMParser();
const elementOf = (page: string) => parser.parseFromString(page, 'text/html').querySelector('x-y');

describe('fillPlaceholder() and what this browser reads', function () {
  this.timeout(60_000);

  it('writes no token where the browser sees text, however images, formulas and HTML are mixed up', () => {
    const inText = [...pages()].filter((page) => {
      const filled = fillPlaceholder(page, 'abc');
      return filled !== page && elementOf(filled)?.getAttribute('token') !== 'abc';
    });
    expect(inText).to.deep.equal([]);
  });

  it('writes the token into every element of a page whose image is whole', () => {
    for (const image of ['<title/>', '<style/>', '<script/>', '<title>a</title>', '<style><![CDATA[ > ]]></style>', '<foreignObject><p>a</p></foreignObject>']) {
      const page = `<svg>${image}</svg><script>1 < 2</script>${TAG}`;
      const element = elementOf(fillPlaceholder(page, 'abc'));
      expect(element?.getAttribute('token'), image).to.equal('abc');
      expect(element?.namespaceURI, image).not.to.equal(SVG);
    }
  });
});
