import { InboxError } from '../../errors.js';
import { asInboxError } from '../failures.js';
import type { Timers } from '../timers.js';
import { unexpected } from './answer.js';
import type { ServiceClient } from './service-client.js';
import { SseParser, type StreamEvent } from './sse-parser.js';

/** Without a byte for so long, a stream is dead, whatever the browser thinks: the service sends a comment every 15 s. */
export const SILENCE_MS = 45_000;

/** Told of one connection; nothing more once it was closed or has ended. */
export interface ConnectionHandlers {
  opened(connection: StreamConnection): void;
  /** The first byte has come. */
  heard(): void;
  received(event: StreamEvent): void;
  positioned(lastEventId: string): void;
  /** @param error `null` where the service has ended it. */
  ended(connection: StreamConnection, error: InboxError | null): void;
}

/** One connection to the service's event stream, from the request to its end. */
export class StreamConnection {
  readonly #client: ServiceClient;
  readonly #timers: Timers;
  readonly #handlers: ConnectionHandlers;
  readonly #abort = new AbortController();
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #watch: unknown;
  #heardAt: number;
  /** The token that it was opened with; `null` before it is. */
  token: string | null = null;
  isHeard = false;
  /** It has ended, or was held to be dead, because nothing came. */
  isSilent = false;

  /** @param position The last event's id, or empty to begin with now. */
  constructor(client: ServiceClient, timers: Timers, position: string, handlers: ConnectionHandlers) {
    this.#client = client;
    this.#timers = timers;
    this.#handlers = handlers;
    this.#heardAt = timers.now();
    void this.#run(position);
  }

  /** Ends it where nothing has come for too long. A page that slept learns so at once when it wakes. */
  check(): void {
    this.#timers.clear(this.#watch);
    const silentFor = this.#timers.now() - this.#heardAt;
    if (silentFor < SILENCE_MS) {
      this.#watch = this.#timers.set(() => this.check(), Math.min(SILENCE_MS, SILENCE_MS - silentFor));
      return;
    }
    this.isSilent = !this.isHeard;
    this.#end(new InboxError('INBOX_SERVICE_UNREACHABLE', 'The event stream has fallen silent.'));
  }

  close(): void {
    this.#abort.abort();
    this.#timers.clear(this.#watch);
    this.#reader?.cancel().catch(() => undefined);
  }

  async #run(position: string): Promise<void> {
    const { signal } = this.#abort;
    this.check();
    try {
      const headers = { accept: 'text/event-stream', ...(position && { 'last-event-id': position }) };
      await this.#client.request('/inbox/events', (response, token) => this.#open(response, token), {
        headers,
        signal,
        limitMs: 0,
      });
      if (signal.aborted) return this.close();
      this.#handlers.opened(this);
      await this.#read();
      this.isSilent = !this.isHeard;
      this.#end(null);
    } catch (error) {
      this.#end(
        error instanceof TypeError
          ? new InboxError('INBOX_SERVICE_UNREACHABLE', 'The event stream was lost.')
          : asInboxError(error),
      );
    }
  }

  #open({ headers, body }: Response, token: string): void {
    // A login page answers 200 as well.
    if (!body || !headers.get('content-type')?.startsWith('text/event-stream')) {
      void body?.cancel();
      throw unexpected('event stream');
    }
    this.#reader = body.getReader();
    this.token = token;
  }

  async #read(): Promise<void> {
    const { signal } = this.#abort;
    const parser = new SseParser(
      (event) => signal.aborted || this.#handlers.received(event),
      (id) => signal.aborted || this.#handlers.positioned(id),
    );
    for (;;) {
      const chunk = await this.#reader?.read();
      if (!chunk || chunk.done || signal.aborted) return;
      this.#heardAt = this.#timers.now();
      if (!this.isHeard) {
        this.isHeard = true;
        this.#handlers.heard();
      }
      parser.push(chunk.value);
    }
  }

  #end(error: InboxError | null): void {
    if (this.#abort.signal.aborted) return;
    this.close();
    this.#handlers.ended(this, error);
  }
}
