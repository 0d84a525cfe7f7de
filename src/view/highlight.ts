/** So many places of one text are marked: a letter stands in it too often, and each mark is an element. */
const MARKED_MAX = 4;

/** A piece of a text: `hit` where it is what was searched for. */
export interface HighlightPart {
  readonly text: string;
  readonly hit: boolean;
}

/** What stands on or below a letter, and what a Korean syllable goes on with. */
const MARKS = '[\\p{M}\\u1160-\\u11ff]';

/** The text in pieces, with the first places where a word of the query stands; neither case nor accents matter. */
export function highlight(text: string, query: string): HighlightPart[] {
  const words = query.trim().split(/\s+/).filter(Boolean);
  if (!words.length) return [{ text, hit: false }];
  const pattern = new RegExp(`(${words.map(wordPattern).join('|')})`, 'iu');
  // Taken apart, each letter comes before its accents.
  const pieces = text.normalize('NFD').split(pattern);
  const rest = pieces.splice(2 * MARKED_MAX).join('');
  // A pattern in brackets makes every second piece a hit.
  return [...pieces, rest]
    .map((piece, index) => ({ text: piece.normalize(), hit: index % 2 === 1 }))
    .filter((part) => part.text);
}

const wordPattern = (word: string): string =>
  [...word.normalize('NFD').replace(/(?!^)\p{M}/gu, '')].map((letter) => letter.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&') + MARKS + '*').join('');
