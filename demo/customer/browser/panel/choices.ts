import { element } from '../elements.js';

/** One of several, as buttons of which one is pressed. */
export class Choices<T extends string | number> {
  readonly element: HTMLElement;
  readonly #buttons = new Map<T, HTMLButtonElement>();
  #isChosen = false;

  /** @param onChoose Called after a person's choice, which is shown as made already. */
  constructor(label: string, words: readonly (readonly [T, string])[], onChoose: (value: T, word: string) => void) {
    for (const [value, word] of words) {
      const button = element('button', { type: 'button' }, word);
      button.addEventListener('click', () => {
        this.#isChosen = true;
        this.#show(value);
        onChoose(value, word);
      });
      this.#buttons.set(value, button);
    }
    this.element = element('div', { className: 'choices', role: 'group' }, ...this.#buttons.values());
    this.element.setAttribute('aria-label', label);
  }

  /**
   * Shows what was chosen before the page was there.
   * @returns Whether it still holds: a person may have chosen meanwhile.
   */
  restore(earlier: T): boolean {
    if (!this.#isChosen) this.#show(earlier);
    return !this.#isChosen;
  }

  #show(chosen: T): void {
    for (const [value, button] of this.#buttons) button.setAttribute('aria-pressed', String(value === chosen));
  }
}
