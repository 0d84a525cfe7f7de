import type { ServiceAccess } from './options.js';

/** What the service's sandbox can be told by the demo's backend: `/sandbox/…`, which no real service has. */
export class ServiceSandbox {
  readonly #service: ServiceAccess;

  constructor(service: ServiceAccess) {
    this.#service = service;
  }

  /** Lifetime of the tokens that are requested from now on, in seconds. */
  async setTokenLifetime(seconds: number): Promise<void> {
    await this.#call('PUT', `/sandbox/components/${this.#service.componentId}/token-lifetime`, { seconds });
  }

  /** Every token of this client is over at once. */
  async rejectTokens(clientId: string): Promise<void> {
    await this.#call('POST', `/sandbox/clients/${clientId}/revoke-tokens`);
  }

  /** One of this client's contacts writes. */
  async letContactWrite(clientId: string, text: string): Promise<void> {
    await this.#call('POST', `/sandbox/clients/${clientId}/contact-writes`, { text });
  }

  /** Whether the service answers at all. */
  async setOffline(offline: boolean): Promise<void> {
    await this.#call('PUT', '/sandbox/offline', { offline });
  }

  async #call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.#service.baseUrl}${path}`, {
      method,
      ...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`The sandbox answered ${response.status} to ${method} ${path}.`);
    return response.status === 204 ? null : response.json();
  }
}
