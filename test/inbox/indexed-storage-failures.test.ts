import { expect } from 'chai';
import { cleanStorages, draft, failed, records, SERVICE, table, withIndexedDb } from './storage-world.js';

/** Lets go of this file's own connection, until it is used again. */
const closeOwn = (): Promise<void> =>
  table('readonly', ({ transaction: { db } }) => {
    db.close();
    db.onclose?.(new Event('close'));
  });

describe('storage in IndexedDB, which may fail', () => {
  const storageOf = cleanStorages();

  it('keeps one draft of a tab, also where one could not be written', async () => {
    const storage = storageOf(SERVICE);
    await storage.open('ada');
    storage.saveDraft('mara', draft('Half'));
    await records();
    // A record is there already, so the request fails; in its own time, as where the disk is full.
    await withPrototype({ put: IDBObjectStore.prototype.add }, async () => {
      storage.saveDraft('mara', draft('Half a sen'));
      await records();
    });
    storage.saveDraft('mara', draft('Half a sentence'));
    expect(Object.values(await records())).to.deep.equal([[draft('Half a sentence')]]);
  });

  it('takes away a draft that is sent, where the browser was full while it was written', async () => {
    const storage = storageOf(SERVICE);
    await storage.open('ada');
    storage.saveDraft('mara', draft('Hel'));
    await records();
    await withPrototype(FULL, async () => {
      storage.saveDraft('mara', draft('Hello'));
      await records();
    });
    storage.saveDraft('mara', draft('Hello there'));
    expect(Object.values(await records())).to.deep.equal([[draft('Hello there')]]);
    storage.saveDraft('mara', null);
    expect(await records()).to.deep.equal({});
  });

  it('gives back all else where the browser has lost a record, and deletes it with its client', async () => {
    const before = storageOf(SERVICE);
    await before.open('ada');
    before.saveDraft('mara', draft('Half a sen'));
    before.save('file', 'lost', { conversationId: 'mara', file: new Date() as never });
    before.save('outgoing', failed.key, failed);
    before.close();
    await withPrototype(LOSING, async () => {
      const storage = storageOf(SERVICE);
      const { drafts, files, outbox } = await storage.open('ada');
      expect([drafts.get('mara')?.text, files.size, outbox.length]).to.deep.equal(['Half a sen', 0, 1]);
      storage.close();
      await storageOf(SERVICE).open('bob');
    });
    expect(await records()).to.deep.equal({});
  });

  it('does not stand in the way of a page that deletes its databases, and goes on afterwards', async () => {
    const storage = storageOf(SERVICE);
    await storage.open('ada');
    storage.saveDraft('mara', draft('Gone'));
    await closeOwn();
    const request = indexedDB.deleteDatabase('inbox-widget-2');
    await new Promise((resolve) => (request.onsuccess = resolve));
    storage.saveDraft('theo', draft('Fine'));
    await storage.open('ada');
    expect(Object.keys(await records())).to.deep.equal([`${SERVICE},ada,draft,theo`]);
  });

  const deny = (): never => {
    throw new DOMException('Not here.', 'SecurityError');
  };
  const TABLE: readonly [what: string, replacement: unknown][] = [
    ['is missing', undefined],
    ['is forbidden', { open: deny }],
    ['fails to open', { open: () => failing({}) }],
  ];
  for (const [what, replacement] of TABLE) {
    it(`fails in silence where IndexedDB ${what}`, () =>
      withIndexedDb(replacement, async () => {
        const storage = storageOf(SERVICE);
        const { drafts } = await storage.open('ada');
        storage.saveDraft('mara', draft('Kept by the store'));
        storage.save('outgoing', failed.key, failed);
        storage.save('outgoing', 'key-1', null);
        expect(await storage.isKept('outgoing', 'key-1'), 'sent rather than lost').to.equal(true);
        await storage.wipe();
        expect(drafts.size).to.equal(0);
      }));
  }

  it('fails in silence where a record cannot be kept', async () => {
    const storage = storageOf(SERVICE);
    await storage.open('ada');
    storage.saveDraft('mara', { text: 'Hello', attachments: [(() => 1) as never] });
    storage.saveDraft('theo', draft('Fine'));
    expect(Object.keys(await records())).to.deep.equal([`${SERVICE},ada,draft,theo`]);
  });
});

type Table = typeof IDBObjectStore.prototype;
const { get, put } = IDBObjectStore.prototype;

/** Reading fails where the record is one that was lost: as any request that fails, it aborts its transaction unless that is prevented. */
const LOSING: Partial<Table> = {
  get(this: Table, key: IDBValidKey) {
    return (key as string[]).at(-1) === 'lost' ? (this.add(0, key) as IDBRequest) : get.call(this, key);
  },
  getAll(this: Table) {
    return this.add(0, [SERVICE, 'ada', 'file', 'lost']) as IDBRequest;
  },
};

/** Firefox accepts what is too much for it, and then fails to store it. */
const FULL: Partial<Table> = {
  put(this: Table, value: unknown, key?: IDBValidKey) {
    const request = put.call(this, value, key);
    request.addEventListener('success', () => this.transaction.abort());
    return request;
  },
};

/** Runs with tables that behave otherwise. */
async function withPrototype(otherwise: Partial<Table>, run: () => Promise<void>): Promise<void> {
  const table = IDBObjectStore.prototype;
  const own = Object.getOwnPropertyDescriptors(table);
  Object.assign(table, otherwise);
  try {
    await run();
  } finally {
    Object.defineProperties(table, own);
  }
}

/** A request that fails in a task of its own. */
function failing(request: { onerror?: () => void; error?: Error }): object {
  request.error = new DOMException('Full.', 'QuotaExceededError');
  queueMicrotask(() => request.onerror?.());
  return request;
}
