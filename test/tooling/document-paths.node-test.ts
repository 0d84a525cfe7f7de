import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'demo/customer/recipes/README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

/** Files and folders that a document names in code, and those it links to, from the project's folder. */
function pathsIn(document: string): string[] {
  const text = readFileSync(document, 'utf8');
  const named = text.matchAll(/`((?:src|demo|test|scripts|docs)\/[\w./-]*)`/g);
  const linked = text.matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g);
  return [...Array.from(named, ([, path = '']) => path), ...Array.from(linked, ([, path = '']) => join(dirname(document), path))];
}

describe('the documents', () => {
  for (const document of DOCUMENTS) {
    it(`name only what is there: ${document}`, () => {
      expect(pathsIn(document).filter((path) => !existsSync(path))).to.deep.equal([]);
    });
  }
});
