type Listener = Parameters<EventTarget['addEventListener']>[1];
type Options = Parameters<EventTarget['addEventListener']>[2];

/** What a script can leave behind on a page, counted while the page's own globals are replaced by ones that count. */
export class PageLedger {
  readonly timers = new Map<unknown, number>();
  readonly channels = new Set<BroadcastChannel>();
  readonly #observers = new Set<MutationObserver>();
  readonly #listeners = new Map<EventTarget, Map<string, Set<Listener>>>();
  readonly #restores: (() => void)[] = [];

  start(): void {
    this.#countTimers();
    this.#countChannels();
    this.#countObservers();
    for (const target of [window, document, document.body, document.documentElement]) this.#countListeners(target);
  }

  stop(): void {
    for (const restore of this.#restores) restore();
  }

  /** Types of events that somebody listens to on the page itself, one for each listener. */
  get listeners(): string[] {
    return [...this.#listeners.values()].flatMap((types) => [...types].flatMap(([type, all]) => [...all].map(() => type))).sort();
  }

  get left(): { timers: number[]; channels: number; observers: number; listeners: string[] } {
    return { timers: [...this.timers.values()], channels: this.channels.size, observers: this.#observers.size, listeners: this.listeners };
  }

  #replace<T extends object, K extends keyof T>(target: T, name: K, value: T[K]): void {
    const own = Object.getOwnPropertyDescriptor(target, name);
    Object.defineProperty(target, name, { value, configurable: true, writable: true });
    this.#restores.push(() => {
      if (own) Object.defineProperty(target, name, own);
      else Reflect.deleteProperty(target, name);
    });
  }

  #countTimers(): void {
    const { setTimeout: set, clearTimeout: clear, setInterval: every, clearInterval: never } = window;
    const { timers } = this;
    this.#replace(window, 'setTimeout', ((run: (...given: unknown[]) => void, delay = 0, ...given: unknown[]) => {
      const timer = set(() => {
        timers.delete(timer);
        run(...given);
      }, delay);
      timers.set(timer, delay);
      return timer;
    }) as typeof setTimeout);
    this.#replace(window, 'clearTimeout', ((timer: number) => {
      timers.delete(timer);
      clear(timer);
    }) as typeof clearTimeout);
    this.#replace(window, 'setInterval', ((run: () => void, delay = 0) => {
      const timer = every(run, delay);
      timers.set(timer, delay);
      return timer;
    }) as typeof setInterval);
    this.#replace(window, 'clearInterval', ((timer: number) => {
      timers.delete(timer);
      never(timer);
    }) as typeof clearInterval);
  }

  #countChannels(): void {
    const { channels } = this;
    const Channel = BroadcastChannel;
    this.#replace(
      window,
      'BroadcastChannel',
      class extends Channel {
        constructor(name: string) {
          super(name);
          channels.add(this);
        }
        override close(): void {
          channels.delete(this);
          super.close();
        }
      },
    );
  }

  #countObservers(): void {
    const observers = this.#observers;
    const Observer = MutationObserver;
    this.#replace(
      window,
      'MutationObserver',
      class extends Observer {
        override observe(target: Node, options?: MutationObserverInit): void {
          observers.add(this);
          super.observe(target, options);
        }
        override disconnect(): void {
          observers.delete(this);
          super.disconnect();
        }
      },
    );
  }

  #countListeners(target: EventTarget): void {
    const types = new Map<string, Set<Listener>>();
    this.#listeners.set(target, types);
    const add = target.addEventListener.bind(target);
    const remove = target.removeEventListener.bind(target);
    const forget = (type: string, listener: Listener): void => void types.get(type)?.delete(listener);
    this.#replace(target, 'addEventListener', ((type: string, listener: Listener, options?: Options) => {
      const signal = typeof options === 'object' ? options.signal : undefined;
      if (!signal?.aborted) types.set(type, (types.get(type) ?? new Set()).add(listener));
      signal?.addEventListener('abort', () => forget(type, listener));
      add(type, listener, options);
    }));
    this.#replace(target, 'removeEventListener', ((type: string, listener: Listener, options?: Options) => {
      forget(type, listener);
      remove(type, listener, options);
    }));
  }
}
