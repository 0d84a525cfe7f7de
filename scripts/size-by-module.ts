/** `npm run size:why`: which source files the bytes of `dist/cdn` come from, largest first, minified and with gzip. */
import { gzipSync } from 'node:zlib';
import { relative } from 'node:path';
import { build, minify, type Rolldown } from 'vite';

const result = await build({ mode: 'cdn', logLevel: 'error', build: { write: false } });
const [output] = [result].flat() as Rolldown.RolldownOutput[];

for (const chunk of output?.output ?? []) {
  if (chunk.type !== 'chunk' || chunk.fileName.startsWith('locales/')) continue;
  console.log(`\n${chunk.fileName}: ${chunk.code.length} bytes, ${gzipped(chunk.code)} with gzip`);
  const modules = await Promise.all(
    Object.entries(chunk.modules).map(async ([id, { code }]) => {
      const { code: minified } = await minify('module.js', code ?? '');
      return { name: relative('.', id), bytes: minified.length, zipped: gzipped(minified) };
    }),
  );
  for (const { name, bytes, zipped } of modules.sort((a, b) => b.bytes - a.bytes)) {
    console.log(`${String(bytes).padStart(7)} ${String(zipped).padStart(6)}  ${name}`);
  }
}

function gzipped(code: string): number {
  return gzipSync(code, { level: 9 }).length;
}
