/** Ports of the loopback interface. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

const LOOPBACK = '127.0.0.1';

/** A port that nobody listens on now; the system draws it, so that two who ask get two. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, LOOPBACK);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

/** Whether somebody listens there. */
export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, LOOPBACK);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}
