import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = 'src/server';

describe('inbox-widget/server', () => {
  it('imports nothing but its own files, so that it runs wherever fetch, Request and Response are', () => {
    const imports = readdirSync(FOLDER).flatMap((name) =>
      [...readFileSync(`${FOLDER}/${name}`, 'utf8').matchAll(/(?:from|import\() *'([^']+)'/g)].map(([, from]) => from),
    );
    expect(imports).to.include('./request-token.js');
    expect(imports.filter((from) => !from?.startsWith('./'))).to.deep.equal([]);
  });
});
