import type { InboxError } from '../../errors.js';
import type { TokenSupplier } from '../../token/token-supplier.js';
import type { Connection } from '../inbox-source.js';
import { retryDelay } from '../retry.js';
import type { Timers } from '../timers.js';
import type { PageSignal, PageSignals } from './page-signals.js';
import type { ServiceClient } from './service-client.js';
import type { StreamEvent } from './sse-parser.js';
import { StreamConnection } from './stream-connection.js';

/** A page that is hidden for so long lets go of its stream. */
const HIDDEN_MS = 60_000;
/** How often a hidden page asks for the unread count. */
const HIDDEN_POLL_MS = 60_000;
/** Attempts that opened a stream on which nothing came; after these, a proxy is held to keep it back. */
const SILENT_ATTEMPTS = 3;
/** How often the inbox is fetched where streams do not pass, and how often a stream is tried all the same. */
const POLL_MS = 20_000;
const STREAM_AGAIN_MS = 300_000;
/** How often it is seen whether the token has been renewed since the stream was opened. */
const TOKEN_CHECK_MS = 5_000;

export interface EventStreamOptions {
  readonly client: ServiceClient;
  readonly tokens: TokenSupplier;
  readonly timers: Timers;
  readonly random: () => number;
  readonly page: PageSignals;
  readonly received: (event: StreamEvent) => void;
  /** Something may have been missed. */
  readonly missed: () => void;
  readonly connection: (connection: Connection, error?: InboxError) => void;
  /** Asks the service for the unread count. */
  readonly poll: () => Promise<unknown>;
  /** A stream has been opened: other tabs that nobody sees may let go of theirs. */
  readonly opened: () => void;
}

/**
 * Follows the service's events over one connection at a time, and over none while nobody looks. What was missed between
 * two connections comes with the next, from the last event's id on.
 */
export class EventStream {
  readonly #options: EventStreamOptions;
  #current: StreamConnection | null = null;
  /** The one that takes the current one's place once it is open. */
  #next: StreamConnection | null = null;
  /** Events that came on the current connection while the next one was being opened: it will tell them again. */
  #told = new Set<string>();
  #position = '';
  #attempt = 0;
  #silentAttempts = 0;
  #error: InboxError | null = null;
  #isReleased = false;
  #timers = new Map<'retry' | 'hide' | 'poll' | 'token', unknown>();
  #unlisten: (() => void) | null = null;
  #checks = new AbortController();

  constructor(options: EventStreamOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#unlisten) return;
    this.#unlisten = this.#options.page.listen((signal) => this.#take(signal));
    if (this.#options.page.isVisible) this.#connect();
    else this.#release();
  }

  stop(): void {
    this.#unlisten?.();
    this.#unlisten = null;
    this.#letGo();
    this.#isReleased = false;
  }

  /** Another tab of this client has opened a stream: a page that nobody sees needs none. */
  yield(): void {
    if (this.#unlisten && !this.#isReleased && !this.#options.page.isVisible) this.#release();
  }

  /** A request has just succeeded: what has stood in the way for want of a token stands there no more. */
  wake(): void {
    if (this.#error && !this.#error.code.startsWith('INBOX_SERVICE')) this.#hurry();
  }

  #take(signal: PageSignal): void {
    const { connection } = this.#options;
    switch (signal) {
      case 'hidden':
        if (!this.#isReleased) this.#plan('hide', HIDDEN_MS, () => this.#release());
        return;
      case 'visible':
      case 'return':
        this.#cancel('hide');
        if (this.#isReleased) this.#connect();
        else if (this.#current) this.#current.check();
        else this.#hurry();
        return;
      case 'leave':
        this.#letGo();
        this.#isReleased = true;
        return;
      case 'offline':
        return connection('offline');
      case 'online':
        if (!this.#isReleased) this.#connect();
    }
  }

  #connect(): void {
    this.#cancel('retry');
    this.#next?.close();
    this.#current?.close();
    this.#next = null;
    if (this.#isReleased) this.#cancel('poll');
    this.#isReleased = false;
    this.#current = this.#open();
  }

  /** Tries at once what was to be tried later. */
  #hurry(): void {
    if (this.#timers.has('retry')) this.#connect();
  }

  #open(): StreamConnection {
    const { client, timers, received, missed, connection, opened } = this.#options;
    const isFresh = !this.#position;
    return new StreamConnection(client, timers, this.#position, {
      opened: (opening) => {
        if (opening === this.#next) {
          this.#current?.close();
          this.#current = opening;
          this.#next = null;
        }
        this.#error = null;
        connection('live');
        // Between the last answer and this moment, or the last stream and this one, is a gap that no id bridges.
        if (isFresh) missed();
        opened();
        this.#checkToken();
      },
      heard: () => {
        this.#attempt = 0;
        this.#silentAttempts = 0;
        this.#cancel('poll');
      },
      received: (event) => {
        if (event.id === undefined || !this.#told.delete(event.id)) received(event);
        if (this.#next && event.id !== undefined) this.#told.add(event.id);
      },
      positioned: (position) => {
        this.#position = position;
      },
      ended: (ended, error) => this.#ended(ended, error),
    });
  }

  #ended(ended: StreamConnection, error: InboxError | null): void {
    if (ended === this.#next) {
      this.#next = null;
      return;
    }
    this.#current = this.#next;
    this.#next = null;
    if (this.#current) return;
    const { page, random, connection } = this.#options;
    this.#error = error;
    if (ended.isSilent) this.#silentAttempts++;
    if (this.#silentAttempts >= SILENT_ATTEMPTS) {
      this.#poll();
      return this.#plan('retry', STREAM_AGAIN_MS, () => this.#connect());
    }
    connection(page.isOnline ? 'reconnecting' : 'offline', error ?? undefined);
    this.#plan('retry', retryDelay(this.#attempt++, random()), () => this.#connect());
  }

  /** Where no stream passes, everything on screen is fetched anew every now and then. */
  #poll(): void {
    if (this.#timers.has('poll')) return;
    const { poll, missed, connection } = this.#options;
    poll().then(
      () => {
        if (!this.#timers.has('poll')) return;
        connection('live');
        missed();
      },
      (error: InboxError) => {
        if (this.#timers.has('poll')) connection('reconnecting', error);
      },
    );
    this.#plan('poll', POLL_MS, () => this.#poll());
  }

  /** Nobody looks: no stream, and only the unread count is kept up to date. */
  #release(): void {
    this.#letGo();
    this.#isReleased = true;
    const again = (): void => {
      this.#options.poll().catch(() => undefined);
      this.#plan('poll', HIDDEN_POLL_MS, again);
    };
    this.#plan('poll', HIDDEN_POLL_MS, again);
  }

  #letGo(): void {
    for (const name of this.#timers.keys()) this.#cancel(name);
    this.#checks.abort();
    this.#checks = new AbortController();
    this.#next?.close();
    this.#current?.close();
    this.#next = null;
    this.#current = null;
    this.#told.clear();
  }

  /** The service ends a stream with its token. One with the renewed token takes its place long before. */
  #checkToken(): void {
    this.#plan('token', TOKEN_CHECK_MS, () => {
      const current = this.#current;
      this.#options.tokens.getToken(this.#checks.signal).then(
        (token) => {
          if (!current || current !== this.#current) return;
          if (current.token !== null && current.token !== token && !this.#next) {
            this.#told.clear();
            this.#next = this.#open();
          }
          this.#checkToken();
        },
        () => {
          if (current && current === this.#current) this.#checkToken();
        },
      );
    });
  }

  #plan(name: 'retry' | 'hide' | 'poll' | 'token', delayMs: number, run: () => void): void {
    this.#cancel(name);
    this.#timers.set(
      name,
      this.#options.timers.set(() => {
        this.#timers.delete(name);
        run();
      }, delayMs),
    );
  }

  #cancel(name: 'retry' | 'hide' | 'poll' | 'token'): void {
    this.#options.timers.clear(this.#timers.get(name));
    this.#timers.delete(name);
  }
}
