import type { InboxSource } from './inbox-source.js';
import type { Requests } from './requests.js';
import type { StateCell } from './state-cell.js';
import type { InboxStorage } from './storage.js';
import type { PageClock } from '../page-clock.js';

/** What the parts of one store share. */
export interface StoreParts {
  readonly cell: StateCell;
  readonly source: InboxSource;
  /** Requests for what is on screen. */
  readonly reads: Requests;
  /** Requests for what the person has done. */
  readonly writes: Requests;
  /** Keeps what the person has written. */
  readonly storage: InboxStorage;
  readonly clock: PageClock;
  /** Makes idempotency keys. */
  readonly randomKey: () => string;
}
