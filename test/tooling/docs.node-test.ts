import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { errorsDocument, readErrorCodes } from '../../scripts/docs/error-codes.js';
import { fillMarkers, table } from '../../scripts/docs/markdown.js';

describe('documents from the sources', () => {
  it('tells of every error code what happened and what to do', async () => {
    const source = await readFile('src/errors.ts', 'utf8');
    const codes = readErrorCodes(source);
    expect(codes.map(({ code }) => code)).to.have.members(source.match(/(?<=\| ')INBOX_\w+/g)!);
    const document = errorsDocument(codes);
    for (const { code, happened, remedy, met } of codes) {
      expect(document).to.contain(`## ${code}\n\n${happened}\n\n**What to do:** ${remedy}\n\n**Where a page meets it:** ${met}\n`);
      expect(happened + remedy + met).not.to.match(/[*]\/|\n|Remedy|Met:/);
    }
  });

  it('refuses a code without a comment, and a comment without a remedy or without where it is met', () => {
    expect(() => readErrorCodes(`export type InboxErrorCode =\n  | 'A';`)).to.throw('A says not all');
    expect(() => readErrorCodes(`export type InboxErrorCode =\n  /** It broke. */\n  | 'A';`)).to.throw('A says not all');
    expect(() => readErrorCodes(`export type InboxErrorCode =\n  /** It broke. Remedy: mend. */\n  | 'A';`)).to.throw('A says not all');
    expect(() => readErrorCodes(`export type InboxErrorCode =\n  /** It broke; badly. Remedy: mend. Met: nowhere. */\n  | 'A'\n  | 'B';`)).to.throw('B says not all');
  });

  it('reads a comment of several lines as one', () => {
    expect(readErrorCodes(`export type InboxErrorCode =\n  /**\n   * It broke; badly.\n   * Remedy: mend it,\n   * or not. Met: in\n   * an event.\n   */\n  | 'A';`)).to.deep.equal([
      { code: 'A', happened: 'It broke; badly.', remedy: 'Mend it, or not.', met: 'In an event.' },
    ]);
  });

  it('keeps a table in shape whatever its cells hold', () => {
    expect(table(['a', 'b'], [['x | y', 'two\n  lines'], ['', '']])).to.equal('| a | b |\n|---|---|\n| x \\| y | two lines |\n|   |   |');
  });

  it('refuses a table of nothing: its source is no longer read', () => {
    expect(() => table(['event', 'when'], [])).to.throw('event, when');
  });

  const marked = 'Before\n<!-- begin generated: one -->\nold\n<!-- end generated -->\nAfter';

  it('replaces what is between markers, again and again, and nothing else', () => {
    const once = fillMarkers(marked, { one: 'new $& text' });
    expect(once).to.equal('Before\n<!-- begin generated: one -->\n\nnew $& text\n\n<!-- end generated -->\nAfter');
    expect(fillMarkers(once, { one: 'new $& text' })).to.equal(once);
  });

  it('refuses a marker that nothing is generated for, and a table that has no marker', () => {
    expect(() => fillMarkers(marked, {})).to.throw('marker "one"');
    expect(() => fillMarkers(marked, { one: '', two: '' })).to.throw('two');
  });
});
