import type { Plugin } from '@web/dev-server-core';
import { minify } from 'terser';
import { COMPRESSION } from '../../scripts/build/squeeze.js';

/**
 * Serves the widget's modules to one engine as the build compresses them, so that what the minifier takes for the same and is
 * not fails there: the other engines run the sources as they are written.
 *
 * @param engine Part of the engine's user agent, such as `Firefox/`.
 */
export function squeezedSources(engine: string): Plugin {
  const isFor = (userAgent: string | undefined): boolean => userAgent?.includes(engine) ?? false;
  return {
    name: 'squeezed-sources',
    transformCacheKey: (context) => String(isFor(context.get('user-agent'))),
    async transform(context) {
      if (!/^\/src\/.*\.ts$/.test(context.path) || !isFor(context.get('user-agent'))) return;
      const { code } = await minify(String(context.body), { module: true, ecma: 2020, compress: COMPRESSION });
      return code;
    },
  };
}
