import { define } from './define.js';
import { InboxUnread } from './inbox-unread.js';
import { InboxWidget } from './inbox-widget.js';

/*
 * Registers <inbox-widget> and <inbox-unread>, once: a second copy of the bundle leaves those of the first in place. On a server
 * nothing: there, Lit may have brought a registry, but there is no document. Nor in a browser extension's own world, which has a
 * document, but null for a registry.
 */
export * from './element.js';

if (globalThis.document && globalThis.customElements) {
  define('inbox-widget', InboxWidget);
  define('inbox-unread', InboxUnread);
}
