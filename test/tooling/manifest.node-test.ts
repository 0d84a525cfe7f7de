import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import ts from 'typescript';
import { declarations, elementsOf, type Manifest } from '../../scripts/docs/manifest.js';

const manifest = JSON.parse(await readFile('custom-elements.json', 'utf8')) as Manifest;
const { exports } = JSON.parse(await readFile('package.json', 'utf8')) as { exports: Record<string, string | { default: string }> };

/** Whatever is exported by a source. */
function exportsOf(path: string): string[] {
  const program = ts.createProgram([path], { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, noLib: true });
  const checker = program.getTypeChecker();
  const symbol = checker.getSymbolAtLocation(program.getSourceFile(path)!)!;
  return checker.getExportsOfModule(symbol).map(({ name }) => name);
}

/** Every value of this key, however deep. */
function all(value: unknown, key: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [...(name === key ? [inner] : []), ...all(inner, key)]);
}

describe('custom-elements.json', () => {
  it('names no file but what an app can import, as its path in the package', () => {
    const paths = new Set([...manifest.modules.map(({ path }) => path), ...all(manifest, 'module')]);
    expect(paths).not.to.be.empty;
    for (const path of paths) expect(exports[`./${String(path)}`], String(path)).to.include({ default: `./${String(path)}` });
  });

  it('tells only of what the main entry exports, and where both tags are defined', () => {
    const names = declarations(manifest).map(({ name }) => name);
    expect(exportsOf('src/index.ts')).to.include.members(names);
    const [main] = manifest.modules;
    const named = (wanted: string) => main?.exports?.filter(({ kind }) => kind === wanted).map(({ name, declaration }) => [name, declaration.name]);
    expect(main?.path).to.equal('dist/index.js');
    expect(named('js')).to.deep.equal(names.map((name) => [name, name]));
    expect(named('custom-element-definition')).to.deep.equal([
      ['inbox-widget', 'InboxWidget'],
      ['inbox-unread', 'InboxUnread'],
    ]);
  });

  it('tells of the events that a listener has types for, and of no others', async () => {
    const [, map = ''] = /interface InboxEventMap \{([^}]*)\}/.exec(await readFile('src/events.ts', 'utf8')) ?? [];
    const typed = Array.from(map.matchAll(/'([\w-]+)': (\w+);/g), ([, name, type]) => [name, type]);
    const told = elementsOf(manifest).flatMap(({ events = [] }) => events.map(({ name, type }) => [name, type.text]));
    expect(typed).to.have.deep.members(told);
  });

  it('names for every attribute the property that has its value, and a type: tools write types and wrappers of them', () => {
    for (const { name, attributes = [] } of elementsOf(manifest)) {
      expect(attributes).not.to.be.empty;
      for (const attribute of attributes) expect(attribute, name).to.include.keys('fieldName', 'type');
    }
  });
});
