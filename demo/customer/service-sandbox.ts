import type { ServiceAccess } from './options.js';

/** What the service's sandbox can be told by the demo's backend: `/sandbox/…`, which no real service has. */
export class ServiceSandbox {
  readonly #service: ServiceAccess;
  #isOffline = false;

  constructor(service: ServiceAccess) {
    this.#service = service;
  }

  /** Whether connections fail on purpose: the inbox's by what is called here, the refresh endpoint's since it asks this. */
  get isOffline(): boolean {
    return this.#isOffline;
  }

  /** @param seconds Lifetime of the tokens that are requested from now on. */
  async setTokenLifetime(seconds: number): Promise<void> {
    await this.#call('PUT', this.#lifetimePath, { seconds });
  }

  /** The same in force: the service keeps it, over restarts too. */
  async tokenLifetime(): Promise<number> {
    return ((await this.#call('GET', this.#lifetimePath)) as { seconds: number }).seconds;
  }

  /** Every token of this client is over at once; new ones can be requested. */
  async revokeTokens(clientId: string): Promise<void> {
    await this.#call('DELETE', `/sandbox/clients/${clientId}/tokens`);
  }

  async letContactWrite(clientId: string, contactName: string, channel: string, text: string): Promise<void> {
    await this.#call('POST', `/sandbox/clients/${clientId}/messages`, { contactName, channel, text });
  }

  /** The inbox fails until `goOnline()`, and its open streams end. The service itself still gives out tokens. */
  async goOffline(): Promise<void> {
    await this.#call('POST', '/sandbox/faults', { kind: 'unavailable', pathPrefix: '/inbox' });
    await this.#call('POST', '/sandbox/streams/drop', {});
    this.#isOffline = true;
  }

  /** Nothing goes wrong on purpose any more. */
  async goOnline(): Promise<void> {
    await this.#call('DELETE', '/sandbox/faults');
    this.#isOffline = false;
  }

  get #lifetimePath(): string {
    return `/sandbox/components/${this.#service.componentId}/token-lifetime`;
  }

  async #call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.#service.baseUrl}${path}`, {
      method,
      ...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`The sandbox answered ${response.status} to ${method} ${path}.`);
    return text ? JSON.parse(text) : null;
  }
}
