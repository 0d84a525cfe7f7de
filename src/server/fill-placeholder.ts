const PLACEHOLDER = /\[\[\s*TOKEN\s*\]\]/g;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Puts a token in place of every `[[ TOKEN ]]` of a page (specification, "Authentication", 3), whatever the spacing.
 *
 * The token is escaped for HTML text and quoted attributes. Serve the page with `Cache-Control: private, no-store`: what
 * it holds now is one user's secret.
 *
 * @param token What `requestToken()` gave; empty for a visitor who is not signed in.
 *
 * @example
 * fillPlaceholder('<inbox-widget token="[[ TOKEN ]]"></inbox-widget>', token);
 */
export function fillPlaceholder(html: string, token: string): string {
  const escaped = token.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
  // A function, for in a replacement text `$&` and the like would have a meaning.
  return html.replace(PLACEHOLDER, () => escaped);
}
