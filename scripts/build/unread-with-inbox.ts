import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const CDN_INBOX = fileURLToPath(new URL('../../src/cdn-inbox.ts', import.meta.url));

/**
 * Has the shell load `cdn-inbox.ts` where an app's own bundle has `open-inbox.ts`: a page that only has the script gets
 * `<inbox-unread>` with the inbox's code, and the shell spends no byte on it.
 */
export function unreadWithInbox(): Plugin {
  return {
    name: 'unread-with-inbox',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) => (source === './open-inbox.js' && importer?.endsWith('/src/wiring.ts') ? CDN_INBOX : null),
  };
}
