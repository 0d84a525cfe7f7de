import type { Timers } from '../../src/server/request-options.js';

export const API_KEY = 'key_3f9a-SECRET-0b71';
export const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjbGllbnQtbWFyYSJ9.c2lnbmF0dXJl';

/** Options that work, against a service that is never really called. */
export const OPTIONS = {
  baseUrl: 'https://inbox.example.com',
  apiKey: API_KEY,
  componentId: 'component-1',
} as const;

export function jsonAnswer(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });
}

/** Stands where `fetch` would be: keeps what it was called with, and answers when and how the test says. */
export class FakeTokenService {
  readonly requests: Request[] = [];
  readonly #answers: ((answer: Response | Error) => void)[] = [];

  /** @param answer What every request gets; without it, requests wait for `answerNext()`. */
  constructor(readonly answer?: () => Response | Promise<Response>) {}

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    this.requests.push(new Request(input, init));
    if (this.answer) return this.answer();
    return new Promise((resolve, reject) => {
      this.#answers.push((answer) => {
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
      });
    });
  };

  answerNext(answer: Response | Error): void {
    const next = this.#answers.shift();
    if (!next) throw new Error('No request is waiting.');
    next(answer);
  }
}

/** Time that passes only when told to. */
export class FakeTimers implements Timers {
  readonly #pending = new Map<number, { callback: () => void; atMs: number }>();
  #nowMs = 0;
  #lastId = 0;

  get pendingCount(): number {
    return this.#pending.size;
  }

  setTimeout(callback: () => void, delayMs: number): unknown {
    this.#lastId += 1;
    this.#pending.set(this.#lastId, { callback, atMs: this.#nowMs + delayMs });
    return this.#lastId;
  }

  clearTimeout(timer: unknown): void {
    this.#pending.delete(timer as number);
  }

  advance(ms: number): void {
    this.#nowMs += ms;
    for (const [id, { callback, atMs }] of [...this.#pending]) {
      if (atMs > this.#nowMs) continue;
      this.#pending.delete(id);
      callback();
    }
  }
}

/** What a promise rejects with. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('It did not reject.');
}

/** Everything that a log could print of an error, causes and hidden properties included. */
export function printed(error: unknown): string {
  let text = '';
  for (let each = error; each instanceof Error; each = each.cause) {
    text += [String(each), each.stack, ...Object.getOwnPropertyNames(each).map((name) => String(Reflect.get(each as object, name)))].join('\n');
  }
  return text;
}
