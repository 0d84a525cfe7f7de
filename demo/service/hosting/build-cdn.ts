import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SOURCE_FOLDER = join(ROOT, 'src');
export const CDN_FOLDER = join(ROOT, 'dist', 'cdn');

/** Builds `dist/cdn` where it is missing or older than the sources. */
export async function buildCdn(): Promise<void> {
  if (!newestIn(SOURCE_FOLDER) || newestIn(CDN_FOLDER) > newestIn(SOURCE_FOLDER)) return;
  const { build } = await import('vite');
  await build({ root: ROOT, mode: 'cdn', logLevel: 'error' });
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
