import type { en } from './en.js';

/** A word that depends on a number: one text for each of the language's plural forms; `{count}` stands for the number. */
export type PluralWord = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/** A text with `{placeholders}`, or one for each plural form. */
export type Word = string | PluralWord;

/** Name of a word: what a page uses as a key in `strings`. */
export type WordKey = keyof typeof en;

/**
 * Words of the page's own, which take precedence over the dictionary's, by the same keys. Placeholders work in them too, and so
 * do plural forms, by the rules of the page's language.
 */
export type OwnWords = Readonly<Partial<Record<WordKey, Word>>>;

/** All words of one language. English defines which there are, so that a missing one is a type error. */
export type Dictionary = { readonly [Key in WordKey]: (typeof en)[Key] extends string ? string : PluralWord };
