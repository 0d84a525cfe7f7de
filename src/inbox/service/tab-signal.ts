const NAME = 'inbox-widget/stream';

/**
 * Tells the client's other tabs that this one has opened a stream. A courtesy: where there is no `BroadcastChannel`,
 * hidden tabs let go of theirs a minute later.
 */
export class TabSignal {
  readonly #service: string;
  readonly #heard: () => void;
  #channel: BroadcastChannel | undefined;
  /** What is told: whose tab has opened a stream. Empty until that is known. */
  #message = '';
  /** There was something to tell before it was known whose tabs to tell. */
  #isWaiting = false;

  constructor(service: string, heard: () => void) {
    this.#service = service;
    this.#heard = heard;
  }

  /** Says whose tabs are meant; until that is known, nothing is heard, and what there is to tell waits. */
  setClient(clientId: string): void {
    this.#message = JSON.stringify(['opened', this.#service, clientId]);
    if (this.#isWaiting) this.tell();
  }

  start(): void {
    try {
      this.#channel = new BroadcastChannel(NAME);
      this.#channel.onmessage = ({ data }: MessageEvent<unknown>) => {
        if (data === this.#message) this.#heard();
      };
    } catch {
      // There is none here: the other tabs will do without.
    }
  }

  tell(): void {
    this.#isWaiting = !this.#message;
    if (!this.#isWaiting) this.#channel?.postMessage(this.#message);
  }

  stop(): void {
    this.#channel?.close();
    this.#channel = undefined;
  }
}
