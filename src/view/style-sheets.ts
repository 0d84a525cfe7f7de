import base from './styles/base.css?inline';
import composer from './styles/composer.css?inline';
import frame from './styles/frame.css?inline';
import list from './styles/list.css?inline';
import panels from './styles/panels.css?inline';
import preferences from './styles/preferences.css?inline';
import thread from './styles/thread.css?inline';
import tokens from './styles/tokens.css?inline';

/** First what holds everywhere, last what only some people ask for. In between, no rule meets another file's, and this order compresses best. */
const STYLES = [tokens, base, frame, list, panels, thread, composer, preferences].join('');

/** An element's class: its styles, from which sheets can be made anew. */
interface StyledClass {
  readonly elementStyles?: readonly { readonly cssText: string }[];
}

/** The styles of one view, as a sheet made by script: strict policies allow that, where they forbid style elements. */
export class ViewStyles {
  readonly #root: ShadowRoot;
  #own: CSSStyleSheet | undefined;

  constructor(root: ShadowRoot) {
    this.#root = root;
    this.restore();
  }

  /**
   * Gives the root the view's sheet. Where it has none at all, the element's too: browsers drop all of them where a root moves into
   * another document, since a sheet is its document's, and there may have been no view at that time.
   */
  restore(): void {
    const root = this.#root;
    const now = root.adoptedStyleSheets;
    if (this.#own && now.length) return;
    const { elementStyles = [] } = root.host.constructor as StyledClass;
    this.#own = this.#make(STYLES);
    root.adoptedStyleSheets = [...(now.length ? now : elementStyles.map(({ cssText }) => this.#make(cssText))), this.#own];
  }

  dispose(): void {
    this.#root.adoptedStyleSheets = this.#root.adoptedStyleSheets.filter((sheet) => sheet !== this.#own);
  }

  #make(text: string): CSSStyleSheet {
    const sheet = new (this.#root.ownerDocument.defaultView ?? window).CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  }
}
