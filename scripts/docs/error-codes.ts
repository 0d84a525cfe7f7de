/** One code of `InboxError`, as its comment in `src/errors.ts` tells it. */
export interface ErrorCodeDoc {
  readonly code: string;
  readonly happened: string;
  readonly remedy: string;
  /** The events and calls by which it reaches the page, if any. */
  readonly met: string;
}

/**
 * Reads the members of the union `InboxErrorCode`.
 *
 * @throws where a member has no comment, or the comment not all three parts
 */
export function readErrorCodes(source: string): ErrorCodeDoc[] {
  const union = /export type InboxErrorCode =([\s\S]*?'\w+');/.exec(source)?.[1];
  if (!union) throw new Error('There is no union InboxErrorCode.');
  const codes = [...union.matchAll(/\| '(\w+)'/g)].map(([, code]) => code);
  const comments = new Map(
    [...union.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*\| '(\w+)'/g)].map(([, text = '', code]) => [code, plain(text)]),
  );
  return codes.map((code = '') => {
    const [, happened, remedy, met] = /^(.+?)\s*Remedy:\s*(.+?)\s*Met:\s*(.+)$/.exec(comments.get(code) ?? '') ?? [];
    if (!happened || !remedy || !met) throw new Error(`The comment of ${code} says not all of what happened, "Remedy: what to do" and "Met: where".`);
    return { code, happened, remedy: capitalised(remedy), met: capitalised(met) };
  });
}

function plain(comment: string): string {
  return comment.replace(/\n\s*\*? ?/g, ' ').trim();
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The whole of `docs/errors.md`. */
export function errorsDocument(codes: readonly ErrorCodeDoc[]): string {
  const sections = codes.map(({ code, happened, remedy, met }) => `## ${code}\n\n${happened}\n\n**What to do:** ${remedy}\n\n**Where a page meets it:** ${met}\n`);
  return [
    '# Errors',
    '',
    '<!-- Generated from the comments in src/errors.ts by `npm run docs`; change it there. -->',
    '',
    'Every `InboxError` has one of these codes. It reaches your page in an event, or `refreshToken()` rejects with it. What passes by itself,',
    'or only the user can help, the element shows without an event; each code says so.',
    '',
    'Switch on `error.code`: the message is for people and may change. `error.cause` is the underlying error, where there is one. No error',
    'ever holds a token.',
    '',
    ...sections,
  ].join('\n');
}
