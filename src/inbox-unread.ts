import { ReactiveElement } from '@lit/reactive-element';
import { setState, statesOf } from './custom-states.js';
import { pageLanguage } from './page-language.js';
import { onWidgetsChange, openWidgets, type CountingWidget } from './widgets.js';

/**
 * The number of unread messages of an inbox, anywhere in the page: in a menu, say. Shows nothing while there are none,
 * or while there is no widget.
 *
 * @element inbox-unread
 * @cssstate none - There is nothing unread, or no widget; nothing is shown.
 * @csspart count - The number.
 */
export class InboxUnread extends ReactiveElement {
  static override properties = {
    for: {},
  };

  /** Id of the `<inbox-widget>` to count for. Default: the page's first. */
  declare for: string | undefined;

  readonly #states = statesOf(this);
  #count!: HTMLElement;
  #stop: (() => void) | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stop = onWidgetsChange(() => this.requestUpdate());
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop?.();
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    this.#count = document.createElement('span');
    this.#count.setAttribute('part', 'count');
    root.append(this.#count);
    return root;
  }

  protected override update(changed: Map<PropertyKey, unknown>): void {
    super.update(changed);
    const all = openWidgets().sort(inDocumentOrder);
    const widget = all.find(({ id }) => !this.for || id === this.for);
    const unread = widget?.unreadCount ?? 0;
    this.#count.textContent = unread ? format(unread, pageLanguage(this)) : '';
    setState(this.#states, 'none', !unread);
  }
}

const inDocumentOrder = (a: CountingWidget, b: CountingWidget): number =>
  a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;

/** A page's `lang` may not be a language tag at all. */
function format(count: number, lang: string): string {
  try {
    return count.toLocaleString(lang);
  } catch {
    return count.toLocaleString();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'inbox-unread': InboxUnread;
  }
}
