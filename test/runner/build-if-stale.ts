import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { filesBelow } from './suites.js';

const INPUTS = ['package.json', 'vite.config.ts', 'tsconfig.json', 'tsconfig.build.json'];
const INPUT_FOLDERS = ['src', 'scripts/build'];
/** The last thing that each step of `npm run build` writes. */
const OUTPUTS = ['dist/index.js', 'dist/cdn/inbox-widget.js', 'dist/types/index.d.ts'];

/** Builds `dist/`, for tests of what is shipped, unless it is newer than everything it is built from. */
export function buildIfStale(): boolean {
  if (isFresh()) return true;
  console.log('Building dist, for the tests of what is shipped.');
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  return status === 0;
}

function isFresh(): boolean {
  if (!OUTPUTS.every((path) => existsSync(path))) return false;
  const oldestOutput = Math.min(...OUTPUTS.map(changedAt));
  // Folders count too: they change when a file in them is deleted.
  return [...INPUTS, ...INPUT_FOLDERS.flatMap(filesBelow)].every((path) => changedAt(path) < oldestOutput);
}

function changedAt(path: string): number {
  return statSync(path).mtimeMs;
}
