import type { FakeClock } from './fake-clock.js';

/** What the network does with a call. */
export interface FakeAnswer {
  /** Default 200. */
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Opaque redirect, as `redirect: 'manual'` gives it. */
  readonly type?: 'basic' | 'opaqueredirect';
  readonly redirected?: boolean;
  /** Answers after so much time; default: at once. `Infinity`: never. */
  readonly afterMs?: number;
  /** Fails instead of answering. */
  readonly fails?: boolean;
  /** Throws at once instead of returning a promise. */
  readonly throws?: boolean;
  /** Does not notice that the signal aborts. */
  readonly ignoresSignal?: boolean;
}

export interface FakeCall {
  readonly url: string;
  readonly init: RequestInit;
  /** Time of the start by both clocks, in ms. */
  readonly wall: number;
  readonly mono: number;
}

/** A network that a test owns, with a log of every call. */
export class FakeNetwork {
  readonly calls: FakeCall[] = [];
  /** What comes of the next call; a test sets it. */
  answer: (call: FakeCall) => FakeAnswer = () => ({ fails: true });
  readonly #clock: FakeClock;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  /** Time between the starts of the calls, in ms. */
  get gaps(): number[] {
    return this.calls.slice(1).map(({ mono }, index) => mono - (this.calls[index]?.mono ?? 0));
  }

  /** Calls whose caller gave up. */
  get aborted(): number {
    return this.calls.filter(({ init }) => init.signal?.aborted).length;
  }

  fetch(url: string, init: RequestInit): Promise<Response> {
    const call = { url, init, wall: this.#clock.wall, mono: this.#clock.mono };
    this.calls.push(call);
    const answer = this.answer(call);
    if (answer.throws) throw new TypeError('fetch is out of order');
    return new Promise((resolve, reject) => {
      const { signal } = init;
      if (!answer.ignoresSignal) signal?.addEventListener('abort', () => reject(signal.reason as Error));
      const arrive = (): void => (answer.fails ? reject(new TypeError('Failed to fetch')) : resolve(fakeResponse(answer)));
      if (!answer.afterMs) arrive();
      else if (answer.afterMs < Infinity) this.#clock.setTimer(arrive, answer.afterMs);
    });
  }
}

/** As much of a `Response` as the engine reads, whose body arrives without the browser's own tasks. */
export function fakeResponse({ status = 200, body, headers = {}, type = 'basic', redirected = false }: FakeAnswer): Response {
  const isOpaque = type === 'opaqueredirect';
  let rest: Uint8Array[] = body === undefined ? [] : [new TextEncoder().encode(body)];
  const reader = {
    read: () => Promise.resolve({ done: rest.length === 0, value: rest.shift() }),
    cancel: () => Promise.resolve((rest = []).length),
  };
  return {
    ok: !isOpaque && status >= 200 && status < 300,
    status: isOpaque ? 0 : status,
    type,
    redirected,
    headers: new Headers(headers),
    body: isOpaque ? null : { getReader: () => reader, cancel: reader.cancel },
  } as unknown as Response;
}
