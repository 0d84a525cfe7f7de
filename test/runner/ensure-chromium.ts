import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from '../helpers/browsers.js';

const APT_TRIES = 3;

/**
 * Path of a Chromium, Chrome or Edge; where there is none, Debian's own is installed if that may be done.
 *
 * @throws with one sentence for the person, where none is found and none may be installed
 */
export function ensureChromium(): string {
  const found = findChromium() ?? installed();
  if (found) return found;
  throw new Error(
    'No Chromium, Chrome or Edge was found: install one, or name the path of its program in CHROME_PATH, and run the tests again.',
  );
}

function installed(): string | null {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return null;
  console.log('No Chromium was found; installing it with apt-get.');
  apt('update');
  apt('install', '--yes', '--no-install-recommends', 'chromium');
  return findChromium();
}

/** Mirrors fail now and then; nothing else is ever tried twice. */
function apt(...parameters: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (let left = APT_TRIES; ; left--) {
    try {
      execFileSync('apt-get', ['--quiet', ...parameters], { stdio: ['ignore', 'inherit', 'inherit'], env });
      return;
    } catch (error) {
      if (left === 1) throw error;
    }
  }
}
