/** Folds a text for searching: without case, accents and width, so that "orsted" finds "Ørsted" and "ines" finds "Inés". */
export function searchText(...parts: readonly (string | null | undefined)[]): string {
  return parts
    .filter((part) => part)
    .join('\n')
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .toLowerCase()
    .replace(/[øœæßđłı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

/** Letters that Unicode does not take apart. */
const PLAIN_LETTERS: Record<string, string> = { ø: 'o', œ: 'oe', æ: 'ae', ß: 'ss', đ: 'd', ł: 'l', ı: 'i' };
