import { define } from './define.js';
import { InboxWidget } from './inbox-widget.js';

/*
 * What `<script type="module">` loads: the main entry, without the exports that only an app that imports it needs.
 * `<inbox-unread>` comes with the inbox's code (`cdn-inbox.ts`).
 */
export { configure } from './configure.js';
export { InboxError } from './errors.js';
export { InboxWidget };

define('inbox-widget', InboxWidget);
