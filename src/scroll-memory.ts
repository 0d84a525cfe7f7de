/** Browsers forget scroll positions when an element is taken out of the page, even if only to be put in elsewhere. */
export class ScrollMemory {
  readonly #root: ShadowRoot;
  readonly #tops = new WeakMap<Element, number>();

  constructor(root: ShadowRoot) {
    this.#root = root;
    root.addEventListener('scroll', this.#note, true);
  }

  restore(): void {
    for (const part of this.#root.querySelectorAll('*')) part.scrollTop = this.#tops.get(part) ?? 0;
  }

  dispose(): void {
    this.#root.removeEventListener('scroll', this.#note, true);
  }

  readonly #note = ({ target }: Event): void => void this.#tops.set(target as Element, (target as Element).scrollTop);
}
