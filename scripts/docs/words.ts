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
    'Every word of the inbox, by its key. To replace some of them, set the property `strings`:',
    '',
    '```js',
    "const inbox = document.querySelector('inbox-widget');",
    "inbox.strings = { inbox: 'Wiadomości', newMessages: { one: '{count} nowa', few: '{count} nowe', other: '{count} nowych' } };",
    '```',
    '',
    'Placeholders in braces are filled in, in your own texts too. Two texts in one row are for one and for more. In their place, give one text',
    'for all numbers, or one for each plural form of the page’s language (the keys of `Intl.PluralRules`). If you replace every word, screen',
    'readers take the inbox to be in the page’s language too.',
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
