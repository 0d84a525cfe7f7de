import { readdirSync } from 'node:fs';
import { posix, sep } from 'node:path';

export const SUITE_NAMES = ['node', 'browser', 'e2e'] as const;
export type SuiteName = (typeof SUITE_NAMES)[number];

interface Suite {
  /** The script that runs the files in a process of its own. */
  readonly script: string;
  /** Whether a file of `test/` is one of this suite's. */
  readonly owns: (file: string) => boolean;
  /** Limit of one test; a test may set another by itself. */
  readonly timeoutMs: number;
}

export const SUITES: Readonly<Record<SuiteName, Suite>> = {
  node: {
    script: 'mocha-process.ts',
    // What keeps a token needs no browser, and is tested in both worlds.
    owns: (file) => /\.node-test\.ts$/.test(file) || (/^test\/token\/.*\.test\.ts$/.test(file) && !/\.browser\.test\.ts$/.test(file)),
    timeoutMs: 60_000,
  },
  browser: {
    script: 'browser-process.ts',
    owns: (file) => /\.test\.ts$/.test(file),
    timeoutMs: 30_000,
  },
  e2e: {
    script: 'mocha-process.ts',
    owns: (file) => /\.e2e-test\.ts$/.test(file),
    timeoutMs: 180_000,
  },
};

/** Whether a file tests what is shipped, and so needs a build. */
export function needsDist(file: string): boolean {
  return file.startsWith('test/package/') || SUITES.e2e.owns(file);
}

/** What a suite's process is told, as JSON in its first argument. */
export interface Job {
  readonly files: readonly string[];
  readonly timeoutMs: number;
  /** Only tests whose full name holds this text. */
  readonly grep?: string;
}

/**
 * The files of a suite, sorted, relative to the project's folder.
 *
 * @param chosen Files or folders to keep to; empty: all.
 */
export function filesOf(name: SuiteName, chosen: readonly string[] = []): string[] {
  return filesBelow('test')
    .filter(SUITES[name].owns)
    .filter((file) => chosen.length === 0 || chosen.some((path) => isWithin(file, path)))
    .sort();
}

/** Every file and folder below a folder, with `/` between names on every system. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) =>
    posix.join(folder, path.split(sep).join(posix.sep)),
  );
}

function isWithin(file: string, path: string): boolean {
  const plain = path.replace(/^\.\//, '').replace(/\/$/, '');
  return file === plain || file.startsWith(`${plain}/`);
}
