/** So many places of one row or message are marked: a letter stands in it too often, and each mark is an element. */
export const MARKED_MAX = 4;

/** What stands on or below a letter, and what a Korean syllable goes on with. */
const MARKS = '[\\p{M}\\u1160-\\u11ff]';

/**
 * The text in pieces, every second of which is a place where a word of the query stands; neither case nor accents matter.
 *
 * @param most How many of those places are told apart.
 */
export function highlight(text: string, query: string, most = MARKED_MAX): string[] {
  const words = query.trim().split(/\s+/).filter(Boolean);
  if (!words.length) return [text];
  const pattern = new RegExp(`(${words.map(wordPattern).join('|')})`, 'iu');
  // Taken apart, each letter comes before its accents; a pattern in brackets stays as a piece of its own.
  const pieces = text.normalize('NFD').split(pattern);
  const rest = pieces.slice(2 * most).join('');
  return (rest ? [...pieces.slice(0, 2 * most), rest] : pieces).map((piece) => piece.normalize());
}

const wordPattern = (word: string): string =>
  [...word.normalize('NFD').replace(/(?!^)\p{M}/gu, '')].map((letter) => letter.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&') + MARKS + '*').join('');
