/** What a server says, before the network has carried it. */
export interface Reply {
  readonly status: number;
  /** `opaqueredirect`: a redirect that was not followed. */
  readonly type?: 'basic' | 'opaqueredirect';
  readonly redirected?: boolean;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** The body begins and never ends. */
  readonly isEndless?: boolean;
}

/**
 * As much of a `Response` as can be read of one, with a body that arrives when the world says so, and a count of those
 * bodies that nobody has read to their end or cancelled.
 */
export class SimulatedResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly type: string;
  readonly redirected: boolean;
  readonly headers: Headers;
  readonly body: SimulatedBody | null;

  constructor(reply: Reply, body: SimulatedBody | null) {
    this.status = reply.type === 'opaqueredirect' ? 0 : reply.status;
    this.ok = this.status >= 200 && this.status < 300;
    this.type = reply.type ?? 'basic';
    this.redirected = reply.redirected ?? false;
    this.headers = new Headers(reply.headers);
    this.body = body;
  }
}

/** A body in one chunk. */
export class SimulatedBody {
  #isOpen = true;
  #isRead = false;
  #fail: ((reason: unknown) => void) | null = null;
  readonly #text: string | null;
  readonly #arrive: (deliver: () => void) => void;

  /**
   * @param text `null`: it never ends.
   * @param arrive Calls its argument when the chunk has arrived.
   */
  constructor(text: string | null, arrive: (deliver: () => void) => void) {
    this.#text = text;
    this.#arrive = arrive;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  getReader(): { read(): Promise<{ done: boolean; value?: Uint8Array }>; cancel(): Promise<void> } {
    return { read: () => this.#read(), cancel: () => this.cancel() };
  }

  async cancel(): Promise<void> {
    this.#isOpen = false;
  }

  /** The request was aborted: what is being read fails. */
  abort(reason: unknown): void {
    this.#isOpen = false;
    this.#fail?.(reason);
  }

  #read(): Promise<{ done: boolean; value?: Uint8Array }> {
    if (this.#isRead || this.#text === '') {
      this.#isOpen = false;
      return Promise.resolve({ done: true });
    }
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      const text = this.#text;
      if (text === null) return;
      this.#arrive(() => {
        this.#isRead = true;
        resolve({ done: false, value: new TextEncoder().encode(text) });
      });
    });
  }
}
