import { minify, type CompressOptions } from 'terser';
import type { Plugin } from 'vite';

/** What Lit calls its own insides, which nobody else may touch. `_$lit…$` is read across copies of Lit, and stays. */
const LIT_INSIDES = /^_\$[A-Z]/;

/** What may be written otherwise for being shorter. */
export const COMPRESSION: CompressOptions = {
  passes: 3,
  keep_fargs: false,
  unsafe_arrows: true,
  unsafe_math: true, // of numbers only: nothing here counts in bigints
  // These stay as the bundler's minifier has written them: what is alike in all scripts, gzip finds.
  lhs_constants: false,
  sequences: false,
  conditionals: false,
};

/** Takes the last bytes out of each script that a page loads; the bundler's own minifier leaves some. */
export function squeeze(): Plugin {
  return {
    name: 'squeeze',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      let nameCache: { props?: object } = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        // What one script calls an inside, the others call it too; their variables are their own.
        nameCache = { ...(nameCache.props && { props: nameCache.props }) };
        const { code } = await minify(chunk.code, {
          module: true,
          ecma: 2020,
          nameCache,
          mangle: { properties: { regex: LIT_INSIDES } },
          compress: COMPRESSION,
        });
        chunk.code = code ?? chunk.code;
      }
    },
  };
}
