import { encodeEvent, EventStream, type StreamOwner } from './event-stream.js';

/** `wire` section 3: a comment every 15 s. */
export const HEARTBEAT_MS = 15_000;

/** The open streams of all clients. */
export class EventHub {
  readonly #streams = new Map<string, Set<EventStream>>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
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

  open(owner: StreamOwner): EventStream {
    const stream = new EventStream(owner, this.#now(), (ended) => this.#remove(ended));
    const streams = this.#streams.get(owner.clientId) ?? new Set();
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

  /** Somebody types: told to who is there, kept nowhere. */
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
        if (now - stream.lastByteAt >= HEARTBEAT_MS) stream.comment('', now);
      }
    }
  }

  #remove(stream: EventStream): void {
    const streams = this.#streams.get(stream.owner.clientId);
    streams?.delete(stream);
    if (streams?.size === 0) this.#streams.delete(stream.owner.clientId);
  }
}
