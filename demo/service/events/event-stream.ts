/** A client that reads slower than this is cut off; it comes back with its position and misses nothing. */
const MAX_UNREAD_BYTES = 4 * 2 ** 20;

const encoder = new TextEncoder();

/** Encodes one event (HTML standard, "Server-sent events"). JSON has no line breaks of its own. */
export function encodeEvent(type: string, data: unknown, id?: string): Uint8Array {
  return encoder.encode(`${id === undefined ? '' : `id: ${id}\n`}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
}

export interface StreamOwner {
  readonly clientId: string;
  readonly componentId: string;
  readonly keyId: string;
  readonly tokenExpiresAtMs: number;
}

/**
 * One open `GET /inbox/events`. Until `begin()` it holds back what happens, so that nothing falls between the replay and
 * the present, and nothing comes twice.
 */
export class EventStream {
  readonly owner: StreamOwner;
  /** The body of the answer. */
  readonly body: ReadableStream<Uint8Array>;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  #heldBack: { position: number; bytes: Uint8Array }[] | null = [];
  #lastByteAt: number;
  readonly #onEnd: (stream: EventStream) => void;

  /** @param onEnd Called once, whoever ends it. */
  constructor(owner: StreamOwner, now: number, onEnd: (stream: EventStream) => void) {
    this.owner = owner;
    this.#lastByteAt = now;
    this.#onEnd = onEnd;
    this.body = new ReadableStream<Uint8Array>(
      { start: (controller) => void (this.#controller = controller), cancel: () => this.#ended() },
      new ByteLengthQueuingStrategy({ highWaterMark: MAX_UNREAD_BYTES }),
    );
  }

  get lastByteAt(): number {
    return this.#lastByteAt;
  }

  /**
   * Sends what was missed and then what has been held back.
   *
   * @param position Everything up to here is in `first`, or older than the stream.
   */
  begin(first: readonly Uint8Array[], position: number, now: number): void {
    for (const bytes of first) this.#write(bytes, now);
    for (const held of this.#heldBack ?? []) {
      if (held.position > position) this.#write(held.bytes, now);
    }
    this.#heldBack = null;
  }

  /** @param position Of a logged event; absent for what is only told and not logged (`typing`). */
  send(bytes: Uint8Array, now: number, position = Infinity): void {
    if (this.#heldBack) this.#heldBack.push({ position, bytes });
    else this.#write(bytes, now);
  }

  /** A comment, which readers pass over: it may come before what is held back. */
  beat(now: number): void {
    this.#write(encoder.encode(': \n\n'), now);
  }

  end(): void {
    if (!this.#controller) return;
    this.#controller.close();
    this.#ended();
  }

  #write(bytes: Uint8Array, now: number): void {
    if (!this.#controller) return;
    this.#lastByteAt = now;
    this.#controller.enqueue(bytes);
    if ((this.#controller.desiredSize ?? 0) <= 0) this.end();
  }

  #ended(): void {
    if (!this.#controller) return;
    this.#controller = null;
    this.#onEnd(this);
  }
}
