/** A customer of a test's own: the smallest backend that embeds the widget, in the test's hands. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTokenHandler, toNodeListener } from '../../src/server/index.js';
import type { DemoAddresses } from './stage.js';

export class OwnCustomer {
  readonly #server: Server;
  readonly #demo: DemoAddresses;
  readonly #listen: (request: IncomingMessage, response: ServerResponse) => void;
  /** Who is signed in; `null`: nobody. */
  client: string | null;
  /** Calls of the refresh endpoint. */
  calls = 0;
  /** Calls are left unanswered. */
  isSilent = false;
  /** The page's own. */
  body = '<inbox-widget refresh-endpoint="/inbox-token"></inbox-widget>';
  head = '';
  /** `Content-Security-Policy` of the page. */
  policy = '';

  constructor(demo: DemoAddresses) {
    this.#demo = demo;
    this.client = demo.clientIds[0] ?? null;
    const { serviceUrl: baseUrl, apiKey, componentId } = demo;
    this.#listen = toNodeListener(createTokenHandler({ baseUrl, apiKey, componentId, getClientId: () => this.client }));
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async start(): Promise<this> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    if (request.url === '/inbox-token') {
      this.calls++;
      if (!this.isSilent) this.#listen(request, response);
      return;
    }
    const isOther = request.url === '/other';
    const script = `<script type="module" src="${this.#demo.serviceUrl}/inbox-widget.js"></script>`;
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    if (this.policy) response.setHeader('Content-Security-Policy', this.policy);
    response.end(`<!doctype html><html lang="en"><title>Own</title>${isOther ? '<p>Elsewhere' : script + this.head + this.body}`);
  }
}
