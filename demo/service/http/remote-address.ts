import type { HttpBindings } from '@hono/node-server';

/** The caller's network address, by the socket; headers are not believed. `local` where there is no socket. */
export function remoteAddress(c: { env: unknown }): string {
  return (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress ?? 'local';
}
