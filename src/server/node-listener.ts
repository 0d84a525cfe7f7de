import { errorTeller } from './error-teller.js';
import { problemResponse } from './problem.js';

/** What is read of Node's `IncomingMessage`, of Express's and Connect's request, and of HTTP/2's compatible one. */
export interface NodeRequest {
  method?: string | undefined;
  url?: string | undefined;
  /** Express: the address before a router's mount path was taken off. */
  originalUrl?: string | undefined;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  socket?: object | null | undefined;
}

/** What is used of Node's `ServerResponse`. */
export interface NodeResponse {
  statusCode: number;
  readonly headersSent: boolean;
  readonly writableEnded: boolean;
  setHeader(name: string, value: string | string[]): unknown;
  removeHeader?(name: string): unknown;
  end(): unknown;
  // HTTP/2's own has a callback where an optional body would be.
  // eslint-disable-next-line @typescript-eslint/unified-signatures
  end(body: Uint8Array): unknown;
  on(event: 'close', listener: () => void): unknown;
}

/** Fits `http.createServer()`, `app.use()` and `app.all()`. */
export type NodeListener = (request: NodeRequest, response: NodeResponse) => void;

/** What `toNodeListener()` takes besides the handler. */
export interface NodeListenerOptions {
  /**
   * Believe `X-Forwarded-Proto` and `X-Forwarded-Host` about the address that was called. Only where a proxy of yours
   * sets them on every request: otherwise anybody may. Default `false`.
   */
  trustProxy?: boolean | undefined;
  /** Called with what the handler throws. Default: nothing is reported. */
  onError?: ((error: unknown) => void) | undefined;
}

/**
 * Lets a web-standard handler answer Node's requests: `app.all('/inbox-token', toNodeListener(handler))`.
 *
 * The handler gets Node's own request as well, as its second argument: it carries the session that a middleware has read.
 * The request's body is not handed over: the widget's has none, and in Express somebody else may have read it. Where
 * the caller hangs up, the request's `signal` aborts. What the handler throws becomes a 500 without its text.
 */
export function toNodeListener(
  // `never`: the handler knows which kind of request it is.
  handler: (request: Request, incoming: never) => Response | Promise<Response>,
  { trustProxy = false, onError }: NodeListenerOptions = {},
): NodeListener {
  const tell = errorTeller(onError);
  return (request, response) => {
    const abort = new AbortController();
    response.on('close', () => {
      if (!response.writableEnded) abort.abort(new DOMException('The caller hung up.', 'AbortError'));
    });
    const answer = async () => {
      const answered = await runHandler((web) => handler(web, request as never), toRequest(request, trustProxy, abort.signal), tell);
      if (abort.signal.aborted) return;
      try {
        send(answered, request.method, response);
      } catch (error) {
        tell(error);
        // Node is stricter than `Response`, in statuses and in headers. The caller would wait for ever.
        answered.response.headers.forEach((_, name) => response.removeHeader?.(name));
        send(await failure(), request.method, response);
      }
    };
    // Only the connection itself can still fail, and that has been reported. No rejection may go unhandled.
    answer().catch(() => undefined);
  };
}

/** What is sent, with the body in full: one that breaks off is a failure, not half an answer. */
interface Answered {
  readonly response: Response;
  readonly body: Uint8Array;
}

async function runHandler(
  handler: (request: Request) => Response | Promise<Response>,
  request: Request | null,
  tell: (error: unknown) => void,
): Promise<Answered> {
  if (!request) return readBody(problemResponse({ status: 400, code: 'request_invalid', detail: 'The request cannot be read.' }));
  try {
    return await readBody(await handler(request));
  } catch (error) {
    // Where the caller hung up, giving up is what a handler should do.
    if (!request.signal.aborted) tell(error);
    return failure();
  }
}

const failure = (): Promise<Answered> =>
  readBody(problemResponse({ status: 500, code: 'internal_error', detail: 'Something went wrong here.' }));

async function readBody(response: Response): Promise<Answered> {
  return { response, body: new Uint8Array(await response.arrayBuffer()) };
}

function toRequest(request: NodeRequest, trustProxy: boolean, signal: AbortSignal): Request | null {
  try {
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) {
      // HTTP/2's own fields (":path") are not headers here.
      if (value === undefined || name.startsWith(':')) continue;
      for (const each of Array.isArray(value) ? value : [value]) headers.append(name, each);
    }
    const address = addressOf(request, headers, trustProxy);
    return address === null ? null : new Request(address, { method: request.method ?? 'GET', headers, signal });
  } catch {
    // A lenient parser lets through what no header may hold, and `Request` takes no method such as TRACE.
    return null;
  }
}

/** @returns `null` where what names the host holds more than a host: the rest would become part of the path, or the path no longer be one. */
function addressOf(request: NodeRequest, headers: Headers, trustProxy: boolean): string | null {
  const forwarded = (name: string) => (trustProxy ? headers.get(name)?.split(',')[0]?.trim() : undefined);
  const encrypted = (request.socket as { encrypted?: boolean } | null | undefined)?.encrypted === true;
  const protocol = forwarded('x-forwarded-proto') === 'https' || encrypted ? 'https' : 'http';
  const authority = request.headers[':authority'];
  // A target with a host of its own (RFC 9112, 3.2.2) takes precedence over the header.
  const [, named, path = '/'] = /^(?:https?:\/\/([^/?#]*))?([/?].*)?$/i.exec(request.originalUrl ?? request.url ?? '/') ?? [];
  const host =
    forwarded('x-forwarded-host') || named || headers.get('host') || (typeof authority === 'string' && authority) || 'localhost';
  // Put together, not resolved: a path of "//other.example/" would name another host.
  return /^[^\s/?#@\\]+$/.test(host) ? `${protocol}://${host}${path}` : null;
}

function send({ response: answer, body }: Answered, method: string | undefined, response: NodeResponse): void {
  if (response.headersSent) return;
  response.statusCode = answer.status;
  answer.headers.forEach((value, name) => { response.setHeader(name, value); });
  // The one header whose values cannot be joined with commas.
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  if (method === 'HEAD' || body.byteLength === 0) response.end();
  else response.end(body);
}
