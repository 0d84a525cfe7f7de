import { BEGINNING_MS } from './machine.js';
import type { IssuedToken, Service, TokenKind } from './service.js';
import type { Reply } from './simulated-response.js';
import type { Timeline } from './timeline.js';

/** How an endpoint can go wrong: every row of the verdict table, and the ways in which an answer fails to arrive. */
export type EndpointFault =
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterS?: number; readonly isDate?: boolean }
  | { readonly kind: 'body'; readonly body: 'empty' | 'html' | 'json' | 'huge' | 'no-content' }
  | { readonly kind: 'stale'; readonly stale: 'same' | 'earlier' | 'over' }
  | { readonly kind: 'redirect'; readonly isFollowed: boolean }
  /** `reset`: no answer; `silent`: none, and the connection stays; `lost`: a token is issued, but the answer is lost. */
  | { readonly kind: 'reset' | 'silent' | 'lost' | 'blocked' }
  /** The body never ends. */
  | { readonly kind: 'endless' }
  /** It answers well, but takes its time: up to 14 s, or longer than anybody waits. */
  | { readonly kind: 'slow' | 'late' };

/** What a fault means to a page (docs/wire.md, section 2); `none`: nothing is wrong, it only takes longer. */
export type FaultClass = 'unreachable' | 'slow-down' | 'refused' | 'misconfigured' | 'not-a-token' | 'no-progress' | 'none';

export function classOf(fault: EndpointFault): FaultClass {
  switch (fault.kind) {
    case 'status': {
      const { status, retryAfterS } = fault;
      if ([401, 403, 419].includes(status)) return 'refused';
      if (status === 429 || (status === 503 && retryAfterS !== undefined)) return 'slow-down';
      return [408, 425].includes(status) || (status >= 500 && status !== 501) ? 'unreachable' : 'misconfigured';
    }
    case 'body':
      return 'not-a-token';
    case 'stale':
      return 'no-progress';
    case 'redirect':
      return 'refused';
    case 'blocked':
      return 'misconfigured';
    case 'slow':
      return 'none';
    default:
      return 'unreachable';
  }
}

/** What comes of a call at the backend. */
export interface BackendAnswer {
  /** `null`: no answer ever leaves; `silent` says whether the connection stays open. */
  readonly reply: Reply | null;
  readonly isSilent: boolean;
  readonly thinksMs: number;
  readonly verdict: FaultClass | 'good';
  /** The token in the reply. */
  readonly token: IssuedToken | null;
  /** What the reply asks for, in ms. */
  readonly retryAfterMs: number;
}

export interface BackendOptions {
  readonly tokenKind: TokenKind;
  readonly lifetimeMs: number;
  /** Scripts can read the `Date` header; not so where another origin does not expose it. */
  readonly showsDate: boolean;
}

/** The customer's backend: knows who is signed in, and answers with a token for that user. */
export class Backend {
  readonly url: string;
  /** Who is signed in, as far as cookies say. */
  user: string | null;
  fault: EndpointFault | null = null;
  lifetimeMs: number;

  readonly #timeline: Timeline;
  readonly #service: Service;
  readonly #options: BackendOptions;
  readonly #random: () => number;
  #last: IssuedToken | null = null;

  constructor(url: string, user: string, timeline: Timeline, service: Service, random: () => number, options: BackendOptions) {
    this.url = url;
    this.user = user;
    this.lifetimeMs = options.lifetimeMs;
    this.#timeline = timeline;
    this.#service = service;
    this.#random = random;
    this.#options = options;
  }

  get isGood(): boolean {
    return this.fault === null && this.user !== null && this.lifetimeMs === this.#options.lifetimeMs;
  }

  issue(ageMs = 0): IssuedToken | null {
    const { tokenKind } = this.#options;
    return this.user === null ? null : this.#service.issue(this.user, tokenKind, this.lifetimeMs, ageMs);
  }

  answer(): BackendAnswer {
    const { fault } = this;
    const thinksMs = this.#random() * 300;
    const verdict = fault ? classOf(fault) : 'good';
    const failed: BackendAnswer = { reply: null, isSilent: false, thinksMs, verdict, token: null, retryAfterMs: 0 };
    if (this.user === null && fault === null) return { ...failed, reply: SIGNED_OUT, verdict: 'refused' };
    switch (fault?.kind) {
      case 'status':
        return { ...failed, ...this.#refuse(fault) };
      case 'redirect':
        return {
          ...failed,
          reply: fault.isFollowed
            ? { status: 200, redirected: true, body: '<!doctype html><title>Sign in</title>' }
            : { status: 0, type: 'opaqueredirect' },
        };
      case 'body':
        return { ...failed, reply: BODIES[fault.body] };
      case 'reset':
      case 'blocked':
        return failed;
      case 'silent':
        return { ...failed, isSilent: true };
      case 'stale':
        return this.#serveStale(fault.stale, failed);
      case 'endless':
        return { ...failed, reply: { status: 200, isEndless: true } };
    }
    const token = this.issue();
    if (token === null) return { ...failed, reply: SIGNED_OUT, verdict: 'refused' };
    this.#last = token;
    if (fault?.kind === 'lost') return failed;
    const slowMs = fault?.kind === 'slow' ? 3_000 + this.#random() * 10_500 : fault?.kind === 'late' ? 16_000 + this.#random() * 20_000 : 0;
    return { ...failed, thinksMs: thinksMs + slowMs, reply: this.#replyWith(token), token };
  }

  #replyWith(token: IssuedToken): Reply {
    const { tokenKind, showsDate } = this.#options;
    const seconds = Math.round((token.expiresAt - this.#timeline.now) / 1000);
    const answer = { token: token.text, ...(tokenKind === 'opaque-with-expiry' && { expires_in: seconds }) };
    return {
      status: 200,
      headers: { 'Content-Type': 'application/json', ...(showsDate && { Date: this.#date(0) }) },
      body: JSON.stringify(answer),
    };
  }

  #serveStale(stale: 'same' | 'earlier' | 'over', failed: BackendAnswer): BackendAnswer {
    const last = this.#last?.client === this.user ? this.#last : this.issue();
    this.#last = last;
    if (last === null) return { ...failed, reply: SIGNED_OUT, verdict: 'refused' };
    const { tokenKind } = this.#options;
    const ageMs = stale === 'over' ? this.lifetimeMs + 60_000 : this.lifetimeMs / 2;
    // Only what says its own expiry can be seen to be stale by any other mark than its text.
    const token = stale === 'same' || tokenKind !== 'jwt' ? last : this.#service.issue(last.client, tokenKind, this.lifetimeMs, ageMs);
    return { ...failed, reply: this.#replyWith(token), token };
  }

  #refuse({ status, retryAfterS, isDate }: EndpointFault & { kind: 'status' }): Pick<BackendAnswer, 'reply' | 'retryAfterMs'> {
    if (retryAfterS === undefined) return { reply: { status, body: 'Sorry.' }, retryAfterMs: status === 429 ? 30_000 : 0 };
    const retryAfterMs = retryAfterS * 1000;
    const retryAfter = isDate && this.#options.showsDate ? this.#date(retryAfterMs) : `${retryAfterS}`;
    return {
      reply: { status, headers: { 'Retry-After': retryAfter, ...(this.#options.showsDate && { Date: this.#date(0) }) } },
      retryAfterMs,
    };
  }

  #date(aheadMs: number): string {
    return new Date(BEGINNING_MS + this.#timeline.now + aheadMs).toUTCString();
  }
}

const SIGNED_OUT: Reply = { status: 401, body: 'Sign in first.' };

const BODIES: Readonly<Record<(EndpointFault & { kind: 'body' })['body'], Reply>> = {
  empty: { status: 200, body: '' },
  'no-content': { status: 204 },
  html: { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<!doctype html><title>Welcome</title>' },
  json: { status: 200, headers: { 'Content-Type': 'application/json' }, body: '{"ok":true,"token":null}' },
  huge: { status: 200, headers: { 'Content-Type': 'text/plain' }, body: 'a'.repeat(200_000) },
};
