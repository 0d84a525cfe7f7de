/** One code of `InboxError`, as its comment in `src/errors.ts` tells it. */
export interface ErrorCodeDoc {
  readonly code: string;
  readonly happened: string;
  readonly remedy: string;
}

/**
 * Reads the members of the union `InboxErrorCode`.
 *
 * @throws where a member has no comment, or the comment no remedy
 */
export function readErrorCodes(source: string): ErrorCodeDoc[] {
  const union = /export type InboxErrorCode =([\s\S]*?'\w+');/.exec(source)?.[1];
  if (!union) throw new Error('There is no union InboxErrorCode.');
  const codes = [...union.matchAll(/\| '(\w+)'/g)].map(([, code]) => code);
  const comments = new Map(
    [...union.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*\| '(\w+)'/g)].map(([, text = '', code]) => [code, plain(text)]),
  );
  return codes.map((code = '') => {
    const [happened, remedy] = comments.get(code)?.split(/\s*Remedy:\s*/) ?? [];
    if (!happened || !remedy) throw new Error(`The comment of ${code} says not both what happened and "Remedy: what to do".`);
    return { code, happened, remedy: remedy.charAt(0).toUpperCase() + remedy.slice(1) };
  });
}

function plain(comment: string): string {
  return comment.replace(/\n\s*\*? ?/g, ' ').trim();
}

/** The whole of `docs/errors.md`. */
export function errorsDocument(codes: readonly ErrorCodeDoc[]): string {
  const sections = codes.map(({ code, happened, remedy }) => `## ${code}\n\n${happened}\n\n**What to do:** ${remedy}\n`);
  return [
    '# Errors',
    '',
    '<!-- Generated from the comments in src/errors.ts by `npm run docs`; change it there. -->',
    '',
    'Every failure that a page can meet is an `InboxError` with one of these codes. Switch on `error.code`; the message is for',
    'people and may change. `error.cause` is the underlying error, where there is one. No error ever holds a token.',
    '',
    ...sections,
  ].join('\n');
}
