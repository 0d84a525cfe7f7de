import { en } from '../../src/locales/en.js';
import type { Word } from '../../src/locales/dictionary.js';

/** The whole of `docs/words.md`: what a page can say in words of its own. */
export function wordsDocument(): string {
  const rows = Object.entries<Word>(en).map(([key, word]) => `| \`${key}\` | ${textOf(word)} |`);
  return [
    '# Words',
    '',
    '<!-- Generated from src/locales/en.ts by `npm run docs`; change it there. -->',
    '',
    'Every word of the inbox, by the key that `strings` takes. Placeholders in braces are filled in, in the page’s own texts',
    'too. Where two texts stand here, they are for one and for more: give a text for all numbers, or one for each plural form of the',
    'page’s language (the keys of `Intl.PluralRules`). Give every word, and the inbox is in that language to screen readers too.',
    '',
    '```js',
    "inbox.strings = { inbox: 'Wiadomości', newMessages: { one: '{count} nowa', few: '{count} nowe', other: '{count} nowych' } };",
    '```',
    '',
    '| key | English |',
    '|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function textOf(word: Word): string {
  return typeof word === 'string' ? word : Object.values(word).join(' / ');
}
