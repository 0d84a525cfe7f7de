import { startTags } from './html-tags.js';

const PLACEHOLDER = /^\s*\[\[\s*TOKEN\s*\]\]\s*$/i;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Puts a token in place of `[[ TOKEN ]]` (specification, "Authentication", 3), whatever the spacing, wherever it is the
 * `token` of a custom element.
 *
 * Nowhere else, and only in what a browser reads as such a tag: a page also contains what users have written, in
 * attributes, scripts and texts, and an address in it such as `https://…/?[[TOKEN]]` would carry the reader's token
 * away. The token is escaped and quoted. Serve the page with
 * `Cache-Control: private, no-store`: it now holds one user's secret.
 *
 * @param token What `requestToken()` returned; empty, `null` or `undefined` for a visitor who is not signed in.
 *
 * @example
 * fillPlaceholder('<inbox-widget token="[[ TOKEN ]]"></inbox-widget>', token);
 */
export function fillPlaceholder(html: string, token: string | null | undefined): string {
  const escaped = (token ?? '').replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
  let filled = '';
  let done = 0;
  for (const { name, attributes } of startTags(html)) {
    const found = attributes.find((attribute) => attribute.name === 'token');
    if (!found || !name.includes('-') || !PLACEHOLDER.test(found.value)) continue;
    filled += `${html.slice(done, found.start)}"${escaped}"`;
    done = found.end;
  }
  return filled + html.slice(done);
}
