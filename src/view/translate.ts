import type { Dictionary, OwnWords, Word, WordKey } from '../locales/dictionary.js';

/** What fills a word's `{placeholders}`. `count` also chooses the plural form. */
export type WordValues = Readonly<Record<string, string | number>>;

/** Gives a word in the page's language. */
export type Translate = (key: WordKey, values?: WordValues) => string;

/**
 * @param lang Language of the words, for plurals and numbers.
 */
export function createTranslate(words: Dictionary, lang: string, own: OwnWords): Translate {
  const plurals = new Intl.PluralRules(lang);
  const numbers = new Intl.NumberFormat(lang);
  return (key, values = {}) => {
    const word: Word = Object.hasOwn(own, key) ? (own[key] as string) : words[key];
    const text = typeof word === 'string' ? word : (word[plurals.select(Number(values.count))] ?? word.other);
    return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = values[name] ?? placeholder;
      return typeof value === 'number' ? numbers.format(value) : value;
    });
  };
}
