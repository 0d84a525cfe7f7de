import type { Server } from 'node:http';

export const LAST_PORT = 65_535;
/** How many ports are tried after the one that was asked for. */
const TRIES = 100;

/**
 * Lets a server listen on the loopback interface.
 *
 * @param create Makes a server; one that found its port taken is of no use any more.
 * @param port 0 lets the system choose.
 * @param orNextFree Whether a taken port is replaced by the next free one; otherwise it is an error.
 */
export async function listenOnLoopback(create: () => Server, port: number, orNextFree = true): Promise<Server> {
  for (let candidate = port; ; candidate++) {
    const server = create();
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(candidate, '127.0.0.1', resolve);
      });
      return server;
    } catch (error) {
      const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
      if (!taken || !orNextFree || candidate >= Math.min(port + TRIES, LAST_PORT)) throw error;
    }
  }
}
