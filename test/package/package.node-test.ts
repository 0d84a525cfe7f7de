import { realpathSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import ts from 'typescript';
import { Packed } from './packed.js';

const { exports, scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
  exports: Record<string, string | { types: string; default: string }>;
  scripts: Record<string, string>;
};
/** The entries that are imported; the others are files to fetch. */
const ENTRIES = Object.entries(exports)
  .filter(([, target]) => typeof target === 'object')
  .map(([path]) => path.replace(/^\./, 'inbox-widget'));

describe('the package as it is packed', () => {
  let packed: Packed;
  before(async () => {
    packed = await Packed.install();
  });
  after(() => packed.remove());

  it('has the entries that the design promises', () => {
    expect(ENTRIES).to.include.members(['inbox-widget', 'inbox-widget/element', 'inbox-widget/server', 'inbox-widget/memory']);
  });

  for (const entry of ENTRIES) {
    it(`F38 imports ${entry} in bare Node: no error, no output, nothing that keeps the process alive`, async () => {
      // Whatever were still running would keep the process from ending within its time limit.
      const output = await packed.node(`
        await import('${entry}');
        const alive = process.getActiveResourcesInfo().filter((name) => /Timeout|Immediate|Socket|Server|MessagePort/.test(name));
        if (alive.length > 0) console.log(alive);
      `);
      expect(output).to.equal('');
    });

    it(`F38 leaves no global of ours behind when ${entry} is imported`, async () => {
      // Lit brings shims of the DOM to Node, which are its own affair.
      const output = await packed.node(`
        await import('lit');
        const before = new Set(Reflect.ownKeys(globalThis));
        await import('${entry}');
        console.log(Reflect.ownKeys(globalThis).filter((key) => !before.has(key)).map(String).join());
      `);
      expect(output.trim()).to.equal('');
    });

    it(`ships the code and the types that ${entry} names`, async () => {
      const target = exports[entry.replace(/^inbox-widget/, '.')] as { types: string; default: string };
      const files = await packed.files();
      expect(files).to.include.members([target.types, target.default].map((path) => path.replace(/^\.\//, '')));
    });
  }

  it('registers nothing in bare Node, also where Lit has brought a registry', async () => {
    const output = await packed.node(`
      await import('inbox-widget');
      console.log(['inbox-widget', 'inbox-unread'].filter((name) => globalThis.customElements?.get(name)).join());
    `);
    expect(output.trim()).to.equal('');
  });

  it('gives its classes to a script of a browser extension, which has the document but no registry', async () => {
    const output = await packed.node(`
      await import('lit');
      Object.assign(globalThis, { document: {}, customElements: null });
      console.log(typeof (await import('inbox-widget')).InboxWidget);
    `);
    expect(output.trim()).to.equal('function');
  });

  it('can be required by a backend in CommonJS', async () => {
    const output = await packed.node(`
      import { createRequire } from 'node:module';
      const { createTokenHandler } = createRequire(process.cwd() + '/app.cjs')('inbox-widget/server');
      console.log(typeof createTokenHandler);
    `);
    expect(output.trim()).to.equal('function');
  });

  it('shows the types of each entry to TypeScript that does not read "exports" (moduleResolution: node)', () => {
    const options = { moduleResolution: ts.ModuleResolutionKind.Node10 };
    for (const entry of ENTRIES) {
      const found = ts.resolveModuleName(entry, join(packed.app, 'app.ts'), options, ts.sys).resolvedModule?.resolvedFileName;
      const { types } = exports[entry.replace(/^inbox-widget/, '.')] as { types: string };
      expect(found, entry).to.equal(join(realpathSync(packed.folder), types));
    }
  });

  it('exports its classes where there is no document', async () => {
    const output = await packed.node(`
      const { InboxWidget, InboxUnread, InboxError, configure } = await import('inbox-widget');
      console.log([InboxWidget, InboxUnread, InboxError, configure].map((one) => typeof one).join());
    `);
    expect(output.trim()).to.equal('function,function,function,function');
  });

  it('ships the script for pages, the manifest and the recipes, and sources neither of tests nor of the rest of the demo', async () => {
    const files = await packed.files();
    expect(files).to.include.members(['dist/cdn/inbox-widget.js', 'dist/cdn/licenses.txt', 'custom-elements.json', 'README.md', 'LICENSE']);
    const sources = files.filter((path) => /^(src|test|demo|scripts)\//.test(path));
    const recipes = await readdir('demo/customer/recipes');
    expect(sources).to.have.members(recipes.map((name) => `demo/customer/recipes/${name}`));
  });

  it('names no registry and no folder of the machine it was built on', async () => {
    // A document may speak of `/node_modules/`; what lies in one is named by the folder around it.
    const revealing = [process.cwd(), 'file:///', /[\w.-]\/node_modules\//, ['registry', 'npmjs', 'org'].join('.')];
    const texts = await Promise.all(
      (await packed.files()).map(async (path) => ({ path, text: await readFile(join(packed.folder, path), 'utf8') })),
    );
    const found = texts
      .filter(({ path }) => !path.endsWith('.map'))
      .flatMap(({ path, text }) => revealing.filter((word) => (typeof word === 'string' ? text.includes(word) : word.test(text))).map((word) => `${path}: ${word}`));
    const inMaps = texts
      .filter(({ path, text }) => path.endsWith('.map') && text.includes(process.cwd()))
      .map(({ path }) => path);
    expect([...found, ...inMaps]).to.deep.equal([]);
  });

  it('is built anew whenever it is packed, so that none ships an old build or none at all', () => {
    expect(scripts.prepack).to.equal('npm run build');
  });

  it('is locked without the address of any registry', async () => {
    expect(await readFile('package-lock.json', 'utf8')).not.to.match(/"resolved": "(?!file:)/);
  });
});
