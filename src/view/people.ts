import type { Translate } from './translate.js';

const HUES = 8;

/** A text of which nothing can be seen. Hangul's fillers and Braille's blank count as letters and signs, but show nothing. */
const UNSEEN = /^[\s\p{C}\p{DI}\u2800]*$/u;

/** What somebody is called, also where their name is empty or consists of characters that cannot be seen. */
export const nameOf = (name: string, t: Translate): string => (UNSEEN.test(name) ? t('unnamed') : name);

/** Letters for an avatar: of the first and the last word; empty where no word begins with a letter. */
export function initials(name: string): string {
  const [first, ...others] = name.match(/(?:^|\s)[^\P{L}\p{DI}]/gu) ?? [];
  return [first, others.at(-1)].join('').replace(/\s/g, '').toUpperCase();
}

/** One of eight colours, the same for the same person wherever they are shown: 1 to 8. */
export function hueOf(id: string): number {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return (sum % HUES) + 1;
}

/** What to call somebody in a sentence: the first of two or three words, else the whole name. */
export const shortName = (name: string): string => name.replace(/^(\p{L}\S*)(?:\s+\p{L}\S*){1,2}$/u, '$1');
