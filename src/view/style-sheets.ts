import base from './styles/base.css?inline';
import composer from './styles/composer.css?inline';
import frame from './styles/frame.css?inline';
import list from './styles/list.css?inline';
import panels from './styles/panels.css?inline';
import preferences from './styles/preferences.css?inline';
import thread from './styles/thread.css?inline';
import tokens from './styles/tokens.css?inline';

const STYLES = [tokens, base, frame, list, thread, composer, panels, preferences].join('\n');

/**
 * The styles of one view: a sheet of what is written, and one for the few lengths that only a script knows. Strict
 * policies allow both, where they forbid style attributes and elements.
 */
export class ViewStyles {
  readonly #root: ShadowRoot;
  readonly #own: CSSStyleSheet;
  readonly #sheets: readonly CSSStyleSheet[];
  readonly #rules = new Map<string, { readonly style: CSSStyleDeclaration; value: string }>();

  constructor(root: ShadowRoot) {
    this.#root = root;
    // A sheet cannot be used in another document than its own.
    const Sheet = (root.ownerDocument.defaultView ?? window).CSSStyleSheet;
    const written = new Sheet();
    written.replaceSync(STYLES);
    this.#own = new Sheet();
    this.#sheets = [written, this.#own];
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, ...this.#sheets];
  }

  /**
   * Sets the one property of a selector's rule. Writes nothing where it is set so already: a sheet that changes makes
   * the browser look at all styles anew. What was written is remembered, since browsers round what they give back.
   */
  set(selector: string, property: string, value: string): void {
    let rule = this.#rules.get(selector);
    if (!rule) {
      this.#own.insertRule(`${selector} {}`);
      rule = { style: (this.#own.cssRules[0] as CSSStyleRule).style, value: '' };
      this.#rules.set(selector, rule);
    }
    if (rule.value === value) return;
    rule.value = value;
    rule.style.setProperty(property, value);
  }

  dispose(): void {
    this.#root.adoptedStyleSheets = this.#root.adoptedStyleSheets.filter((sheet) => !this.#sheets.includes(sheet));
  }
}
