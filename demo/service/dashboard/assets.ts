import { readFileSync } from 'node:fs';
import type { Api, ApiContext } from '../http/api.js';
import { bundleComponents } from './components-bundle.js';

const FILES = [
  ['dashboard.css', 'text/css; charset=utf-8'],
  ['icon.svg', 'image/svg+xml'],
] as const;

/** Styles, the script and the icon of the pages. */
export function addAssets(api: Api): void {
  for (const [name, type] of FILES) {
    const text = readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8');
    api.get(`/dashboard/assets/${name}`, (c) => answer(c, text, type));
  }

  // Bundled when it is first asked for: who only talks to the service does not wait for it.
  let script: Promise<string> | undefined;
  api.get('/dashboard/assets/dashboard.js', async (c) => {
    script ??= bundleComponents();
    return answer(c, await script, 'text/javascript; charset=utf-8');
  });
}

function answer(c: ApiContext, text: string, type: string): Response {
  return c.body(text, 200, { 'content-type': type, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' });
}
