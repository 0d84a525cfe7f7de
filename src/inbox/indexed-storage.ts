import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';
import { InboxError, type InboxErrorCode } from '../errors.js';
import { pageShared } from '../page-shared.js';
import type { OutgoingMessage } from './state.js';
import type { InboxStorage, StoredDraft, StoredFile, StoredWriting } from './storage.js';

/** Named for the shape of its records: another shape gets another database, since a new table would need a new version of this one. */
const DATABASE = 'inbox-widget-2';
const TABLE = 'writing';

/** Service, client, kind, and id of a conversation or key of a file or message. */
type RecordKey = [service: string, clientId: string, kind: 'draft' | 'file' | 'outgoing', id: string];

/** Service and client of each storage that is open on this page: an inbox on screen must lose nothing when another client's opens. */
const inUse = (): string[] => pageShared('writing-in-use/1', () => []);

const ownerOf = ([service, clientId]: readonly [service: string, clientId: string, ...rest: string[]]): string => `${service} ${clientId}`;

interface StoredError {
  readonly code: InboxErrorCode;
  readonly message: string;
  readonly status: number | undefined;
  readonly serviceCode: string | undefined;
}

/**
 * Keeps drafts and unsent messages in the browser's IndexedDB. Every failure – no IndexedDB, forbidden, full, closed – is
 * silent: the store has everything in memory as well.
 */
export class IndexedStorage implements InboxStorage {
  readonly #service: string;
  readonly #keeps: boolean;
  /** One connection for the page: a browser keeps each unclosed one, and its `IndexedStorage` with it, for the page's life. */
  readonly #store: UseStore = pageShared('writing-table/1', () => createStore(DATABASE, TABLE));
  #clientId: string | null = null;
  /** By conversation, the draft that was written or found here, as JSON. What another tab has written is not ours to remove. */
  readonly #own = new Map<string, string>();

  /**
   * @param service Address of the service whose clients' writing is kept. Default: none, so that nothing outlives the page.
   * @param keeps Whether anything is kept from now on; if not, what an earlier page has kept is deleted.
   */
  constructor(service = '', keeps = true) {
    this.#service = service;
    this.#keeps = keeps;
  }

  async open(clientId: string): Promise<StoredWriting> {
    this.close();
    this.#clientId = clientId;
    if (this.#keeps) inUse().push(this.#owner);
    const drafts = new Map<string, StoredDraft>();
    const files = new Map<string, StoredFile>();
    const outbox: OutgoingMessage[] = [];
    await quietly(() =>
      this.#use('readwrite', async (table) => {
        // A record that the browser cannot read any longer, as where its file is lost, keeps none of the others from being read.
        table.transaction.onerror = (event) => event.preventDefault();
        const keys = (await promisifyRequest(table.getAllKeys(below(this.#service)))) as RecordKey[];
        const take = async (key: RecordKey): Promise<void> => {
          const [, owner, kind, id] = key;
          if (this.#keeps && owner === clientId) {
            const value: unknown = await promisifyRequest(table.get(key));
            if (kind === 'draft') {
              const draft = (value as StoredDraft[]).at(-1) as StoredDraft;
              drafts.set(id, draft);
              this.#own.set(id, JSON.stringify(draft));
            } else if (kind === 'file') files.set(id, value as StoredFile);
            else outbox.push(revive(value as OutgoingMessage));
          } else if (!inUse().includes(ownerOf(key))) table.delete(key);
        };
        await Promise.all(keys.map((key) => quietly(() => take(key))));
      }),
    );
    return { drafts, files, outbox };
  }

  /** A record holds the draft of each tab that writes in the conversation, the newest last: when one sends, the others keep theirs. */
  saveDraft(conversationId: string, draft: StoredDraft | null): void {
    const key = this.#keyOf('draft', conversationId);
    if (!key) return;
    void this.#write(async (table) => {
      const all = (await promisifyRequest<StoredDraft[] | undefined>(table.get(key))) ?? [];
      const next = all.filter((other) => JSON.stringify(other) !== this.#own.get(conversationId));
      if (draft) next.push(draft);
      if (next.length) table.put(next, key);
      else table.delete(key);
      // Not before it is stored: a browser that is full says so last of all.
      table.transaction.addEventListener('complete', () => this.#own.set(conversationId, JSON.stringify(draft)));
    });
  }

  save(kind: 'file' | 'outgoing', id: string, value: StoredFile | OutgoingMessage | null): void {
    const key = this.#keyOf(kind, id);
    if (!key) return;
    const { error } = { ...value } as Partial<OutgoingMessage>;
    // Apart from the message, what an error says is in properties of its own, which are all that storage keeps.
    const stored = error ? { ...value, error: { ...error, message: error.message } } : value;
    void this.#write((table) => (stored ? table.put(stored, key) : table.delete(key)));
  }

  async isKept(kind: 'file' | 'outgoing', id: string): Promise<boolean> {
    const key = this.#keyOf(kind, id);
    try {
      return !key || (await this.#use('readonly', (table) => promisifyRequest(table.count(key)))) > 0;
    } catch {
      return true;
    }
  }

  wipe(): Promise<void> {
    const path = this.#clientId === null ? [this.#service] : [this.#service, this.#clientId];
    this.close();
    return this.#write((table) => table.delete(below(...path)));
  }

  close(): void {
    // A storage that keeps nothing has put nothing there: what is found would belong to another storage of the same client.
    const at = this.#keeps ? inUse().indexOf(this.#owner) : -1;
    if (at >= 0) inUse().splice(at, 1);
    this.#clientId = null;
  }

  get #owner(): string {
    return ownerOf([this.#service, this.#clientId ?? '']);
  }

  #keyOf(kind: RecordKey[2], id: string): RecordKey | null {
    return this.#clientId === null || !this.#keeps ? null : [this.#service, this.#clientId, kind, id];
  }

  /**
   * Does `work` in one transaction.
   *
   * @throws where nothing can be stored, or there is no service to store it for
   */
  async #use<T>(mode: IDBTransactionMode, work: (table: IDBObjectStore) => T | PromiseLike<T>): Promise<T> {
    if (!this.#service) throw new Error();
    return this.#store(mode, (table) => {
      const { db } = table.transaction;
      // Whoever deletes or upgrades the database must not have to wait for this connection.
      db.onversionchange = (event) => {
        db.close();
        // Not fired for a close of one's own: tells `idb-keyval` to open another connection for what comes next.
        db.onclose?.(event);
      };
      return work(table);
    });
  }

  #write(change: (table: IDBObjectStore) => unknown): Promise<void> {
    return quietly(() =>
      this.#use('readwrite', (table) => Promise.all([change(table), promisifyRequest(table.transaction)])),
    );
  }
}

/** All keys that begin like this. In IndexedDB's order, an array comes after every string. */
const below = (...start: string[]): IDBKeyRange => IDBKeyRange.bound(start, [...start, []]);

/** Errors lose their class on the way through storage. */
const revive = (message: OutgoingMessage): OutgoingMessage => {
  const stored = message.error as StoredError | null;
  return { ...message, error: stored && new InboxError(stored.code, stored.message, stored) };
};

const quietly = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work();
  } catch {
    // Kept in memory all the same.
  }
};
