import { getRequestListener } from '@hono/node-server';
import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { listenOnLoopback } from '../../listen-on-loopback.js';
import type { ProblemCode } from '../http/problem.js';

export interface Listening {
  readonly port: number;
  /** Ends open connections too, event streams among them. */
  close(): Promise<void>;
}

/**
 * How much a request's headers may hold in all: twice the longest token that the widget takes, so that whatever it sends is
 * judged as a token, by the service, and not refused by Node's parser.
 */
const HEADERS_MAX_BYTES = 256 * 1024;

const HEADERS_ARRIVAL_MS = 60_000;

/** Why something cannot be read as a request. */
export type Unreadable = Extract<ProblemCode, 'malformed_request' | 'headers_too_large' | 'request_timeout'>;

/** By what Node calls it; everything else is malformed. */
const UNREADABLE: Record<string, Unreadable | undefined> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  // A 400 would tell a page that nothing about the same request could be better later.
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

export interface ListenOptions {
  /** 0 lets the system choose. */
  readonly port: number;
  /** Whether a taken port is replaced by the next free one; otherwise it is an error. */
  readonly orNextFree: boolean;
  /** How long a request may take to arrive. */
  readonly arrivalMs: number;
}

/**
 * Serves on the loopback interface.
 *
 * @param unreadable The answer to what cannot be read as a request at all, and so never comes to `fetch`.
 */
export async function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  unreadable: (why: Unreadable) => Response,
  { port, orNextFree, arrivalMs }: ListenOptions,
): Promise<Listening> {
  const answer = getRequestListener(fetch, { errorHandler: () => unreadable('malformed_request') });
  const options = {
    requestTimeout: arrivalMs,
    headersTimeout: Math.min(arrivalMs, HEADERS_ARRIVAL_MS),
    connectionsCheckingInterval: Math.min(arrivalMs, HEADERS_ARRIVAL_MS) / 2,
    maxHeaderSize: HEADERS_MAX_BYTES,
    // A missing `Host` is left to the listener, which Node would answer in its own way.
    requireHostHeader: false,
  };
  const respond = (request: IncomingMessage, response: ServerResponse) => void answer(request, response);
  const create = (): Server => {
    const server = createServer(options, respond);
    // An `Expect` that Node does not know may be ignored (RFC 9110, 10.1.1); Node would refuse in its own way.
    server.on('checkExpectation', respond);
    return server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      void answerRaw(socket, unreadable(UNREADABLE[error.code ?? ''] ?? 'malformed_request'));
    });
  };
  const server = await listenOnLoopback(create, port, orNextFree);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers where there is no request that an answer could belong to, and hangs up. */
async function answerRaw(socket: Duplex, answer: Response): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  if (!socket.writable) return void socket.destroy();
  const headers = [...answer.headers, ['content-length', body.length], ['connection', 'close']].map((header) => header.join(': '));
  socket.write([`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`, ...headers, '', ''].join('\r\n'));
  socket.end(body);
}
