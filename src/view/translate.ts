import type { Dictionary, OwnWords, PluralWord, WordKey } from '../locales/dictionary.js';

/** What fills a word's `{placeholders}`. `count` also chooses the plural form. */
export type WordValues = Readonly<Record<string, string | number>>;

/** Gives a word in the page's language. */
export type Translate = (key: WordKey, values?: WordValues) => string;

/**
 * @param lang Language of the words, for plurals and numbers.
 * @param own The page's own words, which take precedence.
 */
export function createTranslate(words: Dictionary, lang: string, own: OwnWords): Translate {
  const plurals = new Intl.PluralRules(lang);
  const numbers = new Intl.NumberFormat(lang);
  return (key, values = {}) => {
    const textOf = (word: Partial<PluralWord> | string | null | undefined): unknown =>
      typeof word === 'string' ? word : (word?.[plurals.select(Number(values.count))] ?? word?.other);
    // A page without type checks may give anything, and one odd word must not bring down the whole inbox.
    const ownText = textOf(own[key]);
    const text = typeof ownText === 'string' ? ownText : (textOf(words[key]) as string);
    return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = values[name] ?? placeholder;
      return typeof value === 'number' ? numbers.format(value) : value;
    });
  };
}
