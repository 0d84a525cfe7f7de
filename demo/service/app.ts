import { createApi, problemOf, type Api, type ApiContext } from './http/api.js';
import { cors } from './http/cors.js';
import { Problem } from './http/problem.js';
import { requestLogEntry } from './http/request-log.js';
import type { LogEntry } from './options.js';

export interface AppParts {
  readonly baseUrl: () => string;
  readonly now: () => number;
  readonly log: (entry: LogEntry) => void;
  /** May hold a request back, or throw a problem in its place. */
  readonly strike: (method: string, path: string) => Promise<void>;
}

/** Paths (`/inbox/*` is `/inbox` as well) that pages of any origin may use, and that faults can meet. */
const OPEN_TO_PAGES = ['/inbox/*', '/inbox-widget.js', '/cdn/*'];
const FAULTY = ['/inbox/*', '/authentication/*'];

/** What holds for every request: the log, the date, problem details for whatever goes wrong, and CORS. */
export function createApp({ baseUrl, now, log, strike }: AppParts): Api {
  const app = createApi();

  app.use(async (c, next) => {
    await next();
    // The clock that tokens are judged by, which need not be the machine's.
    c.res.headers.set('date', new Date(now()).toUTCString());
    if (!c.res.headers.has('x-content-type-options')) c.res.headers.set('x-content-type-options', 'nosniff');
    log(requestLogEntry(c, now()));
  });
  for (const path of OPEN_TO_PAGES) app.use(path, cors);
  for (const path of FAULTY) {
    app.use(path, async (c, next) => {
      await strike(c.req.method, c.req.path);
      await next();
    });
  }

  app.onError((error, c) => {
    const problem = problemOf(error);
    if (!problem) {
      const { method, path } = c.req;
      log({ type: 'failure', time: new Date(now()).toISOString(), method, path, stack: error.stack ?? String(error) });
    }
    return (problem ?? new Problem('internal_error')).toResponse(baseUrl());
  });
  app.notFound((c) => unknownAddress(app, c).toResponse(baseUrl()));
  return app;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** 405 where another method would have been taken at this address, 404 otherwise. */
function unknownAddress(app: Api, c: ApiContext): Problem {
  const allowed = METHODS.filter((method) => {
    return app.router.match(method, c.req.path)[0].some(([[, route]]) => route.method === method);
  });
  if (allowed.length === 0 || allowed.includes(c.req.method)) return new Problem('not_found');
  return new Problem('method_not_allowed', { headers: { allow: allowed.join(', ') } });
}
