import type { TabChannel, TabLocks } from '../../src/token/environment.js';

/** What all tabs of an origin share: channels and locks. */
export class FakeTabs {
  readonly #channels = new Map<string, Set<FakeChannel>>();
  readonly #queues = new Map<string, (() => void)[]>();
  readonly #held = new Set<string>();
  readonly #deliver: (message: () => void) => void;

  /** @param deliver How messages travel; default: as fast as can be. */
  constructor(deliver: (message: () => void) => void = queueMicrotask) {
    this.#deliver = deliver;
  }

  /** Everything that was posted, with the channel's name. */
  readonly posted: { readonly name: string; readonly message: unknown }[] = [];

  get openChannels(): number {
    return [...this.#channels.values()].reduce((sum, { size }) => sum + size, 0);
  }

  get heldLocks(): number {
    return this.#held.size;
  }

  /** Requests that wait for a lock which somebody holds. */
  get waitingForLocks(): number {
    return [...this.#queues.values()].reduce((sum, { length }) => sum + length, 0);
  }

  get names(): string[] {
    return [...this.#channels.keys()];
  }

  openChannel(name: string): TabChannel {
    const peers = this.#channels.get(name) ?? new Set();
    this.#channels.set(name, peers);
    const channel = new FakeChannel(
      (message) => {
        this.posted.push({ name, message });
        for (const peer of peers) if (peer !== channel) this.#deliver(() => peer.receive(structuredClone(message)));
      },
      () => peers.delete(channel),
    );
    peers.add(channel);
    return channel;
  }

  /** Posts as another script of the origin would. */
  postAsStranger(message: unknown): void {
    for (const peers of this.#channels.values()) for (const peer of peers) peer.receive(message);
  }

  readonly locks: TabLocks = {
    request: (name, { signal }, callback) =>
      new Promise((resolve, reject) => {
        const queue = this.#queues.get(name) ?? [];
        this.#queues.set(name, queue);
        const enter = (): void => {
          this.#held.add(name);
          const leave = (): void => {
            this.#held.delete(name);
            queue.shift()?.();
          };
          void callback().finally(leave).then(resolve, reject);
        };
        if (!this.#held.has(name)) return enter();
        queue.push(enter);
        signal.addEventListener('abort', () => {
          const place = queue.indexOf(enter);
          if (place >= 0) queue.splice(place, 1);
          reject(signal.reason as Error);
        });
      }),
  };
}

class FakeChannel implements TabChannel {
  onmessage: ((event: MessageEvent) => void) | null = null;
  readonly #post: (message: unknown) => void;
  readonly #leave: () => void;
  #isOpen = true;

  constructor(post: (message: unknown) => void, leave: () => void) {
    this.#post = post;
    this.#leave = leave;
  }

  postMessage(message: unknown): void {
    if (!this.#isOpen) throw new DOMException('The channel is closed', 'InvalidStateError');
    this.#post(message);
  }

  receive(message: unknown): void {
    if (this.#isOpen) this.onmessage?.({ data: message } as MessageEvent);
  }

  close(): void {
    this.#isOpen = false;
    this.#leave();
  }
}
