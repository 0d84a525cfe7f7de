import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { IncomingMessage, ServerResponse } from 'node:http';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The folders that modules come from. The service keeps its data, and with them the API key, in another one of the project. */
const FOLDERS = ['src', 'node_modules', 'demo/customer/browser'].map((folder) => join(ROOT, folder));

/** Which paths are modules: the project's own, their dependencies', and the bundler's helpers. */
const MODULE_PATH = /^\/(?:src|node_modules|demo\/customer\/browser|@id|@vite)\//;

/** Serves the scripts of the pages, and the widget that they import, from their sources. */
export interface ModuleServer {
  owns(path: string): boolean;
  serve(request: IncomingMessage, response: ServerResponse): void;
  stop(): Promise<void>;
}

/** @param live Follow changes of the files; a reload of the page shows them. */
export async function createModuleServer(live: boolean): Promise<ModuleServer> {
  // A dev server would set it to "development", and serve what dependencies have for that.
  process.env.NODE_ENV ??= 'production';
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: false,
    root: ROOT,
    mode: 'production',
    appType: 'custom',
    logLevel: 'error',
    clearScreen: false,
    publicDir: false,
    cacheDir: 'node_modules/.vite-demo',
    // No script of the bundler's in the pages: they are to be what a customer's would be.
    server: { middlewareMode: true, hmr: false, ws: false, watch: live ? {} : null, fs: { allow: FOLDERS } },
    // Every dependency is a module already, and a bundle made at the first request would reload the page.
    optimizeDeps: { noDiscovery: true, include: [] },
  });
  return {
    owns: (path) => MODULE_PATH.test(path),
    serve(request, response) {
      vite.middlewares(request, withoutErrorPage(response), (error?: unknown) => {
        response.statusCode = error ? 500 : 404;
        response.end();
      });
    },
    stop: () => vite.close(),
  };
}

/** Of what is refused, only the status goes out: the bundler's page about it names folders of this machine. */
function withoutErrorPage(response: ServerResponse): ServerResponse {
  const write = response.write.bind(response) as (...args: unknown[]) => boolean;
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  const isError = () => response.statusCode >= 400;
  response.write = (...args: unknown[]) => isError() || write(...args);
  response.end = (...args: unknown[]) => (isError() ? end() : end(...args));
  return response;
}
