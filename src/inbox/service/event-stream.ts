import type { InboxError } from '../../errors.js';
import type { TokenSupplier } from '../../token/token-supplier.js';
import { isInboxError } from '../failures.js';
import type { Connection, SourceEvent } from '../inbox-source.js';
import { retryDelay } from '../retry-delay.js';
import type { PageClock } from '../../page-clock.js';
import { Timers } from '../../timers.js';
import { unexpected, unreachable } from './answer.js';
import type { PageSignal, PageSignals } from './page-signals.js';
import type { ServiceClient } from './service-client.js';
import { SseParser } from './sse-parser.js';
import { TabSignal } from './tab-signal.js';
import { parseEvent } from './wire.js';

/** A page that has been hidden for this long lets go of its stream. */
const HIDDEN_MS = 60_000;
/** How often a hidden page asks for the unread count, and how soon a poll that failed is repeated. */
const SLOW_POLL_MS = 60_000;
/** Without a byte for this long, a stream is dead, whatever the browser thinks: the service sends a comment every 15 s. */
const SILENCE_MS = 45_000;
/** Time between the service's comments. A stream that has let one through works; one that ends sooner may be cut off each time. */
const HEARTBEAT_MS = 15_000;
/** Streams count as blocked after an attempt that brought nothing, and after one more than this many in a row that failed in any way. */
const FAILED_ATTEMPTS = 3;
/** After this many attempts in a row that brought nothing, a stream is tried only every `STREAM_AGAIN_MS`. */
const SILENT_ATTEMPTS = 3;
/** How often the inbox is polled where streams are blocked, and how often a stream is tried all the same. */
const POLL_MS = 20_000;
const STREAM_AGAIN_MS = 300_000;
/** So much of the stream, some twenty messages, is taken in at once: on a slow machine, that and drawing it take a frame or two. */
const PIECE_BYTES = 10_000;
/** How often it is checked whether the token has been renewed since the stream was opened. */
const TOKEN_CHECK_MS = 5_000;

export interface EventStreamOptions {
  readonly client: ServiceClient;
  readonly tokens: TokenSupplier;
  readonly clock: PageClock;
  readonly random: () => number;
  readonly page: PageSignals;
  /** Called with what the service reports, and with each change of the connection. */
  readonly emit: (event: SourceEvent) => void;
  /** Asks the service for the unread count, and emits it. */
  readonly poll: () => Promise<void>;
}

/**
 * Follows the service's events over one connection at a time, and over none while nobody is looking. What was missed
 * between two connections comes with the next, which goes on from the last event's id.
 */
export class EventStream {
  readonly #options: EventStreamOptions;
  /** This client's other tabs: where one of them has a stream, a hidden page needs none. */
  readonly tabs: TabSignal;
  /** Ends the connection; aborted where there is none. */
  #cut = new AbortController();
  /** Something has come over this connection. */
  #isHeard = false;
  /** When something last came, or the attempt began, in ms since 1970. */
  #heardAt = 0;
  /** Id of the last event; empty before the first. */
  #position = '';
  /** Attempts in a row without a stream that has worked for a heartbeat. */
  #attempt = 0;
  /** Attempts in a row in which nothing came before the stream fell silent or was ended. */
  #silentAttempts = 0;
  /** Why the last connection failed, or the last poll; `undefined` where the service ended it. */
  #error: InboxError | undefined;
  /** It has been reopened since the service seemed to be back, and nothing has come since. */
  #isWoken = false;
  /** State of the connection, as it was last reported. */
  connection: Connection = 'connecting';
  /** There is no connection, and none is attempted: nobody is looking. */
  #isIdle = true;
  readonly #timers: Timers<'silence' | 'token' | 'retry' | 'idle' | 'hide' | 'poll'>;
  #unlisten: (() => void) | undefined;

  constructor(options: EventStreamOptions) {
    this.#options = options;
    this.#timers = new Timers(options.clock);
    this.tabs = new TabSignal(options.client.service, () => {
      if (!this.#isIdle && !options.page.isVisible) this.#goIdle();
    });
  }

  start(): void {
    if (this.#unlisten) return;
    this.#unlisten = this.#options.page.listen((signal) => this.#take(signal));
    this.tabs.start();
    if (this.#options.page.isVisible) void this.#connect();
    else this.#goIdle();
  }

  stop(): void {
    this.#unlisten?.();
    this.#unlisten = undefined;
    this.tabs.stop();
    this.#cancelAll();
    this.connection = 'connecting';
  }

  /**
   * A request has just succeeded: if the stream failed for lack of a token that the service accepts, that is over, and it
   * is reopened at once. Where streams alone are blocked, the success of other requests says nothing about them.
   *
   * @param isBack The request before it could not reach the service either: so that may be over, which is tried once.
   */
  wake(isBack: boolean): void {
    const { code, status } = this.#error ?? {};
    const isOver = isBack && !this.#isWoken;
    if (!code || !this.#timers.has('retry') || !(isOver || status === 401 || !code.startsWith('INBOX_SERVICE'))) return;
    this.#isWoken ||= isBack;
    void this.#connect();
  }

  #take(signal: PageSignal): void {
    switch (signal) {
      case 'hidden':
        if (!this.#isIdle) this.#timers.set('hide', HIDDEN_MS, () => this.#goIdle());
        return;
      case 'visible':
        this.#timers.cancel('hide');
        // A page that slept finds out only now that its stream is dead.
        if (this.#isOverdue(SILENCE_MS)) void this.#connect();
        return;
      case 'pagehide':
        return this.#cancelAll();
      case 'offline':
        return this.#tell('offline');
      case 'online':
        // A cable or a VPN may come and go while a stream goes on; one that has been silent for a heartbeat may have died of it.
        if (!this.#isIdle && (this.connection === 'offline' || this.#isOverdue(HEARTBEAT_MS))) void this.#connect();
    }
  }

  /** Replaces the present connection, if any, with a new one. */
  async #connect(): Promise<void> {
    const { client, clock } = this.#options;
    this.#cutConnection();
    this.#isIdle = this.#isHeard = false;
    if (this.#isBlocked) void this.#poll();
    const { signal } = (this.#cut = new AbortController());
    const position = this.#position;
    this.#restartSilence();
    try {
      const { reader, token } = await client.request('/events', openBody, {
        headers: { accept: 'text/event-stream', ...(position && { 'last-event-id': position }) },
        signal,
        limitMs: 0,
      });
      const cancel = (): void => void reader.cancel().catch(() => undefined);
      if (signal.aborted) return cancel();
      signal.addEventListener('abort', cancel);
      this.#tell('live');
      // Without a position, what happened before this moment may have been missed.
      if (!position) this.#options.emit({ type: 'reset' });
      this.tabs.tell();
      const openedAt = clock.now();
      this.#watchToken(signal, token);
      const parser = new SseParser((type, data, id) => {
        if (signal.aborted) return;
        const event = parseEvent(type, data);
        if (event) this.#options.emit(event);
        this.#position = id ?? this.#position;
      });
      for (;;) {
        const { done, value } = await reader.read();
        if (signal.aborted) return;
        if (done) return this.#fallSilent();
        this.#hear(openedAt);
        // What has gathered while the page was busy would keep it busy: between one piece and the next, others have their turn.
        for (let at = 0; at < value.length; at += PIECE_BYTES) {
          if (at) await new Promise<void>((goOn) => clock.after(0, goOn));
          parser.push(value.subarray(at, at + PIECE_BYTES));
        }
      }
    } catch (error) {
      if (!signal.aborted) this.#end(isInboxError(error) ? error : unreachable());
    }
  }

  /** Streams seem not to get through, while other requests may: what the page's policy blocks, it blocks for every request. */
  get #isBlocked(): boolean {
    if (this.#error?.code === 'INBOX_BLOCKED_BY_POLICY') return false;
    return this.#attempt > FAILED_ATTEMPTS || this.#silentAttempts > 0;
  }

  #hear(openedAt: number): void {
    this.#isHeard = true;
    this.#isWoken = false;
    this.#silentAttempts = 0;
    this.#timers.cancel('poll');
    this.#restartSilence();
    if (this.#heardAt - openedAt >= HEARTBEAT_MS) this.#attempt = 0;
    // What a browser says of its network is not always true.
    if (this.connection === 'offline') this.#tell('live');
  }

  /** From now on, a stream without a byte for `SILENCE_MS` is given up. */
  #restartSilence(): void {
    this.#heardAt = this.#options.clock.now();
    this.#timers.set('silence', SILENCE_MS, () => this.#fallSilent(unreachable()));
  }

  /** There is no connection, or nothing has come over it for this long. */
  #isOverdue(silenceMs: number): boolean {
    return !this.#timers.has('silence') || this.#options.clock.now() - this.#heardAt >= silenceMs;
  }

  /** @param error Absent where the service has ended the stream. */
  #fallSilent(error?: InboxError): void {
    if (!this.#isHeard) this.#silentAttempts++;
    this.#end(error);
  }

  #end(error?: InboxError): void {
    this.#cutConnection();
    this.#error = error;
    let pause = STREAM_AGAIN_MS;
    if (this.#silentAttempts < SILENT_ATTEMPTS) pause = retryDelay(this.#attempt++, this.#options.random());
    if (this.#isBlocked) void this.#poll();
    else this.#tellLost(error);
    this.#timers.set('retry', pause, () => void this.#connect());
  }

  #tellLost(error: InboxError | undefined): void {
    this.#tell(this.#options.page.isOnline ? 'reconnecting' : 'offline', error);
  }

  #tell(connection: Connection, error?: InboxError): void {
    this.connection = connection;
    this.#options.emit({ type: 'connection', connection, error });
  }

  /** Where streams are blocked, everything on screen is refetched every `POLL_MS`. */
  async #poll(): Promise<void> {
    if (this.#timers.has('poll')) return;
    this.#timers.set('poll', POLL_MS, () => void this.#poll());
    const { poll, emit } = this.#options;
    const error = await poll().catch((cause: InboxError) => cause);
    if (!this.#timers.has('poll')) return;
    if (!error) {
      this.#tell('live');
      return emit({ type: 'reset' });
    }
    this.#error = error;
    this.#tellLost(error);
    this.#timers.cancel('poll');
    // Not even this gets through: a service that is down must not be called more often for it.
    if (this.#isBlocked) this.#timers.set('poll', SLOW_POLL_MS, () => void this.#poll());
  }

  /** Nobody is looking: no stream, and only the unread count is kept up to date. */
  #goIdle(): void {
    this.#cancelAll();
    this.#timers.set('idle', SLOW_POLL_MS, () => {
      this.#goIdle();
      this.#options.poll().catch(() => undefined);
    });
  }

  #cutConnection(): void {
    this.#cut.abort();
    for (const name of ['silence', 'token', 'retry', 'idle'] as const) this.#timers.cancel(name);
  }

  #cancelAll(): void {
    this.#cut.abort();
    this.#timers.cancelAll();
    this.#isIdle = true;
  }

  /** The service ends a stream along with its token. One with the renewed token takes its place long before. */
  #watchToken(signal: AbortSignal, token: string): void {
    this.#timers.set('token', TOKEN_CHECK_MS, async () => {
      const now = await this.#options.tokens.getToken(signal).catch(() => null);
      if (signal.aborted) return;
      if (now === token) this.#watchToken(signal, token);
      else void this.#connect();
    });
  }
}

function openBody({ headers, body }: Response, token: string): { reader: ReadableStreamDefaultReader<Uint8Array>; token: string } {
  // A login page comes with a 200 as well.
  if (!body || !headers.get('content-type')?.startsWith('text/event-stream')) {
    void body?.cancel();
    throw unexpected('event stream');
  }
  return { reader: body.getReader(), token };
}
