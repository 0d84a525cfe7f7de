import { getRequestListener } from '@hono/node-server';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isLoopback } from '../is-loopback.js';
import { listenOnLoopback } from '../listen-on-loopback.js';
import { createCustomer } from './customer.js';
import type { ModuleServer } from './module-server.js';
import type { CustomerOptions } from './options.js';

export interface RunningCustomer {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Serves the customer on the loopback interface, and by its names only: nobody is asked for a password here, so a site whose
 * name suddenly leads here could sign in and read whatever it likes.
 *
 * @param port 0 lets the system choose; a taken port is replaced by the next free one.
 * @param modules Serves the scripts of its pages; stopped with it.
 */
export async function startCustomer(options: CustomerOptions, port: number, modules: ModuleServer): Promise<RunningCustomer> {
  const answer = getRequestListener(createCustomer(options).fetch);
  const create = () =>
    createServer((request, response) => {
      if (!isLoopback(`http://${request.headers.host}`)) {
        response.writeHead(421, { 'Content-Type': 'text/plain' }).end('The demo answers by the names of this machine only, such as 127.0.0.1.\n');
      } else if (modules.owns(request.url ?? '')) modules.serve(request, response);
      else void answer(request, response);
    });
  const server = await listenOnLoopback(create, port);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, modules.stop()]);
    },
  };
}
