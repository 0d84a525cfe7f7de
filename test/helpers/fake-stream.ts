const encoder = new TextEncoder();

/** One open event stream, byte by byte in a test's hands. */
export class FakeStream {
  readonly token: string;
  readonly lastEventId: string | null;
  readonly body: ReadableStream<Uint8Array>;
  isOpen = true;
  #controller!: ReadableStreamDefaultController<Uint8Array>;

  constructor(token: string, lastEventId: string | null) {
    this.token = token;
    this.lastEventId = lastEventId;
    this.body = new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => {
        this.isOpen = false;
      },
    });
  }

  send(bytes: string | Uint8Array): void {
    if (this.isOpen) this.#controller.enqueue(typeof bytes === 'string' ? encoder.encode(bytes) : bytes);
  }

  /** The heartbeat. */
  beat(): void {
    this.send(':\n\n');
  }

  /** The service ends it. */
  end(): void {
    this.isOpen = false;
    this.#controller.close();
  }

  /** The network loses it. */
  lose(): void {
    this.isOpen = false;
    this.#controller.error(new TypeError('network error'));
  }
}
