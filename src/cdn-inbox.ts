import { define } from './define.js';
import { InboxUnread } from './inbox-unread.js';

/*
 * What the shell of `<script type="module">` loads later, in place of `open-inbox.ts` (the build swaps them): the inbox's code,
 * and with it `<inbox-unread>`.
 */
export { openInbox, wipeWriting } from './open-inbox.js';

define('inbox-unread', InboxUnread);
