import { Problem } from '../http/problem.js';

/** What goes wrong on purpose. */
export type Fault =
  /** Valid tokens are refused: 401 `token_invalid`. */
  | { readonly kind: 'reject-tokens' }
  /** Answers are held back. */
  | { readonly kind: 'slow'; readonly delayMs: number }
  /** 429 with `Retry-After`. */
  | { readonly kind: 'too-many-requests'; readonly retryAfterS: number }
  /** 503, with `Retry-After` where it is given. */
  | { readonly kind: 'unavailable'; readonly retryAfterS?: number | undefined }
  /** 500. */
  | { readonly kind: 'server-error' };

/** Which requests a fault meets, and how often. */
export interface FaultScope {
  /** Beginning of the path; every request of the API where absent. */
  readonly pathPrefix?: string | undefined;
  readonly method?: string | undefined;
  /** Only requests with a token of this client. Only `reject-tokens` knows the client. */
  readonly clientId?: string | undefined;
  /** How many requests it meets before it is over; without end where absent. */
  readonly times?: number | undefined;
}

interface Active {
  readonly fault: Fault;
  readonly scope: FaultScope;
  left: number;
}

/** The faults that a sandbox has been told to have. Empty otherwise. */
export class Faults {
  #active: Active[] = [];
  readonly #sleep: (ms: number) => Promise<void>;

  constructor(sleep: (ms: number) => Promise<void>) {
    this.#sleep = sleep;
  }

  add(fault: Fault, scope: FaultScope): void {
    this.#active.push({ fault, scope, left: scope.times ?? Infinity });
  }

  clear(): void {
    this.#active = [];
  }

  list(): readonly (Fault & FaultScope & { left: number | null })[] {
    return this.#active.map(({ fault, scope, left }) => ({ ...fault, ...scope, left: left === Infinity ? null : left }));
  }

  /** Whether a valid token of this client is taken now. */
  takesToken(clientId: string): boolean {
    return !this.#meet((fault, scope) => fault.kind === 'reject-tokens' && (scope.clientId ?? clientId) === clientId);
  }

  /**
   * Lets a request through as it came, late, or not at all.
   *
   * @throws {Problem} where a fault says so
   */
  async strike(method: string, path: string): Promise<void> {
    const fault = this.#meet(
      ({ kind }, scope) =>
        kind !== 'reject-tokens' && path.startsWith(scope.pathPrefix ?? '/') && (scope.method ?? method) === method,
    );
    if (fault?.kind === 'slow') await this.#sleep(fault.delayMs);
    if (fault?.kind === 'server-error') throw new Problem('internal_error');
    if (fault?.kind === 'too-many-requests') {
      throw new Problem('too_many_requests', { headers: { 'retry-after': String(fault.retryAfterS) } });
    }
    if (fault?.kind === 'unavailable') {
      if (fault.retryAfterS === undefined) throw new Problem('service_unavailable');
      throw new Problem('service_unavailable', { headers: { 'retry-after': String(fault.retryAfterS) } });
    }
  }

  #meet(matches: (fault: Fault, scope: FaultScope) => boolean): Fault | undefined {
    const active = this.#active.find(({ fault, scope }) => matches(fault, scope));
    if (active && --active.left <= 0) this.#active = this.#active.filter((other) => other !== active);
    return active?.fault;
  }
}
