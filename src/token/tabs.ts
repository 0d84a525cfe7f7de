import type { TabChannel, TabLocks, TokenEnvironment } from './environment.js';

/** Name of the channel, and the start of each lock's name. All tabs of an origin share it. Any script can read it, so it holds no address. */
const NAME = 'inbox-widget/1';

/** What another tab says: that it has a token, whose that is and how long it is still valid; or that it has signed this client out. */
export interface TabMessage {
  /** No more than an offer: read and judged like any other. Absent: the tab has signed this client out. */
  readonly token: unknown;
  readonly client: string;
  /** What is left of it, in ms; `null` where unknown. */
  readonly expiresInMs: number | null;
}

/** How long a tab waits for its turn where somebody needs the token now: between this, in ms, and five times as long. */
const URGENT_WAIT_MS = 2_000;
/** … and where the token in use is still good: between this, in ms, and twice as long, but at most half of what is left of it. */
const PATIENT_WAIT_MS = 15_000;
/** Where there are no locks, each tab calls at a random moment within this time, in ms, so that they do not all call at once. */
const SPREAD_MS = 3_000;
/** Longest time that a message takes to get from tab to tab, in ms. */
const WORD_MS = 50;

/**
 * Other tabs with the same origin, service and endpoint. All of it is a courtesy: where channels or locks are absent,
 * forbidden, broken or hang, each tab is on its own and everything still works.
 */
export class Tabs {
  readonly #environment: TokenEnvironment;
  readonly #address: string;
  readonly #onMessage: (message: TabMessage) => void;
  /** Name of the lock of this service and endpoint: tabs that call another endpoint are not waited for. */
  readonly #lock: string;
  #channel: TabChannel | null = null;

  /** @param address Stands for service and endpoint: messages with another one are ignored. */
  constructor(environment: TokenEnvironment, address: string, onMessage: (message: TabMessage) => void) {
    this.#environment = environment;
    this.#address = address;
    this.#lock = NAME + [...address].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 65_536, 0);
    this.#onMessage = onMessage;
  }

  /** Listens to the other tabs. Calling it again does nothing. */
  open(): void {
    try {
      this.#channel ??= this.#environment.openChannel(NAME);
      this.#channel.onmessage = ({ data }) => {
        const { address, token, client, expiresInMs } = Object(data) as Record<string, unknown>;
        if (address !== this.#address || typeof client !== 'string') return;
        this.#onMessage({ token, client, expiresInMs: Number(expiresInMs) || null });
      };
    } catch {
      // The other tabs are not heard.
    }
  }

  close(): void {
    try {
      this.#channel?.close();
    } catch {
      // It is gone either way.
    }
    this.#channel = null;
  }

  /** Passes this on to the other tabs, which ignore it where the client is `null`. A channel that a navigation has closed is reopened once. */
  post(message: { token?: string; client: string | null; expiresInMs?: number | null }, isRepeat = false): void {
    this.open();
    try {
      this.#channel?.postMessage({ ...message, address: this.#address });
    } catch {
      this.close();
      if (!isRepeat) this.post(message, true);
    }
  }

  /**
   * Waits for this tab's turn to call, but not for long; an abort of `signal` ends the wait. Never rejects.
   *
   * @param leftMs What is left of the token in use, in ms; zero or less: somebody needs another one now.
   * @returns A function to call when the refresh is done: gives the next tab its turn.
   */
  takeTurn(leftMs: number, signal: AbortSignal): Promise<() => void> {
    const environment = this.#environment;
    return new Promise((resolve) => {
      const giveUp = new AbortController();
      let isWaiting = true;
      const go = (release: () => void): void => {
        isWaiting = false;
        environment.clearTimer(timer);
        resolve(release);
      };
      const goAlone = (): void => {
        if (!isWaiting) return;
        go(() => {});
        giveUp.abort();
      };
      const goWithoutLock = (): void => {
        environment.clearTimer(timer);
        if (isWaiting) timer = environment.setTimer(goAlone, chance * SPREAD_MS);
      };
      const chance = environment.random();
      const patience = leftMs > 0 ? Math.min(PATIENT_WAIT_MS * (1 + chance), leftMs / 2) : URGENT_WAIT_MS * (1 + chance * 4);
      let timer = environment.setTimer(goAlone, patience);
      signal.addEventListener('abort', goAlone);
      try {
        const take = (): Promise<void> =>
          // The lock is held a moment longer, so that the next tab has heard of the token before it checks whether to call.
          new Promise((release) => (isWaiting ? go(() => environment.setTimer(release, WORD_MS)) : release()));
        // Where there are no locks, this throws as well.
        (environment.locks() as TabLocks).request(this.#lock, { signal: giveUp.signal }, take).catch(goWithoutLock);
      } catch {
        goWithoutLock();
      }
    });
  }
}
