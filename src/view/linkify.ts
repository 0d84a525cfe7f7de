/** A piece of a text; `href` is set where it is a link. */
export interface TextPart {
  readonly text: string;
  readonly href?: string;
}

/**
 * All that becomes a link; no other scheme must, since some run scripts. Addresses without one are not guessed at, except for
 * e-mail and `www.`, which nothing else looks like. Every part has a length limit, so that no text takes long.
 */
const LINKS =
  /\b[\w.+-]{1,64}@(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,63}\b|\b(?:https?:\/\/|mailto:|tel:(?=\+?\d)|www\.)[^\s<>"“”«»\p{Bidi_Control}]{1,2048}/giu;

/** Beyond this many links in one text, the rest stays text: each is an element. */
const LINKS_MAX = 20;

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Characters that end a sentence rather than an address, unless they close a bracket of its own. */
const TRAILING = `.,;:!?'’"…*_~>)]}`;

/** The text in pieces, in order: joined, they give it back. Links are http, https, mailto and tel only. */
export function linkify(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(LINKS)) {
    const link = trimLink(match[0]);
    const href = hrefOf(link.replace(/^[\w.+-]+@/, 'mailto:$&').replace(/^www\./i, 'https://$&'));
    if (!href) continue;
    if (parts.length >= 2 * LINKS_MAX) break;
    parts.push({ text: text.slice(from, match.index) }, { text: link, href });
    from = match.index + link.length;
  }
  return [...parts, { text: text.slice(from) }];
}

/** Takes off what belongs to the sentence: its punctuation, and a bracket that was opened before the link. */
function trimLink(link: string): string {
  /** What closes the brackets that are open, the innermost one last. */
  const awaited: string[] = [];
  let end = 0;
  for (let index = 0; index < link.length; index++) {
    const character = link.charAt(index);
    const closing = CLOSING[character];
    const isAwaited = character === awaited.at(-1);
    if (isAwaited) awaited.pop();
    if (closing) awaited.push(closing);
    if (isAwaited || !TRAILING.includes(character)) end = index + 1;
  }
  return link.slice(0, end);
}

/** Written out, since pages in another encoding than UTF-8 would write a query in that. */
function hrefOf(address: string): string | undefined {
  try {
    return new URL(address).href;
  } catch {
    return undefined;
  }
}
