import type { Dictionary, OwnWords, Word, WordKey } from '../locales/dictionary.js';
import type { Formats } from './formats.js';

/** What fills a word's `{placeholders}`. `count` also chooses the plural form. */
export type WordValues = Readonly<Record<string, string | number>>;

/** Gives a word in the page's language. */
export type Translate = (key: WordKey, values?: WordValues) => string;

/** What runs from left to right as a whole, whatever is around it (Unicode annex 9: LRI and PDI). */
const leftToRight = (text: string): string => `\u2066${text}\u2069`;

/**
 * @param format For plurals and numbers in them.
 * @param own The page's own words, which take precedence.
 * @param ownFormat The same for these.
 * @param isAcross The words run from left to right, and the page from right to left, as in Hebrew: its language has no words here.
 */
export function createTranslate(words: Dictionary, format: Formats, own: OwnWords, ownFormat: Formats, isAcross = false): Translate {
  return (key, values = {}) => {
    const textOf = (word: Word | null | undefined, by: Formats): unknown =>
      typeof word === 'string' ? word : (word?.[by.plural(Number(values.count))] ?? word?.other);
    // A page without type checks may give anything, and one odd word must not bring down the whole inbox.
    const ownText = textOf(own[key], ownFormat);
    const isOwn = typeof ownText === 'string';
    const text = (isOwn ? ownText : (textOf(words[key], format) as string)).replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = values[name] ?? placeholder;
      return typeof value === 'number' ? (isOwn ? ownFormat : format).number(value) : value;
    });
    return isAcross && !isOwn ? leftToRight(text) : text;
  };
}
