import { createAdaptorServer } from '@hono/node-server';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';

/** How many ports are tried after the one that was asked for. */
const TRIES = 100;
export const LAST_PORT = 65_535;

export interface Listening {
  readonly port: number;
  /** Ends open connections too, event streams among them. */
  close(): Promise<void>;
}

/**
 * Serves on the loopback interface.
 *
 * @param port 0 lets the system choose.
 * @param orNextFree Whether a taken port is replaced by the next free one; otherwise it is an error.
 */
export async function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  port: number,
  orNextFree: boolean,
): Promise<Listening> {
  for (let candidate = port; ; candidate++) {
    const server = createAdaptorServer({ fetch }) as Server;
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(candidate, '127.0.0.1', resolve);
      });
    } catch (error) {
      const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
      if (!taken || !orNextFree || candidate >= Math.min(port + TRIES, LAST_PORT)) throw error;
      continue;
    }
    return {
      port: (server.address() as AddressInfo).port,
      close: () =>
        new Promise((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    };
  }
}
