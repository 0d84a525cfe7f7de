import { Problem } from '../http/problem.js';
import { encodeEvent, EventStream, type StreamOwner } from './event-stream.js';

/** docs/wire.md, section 3: a comment every 15 s. */
export const HEARTBEAT_MS = 15_000;

/** After that long a heartbeat has shown which streams have no reader any more. */
const RETRY_AFTER_S = String(2 * (HEARTBEAT_MS / 1000));

/** The open streams of all clients. */
export class EventHub {
  readonly #streams = new Map<string, Set<EventStream>>();
  readonly #now: () => number;
  readonly #maxForClient: number;

  /** @param maxForClient Streams that one client can have open. */
  constructor(now: () => number, maxForClient: number) {
    this.#now = now;
    this.#maxForClient = maxForClient;
  }

  /** Number of open streams. */
  get size(): number {
    let size = 0;
    for (const streams of this.#streams.values()) size += streams.size;
    return size;
  }

  isOpenFor(clientId: string): boolean {
    return this.#streams.has(clientId);
  }

  /** @throws {Problem} `too_many_requests` with `Retry-After` where the client has as many as it can have */
  open(owner: StreamOwner): EventStream {
    const streams = this.#streams.get(owner.clientId) ?? new Set();
    if (streams.size >= this.#maxForClient) {
      throw new Problem('too_many_requests', {
        detail: `The client has ${streams.size} streams open.`,
        headers: { 'retry-after': RETRY_AFTER_S },
      });
    }
    const stream = new EventStream(owner, this.#now(), (ended) => this.#remove(ended));
    this.#streams.set(owner.clientId, streams.add(stream));
    return stream;
  }

  /** @param position What `id` is the text of. */
  publish(clientId: string, type: string, data: unknown, id: string, position: number): void {
    const streams = this.#streams.get(clientId);
    if (!streams) return;
    const bytes = encodeEvent(type, data, id);
    for (const stream of [...streams]) stream.send(bytes, this.#now(), position);
  }

  /** Somebody is typing: told to the streams that are open, kept nowhere. */
  publishTyping(clientId: string, conversationId: string, name: string): void {
    const bytes = encodeEvent('typing', { conversationId, name });
    for (const stream of [...(this.#streams.get(clientId) ?? [])]) stream.send(bytes, this.#now());
  }

  /** @returns How many were ended. */
  end(whose: (owner: StreamOwner) => boolean): number {
    const streams = [...this.#streams.values()].flatMap((set) => [...set]).filter(({ owner }) => whose(owner));
    for (const stream of streams) stream.end();
    return streams.length;
  }

  /** To be called every second or so: ends streams whose token is over, and sends the heartbeats that are due. */
  tick(): void {
    const now = this.#now();
    this.end(({ tokenExpiresAtMs }) => tokenExpiresAtMs <= now);
    for (const streams of this.#streams.values()) {
      for (const stream of [...streams]) {
        if (now - stream.lastByteAt >= HEARTBEAT_MS) stream.beat(now);
      }
    }
  }

  #remove(stream: EventStream): void {
    const streams = this.#streams.get(stream.owner.clientId);
    streams?.delete(stream);
    if (streams?.size === 0) this.#streams.delete(stream.owner.clientId);
  }
}
