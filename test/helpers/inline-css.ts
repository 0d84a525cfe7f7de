import type { Plugin } from '@web/dev-server-core';

/** Serves `import css from './x.css?inline'` as Vite does: a module whose default export is the file's text. */
export function inlineCss(): Plugin {
  const isInline = (url: string): boolean => /\.css\?inline(&|$)/.test(url);
  return {
    name: 'inline-css',
    resolveMimeType: ({ url }) => (isInline(url) ? 'js' : undefined),
    transform: ({ url, body }) => (isInline(url) ? `export default ${JSON.stringify(String(body))};` : undefined),
  };
}
