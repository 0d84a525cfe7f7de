import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Api } from '../http/api.js';
import { Problem } from '../http/problem.js';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
};
/** A name with a hash of its content never changes what it holds. */
const HASHED = /-[\w-]{8,}\.\w+$/;
const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATED = 'public, no-cache';

/**
 * What the snippet's script tag loads: the hosted build, told that its service is the origin it came from. First what the build's
 * entry imports, so that browsers fetch both at the same time, a round trip earlier.
 *
 * @param entry The entry's source.
 */
const snippetScript = (entry: string): string =>
  [...entry.matchAll(/\bfrom\s*"\.\/([\w/.-]+)"/g)].map(([, path]) => `import './cdn/${path}';\n`).join('') +
  `import { configure } from './cdn/inbox-widget.js';
export * from './cdn/inbox-widget.js';
configure({ baseUrl: new URL(import.meta.url).origin });
`;

/**
 * Serves `/inbox-widget.js` and the CDN build to pages of any origin.
 *
 * @param folder `null`: there is no build, and nothing is served.
 */
export function addCdn(api: Api, folder: string | null): void {
  const read = (path: string): Promise<Buffer | null> => (folder ? readFile(join(folder, path)).catch(() => null) : Promise.resolve(null));
  api.get('/inbox-widget.js', async (c) => {
    const entry = await read('inbox-widget.js');
    return c.body(snippetScript(entry?.toString() ?? ''), 200, headersOf('inbox-widget.js'));
  });
  api.get('/cdn/*', async (c) => {
    const path = c.req.path.slice('/cdn/'.length);
    const plain = /^(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)+$/.test(path);
    const type = TYPES[extname(path)];
    const bytes = plain && type ? await read(path) : null;
    if (!bytes) throw new Problem('not_found');
    return c.body(new Uint8Array(bytes), 200, headersOf(path));
  });
}

function headersOf(path: string): Record<string, string> {
  return {
    'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    'cache-control': HASHED.test(path) ? IMMUTABLE : REVALIDATED,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  };
}
