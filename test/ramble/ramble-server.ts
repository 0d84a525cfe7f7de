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

/** A page with one inbox, two places for it, and something beside it that takes the focus. */
const PAGE = `<!doctype html><html lang="en-GB"><meta charset="utf-8"><title>Ramble</title><link rel="icon" href="data:,">
<style>body { margin: 0; font-family: sans-serif } inbox-widget { height: 600px; width: 1000px }</style>
<input id="outside" aria-label="Outside"><div id="home"></div><div id="away"></div>
<script type="module" src="/ramble.js"></script>`;

/** Serves `dist/` and the page of a ramble. */
export async function startRambleServer(): Promise<{ readonly url: string; stop(): void }> {
  const script = await bundle();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const text = { '/': PAGE, '/ramble.js': script }[pathname];
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
