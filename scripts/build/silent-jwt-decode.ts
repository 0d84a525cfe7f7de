import type { Plugin } from 'vite';

/**
 * Leaves out what `jwt-decode` would say of a text that it cannot decode: to whoever reads tokens such a text is one of
 * unknown content, whatever is wrong with it, and nobody ever sees the words.
 */
export function silentJwtDecode(): Plugin {
  return {
    name: 'silent-jwt-decode',
    apply: 'build',
    transform: (code, id) => (id.includes('/jwt-decode/') ? code.replace(/new (\w*Error)\(.*\);$/gm, 'new $1();').replace(/^.*prototype\.name = .*$/m, '') : null),
  };
}
