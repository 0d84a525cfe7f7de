import { createServer } from 'node:http';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
const SCRIPT = fileURLToPath(new URL('page/main.ts', import.meta.url));
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.html': 'text/html' };

/** A page with two places for its inboxes, their counts, and something beside them that takes the focus. */
const page = (lang: string): string => `<!doctype html><html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}">
<meta charset="utf-8"><title>Ramble</title><link rel="icon" href="data:,">
<style>body { margin: 0; font-family: sans-serif } inbox-widget { height: 600px } div { display: flex }</style>
<input id="outside" aria-label="Outside"><span id="counters"></span><div id="home"></div><div id="away"></div>
<script type="module" src="/ramble.js"></script>`;

/** Serves `dist/` and the page of a ramble. */
export async function startRambleServer(): Promise<{ readonly url: string; stop(): void }> {
  const script = await bundle();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const text = { '/': page(searchParams.get('lang') === 'ar' ? 'ar' : 'en-GB'), '/ramble.js': script }[pathname];
    const body = text === undefined ? readFile(join(DIST, pathname)) : Promise.resolve(text);
    body.then(
      (found) => response.setHeader('Content-Type', TYPES[extname(pathname) || '.html'] ?? 'text/plain').end(found),
      () => response.writeHead(404).end(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop: () => void server.close() };
}

async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: { lib: { entry: SCRIPT, formats: ['es'], fileName: 'ramble' }, write: false, minify: false, target: 'es2022' },
  });
  const [output] = [result].flat();
  if (!output || !('output' in output)) throw new Error('The page could not be bundled.');
  return output.output[0].code;
}
