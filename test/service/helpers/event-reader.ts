import type { Service } from '../../../demo/service/service.js';

export interface HeardEvent {
  readonly id?: string;
  readonly type: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- events are checked by the assertions
  readonly data: any;
}

/** Reads an event stream as the HTML standard says, one event at a time. */
export class EventReader {
  readonly response: Response;
  /** Position to go on from: the last `id` that was seen, also without an event. */
  lastEventId = '';
  /** Comments that have been seen. */
  comments = 0;
  #buffer = '';
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();

  constructor(response: Response) {
    this.response = response;
    if (!response.body) throw new Error('The answer has no body.');
    this.#reader = response.body.getReader();
  }

  static async open(service: Service, token: string, lastEventId?: string): Promise<EventReader> {
    const response = await service.app.request('/inbox/events', {
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'text/event-stream',
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
    });
    return new EventReader(response);
  }

  /** @returns `null` once the stream has ended. */
  async next(): Promise<HeardEvent | null> {
    for (;;) {
      const block = await this.#block();
      if (block === null) return null;
      const lines = block.split('\n');
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      this.comments += lines.filter((line) => line.startsWith(':')).length;
      const id = field('id');
      if (id !== undefined) this.lastEventId = id;
      const data = field('data');
      if (data !== undefined) return { ...(id !== undefined && { id }), type: field('event') ?? 'message', data: JSON.parse(data) };
    }
  }

  /** Reads the next block, whatever it holds: comments and bare positions as well. */
  async skipBlock(): Promise<void> {
    const block = await this.#block();
    if (block?.startsWith(':')) this.comments++;
    const id = /^id: (.*)$/m.exec(block ?? '')?.[1];
    if (id !== undefined) this.lastEventId = id;
  }

  async close(): Promise<void> {
    await this.#reader.cancel();
  }

  async #block(): Promise<string | null> {
    for (;;) {
      const end = this.#buffer.indexOf('\n\n');
      if (end !== -1) {
        const block = this.#buffer.slice(0, end);
        this.#buffer = this.#buffer.slice(end + 2);
        return block;
      }
      const { done, value } = await this.#reader.read();
      if (done) return null;
      this.#buffer += this.#decoder.decode(value, { stream: true });
    }
  }
}
