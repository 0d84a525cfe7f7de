/** So many places of one text are marked: a letter stands in it too often, and each mark is an element. */
const MARKED_MAX = 4;

/** A piece of a text: `hit` where it is what was searched for. */
export interface HighlightPart {
  readonly text: string;
  readonly hit: boolean;
}

/** The text in pieces, with the first places where a word of the query stands; case does not matter. */
export function highlight(text: string, query: string): HighlightPart[] {
  const words = query.trim().split(/\s+/).filter(Boolean);
  if (!words.length) return [{ text, hit: false }];
  const pattern = new RegExp(`(${words.map(escapePattern).join('|')})`, 'iu');
  const pieces = text.split(pattern);
  const rest = pieces.splice(2 * MARKED_MAX).join('');
  // A pattern in brackets makes every second piece a hit.
  return [...pieces, rest]
    .map((piece, index) => ({ text: piece, hit: index % 2 === 1 }))
    .filter((part) => part.text);
}

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
