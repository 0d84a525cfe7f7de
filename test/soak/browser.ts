import type { TabChannel, TabLocks } from '../../src/token/environment.js';
import type { SimulatedPage } from './page.js';
import type { Timeline } from './timeline.js';

/** `hang`: a lock is never granted; `reject`, `throw`: asking for one fails. */
export type LocksMode = 'good' | 'absent' | 'throw' | 'reject' | 'hang';
/** `throw`: there are none, or they are forbidden; `mute`: they open, but nothing can be posted. */
export type ChannelsMode = 'good' | 'throw' | 'mute';

export interface BrowserOptions {
  readonly locks: LocksMode;
  readonly channels: ChannelsMode;
}

interface Lock {
  readonly page: SimulatedPage;
  readonly grant: () => void;
}

/** What the tabs of one origin share: channels and locks. */
export class Browser {
  readonly #timeline: Timeline;
  readonly #random: () => number;
  readonly #options: BrowserOptions;
  readonly #channels = new Set<Channel>();
  /** By name: the first one holds the lock, the others wait for it. */
  readonly #locks = new Map<string, Lock[]>();

  constructor(timeline: Timeline, random: () => number, options: BrowserOptions) {
    this.#timeline = timeline;
    this.#random = random;
    this.#options = options;
  }

  channelsOf(page: SimulatedPage): number {
    return [...this.#channels].filter((channel) => channel.page === page).length;
  }

  /** Locks that the page holds or waits for. */
  locksOf(page: SimulatedPage): number {
    return [...this.#locks.values()].flat().filter((lock) => lock.page === page).length;
  }

  openChannel(page: SimulatedPage, name: string): TabChannel {
    if (this.#options.channels === 'throw') throw new DOMException('Forbidden', 'SecurityError');
    const post = (message: unknown): void => {
      if (this.#options.channels === 'mute') throw new DOMException('Closed', 'InvalidStateError');
      this.post(name, message, channel);
    };
    const channel = new Channel(page, name, post, () => this.#channels.delete(channel));
    this.#channels.add(channel);
    return channel;
  }

  /** Posts to all channels of a name but the sender's own; `null`: some other script of the origin does. */
  post(name: string | null, message: unknown, sender: TabChannel | null): void {
    const data: unknown = structuredClone(message);
    for (const channel of this.#channels) {
      if (channel === sender || (name !== null && channel.name !== name)) continue;
      this.#timeline.after(this.#random() * 5, () => channel.receive(data));
    }
  }

  locksFor(page: SimulatedPage): TabLocks | undefined {
    switch (this.#options.locks) {
      case 'absent':
        return undefined;
      case 'throw':
        throw new DOMException('Forbidden', 'SecurityError');
      case 'reject':
        return { request: () => Promise.reject(new DOMException('Forbidden', 'SecurityError')) };
      default:
        return { request: (name, { signal }, callback) => this.#requestLock(page, name, signal, callback) };
    }
  }

  /** What a page's end does for the others: its channels and locks are gone. */
  forget(page: SimulatedPage): void {
    for (const channel of this.#channels) if (channel.page === page) this.#channels.delete(channel);
    for (const name of this.#locks.keys()) this.#release(name, (lock) => lock.page === page);
  }

  #requestLock(page: SimulatedPage, name: string, signal: AbortSignal, callback: () => Promise<void> | void): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#options.locks === 'hang') {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        return;
      }
      let isGranted = false;
      const lock: Lock = {
        page,
        grant: () => {
          // Granted in a task of its own, as by a browser; the page may be gone or busy by then.
          this.#timeline.after(this.#random() * 3, () =>
            page.run(() => {
              if (isGranted || !this.#locks.get(name)?.includes(lock)) return;
              isGranted = true;
              const done = (): void => {
                this.#release(name, (one) => one === lock);
                resolve();
              };
              Promise.resolve(callback()).then(done, done);
            }),
          );
        },
      };
      signal.addEventListener('abort', () => {
        if (isGranted) return;
        this.#release(name, (one) => one === lock);
        reject(signal.reason as Error);
      });
      const queue = this.#locks.get(name) ?? [];
      this.#locks.set(name, queue);
      queue.push(lock);
      if (queue.length === 1) lock.grant();
    });
  }

  #release(name: string, isGone: (lock: Lock) => boolean): void {
    const queue = this.#locks.get(name) ?? [];
    const holder = queue[0];
    const rest = queue.filter((lock) => !isGone(lock));
    this.#locks.set(name, rest);
    if (rest[0] !== holder) rest[0]?.grant();
  }
}

class Channel implements TabChannel {
  onmessage: ((event: MessageEvent) => void) | null = null;
  readonly page: SimulatedPage;
  readonly name: string;
  readonly postMessage: (message: unknown) => void;
  readonly close: () => void;
  #isOpen = true;

  constructor(page: SimulatedPage, name: string, post: (message: unknown) => void, onClose: () => void) {
    this.page = page;
    this.name = name;
    this.postMessage = (message) => {
      if (!this.#isOpen) throw new DOMException('Closed', 'InvalidStateError');
      post(message);
    };
    this.close = () => {
      this.#isOpen = false;
      onClose();
    };
  }

  receive(data: unknown): void {
    this.page.run(() => {
      if (!this.#isOpen) return;
      this.page.onHeard(data);
      this.onmessage?.({ data } as MessageEvent);
    });
  }
}
