import type { PolicyWatch } from '../../src/policy-watch.js';
import type { LifeSign, TabChannel, TabLocks, TokenEnvironment } from '../../src/token/environment.js';
import { acquireTokenOwner } from '../../src/token/registry.js';
import type { TokenLease, TokenNews, TokenOwnerConfig } from '../../src/token/token-owner.js';
import { FakeClock, settle } from './fake-clock.js';
import { FakeNetwork } from './fake-network.js';
import type { FakeAnswer } from './fake-network.js';
import { FakeTabs } from './fake-tabs.js';
import { makeToken } from './token-maker.js';
import type { Claims } from './token-maker.js';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const START = Date.UTC(2026, 4, 12, 9);
export const SERVICE = 'https://inbox.example';
export const ENDPOINT = 'https://shop.example/inbox-token';

export interface PageParts {
  readonly clock?: FakeClock;
  readonly network?: FakeNetwork;
  readonly tabs?: FakeTabs;
}

/** A page of which nothing is real: what a `TokenEnvironment` does, a test does by hand. */
export class TokenPage implements TokenEnvironment {
  readonly clock: FakeClock;
  readonly network: FakeNetwork;
  readonly tabs: FakeTabs;
  readonly origin = 'https://shop.example';
  readonly host = {};
  readonly reported: unknown[] = [];
  /** How far the server's clock is ahead of this page's, in ms. */
  serverAhead = 0;
  isPrerenderingNow = false;
  isBlockedByPolicy = false;
  /** What `random()` answers next; 0.5 where nothing is left. */
  readonly chances: number[] = [];
  readonly #listeners = new Set<(signal: LifeSign) => void>();
  readonly #policyWatches = new Set<PolicyWatch>();

  constructor({ clock = new FakeClock(START), tabs = new FakeTabs(), network = new FakeNetwork(clock) }: PageParts = {}) {
    this.clock = clock;
    this.tabs = tabs;
    this.network = network;
  }

  wallTime(): number {
    return this.clock.wall;
  }

  monotonicTime(): number {
    return this.clock.mono;
  }

  setTimer(callback: () => void, delayMs: number): unknown {
    return this.clock.setTimer(callback, delayMs);
  }

  clearTimer(timer: unknown): void {
    this.clock.clearTimer(timer);
  }

  random(): number {
    return this.chances.shift() ?? 0.5;
  }

  fetch(url: string, init: RequestInit): Promise<Response> {
    return this.network.fetch(url, init);
  }

  watchPolicy(): PolicyWatch {
    const watch: PolicyWatch = {
      wasBlocked: () => Promise.resolve(this.isBlockedByPolicy),
      stop: () => this.#policyWatches.delete(watch),
    };
    this.#policyWatches.add(watch);
    return watch;
  }

  /** Watches of the policy that were not stopped. */
  get policyWatches(): number {
    return this.#policyWatches.size;
  }

  listen(listener: (signal: LifeSign) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  isPrerendering(): boolean {
    return this.isPrerenderingNow;
  }

  openChannel(name: string): TabChannel {
    return this.tabs.openChannel(name);
  }

  locks(): TabLocks | undefined {
    return this.tabs.locks;
  }

  report(error: unknown): void {
    this.reported.push(error);
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }

  /** The server's time, in ms since 1970. */
  get serverTime(): number {
    return this.clock.wall + this.serverAhead;
  }

  /** Fires signals of the page one after the other in one task, and lets everything that follows from them happen. */
  async signal(...signals: LifeSign[]): Promise<void> {
    for (const signal of signals) for (const listener of [...this.#listeners]) listener(signal);
    await settle();
  }

  advance(ms: number): Promise<void> {
    return this.clock.advance(ms);
  }

  /** A token as the service would issue it now. */
  issue(lifetimeMs = 8 * HOUR, claims: Claims = {}): string {
    return makeToken({ issuedAt: this.serverTime, expiresAt: this.serverTime + lifetimeMs, ...claims });
  }

  /** The endpoint gives a new token to each call from now on. */
  serve(lifetimeMs = 8 * HOUR, claims: Claims = {}): void {
    this.network.answer = () => tokenAnswer(this.issue(lifetimeMs, claims));
  }

  /** The endpoint answers so from now on. */
  answer(answer: FakeAnswer): void {
    this.network.answer = () => answer;
  }

  /** An element's lease, with a log of the news. */
  open(initialToken: string | null = null, config: Partial<TokenOwnerConfig> = {}): OpenLease {
    return openLease(this, initialToken, config);
  }
}

export interface OpenLease {
  readonly lease: TokenLease;
  readonly news: TokenNews[];
  /** Calls `listener` with each item of news from now on, once it is in the log. */
  listen(listener: (item: TokenNews) => unknown): void;
  /** The kinds of the news without changes of status. */
  kinds(): string[];
}

export function openLease(
  page: TokenEnvironment,
  initialToken: string | null,
  config: Partial<TokenOwnerConfig> = {},
  acquire: typeof acquireTokenOwner = acquireTokenOwner,
): OpenLease {
  const lease = acquire(
    { service: SERVICE, endpoint: ENDPOINT, credentials: 'same-origin', headers: null, fetchToken: null, ...config },
    initialToken,
    page,
  );
  const news: TokenNews[] = [];
  const listeners: ((item: TokenNews) => unknown)[] = [(item) => news.push(item)];
  lease.subscribe((item) => listeners.forEach((listener) => listener(item)));
  return { lease, news, listen: (listener) => void listeners.push(listener), kinds: () => news.map(({ type }) => type).filter((type) => type !== 'status') };
}

export function tokenAnswer(token: string, more: FakeAnswer = {}): FakeAnswer {
  return { body: JSON.stringify({ token }), ...more, headers: { 'Content-Type': 'application/json', ...more.headers } };
}

/** What a promise comes to by now: its value, its error, or that it still waits. */
export async function outcomeOf(promise: Promise<unknown>): Promise<unknown> {
  let outcome: unknown = 'waiting';
  promise.then(
    (value) => (outcome = value),
    (error: unknown) => (outcome = error),
  );
  await settle();
  return outcome;
}
