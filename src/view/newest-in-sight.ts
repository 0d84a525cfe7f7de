import type { PageClock } from '../page-clock.js';

/** While the page's styles hide an unread message, this looks again after so long, in ms: no event tells of styles. */
const LOOK_AGAIN_MS = 1_000;

/** Whether a person can see the newest message of a log. Listens and waits only where somebody asks and they cannot. */
export class NewestInSight {
  readonly #clock: PageClock;
  /** Called when the answer may have changed because of what is around the log. */
  readonly #onChange: () => void;
  #log: Element | null = null;
  #newest: Element | undefined;
  #isOnScreen = false;
  readonly #observer = new IntersectionObserver(
    (entries) => {
      // What a page has folded up to nothing still counts as intersecting.
      this.#isOnScreen = !!entries.at(-1)?.intersectionRatio;
      this.#onChange();
    },
    { threshold: 0.01 },
  );
  #stopWaiting = (): void => {};

  constructor(clock: PageClock, onChange: () => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /** Follows the newest message that is drawn; `null`: there is no log. A message that has just come is taken to be where the one before it was. */
  follow(log: Element | null): void {
    const newest = [...(log?.querySelectorAll('[data-key]') ?? [])].at(-1);
    if (log !== this.#log) this.#isOnScreen = false;
    this.#log = log;
    if (newest === this.#newest) return;
    this.#newest = newest;
    this.#observer.disconnect();
    if (newest) this.#observer.observe(newest);
  }

  /** Whether it can be seen now. Where it cannot, calls back once that may be otherwise, until `dismiss()`, which comes before the next question. */
  ask(): boolean {
    const log = this.#log;
    const page = log?.ownerDocument;
    if (page?.hidden) {
      page.addEventListener('visibilitychange', this.#onChange);
      this.#stopWaiting = () => page.removeEventListener('visibilitychange', this.#onChange);
    } else if (log?.checkVisibility?.({ opacityProperty: true, visibilityProperty: true }) === false) {
      this.#stopWaiting = this.#clock.after(LOOK_AGAIN_MS, this.#onChange);
    } else return this.#isOnScreen;
    return false;
  }

  dismiss(): void {
    this.#stopWaiting();
  }

  dispose(): void {
    this.dismiss();
    this.#observer.disconnect();
  }
}
