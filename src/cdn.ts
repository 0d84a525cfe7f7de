import { define } from './define.js';
import { InboxWidget } from './inbox-widget.js';

/*
 * What `<script type="module">` loads: as the main entry, but without what only an app that imports it needs. The small
 * element comes with the inbox's code (`cdn-inbox.ts`).
 */
export { configure } from './configure.js';
export { InboxError } from './errors.js';
export { InboxWidget };

define('inbox-widget', InboxWidget);
