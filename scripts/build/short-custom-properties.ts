import type { Plugin } from 'vite';

const PRIVATE = /--_[a-z][\w-]*/g;

/**
 * Shortens the names of the styles' private custom properties, `--_accent-fill` to `--_a`: all that declare or read them stand in one script.
 * The mark stays before them, since names of the page's own inherit into the inbox.
 */
export function shortCustomProperties(): Plugin {
  return {
    name: 'short-custom-properties',
    apply: 'build',
    renderChunk: (code) => ({ code: shortened(code), map: null }),
  };
}

/** One letter for each name as long as there are any, then two; the name that stands first in the script gets the first. */
export function shortened(code: string): string {
  const names = [...new Set(code.match(PRIVATE))];
  return code.replace(PRIVATE, (name) => `--_${shortName(names.indexOf(name))}`);
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

const shortName = (index: number): string =>
  (index < LETTERS.length ? '' : shortName(Math.floor(index / LETTERS.length) - 1)) + LETTERS.charAt(index % LETTERS.length);
