/**
 * Whether the person can see the inbox: it is on screen, and its page is not hidden. Listens to the page only while
 * somebody waits for it.
 */
export class Seen {
  readonly #document: Document;
  readonly #changed: () => void;
  readonly #observer: IntersectionObserver;
  #isOnScreen = false;
  #isWaiting = false;

  /** @param changed Called when the inbox comes into sight. */
  constructor(frame: HTMLElement, changed: () => void) {
    this.#document = frame.ownerDocument;
    this.#changed = changed;
    this.#observer = new IntersectionObserver((entries) => {
      this.#isOnScreen = entries.at(-1)?.isIntersecting ?? false;
      if (this.#isOnScreen) changed();
    });
    this.#observer.observe(frame);
  }

  /** Asks; where the answer is no, `changed` is called once that changes. */
  get now(): boolean {
    if (this.#document.visibilityState === 'visible') return this.#isOnScreen;
    if (!this.#isWaiting) this.#document.addEventListener('visibilitychange', this.#visible);
    this.#isWaiting = true;
    return false;
  }

  dispose(): void {
    this.#observer.disconnect();
    this.#stopWaiting();
  }

  readonly #visible = (): void => {
    if (this.#document.visibilityState !== 'visible') return;
    this.#stopWaiting();
    this.#changed();
  };

  #stopWaiting(): void {
    this.#document.removeEventListener('visibilitychange', this.#visible);
    this.#isWaiting = false;
  }
}
