import type { InboxSource } from './inbox-source.js';
import type { Loads } from './loads.js';
import type { StateCell } from './state-cell.js';
import type { Timers } from './timers.js';

/** What the rooms of one store share. */
export interface StoreParts {
  readonly cell: StateCell;
  readonly source: InboxSource;
  readonly loads: Loads;
  readonly timers: Timers;
  /** From 0 up to 1. */
  readonly random: () => number;
}
