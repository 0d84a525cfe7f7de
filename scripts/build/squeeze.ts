import { minify } from 'terser';
import type { Plugin } from 'vite';

/** Takes the last bytes out of each script that a page loads; the bundler's own minifier leaves some. */
export function squeeze(): Plugin {
  return {
    name: 'squeeze',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const { code } = await minify(chunk.code, {
          module: true,
          ecma: 2020,
          compress: { passes: 3, unsafe_arrows: true, unsafe_methods: true },
        });
        chunk.code = code ?? chunk.code;
      }
    },
  };
}
