import { InboxStore, type InboxStoreOptions } from '../../src/inbox/inbox-store.js';
import { IndexedStorage } from '../../src/inbox/indexed-storage.js';
import { browserClock } from '../../src/page-clock.js';

/** A store that keeps nothing beyond the page's life. Default: by the browser's own clock. */
export const plainStore = (options: Pick<InboxStoreOptions, 'source'> & Partial<InboxStoreOptions>): InboxStore =>
  new InboxStore({ storage: new IndexedStorage(), clock: browserClock, ...options });
