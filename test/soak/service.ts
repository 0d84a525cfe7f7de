import { BEGINNING_MS } from './machine.js';
import type { Timeline } from './timeline.js';

export const SERVICE_URL = 'https://inbox.example';

/** `jwt`: says all of itself; `opaque`: says nothing; `opaque-with-expiry`: the endpoint says how long it lives. */
export type TokenKind = 'jwt' | 'opaque' | 'opaque-with-expiry';

/** A token as its issuer knows it. Times in ms of true time. */
export interface IssuedToken {
  readonly text: string;
  readonly kind: TokenKind;
  readonly client: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
  isRevoked: boolean;
}

/** `rejecting`: it answers 401 whatever the token; `failing`: 500. */
export type ServiceMode = 'good' | 'rejecting' | 'failing';

/** What the service notes of a request. Times in ms of true time. */
export interface ServiceAnswer {
  readonly status: 200 | 401 | 500;
  /** Whose inbox it is; only with 200. */
  readonly client: string | null;
  /** Its `Date` header, in ms since 1970. */
  readonly date: number;
}

/** The hosted service: issues tokens to backends that ask, and answers `GET /inbox` to whoever carries one. */
export class Service {
  mode: ServiceMode = 'good';

  readonly #timeline: Timeline;
  readonly #tokens = new Map<string, IssuedToken>();

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
  }

  /** @param ageMs How long ago it was issued. */
  issue(client: string, kind: TokenKind, lifetimeMs: number, ageMs = 0): IssuedToken {
    const issuedAt = Math.floor((this.#timeline.now - ageMs) / 1000) * 1000;
    const expiresAt = issuedAt + lifetimeMs;
    const number = this.#tokens.size;
    const text = kind === 'jwt' ? jwt(client, issuedAt, expiresAt, number) : `opaque-${client}-${number}`;
    const token: IssuedToken = { text, kind, client, issuedAt, expiresAt, isRevoked: false };
    this.#tokens.set(text, token);
    return token;
  }

  find(text: string): IssuedToken | undefined {
    return this.#tokens.get(text);
  }

  revokeAll(): void {
    for (const token of this.#tokens.values()) token.isRevoked = true;
  }

  isGood(text: string): boolean {
    const token = this.#tokens.get(text);
    return token !== undefined && !token.isRevoked && token.expiresAt > this.#timeline.now;
  }

  answer(text: string): ServiceAnswer {
    const date = Math.floor((BEGINNING_MS + this.#timeline.now) / 1000) * 1000;
    if (this.mode === 'failing') return { status: 500, client: null, date };
    const isAccepted = this.mode === 'good' && this.isGood(text);
    return isAccepted
      ? { status: 200, client: this.#tokens.get(text)?.client ?? null, date }
      : { status: 401, client: null, date };
  }
}

const HEADER = encode({ alg: 'HS256', typ: 'JWT' });

function jwt(sub: string, issuedAt: number, expiresAt: number, number: number): string {
  const claims = {
    iss: SERVICE_URL,
    sub,
    iat: (BEGINNING_MS + issuedAt) / 1000,
    exp: (BEGINNING_MS + expiresAt) / 1000,
    jti: `${number}`,
  };
  return `${HEADER}.${encode(claims)}.signature`;
}

function encode(value: object): string {
  return btoa(JSON.stringify(value)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}
