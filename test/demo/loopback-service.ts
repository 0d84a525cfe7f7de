import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The service as far as the customer's backend knows it, on a port of its own: the token request and the sandbox. */
export class LoopbackService {
  /** What was asked for, as `METHOD path`. */
  readonly calls: string[] = [];
  readonly apiKey = 'key_7c1e-SECRET-55aa';
  readonly componentId = 'component-1';
  /** What the token request answers instead of a token. */
  refusal: { status: number; body: string; headers?: Record<string, string> } | null = null;
  /** What the sandbox says of the tokens' lifetime. */
  lifetimeSeconds = 28_800;
  #issued = 0;
  #server: Server | null = null;

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server?.address() as AddressInfo).port}`;
  }

  async start(): Promise<void> {
    this.#server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => { body += part; });
      request.on('end', () => {
        this.calls.push(`${request.method} ${request.url}${body && request.url?.startsWith('/sandbox/') ? ` ${body}` : ''}`);
        if (request.url?.startsWith('/sandbox/') && request.method === 'GET') return response.end(JSON.stringify({ seconds: this.lifetimeSeconds }));
        if (request.url?.startsWith('/sandbox/')) return response.writeHead(204).end();
        if (request.headers['x-api-key'] !== this.apiKey) return response.writeHead(401).end('{"code":"api_key_invalid"}');
        if (this.refusal) return response.writeHead(this.refusal.status, this.refusal.headers).end(this.refusal.body);
        const { clientId } = JSON.parse(body) as { clientId: string };
        return response.end(JSON.stringify({ token: `token-of-${clientId}-${++this.#issued}` }));
      });
    });
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }
}
