import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { en } from '../../src/locales/en.js';
import { LANGUAGES } from '../../src/locales/index.js';
import { EARLIEST_RENEWAL, LATEST_RENEWAL } from '../../src/token/plan.js';
import { filesBelow } from '../runner/suites.js';

/** A document on one line: where its lines break says nothing. */
const textOf = (path: string): string => readFileSync(path, 'utf8').replace(/\s+/g, ' ');

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

describe('what the documents tell of the sources', () => {
  it('names each language in the README', () => {
    const english = new Intl.DisplayNames('en', { type: 'language' });
    const names = ['en', ...Object.keys(LANGUAGES)].map((lang) => english.of(lang) ?? lang).sort();
    expect(textOf('README.md')).to.include(`in ${NUMBERS[names.length]} languages (${names.join(', ')})`);
  });

  it('says in docs/wire.md when a token is renewed', () => {
    expect(textOf('docs/wire.md')).to.include(`at a random moment between ${EARLIEST_RENEWAL * 100} and ${LATEST_RENEWAL * 100} % of its lifetime`);
  });

  it('has a use for each word', () => {
    const sources = ['src/view', 'src/inbox'].flatMap(filesBelow).filter((file) => file.endsWith('.ts')).map(textOf).join('\n');
    expect(Object.keys(en).filter((key) => !sources.includes(`'${key}'`))).to.deep.equal([]);
  });
});
