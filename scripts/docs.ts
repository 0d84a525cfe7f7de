/**
 * `npm run docs`: writes what is generated from the sources: `custom-elements.json`, `docs/errors.md`, `docs/failures.md`,
 * `docs/words.md` and the README's tables. With `-- --check` it writes nothing and fails where one of them is not as the sources would have it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { errorsDocument, readErrorCodes } from './docs/error-codes.js';
import { failuresDocument } from './docs/failure-kinds.js';
import { readManifest } from './docs/manifest.js';
import { fillMarkers } from './docs/markdown.js';
import { referenceTables } from './docs/reference-tables.js';
import { wordsDocument } from './docs/words.js';

const manifest = await readManifest();
const codes = readErrorCodes(readFileSync('src/errors.ts', 'utf8'));

const generated: Record<string, string> = {
  'custom-elements.json': `${JSON.stringify(manifest, null, 2)}\n`,
  'docs/errors.md': errorsDocument(codes),
  'docs/failures.md': failuresDocument(),
  'docs/words.md': wordsDocument(),
  'README.md': fillMarkers(readFileSync('README.md', 'utf8'), referenceTables(manifest, codes)),
};

const drifted = Object.entries(generated).filter(([path, text]) => textOf(path) !== text);

if (process.argv.includes('--check')) {
  for (const [path] of drifted) console.error(`${path} is not as the sources would have it: run "npm run docs".`);
  process.exitCode = drifted.length > 0 ? 1 : 0;
} else {
  for (const [path, text] of drifted) {
    writeFileSync(path, text);
    console.log(`${path} written`);
  }
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
