import type { TabChannel, TokenEnvironment } from './environment.js';

/** What a tab tells the others of: a token, whose it is, and how long it lives where its text does not say. */
export interface TabOffer {
  readonly token: string;
  readonly client: string;
  /** In ms from now; `null` where unknown. */
  readonly expiresInMs: number | null;
}

/** How long a tab waits for its turn where somebody needs the token now, in ms, from and to. */
const URGENT_WAIT_MS = [2_000, 10_000] as const;
/** … and where the token in use still is good. */
const PATIENT_WAIT_MS = [15_000, 30_000] as const;
/** Where there are no locks, a page that nobody sees lets the others go first, in ms. */
const HIDDEN_WAIT_MS = 3_000;

/**
 * Other tabs of the same origin, service and endpoint. All of it is a courtesy: where channels or locks are absent,
 * forbidden, broken or hang, each tab is on its own and everything works.
 */
export class Tabs {
  readonly #environment: TokenEnvironment;
  readonly #name: string;
  readonly #onOffer: (offer: TabOffer) => void;
  #channel: TabChannel | null = null;

  constructor(environment: TokenEnvironment, address: string, onOffer: (offer: TabOffer) => void) {
    this.#environment = environment;
    this.#name = `inbox-widget/1/${digest(address)}`;
    this.#onOffer = onOffer;
  }

  /** Listens to the other tabs. Calling it again does nothing. */
  open(): void {
    if (this.#channel) return;
    try {
      this.#channel = this.#environment.openChannel(this.#name);
      this.#channel.onmessage = ({ data }) => {
        const offer = readOffer(data);
        if (offer) this.#onOffer(offer);
      };
    } catch {
      this.#channel = null;
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
  post(offer: TabOffer): void {
    for (let tries = 0; tries < 2; tries++) {
      this.open();
      try {
        this.#channel?.postMessage(offer);
        return;
      } catch {
        this.close();
      }
    }
  }

  /**
   * Waits for this tab's turn to call, but not for long; with the abort of `signal` the wait is over. Never rejects.
   *
   * @returns To be called when the call is over: lets the next tab have its turn.
   */
  takeTurn(isUrgent: boolean, signal: AbortSignal): Promise<() => void> {
    const environment = this.#environment;
    return new Promise((resolve) => {
      const giveUp = new AbortController();
      let isWaiting = true;
      let timer: unknown;
      const go = (release: () => void): void => {
        isWaiting = false;
        environment.clearTimer(timer);
        signal.removeEventListener('abort', goAlone);
        resolve(release);
      };
      const goAlone = (): void => {
        if (!isWaiting) return;
        go(() => {});
        giveUp.abort();
      };
      const waitAtMost = (ms: number): void => {
        environment.clearTimer(timer);
        timer = environment.setTimer(goAlone, ms);
      };
      const doWithoutLocks = (): void => {
        if (!isWaiting) return;
        if (environment.isHidden()) waitAtMost(environment.random() * HIDDEN_WAIT_MS);
        else goAlone();
      };
      const [least, most] = isUrgent ? URGENT_WAIT_MS : PATIENT_WAIT_MS;
      waitAtMost(least + environment.random() * (most - least));
      signal.addEventListener('abort', goAlone);
      try {
        const locks = environment.locks();
        if (!locks) return doWithoutLocks();
        locks
          .request(this.#name, { signal: giveUp.signal }, () =>
            isWaiting ? new Promise<void>((release) => go(release)) : Promise.resolve(),
          )
          .catch(doWithoutLocks);
      } catch {
        doWithoutLocks();
      }
    });
  }
}

function readOffer(data: unknown): TabOffer | null {
  const { token, client, expiresInMs } = Object(data) as Record<string, unknown>;
  if (typeof token !== 'string' || typeof client !== 'string') return null;
  return { token, client, expiresInMs: typeof expiresInMs === 'number' && expiresInMs > 0 ? expiresInMs : null };
}

/** Names of channels and locks can be read by any script of the origin: an address in them is hashed (FNV-1a, twice). */
function digest(text: string): string {
  let [low, high] = [0x811c9dc5, 0x01000193];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x01000197);
  }
  return (low >>> 0).toString(36) + (high >>> 0).toString(36);
}
