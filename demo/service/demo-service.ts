import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LivelyContacts } from './contacts/lively-contacts.js';
import { buildCdn, CDN_FOLDER } from './hosting/build-cdn.js';
import type { LogEntry } from './options.js';
import { CLIENT_STORIES, seed, type Seeded } from './seed/seed.js';
import { createService, type Service } from './service.js';

export const DEFAULT_SERVICE_PORT = 8787;
export const DEFAULT_DATA_FOLDER = '.data/service';

export interface DemoServiceOptions {
  /** 0 lets the system choose; a taken port is replaced by the next free one. Default 8787. */
  readonly port?: number;
  /** Default `.data/service`. */
  readonly dataFolder?: string;
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

/** Starts the service as a sandbox, with the demo's data and contacts that live, and the hosted widget built. */
export async function startDemoService(options: DemoServiceOptions = {}): Promise<DemoService> {
  const { port = DEFAULT_SERVICE_PORT, dataFolder = DEFAULT_DATA_FOLDER, fresh = false, quiet = false, withoutBuild = false, log } = options;
  if (fresh) rmSync(dataFolder, { recursive: true, force: true });
  const building = withoutBuild ? null : buildCdn().catch((error: unknown) => {
    console.error(`The widget could not be built, so ${CDN_FOLDER} is served as it is: ${String(error)}`);
  });
  const service = await createService({ dataFolder, sandbox: true, cdnFolder: CDN_FOLDER, ...(log && { log }) });
  const seeded = await ensureSeeded(service, join(dataFolder, 'demo.json'));
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
    },
  };
}

/** The database keeps hashes only, so what the demo's own backend and visitors need is kept beside it. */
async function ensureSeeded(service: Service, file: string): Promise<Seeded> {
  if (existsSync(file)) {
    const seeded = JSON.parse(readFileSync(file, 'utf8')) as Seeded;
    if (await service.apiKeys.find(seeded.apiKey)) return seeded;
    throw new Error(`The key in ${file} has been revoked. Start with --fresh, or with another --data folder.`);
  }
  const seeded = await seed(service, Date.now());
  writeFileSync(file, JSON.stringify(seeded, null, 2), { mode: 0o600 });
  return seeded;
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
