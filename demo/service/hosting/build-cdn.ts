import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SOURCE_FOLDER = join(ROOT, 'src');
export const CDN_FOLDER = join(ROOT, 'dist', 'cdn');

/** Builds `dist/cdn` where it is missing or older than the sources, in a process of its own: a start has other things to do meanwhile. */
export async function buildCdn(): Promise<void> {
  if (!newestIn(SOURCE_FOLDER) || newestIn(CDN_FOLDER) > newestIn(SOURCE_FOLDER)) return;
  const vite = join(dirname(fileURLToPath(import.meta.resolve('vite/package.json'))), 'bin', 'vite.js');
  // Standard output may belong to `--json`.
  const builder = spawn(process.execPath, [vite, 'build', '--mode', 'cdn', '--logLevel', 'error'], { cwd: ROOT, stdio: ['ignore', 2, 2] });
  const [code] = (await once(builder, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`vite build ended with ${code}.`);
}

/** When anything in a folder was last changed, in ms since 1970; 0 where there is nothing. */
function newestIn(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => statSync(join(folder, name)).mtimeMs)
      .reduce((newest, time) => Math.max(newest, time), 0);
  } catch {
    return 0;
  }
}
