import { define } from './define.js';
import { InboxWidget } from './inbox-widget.js';
import { onWidgetsChange } from './widgets.js';

/*
 * What `<script type="module">` loads: as the main entry, but without what only an app that imports it needs, and with
 * the small element only when there is a count for it to show.
 */
export { configure } from './configure.js';
export { InboxError } from './errors.js';
export { InboxWidget };

define('inbox-widget', InboxWidget);

const stop = onWidgetsChange(({ unreadCount }) => {
  if (!unreadCount) return;
  stop();
  void import('./inbox-unread.js').then(({ InboxUnread }) => define('inbox-unread', InboxUnread));
});
