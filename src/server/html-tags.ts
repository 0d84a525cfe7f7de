import { afterEndTag, afterStartTag, beginsHtml, readsCdata, type Place } from './foreign-content.js';

/** An attribute of a tag: its name in lower case, and where its value stands, quotes included. */
export interface TagAttribute {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

/** A start tag as a browser reads it. */
export interface StartTag {
  /** In lower case. */
  readonly name: string;
  /** The first of each name: browsers drop the others. */
  readonly attributes: readonly TagAttribute[];
}

/** A tag, with what decides where it ends. */
export interface ReadTag extends StartTag {
  readonly isSelfClosing: boolean;
  readonly end: number;
}

/** Elements of HTML whose content is text to the HTML parser, whatever it looks like (HTML, 13.2.6.4.4 and 13.2.6.4.7). */
const TEXT_ELEMENTS = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript', 'plaintext']);

/**
 * The start tags of an HTML page's own elements, in order, told apart from what only looks like one: in comments, scripts, texts
 * and the values of attributes (HTML, 13.2.5), and from the tags of SVG and MathML, where no element is a custom one. A tag
 * that the page's end cuts off does not count; and where it cannot be known what is text, the rest of the page is taken for
 * text. Takes time in proportion to the page's length.
 */
export function* startTags(html: string): Generator<StartTag> {
  let place: Place = 'html';
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    const next = html[at + 1] ?? '';
    if (html.startsWith('<!--', at)) at = afterComment(html, at + 4);
    else if (html.startsWith('<![CDATA[', at)) {
      const isCdata = readsCdata(place);
      if (isCdata === null) return;
      at = isCdata ? after(html, ']]>', at + 9) : after(html, '>', at + 2);
    } else if (/[a-z]/i.test(next)) {
      const tag = readTag(html, at + 1);
      if (!tag) return;
      const isHtml = beginsHtml(place, tag);
      place = afterStartTag(place, tag);
      if (isHtml) yield tag;
      at = isHtml && TEXT_ELEMENTS.has(tag.name) ? afterText(html, tag.end, tag.name) : tag.end;
      // In doubt, what HTML takes for text may be tags to a browser: both are right only where there are none.
      if (place === 'doubt' && html.slice(tag.end, at).includes('<')) return;
    } else if (next === '/' && /[a-z]/i.test(html[at + 2] ?? '')) {
      const tag = readTag(html, at + 2);
      if (!tag) return;
      place = afterEndTag(place, tag.name);
      at = tag.end;
    } else if (/[!?/]/.test(next)) at = after(html, '>', at + 2);
    else at++;
  }
}

/** @param at Position of the first letter of the tag's name. */
function readTag(html: string, at: number): ReadTag | null {
  const name = match(html, at, /[^\t\n\f\r />]*/y);
  const attributes = new Map<string, TagAttribute>();
  let here = at + name.length;
  for (;;) {
    const gap = match(html, here, /[\t\n\f\r /]*/y);
    here += gap.length;
    if (here >= html.length) return null;
    if (html[here] === '>') {
      return { name: name.toLowerCase(), attributes: [...attributes.values()], isSelfClosing: gap.endsWith('/'), end: here + 1 };
    }
    // An equals sign at its beginning belongs to the name.
    const own = match(html, here, /=?[^\t\n\f\r />=]*/y);
    here += own.length;
    const sign = match(html, here, /[\t\n\f\r ]*=[\t\n\f\r ]*/y);
    const start = here + sign.length;
    const text = sign ? match(html, start, /"[^"]*"|'[^']*'|(?!["'])[^\t\n\f\r >]*/y) : '';
    // A quote that is never closed.
    if (sign && !text && /["']/.test(html[start] ?? '')) return null;
    if (sign) here = start + text.length;
    const key = own.toLowerCase();
    const value = /^["']/.test(text) ? text.slice(1, -1) : text;
    if (!attributes.has(key)) attributes.set(key, { name: key, start, end: here, value });
  }
}

function afterComment(html: string, at: number): number {
  // `<!-->` and `<!--->` end at once.
  const short = match(html, at, /-?>/y);
  if (short) return at + short.length;
  const end = /--!?>/g;
  end.lastIndex = at;
  return end.exec(html) ? end.lastIndex : html.length;
}

/** Where the text of such an element ends: at its end tag, which in a script may itself be commented out. */
function afterText(html: string, at: number, name: string): number {
  if (name === 'plaintext') return html.length;
  const mark = new RegExp(name === 'script' ? String.raw`<!--(?:-?>)?|-->|<(/?)script(?=[\t\n\f\r />])` : String.raw`<(/)${name}(?=[\t\n\f\r />])`, 'gi');
  mark.lastIndex = at;
  let isEscaped = false;
  let isDoubly = false;
  for (let found = mark.exec(html); found; found = mark.exec(html)) {
    const [text, slash] = found;
    if (text === '<!--') isEscaped = true;
    // As comments do, `<!-->` ends what it begins.
    else if (text.endsWith('>')) isEscaped = isDoubly = false;
    else if (slash && !isDoubly) return found.index;
    else isDoubly = isEscaped && !slash;
  }
  return html.length;
}

function after(html: string, text: string, from: number): number {
  const at = html.indexOf(text, from);
  return at < 0 ? html.length : at + text.length;
}

function match(html: string, at: number, pattern: RegExp): string {
  pattern.lastIndex = at;
  return pattern.exec(html)?.[0] ?? '';
}
