/**
 * Reads the event-stream format (WHATWG HTML, "Server-sent events") from chunks of bytes, cut anywhere. `retry` is
 * ignored: how long to pause between two streams is up to the caller.
 */
export class SseParser {
  readonly #decoder = new TextDecoder();
  readonly #received: (type: string, data: string, id: string | undefined) => void;
  #line = '';
  /** The last chunk ended in CR: an LF at the start of the next one belongs to it. */
  #endedInCr = false;
  #type = '';
  #data: string[] = [];
  #id: string | undefined;

  /** @param received Called with each event's type, its data (empty where it has none), and the last id that has come. */
  constructor(received: (type: string, data: string, id: string | undefined) => void) {
    this.#received = received;
  }

  push(bytes: Uint8Array): void {
    let text = this.#decoder.decode(bytes, { stream: true });
    if (this.#endedInCr && text.startsWith('\n')) text = text.slice(1);
    this.#endedInCr = text.endsWith('\r');
    const lines = text.split(/\r\n|\r|\n/);
    lines[0] = this.#line + (lines[0] ?? '');
    this.#line = lines.pop() ?? '';
    for (const line of lines) this.#read(line);
  }

  #read(line: string): void {
    if (!line) return this.#dispatch();
    const [, field, value] = /^([^:]*):? ?(.*)/s.exec(line) as unknown as [line: string, field: string, value: string];
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#type = value;
    // The id comes back to the service in a header, which takes no other characters.
    else if (field === 'id' && /^[ -~]*$/.test(value)) this.#id = value;
  }

  #dispatch(): void {
    this.#received(this.#type || 'message', this.#data.join('\n'), this.#id);
    this.#data = [];
    this.#type = '';
  }
}
