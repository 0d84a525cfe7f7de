import { readFileSync } from 'node:fs';
import type { Api } from '../http/api.js';

const ASSETS = [
  ['dashboard.css', 'text/css; charset=utf-8'],
  ['dashboard.js', 'text/javascript; charset=utf-8'],
  ['contact-side.js', 'text/javascript; charset=utf-8'],
  ['icon.svg', 'image/svg+xml'],
] as const;

/** Styles, scripts and the icon of the pages. */
export function addAssets(api: Api): void {
  for (const [name, type] of ASSETS) {
    const text = readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8');
    api.get(`/dashboard/assets/${name}`, (c) => {
      return c.body(text, 200, { 'content-type': type, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' });
    });
  }
}
