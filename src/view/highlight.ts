/** A piece of a text: `hit` where it is what was searched for. */
export interface HighlightPart {
  readonly text: string;
  readonly hit: boolean;
}

/** The text in pieces, with every place where a word of the query stands; case does not matter. */
export function highlight(text: string, query: string): HighlightPart[] {
  const words = query.trim().split(/\s+/).filter(Boolean);
  if (!words.length) return [{ text, hit: false }];
  const pattern = new RegExp(`(${words.map(escapePattern).join('|')})`, 'iu');
  // A pattern in brackets makes every second piece a hit.
  return text
    .split(pattern)
    .map((piece, index) => ({ text: piece, hit: index % 2 === 1 }))
    .filter((part) => part.text);
}

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
