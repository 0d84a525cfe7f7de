import { expect } from 'chai';
import fc from 'fast-check';
import { isEmojiOnly } from '../../src/view/emoji-only.js';
import { highlight } from '../../src/view/highlight.js';
import { linkify } from '../../src/view/linkify.js';
import { hueOf, initials, shortName } from '../../src/view/people.js';

describe('linkify()', () => {
  const hrefs = (text: string): (string | undefined)[] => linkify(text).flatMap(({ href }) => (href ? new URL(href).href : []));

  const table: [string, string[]][] = [
    ['nothing here', []],
    ['https://example.com', ['https://example.com/']],
    ['See https://example.com/a?b=c#d, please.', ['https://example.com/a?b=c#d']],
    ['(https://example.com/a)', ['https://example.com/a']],
    ['https://en.wikipedia.org/wiki/Oak_(tree)', ['https://en.wikipedia.org/wiki/Oak_(tree)']],
    ['“http://example.com/x”!', ['http://example.com/x']],
    ['mailto:mara@example.com', ['mailto:mara@example.com']],
    ['Write to mara@example.com.', ['mailto:mara@example.com']],
    ['tel:+447700900123', ['tel:+447700900123']],
    ['https://a.example https://b.example', ['https://a.example/', 'https://b.example/']],
    ['https://例え.jp/パス', ['https://xn--r8jz45g.jp/%E3%83%91%E3%82%B9']],
    ['HTTPS://EXAMPLE.COM', ['https://example.com/']],
    ['javascript:alert(1)', []],
    ['data:text/html,<b>', []],
    ['file:///etc/passwd ftp://example.com', []],
    ['xhttps://example.com', []],
    ['https://', []],
    ['tel:me', []],
    ['(https://example.com/a).', ['https://example.com/a']],
    ['(see https://example.com/a?!).', ['https://example.com/a']],
    ['[https://example.com/a_(b)]', ['https://example.com/a_(b)']],
    ['{https://example.com/a[1]}…', ['https://example.com/a[1]']],
    ['https://example.com/a(b', ['https://example.com/a(b']],
    ['https://example.com/a…)”', ['https://example.com/a']],
    ['(mara@example.com)', ['mailto:mara@example.com']],
    ['The scheme is “mailto:…”', []],
    ['See www.example.com/a, please.', ['https://www.example.com/a']],
    ['(WWW.example.com)', ['https://www.example.com/']],
    ['https://www.example.com', ['https://www.example.com/']],
    ['mara@www.example.com', ['mailto:mara@www.example.com']],
    ['www.mara@example.com', ['mailto:www.mara@example.com']],
    ['www.example.com/@mara?to=x@y.com', ['https://www.example.com/@mara?to=x@y.com']],
    ['www. and www... and wwww.example.com', []],
  ];
  for (const [text, links] of table) {
    it(`finds ${links.length || 'no'} link${links.length === 1 ? '' : 's'} in “${text}”`, () => {
      expect(hrefs(text)).to.deep.equal(links);
    });
  }

  it('ends a link before a sign that turns its direction, and so dresses it up', () => {
    expect(hrefs('Your bank: \u202Ehttps://evil.example/moc.knab\u202C')).to.deep.equal(['https://evil.example/moc.knab']);
    expect(hrefs('https://a.example/\u202Ecod')).to.deep.equal(['https://a.example/']);
  });

  it('makes no more than twenty of them, and takes no long time over brackets', () => {
    const many = 'http://a.io '.repeat(800);
    expect(hrefs(many)).to.have.length(20);
    expect(linkify(many).map((part) => part.text).join('')).to.equal(many);
    expect(hrefs(`http://x.io${')'.repeat(2_000)}`)).to.deep.equal(['http://x.io/']);
  });

  it('loses no character', () => {
    for (const [text] of table) expect(linkify(text).map((part) => part.text).join('')).to.equal(text);
  });

  it('ends a link before punctuation, and before brackets that it has not opened', () => {
    const PAIR = /\([^([{)]*\)|\[[^([{\]]*\]|\{[^([{}]*\}/g;
    const withoutPairs = (link: string): string => {
      const next = link.replace(PAIR, (pair) => 'a'.repeat(pair.length));
      return next === link ? link : withoutPairs(next);
    };
    const tail = fc.array(fc.constantFrom(...'.,;:!?\'’…*_~()[]{}a'), { maxLength: 12 });
    fc.assert(
      fc.property(tail, (characters) => {
        const text = `https://example.com/a${characters.join('')}`;
        const { length } = withoutPairs(text).replace(/[.,;:!?'’"…*_~>)\]}]+$/, '');
        expect(linkify(text).find(({ href }) => href)?.text).to.equal(text.slice(0, length));
      }),
    );
  });

  it('makes links of four schemes and of no other, whatever a text is put together from', () => {
    const pieces = fc.constantFrom('javascript:', 'data:', 'file:', 'blob:', 'http://', 'https:', 'mailto:', 'tel:', 'www.', 'a.io', '@', '+1', '/', ':', '.', ' ', '\n', '\u0000');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (put) => {
        for (const href of hrefs(put.join(''))) expect(href).to.match(/^(?:https?|mailto|tel):/);
      }),
    );
  });

  it('leads to the same place in a page of another encoding, which would write the query in that', async () => {
    const frame = document.createElement('iframe');
    const page = URL.createObjectURL(new Blob(['<!doctype html><meta charset="windows-1252">'], { type: 'text/html' }));
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    frame.src = page;
    document.body.append(frame);
    await loaded;
    const place = frame.contentDocument as Document;
    expect(place.characterSet).to.equal('windows-1252');
    const link = place.createElement('a');
    link.setAttribute('href', linkify('https://example.com/?q=Müller+受信').find(({ href }) => href)?.href ?? '');
    expect(link.href).to.equal('https://example.com/?q=M%C3%BCller+%E5%8F%97%E4%BF%A1');
    frame.remove();
    URL.revokeObjectURL(page);
  });

  it('finds links before many brackets and dots', () => {
    const link = `http://a${'.'.repeat(900)}b`;
    const text = `${link}${')'.repeat(1_090)} `.repeat(5).slice(0, 9_999);
    const parts = linkify(text);
    expect(parts.map((part) => part.text).join('')).to.equal(text);
    expect(parts.filter(({ href }) => href).map((part) => part.text)).to.deep.equal(Array<string>(5).fill(link));
  });

  it('comes to an end with text made to keep it busy', () => {
    // In quadratic time this length would take hours.
    const text = `${'a.'.repeat(200_000)}@ ${'('.repeat(200_000)} https://x/${'.'.repeat(200_000)}`;
    expect(linkify(text).map((part) => part.text).join('')).to.equal(text);
  });
});

describe('isEmojiOnly()', () => {
  for (const text of ['🎉', '🎉🎉', '👍🏽 🙏', '👩‍👩‍👧', '🇩🇪', '❤️', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏳️‍🌈', '👩🏽‍🚀'.repeat(8)]) it(`is true of ${text}`, () => expect(isEmojiOnly(text)).to.be.true);
  for (const text of ['', ' ', 'Yes 🙏', '1', '#', '©', '🎉'.repeat(9), '👩‍👩‍👧'.repeat(9), '🎉.']) it(`is false of “${text}”`, () => expect(isEmojiOnly(text)).to.be.false);

  it('comes to an end with text made to keep it busy', () => {
    // Wherever it could be read in two ways, this many would take hours.
    for (const part of ['🏽', '👍🏽', '😀\u200D', '\u200D🏽', '🇩', '1\uFE0F', '\uFE0F', ' ']) {
      expect(isEmojiOnly(`🎉${part.repeat(5_000)}x`)).to.equal(false);
    }
  });
});

describe('highlight()', () => {
  const hits = (text: string, query: string): string[] => highlight(text, query, 3).filter((_, index) => index % 2);
  const table: [string, string, string[]][] = [
    ['Invoice 2041', 'invoice', ['Invoice']],
    ['the oak, the ash', 'the', ['the', 'the']],
    ['oak table', 'table oak', ['oak', 'table']],
    ['no more than three: oooo', 'o', ['o', 'o', 'o']],
    ['ooo', 'o', ['o', 'o', 'o']],
    ['1 + 1 (two)', '(two', ['(two']],
    ['nothing', 'oak', []],
    ['anything', '  ', []],
    ['Théo and Zoë', 'theo ZOE', ['Théo', 'Zoë']],
    ['Theo', 'théo', ['Theo']],
    ['각 가게', '가', ['각', '가']],
    ['\u0301 alone', '\u0301', ['\u0301']],
  ];
  for (const [text, query, found] of table) {
    it(`marks ${JSON.stringify(found)} in “${text}” for “${query}”`, () => {
      expect(hits(text, query)).to.deep.equal(found);
      expect(highlight(text, query, 3).join('')).to.equal(text);
    });
  }
});

describe('A person', () => {
  const names: [string, string, string][] = [
    ['Mara Lindqvist', 'ML', 'Mara'],
    ['Zoë', 'Z', 'Zoë'],
    ['Bartholomew J. Featherstonehaugh', 'BF', 'Bartholomew'],
    ['+44 7700 900 123', '', '+44 7700 900 123'],
    ['ليلى حداد', 'لح', 'ليلى'],
    ['Correspondence of the Northern Workshops', 'CW', 'Correspondence of the Northern Workshops'],
  ];
  for (const [name, letters, short] of names) {
    it(`called ${name} is shown as “${letters}” and addressed as ${short}`, () => {
      expect(initials(name)).to.equal(letters);
      expect(shortName(name)).to.equal(short);
    });
  }

  it('has one of eight colours, and always the same', () => {
    const hues = Array.from({ length: 200 }, (_, index) => hueOf(`contact ${index}`));
    expect(new Set(hues)).to.deep.equal(new Set([1, 2, 3, 4, 5, 6, 7, 8]));
    expect(hueOf('contact 7')).to.equal(hues[7]);
  });
});
