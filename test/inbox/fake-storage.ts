import type { OutgoingMessage } from '../../src/inbox/state.js';
import type { InboxStorage, StoredFile } from '../../src/inbox/storage.js';

/** Storage that a test can look into. */
export function openStorage(stored: Partial<Awaited<ReturnType<InboxStorage['open']>>> = {}) {
  const log: string[] = [];
  const storage: InboxStorage = {
    open: (clientId) => {
      log.push(`open ${clientId}`);
      return Promise.resolve({ drafts: new Map(), files: new Map(), outbox: [], ...stored });
    },
    saveDraft: (id, draft) => log.push(`draft ${id} ${draft ? `${draft.text}+${draft.attachments.length}` : 'none'}`),
    save: (kind, key, value) => {
      if (value) log.push(`${kind} ${key} ${'file' in value ? `${value.conversationId} ${value.file.name}` : value.status}`);
      else log.push(kind === 'file' ? `file ${key} none` : `sent ${key}`);
    },
    isKept: () => Promise.resolve(true),
    close: () => undefined,
    wipe: () => {
      log.push('wipe');
      return Promise.resolve();
    },
  };
  return { storage, log };
}

/** Storage that gives the next page what this one has left. */
export function lastingStorage(): InboxStorage {
  const outbox = new Map<string, OutgoingMessage>();
  const files = new Map<string, StoredFile>();
  const tables = { file: files as Map<string, unknown>, outgoing: outbox as Map<string, unknown> };
  return {
    open: () => Promise.resolve({ drafts: new Map(), files: new Map(files), outbox: [...outbox.values()] }),
    saveDraft: () => undefined,
    save: (kind, key, value) => void (value ? tables[kind].set(key, value) : tables[kind].delete(key)),
    isKept: (kind, key) => Promise.resolve(tables[kind].has(key)),
    close: () => undefined,
    wipe: () => Promise.resolve(outbox.clear()),
  };
}
