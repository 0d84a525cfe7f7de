import type { PolicyWatch } from '../../src/policy-watch.js';
import type { LifeSign, TabChannel, TabLocks, TokenEnvironment } from '../../src/token/environment.js';
import type { Browser } from './browser.js';
import type { Machine } from './machine.js';
import type { Network } from './network.js';
import type { Scheduled, Timeline } from './timeline.js';

const MINUTE_MS = 60_000;

export interface PageParts {
  readonly timeline: Timeline;
  readonly machine: Machine;
  readonly browser: Browser;
  readonly network: Network;
  readonly random: () => number;
}

interface PageTimer {
  readonly dueMono: number;
  readonly callback: () => void;
  scheduled: Scheduled;
}

/** What a page still holds of its browser. */
export interface OpenThings {
  readonly timers: number;
  readonly listeners: number;
  readonly channels: number;
  readonly locks: number;
  readonly requests: number;
  readonly bodies: number;
  readonly policyWatches: number;
}

/** One page in one tab, as the token's owner sees it, and all that can be done to it. */
export class SimulatedPage implements TokenEnvironment {
  readonly origin = 'https://customer.example';
  readonly host = {};
  readonly name: string;
  /** Goes up whenever the page loses its connections. */
  connection = 0;
  isThrottled = false;
  isFrozen = false;
  /** In the back-forward cache. */
  isCached = false;
  isClosed = false;
  /** Told of every message of another tab before the page is. */
  onHeard: (data: unknown) => void = () => {};
  /** Exceptions of listeners that the owner has passed on. */
  readonly reports: unknown[] = [];

  readonly #parts: PageParts;
  #isHidden = false;
  #isPrerendering: boolean;
  readonly #timers = new Set<PageTimer>();
  readonly #listeners = new Set<(signal: LifeSign) => void>();
  readonly #waiting: (() => void)[] = [];
  readonly #policyWatches = new Set<PolicyWatch>();
  #lived = 0;
  #known = 0;
  #last: { time: number; wall: number; mono: number };

  constructor(name: string, parts: PageParts, isPrerendering: boolean) {
    this.name = name;
    this.#parts = parts;
    this.#isPrerendering = isPrerendering;
    this.#last = { time: parts.timeline.now, wall: parts.machine.wallTime(), mono: parts.machine.monotonicTime() };
  }

  /** Its scripts can run now. */
  get canRun(): boolean {
    return !this.isClosed && !this.isFrozen && !this.isCached && !this.#parts.machine.isAsleep;
  }

  /** Somebody looks at it: it runs, is seen and not slowed down. */
  get isAttended(): boolean {
    return this.canRun && !this.#isHidden && !this.#isPrerendering;
  }

  /**
   * Time lived through as far as the page's two clocks can tell, taking at each look the larger of what they say has
   * passed; in ms. Runs ahead where the wall clock was set forward.
   */
  get livedMs(): number {
    this.#look();
    return this.#lived;
  }

  /** The same, but never more than the truth. Less where the machine slept and its wall clock was set back meanwhile. */
  get knownMs(): number {
    this.#look();
    return this.#known;
  }

  get openThings(): OpenThings {
    const { browser, network } = this.#parts;
    return {
      timers: this.#timers.size,
      listeners: this.#listeners.size,
      channels: browser.channelsOf(this),
      locks: browser.locksOf(this),
      policyWatches: this.#policyWatches.size,
      ...network.openThingsOf(this),
    };
  }

  /** Runs a script of the page now, or as soon as it can run; never, if it is closed before. */
  run(script: () => void): void {
    if (this.isClosed) return;
    if (!this.canRun) {
      this.#waiting.push(script);
      return;
    }
    this.#look();
    script();
  }

  wallTime(): number {
    return this.#parts.machine.wallTime();
  }

  monotonicTime(): number {
    return this.#parts.machine.monotonicTime();
  }

  setTimer(callback: () => void, delayMs: number): unknown {
    if (!(delayMs <= MINUTE_MS)) this.reports.push(new Error(`A timer of ${delayMs} ms`));
    const timer: PageTimer = {
      dueMono: this.monotonicTime() + Math.max(0, delayMs),
      callback,
      scheduled: { cancel: () => {} },
    };
    this.#timers.add(timer);
    this.#schedule(timer);
    return timer;
  }

  clearTimer(timer: unknown): void {
    (timer as PageTimer | undefined)?.scheduled.cancel();
    this.#timers.delete(timer as PageTimer);
  }

  random(): number {
    return this.#parts.random();
  }

  fetch(url: string, init: RequestInit): Promise<Response> {
    return this.#parts.network.call(this, url, init);
  }

  watchPolicy(url: string): PolicyWatch {
    const watch: PolicyWatch = {
      wasBlocked: () => Promise.resolve(this.#parts.network.isBlocked(url)),
      stop: () => this.#policyWatches.delete(watch),
    };
    this.#policyWatches.add(watch);
    return watch;
  }

  listen(listener: (signal: LifeSign) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  isHidden(): boolean {
    return this.#isHidden;
  }

  isPrerendering(): boolean {
    return this.#isPrerendering;
  }

  openChannel(name: string): TabChannel {
    return this.#parts.browser.openChannel(this, name);
  }

  locks(): TabLocks | undefined {
    return this.#parts.browser.locksFor(this);
  }

  report(error: unknown): void {
    this.reports.push(error);
  }

  hide(): void {
    this.#isHidden = true;
  }

  show(): void {
    this.#isHidden = false;
    this.isThrottled = false;
    this.#reschedule();
    this.signal('visibilitychange');
    this.signal('focus');
  }

  /** Slows a hidden page's timers to one in a minute. */
  throttle(): void {
    this.isThrottled = true;
    this.#reschedule();
  }

  freeze(): void {
    this.isFrozen = true;
  }

  thaw(): void {
    this.isFrozen = false;
    this.signal('resume');
    this.catchUp();
  }

  /** The person goes elsewhere; the page is kept as it is. */
  enterCache(): void {
    this.signal('pagehide');
    this.#isHidden = true;
    this.isCached = true;
    this.connection++;
    this.#parts.browser.forget(this);
  }

  leaveCache(): void {
    this.isCached = this.isThrottled = this.#isHidden = false;
    this.signal('restored');
    this.signal('visibilitychange');
    this.catchUp();
  }

  activate(): void {
    this.#isPrerendering = false;
    this.signal('prerenderingchange');
    this.signal('visibilitychange');
  }

  close(): void {
    this.signal('pagehide');
    this.isClosed = true;
    for (const timer of this.#timers) this.clearTimer(timer);
    this.#listeners.clear();
    this.#parts.browser.forget(this);
  }

  signal(signal: LifeSign): void {
    if (!this.canRun) return;
    this.#look();
    for (const listener of [...this.#listeners]) listener(signal);
  }

  /** Runs what has waited while the page could not run, in the order in which it would have. */
  catchUp(): void {
    if (!this.canRun) return;
    this.#look();
    for (const script of this.#waiting.splice(0)) this.run(script);
    this.#reschedule();
  }

  #look(): void {
    const { timeline, machine } = this.#parts;
    const now = { time: timeline.now, wall: machine.wallTime(), mono: machine.monotonicTime() };
    const passed = Math.max(now.wall - this.#last.wall, now.mono - this.#last.mono);
    this.#lived += passed;
    this.#known += Math.min(passed, now.time - this.#last.time);
    this.#last = now;
  }

  #reschedule(): void {
    for (const timer of this.#timers) this.#schedule(timer);
  }

  #schedule(timer: PageTimer): void {
    const { timeline, random } = this.#parts;
    timer.scheduled.cancel();
    const mono = this.monotonicTime();
    const due = this.isThrottled ? Math.ceil(timer.dueMono / MINUTE_MS) * MINUTE_MS : timer.dueMono + random() * 4;
    timer.scheduled = timeline.after(Math.max(0, due - mono), () => {
      if (!this.canRun) return;
      // The clock has stood still meanwhile: it comes later.
      if (this.monotonicTime() < timer.dueMono - 1) return this.#schedule(timer);
      this.#timers.delete(timer);
      this.run(timer.callback);
    });
  }
}
