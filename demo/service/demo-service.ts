import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LivelyContacts } from './contacts/lively-contacts.js';
import { buildCdn, CDN_FOLDER } from './hosting/build-cdn.js';
import { claimFolder, type DataFolder } from './hosting/data-folder.js';
import type { LogEntry } from './options.js';
import { CLIENT_STORIES, seed, type Seeded } from './seed/seed.js';
import { createService, type Service } from './service.js';

export const DEFAULT_SERVICE_PORT = 8787;
export const DEFAULT_DATA_FOLDER = '.data/service';

export interface DemoServiceOptions {
  /** 0 lets the system choose; a taken port is replaced by the next free one. Default 8787. */
  readonly port?: number;
  /** Default `.data/service`, or the next free one beside it where that is in use. */
  readonly dataFolder?: string | undefined;
  /** Throws the data away first. */
  readonly fresh?: boolean;
  /** Leaves the contacts silent until `PUT /sandbox/contacts` wakes them. */
  readonly quiet?: boolean;
  /** Serves the hosted widget as it was built last, however old that is. */
  readonly withoutBuild?: boolean;
  readonly log?: (entry: LogEntry) => void;
}

export interface DemoService extends Seeded {
  readonly service: Service;
  readonly serviceUrl: string;
  close(): Promise<void>;
}

/** Why the demo cannot start, in words for whoever started it. */
export class CannotStart extends Error {
  override name = 'CannotStart';
}

/**
 * Starts the service as a sandbox, with the demo's data and contacts that live, and the hosted widget built.
 *
 * @throws {CannotStart} where its folder cannot be used
 */
export async function startDemoService(options: DemoServiceOptions = {}): Promise<DemoService> {
  const { port = DEFAULT_SERVICE_PORT, fresh = false, quiet = false, withoutBuild = false, log } = options;
  const building = withoutBuild ? null : buildCdn().catch((error: unknown) => {
    console.error(`The widget could not be built, so ${CDN_FOLDER} is served as it is: ${String(error)}`);
  });
  const { service, seeded, release } = await openData(options.dataFolder, fresh, log);
  const contacts = livelyContacts(service);
  service.contactsPlayer = contacts;
  if (!quiet) contacts.start();
  const { url, close } = await service.start(port, { orNextFree: true });
  await building;
  return {
    ...seeded,
    service,
    serviceUrl: url,
    async close() {
      contacts.stop();
      await close();
      await service.close();
      release();
    },
  };
}

async function openData(wanted: string | undefined, fresh: boolean, log: DemoServiceOptions['log']) {
  const wish = wanted ?? DEFAULT_DATA_FOLDER;
  let folder: DataFolder | null = null;
  try {
    folder = await claimFolder(wish, { orNextFree: wanted === undefined, fresh });
    if (!folder) throw new CannotStart(`${wish} is in use by another process. Stop that one, or choose another --data folder.`);
    const { path, release } = folder;
    if (path !== wish) console.error(`${wish} is in use by another process, so the data are kept in ${path}.`);
    const service = await createService({ dataFolder: path, sandbox: true, cdnFolder: CDN_FOLDER, ...(log && { log }) });
    return { service, seeded: await ensureSeeded(service, join(path, 'demo.json')), release };
  } catch (error) {
    folder?.release();
    if (error instanceof CannotStart) throw error;
    // Starting afresh mends what is in the folder, but not a folder that cannot be had.
    const remedy = folder ? 'Start with --fresh, or choose' : 'Choose';
    throw new CannotStart(`The data in ${wish} cannot be used: ${(error as Error).message}. ${remedy} another --data folder.`, { cause: error });
  }
}

/** The database keeps hashes only, so what the demo's own backend and visitors need is kept beside it. */
async function ensureSeeded(service: Service, file: string): Promise<Seeded> {
  if (existsSync(file)) {
    const seeded = JSON.parse(readFileSync(file, 'utf8')) as Seeded;
    if (await isThere(service, seeded)) return seeded;
    throw new CannotStart(`The key, the component or a client named in ${file} has been deleted. Start with --fresh, or with another --data folder.`);
  }
  const seeded = await seed(service, Date.now());
  // Whole or not at all: a start that is broken off is begun anew by the next.
  writeFileSync(`${file}.new`, JSON.stringify(seeded, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return seeded;
}

async function isThere({ apiKeys, components, clients }: Service, { apiKey, componentId, clientIds }: Seeded): Promise<boolean> {
  const key = await apiKeys.find(apiKey);
  if (!key || !(await components.find(key.accountId, componentId))) return false;
  const found = await Promise.all(clientIds.map((id) => clients.find(key.accountId, id)));
  return !found.includes(null);
}

function livelyContacts(service: Service): LivelyContacts {
  const stories = CLIENT_STORIES.flatMap(({ conversations }) => conversations);
  return new LivelyContacts({
    service,
    scriptOf: (contactName) => {
      const story = stories.find(({ contact }) => contact === contactName);
      return story && { answers: story.answers ?? [], later: story.later ?? [] };
    },
    random: Math.random,
    after: (ms, callback) => {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  });
}
