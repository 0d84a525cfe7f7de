import type { TokenLease, TokenNews } from '../../src/token/token-owner.js';
import type { Ledger } from './ledger.js';
import type { Network } from './network.js';
import type { OwnerFile, Referee } from './referee.js';
import type { Timeline } from './timeline.js';

/** How long after its return from the cache a page is shown though nobody has confirmed the session, in ms. */
const CONFIRMATION_LIMIT_MS = 4_000;

export interface VisitorParts {
  readonly timeline: Timeline;
  readonly network: Network;
  readonly referee: Referee;
  readonly ledger: Ledger;
  readonly file: OwnerFile;
  readonly lease: TokenLease;
  /** Tokens say whose they are, so a request may name a position in that client's inbox. */
  readonly namesPosition: boolean;
  readonly throws: boolean;
}

/** What uses the token in one element: asks the service for news as the inbox does, and shows whose inbox it got. */
export class Visitor {
  /** Whose inbox is on the screen. */
  screen: string | null = null;
  /** Nothing private is shown, for the moment. */
  isCovered = false;

  readonly #parts: VisitorParts;
  readonly #end = new AbortController();
  /** What the owner listens to of this element's own abort signal. */
  #listening = 0;
  /** Goes up with each wipe: what was asked for before is thrown away. */
  #generation = 0;
  #coveredAt = 0;
  #isPolling = false;
  #waiting = 0;
  #isSubscribed = false;

  constructor(parts: VisitorParts) {
    this.#parts = parts;
    this.#countListeners();
    parts.lease.subscribe((news) => this.#onNews(news));
    this.#isSubscribed = true;
  }

  get file(): OwnerFile {
    return this.#parts.file;
  }

  get lease(): TokenLease {
    return this.#parts.lease;
  }

  /** Listeners that are left on the signal with which the element waits for tokens. */
  get listening(): number {
    return this.#listening;
  }

  /** Requests for a token that are still open. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Asks for news, unless it is asking already. */
  async poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    try {
      await this.ask();
    } finally {
      this.#isPolling = false;
    }
  }

  /** Asks for news: repeats it once after a 401, gives up on any other failure. */
  async ask(): Promise<void> {
    const { timeline, referee, network, lease, file, namesPosition } = this.#parts;
    const mustHold = referee.isDue(file);
    let isSent = false;
    if (mustHold) timeline.after(1, () => !isSent && !this.#end.signal.aborted && referee.checkHeld(file, null));
    for (let tries = 0; tries < 2; tries++) {
      let token: string;
      this.#waiting++;
      try {
        token = await lease.supplier.getToken(this.#end.signal);
      } catch {
        return;
      } finally {
        this.#waiting--;
      }
      if (this.#end.signal.aborted) return;
      if (mustHold && tries === 0 && !isSent) referee.checkHeld(file, token);
      isSent = true;
      const generation = this.#generation;
      const answer = await network.ask(file.page, file.backend, token, namesPosition ? this.screen : null);
      if (!answer || generation !== this.#generation || this.#end.signal.aborted) return;
      if (answer.status === 401) {
        lease.supplier.reject(token, answer.date);
      } else {
        if (answer.client !== null) this.#show(token, answer.client);
        return;
      }
    }

  }

  /** The element is taken out of the page. */
  release(): void {
    this.#end.abort();
    this.#parts.lease.release();
  }

  #countListeners(): void {
    const { signal } = this.#end;
    const listeners = new Set<unknown>();
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...parameters: Parameters<typeof addEventListener>) => {
      listeners.add(parameters[1]);
      this.#listening = listeners.size;
      addEventListener.apply(signal, parameters);
    };
    signal.removeEventListener = (...parameters: Parameters<typeof removeEventListener>) => {
      listeners.delete(parameters[1]);
      this.#listening = listeners.size;
      removeEventListener.apply(signal, parameters);
    };
  }

  #show(token: string, client: string): void {
    const { lease, ledger, timeline } = this.#parts;
    lease.supplier.identify(token, client);
    ledger.check('private', this.screen === null || this.screen === client, timeline.now, () => {
      return `${this.file.page.name} shows ${this.screen ?? ''} beside ${client}`;
    });
    this.screen = client;
  }

  #onNews(news: TokenNews): void {
    const { ledger, timeline, lease, namesPosition, throws } = this.#parts;
    switch (news.type) {
      case 'client-changed':
      case 'signed-out':
        this.screen = null;
        this.#generation++;
        break;
      case 'unconfirmed':
        this.isCovered = true;
        this.#coveredAt = timeline.now;
        break;
      case 'confirmed': {
        this.isCovered = false;
        const { user } = this.file.backend;
        const isInTime = timeline.now - this.#coveredAt < CONFIRMATION_LIMIT_MS - 100;
        // Where the session has ended, a panel that says so stands in place of the inbox.
        const isShown = this.screen !== null && lease.status !== 'ended';
        ledger.check('private', !isInTime || !isShown || this.screen === user || !namesPosition, timeline.now, () => {
          return `${this.file.page.name} shows ${this.screen ?? ''} again though ${user ?? 'nobody'} is signed in`;
        });
        break;
      }
      default:
        break;
    }
    if (throws && this.#isSubscribed) throw new Error('A listener of the page');
  }
}
