import { clear, createStore, entries } from 'idb-keyval';
import { InboxError } from '../../src/errors.js';
import type { OutgoingMessage } from '../../src/inbox/state.js';
import { IndexedStorage } from '../../src/inbox/indexed-storage.js';
import type { InboxStorage } from '../../src/inbox/storage.js';

export const SERVICE = 'https://service.example';
export const table = createStore('inbox-widget-2', 'writing');
export const draft = (text: string) => ({ text, attachments: [] });

export const failed: OutgoingMessage = {
  key: 'key-1',
  conversationId: 'mara',
  text: 'Hello',
  attachments: [],
  createdAt: '2026-05-21T09:44:00.000Z',
  status: 'failed',
  error: new InboxError('INBOX_MESSAGE_REJECTED', 'No.', { status: 422, serviceCode: 'field_invalid' }),
};

/** What is in the database, once all that was asked of it is done. */
export const records = async (): Promise<Record<string, unknown>> => {
  const all = await entries<string[], unknown>(table);
  return Object.fromEntries(all.map(([key, value]) => [key.join(), value]));
};

/** Runs with a global replaced, and without the connection that the page has already. */
export async function withIndexedDb(replacement: unknown, run: () => Promise<void>): Promise<void> {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB');
  const page = globalThis as unknown as Record<symbol, unknown>;
  const connection = Symbol.for('inbox-widget/writing-table/1');
  const { [connection]: opened } = page;
  page[connection] = undefined;
  Object.defineProperty(globalThis, 'indexedDB', { configurable: true, get: () => replacement });
  try {
    await run();
  } finally {
    if (own) Object.defineProperty(globalThis, 'indexedDB', own);
    else delete (globalThis as { indexedDB?: unknown }).indexedDB;
    page[connection] = opened;
  }
}

/**
 * Call it in a `describe`: each of its tests finds an empty database, and what it opens is closed after it.
 *
 * @returns Makes a storage.
 */
export function cleanStorages(): (...given: ConstructorParameters<typeof IndexedStorage>) => InboxStorage {
  // Other files' elements write to the same database.
  beforeEach(() => clear(table));
  const opened: InboxStorage[] = [];
  afterEach(() => {
    for (const storage of opened.splice(0)) storage.close();
  });
  return (...given) => {
    const storage = new IndexedStorage(...given);
    opened.push(storage);
    return storage;
  };
}
