import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { expect } from 'chai';
import { staticImports } from '../../scripts/static-imports.js';

describe('the scripts that a browser fetches before a module runs', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'static-imports-'));
  });
  after(() => rm(folder, { recursive: true }));

  async function closure(files: Record<string, string>): Promise<string[]> {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    return staticImports(join(folder, 'entry.js')).map((path) => relative(folder, path));
  }

  it('are what it imports and exports from, at any depth, each once', async () => {
    const found = await closure({
      'entry.js': `import{a}from"./chunks/a.js";export*from"./chunks/b.js";export{c}from"./chunks/c.js";import"./chunks/a.js";a`,
      'chunks/a.js': `import "./d.js"; export let a = 1;`,
      'chunks/b.js': `import { a } from "./a.js"; export let b = a;`,
      'chunks/c.js': `export let c = 1;`,
      'chunks/d.js': `import "../entry.js";`,
    });
    expect(found).to.have.members(['entry.js', 'chunks/a.js', 'chunks/b.js', 'chunks/c.js', 'chunks/d.js']);
  });

  it('are not what it imports later, or only speaks of', async () => {
    const found = await closure({
      'entry.js': `const later = () => import("./later.js"); const text = 'import "./text.js"'; export { later, text };`,
    });
    expect(found).to.deep.equal(['entry.js']);
  });

  it('cannot be told where a bare import was left in', async () => {
    let thrown = '';
    await closure({ 'entry.js': `import "lit";` }).catch((error: Error) => (thrown = error.message));
    expect(thrown).to.contain('imports lit');
  });
});
