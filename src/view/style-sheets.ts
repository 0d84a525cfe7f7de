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
  readonly #sheet: CSSStyleSheet;

  constructor(root: ShadowRoot) {
    this.#root = root;
    // A sheet cannot be used in a document other than its own.
    this.#sheet = new (root.ownerDocument.defaultView ?? window).CSSStyleSheet();
    this.#sheet.replaceSync(STYLES);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, this.#sheet];
  }

  dispose(): void {
    this.#root.adoptedStyleSheets = this.#root.adoptedStyleSheets.filter((sheet) => sheet !== this.#sheet);
  }
}
