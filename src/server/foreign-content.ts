import type { ReadTag } from './html-tags.js';

/** An element that is open in a page, from the outermost `svg` or `math` on. */
interface OpenElement {
  readonly name: string;
  readonly namespace: 'html' | 'svg' | 'math';
  readonly parent: OpenElement | 'html';
}

/**
 * Where in a page a parser is: in HTML; within an open element of SVG, of MathML, or of HTML inside these; or in doubt,
 * where only the whole of HTML's tree construction could tell.
 */
export type Place = OpenElement | 'html' | 'doubt';

/** Elements of HTML that end SVG and MathML around them, closed or not (HTML, 13.2.6.5). */
const BREAKING_OUT = new Set(
  `b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre
  ruby s small span strong strike sub sup table tt u ul var`.split(/\s+/),
);
/** Elements of HTML without an end tag; `image` becomes `img`. */
const VOID = new Set(
  'area base basefont bgsound br col embed frame hr image img input keygen link meta param source track wbr'.split(' '),
);
/** Elements of SVG and MathML with HTML inside. */
const WITH_HTML = { svg: new Set(['foreignobject', 'desc', 'title']), math: new Set(['mi', 'mo', 'mn', 'ms', 'mtext']) };
/** Elements of MathML that are HTML or hold it, depending on more than is looked at here. */
const DOUBTFUL = new Set(['annotation-xml', 'mglyph', 'malignmark']);

/** Whether a parser reads `<![CDATA[` as such here, and not as a comment up to `>`; `null` where that cannot be known. */
export function readsCdata(place: Place): boolean | null {
  if (place === 'html') return false;
  return place === 'doubt' || place.namespace === 'html' ? null : true;
}

/** Whether the element that a start tag begins here is, or may be, one of HTML. */
export function beginsHtml(place: Place, tag: ReadTag): boolean {
  return typeof place === 'string' || namespaceOf(place) === 'html' || breaksOut(tag);
}

/** Where a parser is after a start tag. */
export function afterStartTag(place: Place, tag: ReadTag): Place {
  const { name } = tag;
  if (place === 'doubt') return 'doubt';
  if (place !== 'html' && DOUBTFUL.has(name)) return 'doubt';
  if (place !== 'html' && !beginsHtml(place, tag)) {
    return tag.isSelfClosing ? place : { name, namespace: namespaceOf(place), parent: place };
  }
  const around = place === 'html' ? place : withHtml(place);
  if (name === 'svg' || name === 'math') return tag.isSelfClosing ? around : { name, namespace: name, parent: around };
  return around === 'html' || VOID.has(name) ? around : { name, namespace: 'html', parent: around };
}

/** Where a parser is after an end tag. */
export function afterEndTag(place: Place, name: string): Place {
  if (typeof place === 'string') return place;
  for (let each: OpenElement | 'html' = place; each !== 'html'; each = each.parent) {
    if (each.name === name) return each.parent;
    // An end tag other than the innermost's has many meanings in HTML, and further out it is HTML that decides.
    if (each.namespace === 'html') return 'doubt';
  }
  return 'doubt';
}

/** The innermost enclosing place that takes HTML. */
function withHtml(place: OpenElement): OpenElement | 'html' {
  let each: OpenElement | 'html' = place;
  while (each !== 'html' && namespaceOf(each) !== 'html') each = each.parent;
  return each;
}

/** The namespace of what begins in an element. */
function namespaceOf({ name, namespace }: OpenElement): OpenElement['namespace'] {
  return namespace !== 'html' && WITH_HTML[namespace].has(name) ? 'html' : namespace;
}

function breaksOut({ name, attributes }: ReadTag): boolean {
  return BREAKING_OUT.has(name) || (name === 'font' && attributes.some((attribute) => /^(color|face|size)$/.test(attribute.name)));
}
