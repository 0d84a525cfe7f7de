import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PNG } from 'pngjs';
import { toFile } from './picture.js';

const FOLDER = fileURLToPath(new URL('kept', import.meta.url));
const VERSION_FILE = join(FOLDER, 'chromium.txt');
const FAILED_FOLDER = 'test-results/pictures';

/** The kept picture; `null` where there is none. */
export function keptPicture(name: string): PNG | null {
  const file = join(FOLDER, `${name}.png`);
  return existsSync(file) ? PNG.sync.read(readFileSync(file)) : null;
}

export function keepPicture(name: string, picture: PNG): void {
  write(join(FOLDER, `${name}.png`), toFile(picture));
}

/** Version of the Chromium that made the kept pictures. */
export const keptVersion = (): string => readFileSync(VERSION_FILE, 'utf8').trim();

export function keepVersion(version: string): void {
  write(VERSION_FILE, `${version}\n`);
}

/**
 * Leaves a picture for whoever looks into a failure.
 *
 * @returns Where it is.
 */
export function leavePicture(name: string, picture: PNG): string {
  const file = join(FAILED_FOLDER, `${name}.png`);
  write(file, toFile(picture));
  return file;
}

function write(file: string, bytes: Buffer | string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}
