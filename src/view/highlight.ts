/** At most this many places in one row or message are marked: a single letter occurs too often, and each mark is an element. */
export const MARKED_MAX = 3;

/** What stands above or below a letter, and what continues a Korean syllable. */
const COMBINING = '[\\p{M}\\u1160-\\u11ff]';

/**
 * The text in pieces, every second of which is a place where a word of the query occurs; neither case nor accents matter.
 *
 * @param most At most this many of those places are pieces of their own.
 */
export function highlight(text: string, query: string, most: number): string[] {
  const words = query.trim().split(/\s+/).filter(Boolean);
  if (!words.length) return [text];
  const pattern = new RegExp(`(${words.map(wordPattern).join('|')})`, 'iu');
  // Decomposed, each letter comes before its accents. A pattern that is a capturing group is kept as a piece.
  const pieces = text.normalize('NFD').split(pattern);
  const rest = pieces.slice(2 * most).join('');
  return (rest ? [...pieces.slice(0, 2 * most), rest] : pieces).map((piece) => piece.normalize());
}

const wordPattern = (word: string): string =>
  [...word.normalize('NFD').replace(/(?!^)\p{M}/gu, '')].map((letter) => letter.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&') + COMBINING + '*').join('');
