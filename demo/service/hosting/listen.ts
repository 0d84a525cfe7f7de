import { getRequestListener } from '@hono/node-server';
import { createServer, STATUS_CODES, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { listenOnLoopback } from '../../listen-on-loopback.js';

export interface Listening {
  readonly port: number;
  /** Ends open connections too, event streams among them. */
  close(): Promise<void>;
}

/**
 * What a request's headers may hold together: twice what the widget takes for a token, so that a token that is none is
 * refused by the service as such, and not by Node's parser.
 */
const HEADERS_MAX_BYTES = 256 * 1024;

/** Why something cannot be read as a request. */
export type Unreadable = 'malformed' | 'headers-too-large';

/**
 * Serves on the loopback interface.
 *
 * @param unreadable The answer to what cannot be read as a request at all, and so never comes to `fetch`.
 * @param port 0 lets the system choose.
 * @param orNextFree Whether a taken port is replaced by the next free one; otherwise it is an error.
 */
export async function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  unreadable: (why: Unreadable) => Response,
  port: number,
  orNextFree: boolean,
): Promise<Listening> {
  const answer = getRequestListener(fetch, { errorHandler: () => unreadable('malformed') });
  const create = (): Server => {
    // A missing `Host` is left to the listener, which Node would answer in its own way.
    const server = createServer({ requireHostHeader: false, maxHeaderSize: HEADERS_MAX_BYTES }, (request, response) => {
      void answer(request, response);
    });
    return server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      void answerRaw(socket, unreadable(error.code === 'HPE_HEADER_OVERFLOW' ? 'headers-too-large' : 'malformed'));
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
