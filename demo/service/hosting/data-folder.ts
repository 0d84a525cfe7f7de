import { createClient } from '@libsql/client';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** What the service keeps in its folder. Nothing else there is ever touched. */
const FILES = ['service.db', 'service.db-wal', 'service.db-shm', 'demo.json', 'demo.json.new'];
/** How long one waits for a folder: a process that has just been told to stop may take its time. */
const WAIT_MS = 2000;
/** How many folders are tried after the one that is in use. */
const TRIES = 100;

/** A folder with the service's data that no other process uses. */
export interface DataFolder {
  readonly path: string;
  release(): void;
}

/**
 * Claims a folder for this process, made where it is missing. Two processes in one database would stand in each other's
 * way, and neither would hear of what happens at the other.
 *
 * @param orNextFree Whether one that is in use is replaced by the next free one, `<folder>-2` and so on.
 * @param fresh Throws the service's data away first.
 * @returns `null` where it is in use.
 */
export async function claimFolder(
  folder: string,
  { orNextFree, fresh }: { orNextFree: boolean; fresh: boolean },
): Promise<DataFolder | null> {
  for (let number = 1; number <= (orNextFree ? TRIES : 1); number++) {
    const path = number === 1 ? folder : `${folder}-${number}`;
    makeFolder(resolve(path));
    const release = await lock(join(path, 'in-use.lock'), number === 1 ? WAIT_MS : 0);
    if (!release) continue;
    if (fresh) for (const name of FILES) rmSync(join(path, name), { force: true });
    return { path, release };
  }
  return null;
}

/**
 * Each missing folder by itself: told to make them all, Node tries for ever where the system makes none, as in `/proc`.
 *
 * @throws {Error} where one cannot be made
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have been quicker.
    if (!existsSync(path)) throw new Error(`its folder cannot be made (${(error as NodeJS.ErrnoException).code})`, { cause: error });
  }
}

/**
 * Holds a transaction in a database of its own: the operating system takes that lock back however a process ends, and
 * there is no file of a dead one to clear away.
 *
 * @returns A function that lets go, or `null` where somebody else holds it.
 */
async function lock(file: string, waitMs: number): Promise<(() => void) | null> {
  const client = createClient({ url: `file:${file}`, timeout: waitMs });
  try {
    const transaction = await client.transaction('write');
    return () => {
      transaction.close();
      client.close();
    };
  } catch (error) {
    client.close();
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return null;
    throw error;
  }
}
