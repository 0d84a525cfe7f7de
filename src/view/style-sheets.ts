import base from './styles/base.css?inline';
import composer from './styles/composer.css?inline';
import frame from './styles/frame.css?inline';
import list from './styles/list.css?inline';
import panels from './styles/panels.css?inline';
import preferences from './styles/preferences.css?inline';
import thread from './styles/thread.css?inline';
import tokens from './styles/tokens.css?inline';

const STYLES = [tokens, base, frame, list, thread, composer, panels, preferences].join('\n');

/** The styles of one view, as a sheet made by script: strict policies allow that, where they forbid style elements. */
export class ViewStyles {
  readonly #root: ShadowRoot;
  /** All that the root has, the view's own last. */
  #sheets: readonly CSSStyleSheet[];

  constructor(root: ShadowRoot) {
    this.#root = root;
    this.#sheets = root.adoptedStyleSheets = [...root.adoptedStyleSheets, this.#make(STYLES)];
  }

  /** Gives the root its sheets again: browsers drop them where it moves into another document, since a sheet is its document's. */
  restore(): void {
    if (this.#root.adoptedStyleSheets.length) return;
    this.#sheets = this.#root.adoptedStyleSheets = this.#sheets.map(({ cssRules }) => this.#make([...cssRules].map(({ cssText }) => cssText).join('')));
  }

  dispose(): void {
    this.#root.adoptedStyleSheets = this.#root.adoptedStyleSheets.filter((sheet) => sheet !== this.#sheets.at(-1));
  }

  #make(text: string): CSSStyleSheet {
    const sheet = new (this.#root.ownerDocument.defaultView ?? window).CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  }
}
