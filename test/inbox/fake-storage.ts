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
    saveFile: (key, kept) => log.push(`file ${key} ${kept ? `${kept.conversationId} ${kept.file.name}` : 'none'}`),
    saveOutgoing: ({ key, status }) => log.push(`outgoing ${key} ${status}`),
    isKept: () => Promise.resolve(true),
    removeOutgoing: (key) => log.push(`sent ${key}`),
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
  const put = <T>(table: Map<string, T>, key: string, value: T | null): unknown => (value ? table.set(key, value) : table.delete(key));
  return {
    open: () => Promise.resolve({ drafts: new Map(), files: new Map(files), outbox: [...outbox.values()] }),
    saveDraft: () => undefined,
    saveFile: (key, file) => void put(files, key, file),
    saveOutgoing: (message) => void put(outbox, message.key, message),
    isKept: (kind, key) => Promise.resolve((kind === 'file' ? files : outbox).has(key)),
    removeOutgoing: (key) => void put(outbox, key, null),
    close: () => undefined,
    wipe: () => Promise.resolve(outbox.clear()),
  };
}
