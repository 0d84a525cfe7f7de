import type { TabChannel, TabLocks, TokenEnvironment } from './environment.js';

/** Of the channel, and the beginning of a lock's. All of an origin's tabs share it: a name can be read by any script, so no address is in it. */
const NAME = 'inbox-widget/1';

/** What a tab tells the others of: a token, whose it is, and how long it still lives. */
export interface TabOffer {
  /** Not more than an offer: read and judged like any other. */
  readonly token: unknown;
  readonly client: string;
  /** What is left of it, in ms; `null` where unknown. */
  readonly expiresInMs: number | null;
}

/** How long a tab waits for its turn where somebody needs the token now: between this, in ms, and five times as long. */
const URGENT_WAIT_MS = 2_000;
/** … and where the token in use still is good: between this, in ms, and twice as long, and for half of what is left of it at most. */
const PATIENT_WAIT_MS = 15_000;
/** Where there are no locks, tabs that need the token at once call at a random moment within this time, in ms. */
const SPREAD_MS = 3_000;
/** Longest time that a message takes from tab to tab, in ms. */
const WORD_MS = 50;

/**
 * Other tabs of the same origin, service and endpoint. All of it is a courtesy: where channels or locks are absent,
 * forbidden, broken or hang, each tab is on its own and everything works.
 */
export class Tabs {
  readonly #environment: TokenEnvironment;
  readonly #address: string;
  readonly #onOffer: (offer: TabOffer) => void;
  /** Of this place's own: tabs that call another endpoint are not waited for. */
  readonly #lock: string;
  #channel: TabChannel | null = null;

  /** @param address Of service and endpoint: only what is meant for the same is heard. */
  constructor(environment: TokenEnvironment, address: string, onOffer: (offer: TabOffer) => void) {
    this.#environment = environment;
    this.#address = address;
    this.#lock = NAME + [...address].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 65_536, 0);
    this.#onOffer = onOffer;
  }

  /** Listens to the other tabs. Calling it again does nothing. */
  open(): void {
    try {
      this.#channel ??= this.#environment.openChannel(NAME);
      this.#channel.onmessage = ({ data }) => {
        const { address, token, client, expiresInMs } = Object(data) as Record<string, unknown>;
        if (address !== this.#address || typeof client !== 'string') return;
        this.#onOffer({ token, client, expiresInMs: Number(expiresInMs) || null });
      };
    } catch {
      this.close();
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

  /** Tells the other tabs. A channel that a navigation has closed is opened once more. */
  post(offer: TabOffer, isRepeat = false): void {
    this.open();
    try {
      this.#channel?.postMessage({ ...offer, address: this.#address });
    } catch {
      this.close();
      if (!isRepeat) this.post(offer, true);
    }
  }

  /**
   * Waits for this tab's turn to call, but not for long; with the abort of `signal` the wait is over. Never rejects.
   *
   * @param leftMs What is left of the token in use; nought or less: somebody needs another one now.
   * @param isCommon The other tabs are likely to have the same one, and to need another one at the same moment.
   * @returns To be called when the call is over: lets the next tab have its turn.
   */
  takeTurn(leftMs: number, isCommon: boolean, signal: AbortSignal): Promise<() => void> {
    const environment = this.#environment;
    // Nobody could spare this tab the call: it would only stand in a queue.
    if (!isCommon) return Promise.resolve(() => {});
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
          // Held on for a moment: the next tab shall have heard of the token before it looks whether to call.
          new Promise((release) => (isWaiting ? go(() => environment.setTimer(release, WORD_MS)) : release()));
        (environment.locks() as TabLocks).request(this.#lock, { signal: giveUp.signal }, take).catch(goWithoutLock);
      } catch {
        goWithoutLock();
      }
    });
  }
}
