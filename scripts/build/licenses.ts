import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/** Whose code stands in the scripts, and where their terms are. */
const TERMS = [
  ['Lit', 'lit/LICENSE'],
  ['idb-keyval', 'idb-keyval/LICENCE'],
  ['jwt-decode', 'jwt-decode/LICENSE'],
] as const;

/** Lays the terms of the libraries that are built in beside the scripts, as these terms ask for. */
export function licenses(): Plugin {
  return {
    name: 'licenses',
    apply: 'build',
    async generateBundle() {
      const texts = TERMS.map(async ([name, file]) => `${name}\n\n${await readFile(`node_modules/${file}`, 'utf8')}`);
      const source = (await Promise.all(texts)).join('\n\n');
      this.emitFile({ type: 'asset', fileName: 'licenses.txt', source });
    },
  };
}
