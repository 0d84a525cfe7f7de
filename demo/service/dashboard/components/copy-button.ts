import { html, LitElement, type TemplateResult } from 'lit';

type Outcome = 'none' | 'copied' | 'failed';

const OUTCOME_SHOWN_MS = 2000;
const WORDS: Record<Outcome, string> = { none: 'Copy', copied: 'Copied', failed: 'Not copied' };

/**
 * Copies the text of another element of the page. A browser that runs no scripts shows nothing in its place.
 *
 * Renders into the page itself, so that its button is one of the page's buttons.
 */
export class CopyButton extends LitElement {
  static override properties = {
    for: {},
    what: {},
    outcome: { state: true },
  };

  /** Id of the element with the text. */
  declare for: string;
  /** What is copied, for those who hear the button and do not see what it stands beside. */
  declare what: string;
  declare outcome: Outcome;

  #reset: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.for = '';
    this.what = '';
    this.outcome = 'none';
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#reset);
    this.outcome = 'none';
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    return html`<button type="button" class="quiet" @click=${this.#copy}>
        ${WORDS[this.outcome]}<span class="visually-hidden"> ${this.what}</span>
      </button>
      <span class="visually-hidden" role="status">${this.outcome === 'none' ? '' : WORDS[this.outcome]}</span>`;
  }

  async #copy(): Promise<void> {
    const text = document.getElementById(this.for)?.textContent ?? '';
    try {
      await navigator.clipboard.writeText(text);
      this.outcome = 'copied';
    } catch {
      // Not every browser lets every page write there; the text can still be selected.
      this.outcome = 'failed';
    }
    clearTimeout(this.#reset);
    this.#reset = setTimeout(() => (this.outcome = 'none'), OUTCOME_SHOWN_MS);
  }
}
