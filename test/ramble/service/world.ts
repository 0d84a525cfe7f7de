import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faultyAnswer, type EndpointFaultKind } from '../../../demo/customer/faults.js';
import { startDemoService, type DemoService } from '../../../demo/service/demo-service.js';
import type { LogEntry, RequestLogEntry } from '../../../demo/service/options.js';
import { createTokenHandler, fillPlaceholder, requestToken, toNodeListener } from '../../../src/server/index.js';

/** So short that every session sees several renewals. */
const LIFETIME_S = 30;

/** One call of the refresh endpoint, or one page that was asked for. */
export interface CustomerEntry {
  readonly at: number;
  readonly what: 'page' | 'call';
  /** Which tab asked. */
  readonly tab: string;
}

/** The stand-in for the service, and a customer whose users are told apart by a cookie. Both can be broken. */
export class World {
  /** What the service has answered, over all its restarts. */
  readonly requests: RequestLogEntry[] = [];
  /** What the service could not answer, for a fault of its own. */
  readonly failures: string[] = [];
  readonly asked: CustomerEntry[] = [];
  /** Every token that has been issued. */
  readonly tokens = new Set<string>();
  /** What the refresh endpoint does wrong. */
  fault: EndpointFaultKind = 'none';
  #service: DemoService;
  #isAway = false;
  readonly #folder: string;
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #refresh: (request: Request) => Promise<Response>;

  private constructor(folder: string, service: DemoService, log: { to: (entry: LogEntry) => void }) {
    this.#folder = folder;
    this.#service = service;
    log.to = (entry) => this.#log(entry);
    this.#refresh = createTokenHandler({ ...this.#access, getClientId: (request) => this.#clientOf(request.headers.get('cookie')) });
  }

  static async begin(): Promise<World> {
    const folder = await mkdtemp(join(tmpdir(), 'inbox-ramble-'));
    const log: { to: (entry: LogEntry) => void } = { to: () => undefined };
    const service = await startDemoService({ port: 0, dataFolder: folder, quiet: true, withoutBuild: true, log: (entry) => log.to(entry) });
    const world = new World(folder, service, log);
    await service.service.components.setTokenLifetime(service.componentId, LIFETIME_S);
    await once(world.#server.listen(0, '127.0.0.1'), 'listening');
    return world;
  }

  /** What the customer's pages are at. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get service(): DemoService['service'] {
    return this.#service.service;
  }

  get clientIds(): readonly string[] {
    return this.#service.clientIds;
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  /** The service stops; its data stay. */
  async goAway(): Promise<void> {
    if (this.#isAway) return;
    this.#isAway = true;
    await this.#service.close();
  }

  /** The service is started again, with the same data at the same address. */
  async comeBack(): Promise<void> {
    if (!this.#isAway) return;
    const port = Number(new URL(this.#service.serviceUrl).port);
    this.#service = await startDemoService({ port, dataFolder: this.#folder, quiet: true, withoutBuild: true, log: (entry) => this.#log(entry) });
    if (Number(new URL(this.#service.serviceUrl).port) !== port) throw new Error(`Port ${port} has been taken by another program.`);
    this.#isAway = false;
  }

  /** All that was broken works again. */
  async mend(): Promise<void> {
    this.fault = 'none';
    await this.comeBack();
    this.service.faults.clear();
  }

  async end(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    if (!this.#isAway) await this.#service.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  get #access() {
    const { serviceUrl: baseUrl, apiKey, componentId } = this.#service;
    return { baseUrl, apiKey, componentId };
  }

  #log(entry: LogEntry): void {
    if (entry.type === 'request') this.requests.push(entry);
    else this.failures.push(`${entry.method} ${entry.path}: ${entry.stack}`);
  }

  #clientOf(cookie: string | null | undefined): string {
    return this.clientIds[Number(/user=(\d)/.exec(cookie ?? '')?.[1])] ?? '';
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.url);
    if (pathname === '/inbox-token') {
      this.#note('call', request.headers.referer);
      if (this.fault === 'drop') request.socket.destroy();
      else toNodeListener((asked) => this.#renew(asked))(request, response);
    } else {
      this.#note('page', request.url);
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end(await this.#page(request));
    }
  }

  async #renew(request: Request): Promise<Response> {
    const answer = faultyAnswer(this.fault) ?? (await this.#refresh(request));
    if (answer.ok) this.#keep(((await answer.clone().json().catch(() => ({}))) as { token?: string }).token);
    return answer;
  }

  async #page({ headers: { cookie } }: IncomingMessage): Promise<string> {
    const page = `<!doctype html><html lang="en-GB"><meta charset="utf-8"><title>Ramble</title><link rel="icon" href="data:,">
<style>body { margin: 0 } inbox-widget { height: 700px }</style><script type="module" src="${this.#service.serviceUrl}/inbox-widget.js"></script>
<inbox-widget token="[[ TOKEN ]]" refresh-endpoint="/inbox-token"></inbox-widget>`;
    // Without one, the element asks the endpoint.
    const token = await requestToken({ ...this.#access, clientId: this.#clientOf(cookie) }).catch(() => '');
    this.#keep(token);
    return fillPlaceholder(page, token);
  }

  #keep(token: string | undefined): void {
    if (token) this.tokens.add(token);
  }

  #note(what: CustomerEntry['what'], address = ''): void {
    this.asked.push({ at: Date.now(), what, tab: new URL(address, this.url).search });
  }
}
