import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { expect } from 'chai';
import { Packed } from './packed.js';

/** What a document links to or shows, without what stands in code. */
function linksOf(text: string): string[] {
  const prose = text.replace(/^ *```[\s\S]*?^ *```/gm, '').replace(/`[^`\n]*`/g, '`');
  const found = prose.matchAll(/\]\(([^()\s]+)\)|^ *\[[^\]]+\]: *(\S+)|(?:href|src)="([^"]+)"/gm);
  return Array.from(found, ([, inline, reference, html]) => inline ?? reference ?? html ?? '');
}

/** Names of a document's headings, as they are written in a link. */
function headingsOf(text: string): string[] {
  const headings = text.replace(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/^#+ (.*)$/gm);
  return Array.from(headings, ([, heading = '']) => heading.toLowerCase().replace(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-'));
}

/** Relative links that lead nowhere among these files, each after the document that it stands in. */
function brokenLinks(documents: ReadonlyMap<string, string>, files: readonly string[]): string[] {
  return [...documents].flatMap(([document, text]) =>
    linksOf(text)
      .filter((link) => !/^[a-z][a-z+.-]*:/.test(link))
      .filter((link) => {
        const [path = '', heading] = link.split('#');
        const target = path ? posix.join(posix.dirname(document), path).replace(/\/$/, '') : document;
        const isThere = files.some((file) => file === target || file.startsWith(`${target}/`));
        return !isThere || (heading !== undefined && !headingsOf(documents.get(target) ?? '').includes(heading));
      })
      .map((link) => `${document}: ${link}`),
  );
}

describe('the links of the packed documents', () => {
  let files: string[];
  let documents: Map<string, string>;
  before(async () => {
    const packed = await Packed.install();
    try {
      files = await packed.files();
      const names = files.filter((path) => path.endsWith('.md'));
      documents = new Map(await Promise.all(names.map(async (path) => [path, await readFile(join(packed.folder, path), 'utf8')] as const)));
    } finally {
      await packed.remove();
    }
  });

  it('lead to what is packed with them', () => {
    expect(brokenLinks(documents, files)).to.deep.equal([]);
    // Nothing was overlooked.
    expect([...documents.keys()]).to.include.members(['README.md', 'docs/errors.md', 'demo/customer/recipes/README.md']);
    expect(linksOf(documents.get('README.md') ?? '')).to.include.members(['docs/pictures/demo.png', 'demo/customer/recipes', 'docs/decisions']);
  });

  it('are found wherever a file, a folder or a heading is missing', () => {
    const text = '# One\n[a](b.md) [c](../d) ![e](f.png) [g](#one) [h](#two) [i](j.md#here)\n[k]: l.md\n<img src="m.png"> [n](https://o.example/p) `[q](r.md)`\n```\n[s](t.md)\n```\n';
    const broken = brokenLinks(new Map([['docs/one.md', text], ['docs/j.md', '# There']]), ['docs/one.md', 'docs/j.md', 'd/file.txt']);
    expect(broken).to.deep.equal(['b.md', 'f.png', '#two', 'j.md#here', 'l.md', 'm.png'].map((link) => `docs/one.md: ${link}`));
  });
});
