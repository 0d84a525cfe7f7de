import { define } from './define.js';
import { InboxUnread } from './inbox-unread.js';

/*
 * What the shell of `<script type="module">` loads later: the inbox's code, and with it the small element, which says that
 * nothing is unread as well. The build puts it in the place of `open-inbox.ts`.
 */
export { openInbox, wipeWriting } from './open-inbox.js';

define('inbox-unread', InboxUnread);
