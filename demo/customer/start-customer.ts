import { getRequestListener } from '@hono/node-server';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LAST_PORT } from '../service/hosting/listen.js';
import { createCustomer } from './customer.js';
import type { ModuleServer } from './module-server.js';
import type { CustomerOptions } from './options.js';

/** How many ports are tried after the one that was asked for. */
const PORT_TRIES = 100;

export interface RunningCustomer {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Serves the customer on the loopback interface.
 *
 * @param port 0 lets the system choose; a taken port is replaced by the next free one.
 * @param modules Serves the scripts of its pages; stopped with it.
 */
export async function startCustomer(options: CustomerOptions, port: number, modules: ModuleServer): Promise<RunningCustomer> {
  const answer = getRequestListener(createCustomer(options).fetch);
  const server = await listen((request, response) => {
    if (modules.owns(request.url ?? '')) modules.serve(request, response);
    else void answer(request, response);
  }, port);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, modules.stop()]);
    },
  };
}

async function listen(listener: RequestListener, port: number): Promise<Server> {
  for (let candidate = port; ; candidate += 1) {
    const server = createServer(listener);
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(candidate, '127.0.0.1', resolve);
      });
      return server;
    } catch (error) {
      const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
      if (!taken || candidate >= Math.min(port + PORT_TRIES, LAST_PORT)) throw error;
    }
  }
}
