import type { InboxState } from '../inbox/state.js';
import type { ViewClock } from './clock.js';
import type { Condition } from './view-options.js';

/** Shorter interruptions than this are nobody's business. */
const RECONNECTING_SHOWN_AFTER_MS = 5_000;

/** The one line above everything. */
export type Notice =
  | { readonly kind: 'offline' | 'reconnecting' }
  | { readonly kind: 'statusRefused' | 'unreadRefused' }
  | { readonly kind: 'notDownloaded'; readonly name: string };

/** Decides what concerns the whole inbox and is said above it: what was not done first, then what the connection does. */
export class NoticeBoard {
  readonly #clock: ViewClock;
  readonly #changed: () => void;
  #cancel: (() => void) | null = null;
  #isLong = false;
  #notDownloaded: string | null = null;

  constructor(clock: ViewClock, changed: () => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  /** The notice for this state. Begins and ends the wait before a lost connection is told. */
  notice({ connection, refused }: InboxState, condition: Condition): Notice | null {
    const reconnecting = condition.kind === 'reconnecting' || connection === 'reconnecting';
    if (!reconnecting) this.#stopWaiting();
    else
      this.#cancel ??= this.#clock.after(RECONNECTING_SHOWN_AFTER_MS, () => {
        this.#isLong = true;
        this.#changed();
      });
    if (this.#notDownloaded !== null) return { kind: 'notDownloaded', name: this.#notDownloaded };
    if (refused) return { kind: `${refused.change}Refused` };
    if (connection === 'offline') return { kind: 'offline' };
    return reconnecting && this.#isLong ? { kind: 'reconnecting' } : null;
  }

  /** A file could not be had. Stays until it has been read, or the next one can. */
  notDownloaded(name: string | null): void {
    this.#notDownloaded = name;
    this.#changed();
  }

  dispose(): void {
    this.#stopWaiting();
  }

  #stopWaiting(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#isLong = false;
  }
}
