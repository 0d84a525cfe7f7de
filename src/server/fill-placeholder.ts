const PLACEHOLDER = String.raw`\[\[\s*TOKEN\s*\]\]`;
/** An attribute with its value, if it has one (HTML, section 13.1.2.3), and the white space before it. */
const ATTRIBUTE = String.raw`\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>${'`'}]+))?`;
/** Beginning of a custom element's tag, up to the quote of its `token`, if that holds the placeholder and nothing else. */
const TOKEN_ATTRIBUTE = new RegExp(
  String.raw`(<[a-z][\w.]*-[\w.-]*(?:${ATTRIBUTE})*?\s+token\s*=\s*)(?:(["'])\s*${PLACEHOLDER}\s*\2|${PLACEHOLDER}(?=[\s>]))`,
  'gi',
);

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
 * Nowhere else: what users have written stands in a page as well, and an address such as `https://…/?[[TOKEN]]` among it
 * would carry the reader's token away. The token is escaped and quoted. Serve the page with
 * `Cache-Control: private, no-store`: what it holds now is one user's secret.
 *
 * @param token What `requestToken()` gave; empty for a visitor who is not signed in.
 *
 * @example
 * fillPlaceholder('<inbox-widget token="[[ TOKEN ]]"></inbox-widget>', token);
 */
export function fillPlaceholder(html: string, token: string): string {
  const escaped = token.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
  // A function, for in a replacement text `$&` and the like would have a meaning.
  return html.replace(TOKEN_ATTRIBUTE, (_, before: string) => `${before}"${escaped}"`);
}
