import type { Dictionary } from './dictionary.js';
import { en } from './en.js';

/** Languages besides English: each is a chunk of its own, fetched when it is needed. */
export const LANGUAGES: Readonly<Record<string, () => Promise<{ readonly words: Dictionary }>>> = {
  ar: () => import('./ar.js'),
  de: () => import('./de.js'),
  es: () => import('./es.js'),
  fr: () => import('./fr.js'),
  ja: () => import('./ja.js'),
};

/** Whether the words of one of our languages run from right to left. */
export const isRightToLeft = (language: string): boolean => language === 'ar';

/** Words, and the language that they are in. */
export interface LoadedDictionary {
  /** `en` where the requested language is not among ours. */
  readonly lang: string;
  readonly words: Dictionary;
}

export const ENGLISH: LoadedDictionary = { lang: 'en', words: en };

/** The one of our languages that serves a BCP 47 tag, by the tag's first part; else `en`. */
export const servedLanguage = (tag: string): string => {
  const language = tag.toLowerCase().split(/[-_]/)[0] ?? '';
  return Object.hasOwn(LANGUAGES, language) ? language : 'en';
};

/**
 * The words for a BCP 47 tag.
 *
 * @throws where the language's chunk cannot be loaded
 */
export async function loadDictionary(tag: string): Promise<LoadedDictionary> {
  const lang = servedLanguage(tag);
  const load = LANGUAGES[lang];
  return load ? { lang, ...(await load()) } : ENGLISH;
}
