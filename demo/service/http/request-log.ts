import type { RequestLogEntry } from '../options.js';
import type { ApiContext } from './api.js';

/** What is told of one answered request: never a token, a key, a query or a body. */
export function requestLogEntry(c: ApiContext, time: number): RequestLogEntry {
  const verdict = c.get('verdict');
  return {
    type: 'request',
    time: new Date(time).toISOString(),
    method: c.req.method,
    path: c.req.path,
    status: c.res.status,
    ...(verdict?.clientId && { client: verdict.clientId }),
    tokenState: verdict?.state ?? 'none',
    ...(verdict?.tokenId && { tokenId: verdict.tokenId }),
  };
}

/** The newest entries, for tests. */
export class RequestLog {
  readonly #entries: RequestLogEntry[] = [];
  readonly #maxEntries: number;

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  add(entry: RequestLogEntry): void {
    this.#entries.push(entry);
    if (this.#entries.length > this.#maxEntries) this.#entries.shift();
  }

  /** Oldest first. */
  entries(): readonly RequestLogEntry[] {
    return [...this.#entries];
  }

  clear(): void {
    this.#entries.length = 0;
  }
}
