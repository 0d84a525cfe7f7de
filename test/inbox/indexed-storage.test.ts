import { expect } from 'chai';
import { clear, createStore, entries, set } from 'idb-keyval';
import { InboxError } from '../../src/errors.js';
import type { OutgoingMessage } from '../../src/inbox/state.js';
import { IndexedStorage } from '../../src/inbox/indexed-storage.js';
import type { InboxStorage } from '../../src/inbox/storage.js';

const SERVICE = 'https://service.example';
const table = createStore('inbox-widget-2', 'writing');
const draft = (text: string) => ({ text, attachments: [] });

const failed: OutgoingMessage = {
  key: 'key-1',
  conversationId: 'mara',
  text: 'Hello',
  attachments: [],
  createdAt: '2026-05-21T09:44:00.000Z',
  status: 'failed',
  error: new InboxError('INBOX_MESSAGE_REJECTED', 'No.', { status: 422, serviceCode: 'field_invalid' }),
};

/** What is in the database, once all that was asked of it is done. */
const records = async (): Promise<Record<string, unknown>> => {
  const all = await entries<string[], unknown>(table);
  return Object.fromEntries(all.map(([key, value]) => [key.join(), value]));
};

/** Lets go of this file's own connection, until it is used again. */
const closeOwn = (): Promise<void> =>
  table('readonly', ({ transaction: { db } }) => {
    db.close();
    db.onclose?.(new Event('close'));
  });

/** Runs with a global replaced, and without the connection that the page has already. */
async function withIndexedDb(replacement: unknown, run: () => Promise<void>): Promise<void> {
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

describe('storage in IndexedDB', () => {
  // Other files' elements write to the same database.
  beforeEach(() => clear(table));
  const opened: InboxStorage[] = [];
  const storageOf = (...given: ConstructorParameters<typeof IndexedStorage>): InboxStorage => {
    const storage = new IndexedStorage(...given);
    opened.push(storage);
    return storage;
  };
  afterEach(() => {
    for (const storage of opened.splice(0)) storage.close();
  });

  it('gives back what its client has written, errors with their class', async () => {
    const storage = storageOf(SERVICE);
    await storage.open('ada');
    storage.saveDraft('mara', draft('Half a sen'));
    storage.saveDraft('theo', draft('Gone'));
    storage.saveDraft('theo', null);
    storage.saveOutgoing(failed);
    storage.saveOutgoing({ ...failed, key: 'key-2', status: 'waiting', error: null });
    storage.removeOutgoing('key-2');
    storage.saveOutgoing({ ...failed, key: 'key-3', status: 'waiting', error: null });
    const { drafts, outbox } = await storageOf(SERVICE).open('ada');
    expect([...drafts]).to.deep.equal([['mara', draft('Half a sen')]]);
    expect(outbox).to.have.length(2);
    expect(outbox[1]).to.deep.include({ key: 'key-3', status: 'waiting', error: null });
    expect(outbox[0]).to.deep.include({ key: 'key-1', text: 'Hello', status: 'failed' });
    expect(outbox[0]?.error).to.be.instanceOf(InboxError);
    expect(outbox[0]?.error).to.include({ code: 'INBOX_MESSAGE_REJECTED', status: 422, serviceCode: 'field_invalid' });
  });

  it('takes away a draft that is sent, and none that another tab has written in the same conversation', async () => {
    const [here, there] = [storageOf(SERVICE), storageOf(SERVICE)];
    const left = async (): Promise<string | undefined> => (await storageOf(SERVICE).open('ada')).drafts.get('mara')?.text;
    await here.open('ada');
    await there.open('ada');
    there.saveDraft('mara', draft('Long and dear'));
    here.saveDraft('mara', draft('Y'));
    here.saveDraft('mara', draft('Yes'));
    expect(await left(), 'the newest').to.equal('Yes');
    here.saveDraft('mara', null);
    expect(await left(), 'written before').to.equal('Long and dear');
    here.saveDraft('mara', draft('No'));
    there.saveDraft('mara', draft('Long and dearer'));
    here.saveDraft('mara', null);
    expect(await left(), 'written after').to.equal('Long and dearer');
    there.saveDraft('mara', null);
    expect(await records()).to.deep.equal({});
  });

  it('keeps nothing of a client whom another one follows', async () => {
    const storage = storageOf(SERVICE);
    await storage.open('ada');
    storage.saveDraft('mara', draft('Hers'));
    await storage.open('grace');
    expect(await records()).to.deep.equal({});
  });

  it('keeps one draft of a tab, also where it is left while that is being written', async () => {
    const storage = storageOf(SERVICE);
    await storage.open('ada');
    storage.saveDraft('mara', draft('H'));
    await records();
    for (const text of ['Ha', 'Half']) storage.saveDraft('mara', draft(text));
    storage.close();
    expect(Object.values(await records())).to.deep.equal([[draft('Half')]]);
  });

  it('keeps one draft of a tab, also where one could not be written', async () => {
    const storage = storageOf(SERVICE);
    await storage.open('ada');
    storage.saveDraft('mara', draft('Half'));
    await records();
    const { put } = IDBObjectStore.prototype;
    // A record is there already, so the request fails; in its own time, as where the disk is full.
    IDBObjectStore.prototype.put = IDBObjectStore.prototype.add;
    try {
      storage.saveDraft('mara', draft('Half a sen'));
      await records();
    } finally {
      IDBObjectStore.prototype.put = put;
    }
    storage.saveDraft('mara', draft('Half a sentence'));
    expect(Object.values(await records())).to.deep.equal([[draft('Half a sentence')]]);
  });

  it('takes away what an earlier page has left, once it is sent', async () => {
    const before = storageOf(SERVICE);
    await before.open('ada');
    before.saveDraft('mara', draft('Half a sen'));
    const storage = storageOf(SERVICE);
    await storage.open('ada');
    storage.saveDraft('mara', null);
    expect(await records()).to.deep.equal({});
  });

  it('gives back a file that is still on its way, where the browser keeps files at all', async function () {
    // WebKit keeps none in a private window, which an automated one is.
    if (!(await set('probe', new Blob(['x']), table).then(() => true, () => false))) return this.skip();
    const storage = storageOf(SERVICE);
    await storage.open('ada');
    storage.saveFile('file-1', { conversationId: 'mara', file: new File(['Oak'], 'oak.txt', { type: 'text/plain' }) });
    storage.saveFile('file-2', { conversationId: 'mara', file: new File(['Gone'], 'gone.txt') });
    storage.saveFile('file-2', null);
    const { files } = await storageOf(SERVICE).open('ada');
    const [[key, kept] = []] = files;
    expect([files.size, key, kept?.conversationId]).to.deep.equal([1, 'file-1', 'mara']);
    expect([kept?.file.name, kept?.file.type, await kept?.file.text()]).to.deep.equal(['oak.txt', 'text/plain', 'Oak']);
  });

  it("deletes another client's writing at the start, and leaves another service's alone", async () => {
    const first = storageOf(SERVICE);
    await first.open('ada');
    first.saveDraft('mara', draft('Of Ada'));
    first.saveOutgoing(failed);
    first.close();
    const elsewhere = storageOf('https://other.example');
    await elsewhere.open('ada');
    elsewhere.saveDraft('mara', draft('Elsewhere'));
    for (const later of ['bob', 'aaron']) {
      const storage = storageOf(SERVICE);
      const { drafts, outbox } = await storage.open(later);
      expect([drafts.size, outbox.length]).to.deep.equal([0, 0]);
      expect(Object.keys(await records())).to.deep.equal(['https://other.example,ada,draft,mara']);
      storage.saveDraft('theo', draft('Of another'));
      storage.close();
    }
  });

  it('leaves two clients of one page what each has written', async () => {
    const [ada, bob] = [storageOf(SERVICE), storageOf(SERVICE)];
    await ada.open('ada');
    ada.saveDraft('mara', draft('Of Ada'));
    await bob.open('bob');
    bob.saveDraft('mara', draft('Of Bob'));
    expect(Object.keys(await records())).to.have.length(2);
    await bob.wipe();
    expect(Object.keys(await records())).to.deep.equal([`${SERVICE},ada,draft,mara`]);
  });

  it('leaves what a client has written in one inbox where another one goes that keeps nothing', async () => {
    const ada = storageOf(SERVICE);
    await ada.open('ada');
    ada.saveDraft('mara', draft('Of Ada'));
    const forgetful = storageOf(SERVICE, false);
    await forgetful.open('ada');
    forgetful.close();
    await storageOf(SERVICE).open('bob');
    expect(Object.keys(await records())).to.deep.equal([`${SERVICE},ada,draft,mara`]);
  });

  it('leaves what is on screen in the other inboxes where one of them goes', async () => {
    const [ada, bob] = [storageOf(SERVICE), storageOf(SERVICE)];
    await ada.open('ada');
    await bob.open('bob');
    bob.saveDraft('mara', draft('Of Bob'));
    ada.close();
    await storageOf(SERVICE).open('cleo');
    expect(Object.keys(await records())).to.deep.equal([`${SERVICE},bob,draft,mara`]);
  });

  it('keeps nothing, and deletes what was kept, where nothing is to be kept from now on', async () => {
    const before = storageOf(SERVICE);
    await before.open('ada');
    before.saveDraft('mara', draft('Of an earlier page'));
    before.close();
    const storage = storageOf(SERVICE, false);
    const { drafts } = await storage.open('ada');
    storage.saveDraft('theo', draft('In memory'));
    expect([drafts.size, await records()]).to.deep.equal([0, {}]);
  });

  it('keeps nothing after it was wiped, until it is opened again', async () => {
    const storage = storageOf(SERVICE);
    await storage.open('ada');
    storage.saveDraft('mara', draft('Secret'));
    await storage.wipe();
    storage.saveDraft('mara', draft('Too late'));
    expect(await records()).to.deep.equal({});
    await storage.open('ada');
    storage.saveDraft('mara', draft('Again'));
    expect(Object.keys(await records())).to.have.length(1);
  });

  it('keeps nothing before it is known whose it is', async () => {
    storageOf(SERVICE).saveDraft('mara', draft('Whose?'));
    expect(await records()).to.deep.equal({});
  });

  it('keeps nothing at all without a service', async () => {
    const storage = storageOf();
    await storage.open('ada');
    storage.saveDraft('mara', draft('In memory'));
    storage.saveOutgoing(failed);
    expect(await records()).to.deep.equal({});
    await storage.wipe();
    expect(await records()).to.deep.equal({});
  });

  it('knows what is still kept, whoever has taken it away', async () => {
    const storage = storageOf(SERVICE);
    await storage.open('ada');
    storage.saveOutgoing(failed);
    expect(await storage.isKept('outgoing', 'key-1')).to.equal(true);
    const other = storageOf(SERVICE);
    await other.open('ada');
    other.removeOutgoing('key-1');
    await records();
    expect(await storage.isKept('outgoing', 'key-1')).to.equal(false);
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

  it('has one connection, however many inboxes come and go: a browser keeps each for the page’s life', async () => {
    const { indexedDB: real } = globalThis;
    let connections = 0;
    const counting = { open: (name: string) => (connections++, real.open(name)) };
    await withIndexedDb(counting, async () => {
      for (const client of ['ada', 'ben', 'ada']) {
        const storage = storageOf(SERVICE);
        await storage.open(client);
        storage.close();
      }
    });
    expect(connections).to.equal(1);
  });

  it('leaves what a client has written where its inbox goes before that is read', async () => {
    const before = storageOf(SERVICE);
    await before.open('ada');
    before.saveDraft('mara', draft('Half a sen'));
    before.close();
    const storage = storageOf(SERVICE);
    const opening = storage.open('ada');
    storage.close();
    await opening;
    expect(Object.keys(await records())).to.deep.equal([`${SERVICE},ada,draft,mara`]);
  });

  it('gives back all else where the browser has lost a record, and deletes it with its client', async () => {
    const before = storageOf(SERVICE);
    await before.open('ada');
    before.saveDraft('mara', draft('Half a sen'));
    before.saveFile('lost', { conversationId: 'mara', file: new Date() as never });
    before.saveOutgoing(failed);
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
        storage.saveOutgoing(failed);
        storage.removeOutgoing('key-1');
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
