import type { EndpointFaultKind } from '../../faults.js';

/** What the demo's own backend can do for the panel. No key and no token pass here. */
export class Backend {
  readState(): Promise<DemoState> {
    return this.#call('GET', '/demo/state') as Promise<DemoState>;
  }

  setEndpointFault(endpoint: EndpointFaultKind): Promise<unknown> {
    return this.#call('PUT', '/demo/faults', { endpoint });
  }

  setLifetime(seconds: number): Promise<unknown> {
    return this.#call('PUT', '/demo/lifetime', { seconds });
  }

  setOffline(offline: boolean): Promise<unknown> {
    return this.#call('PUT', '/demo/offline', { offline });
  }

  rejectToken(): Promise<unknown> {
    return this.#call('POST', '/demo/reject-token');
  }

  letContactWrite(): Promise<unknown> {
    return this.#call('POST', '/demo/contact-writes');
  }

  async #call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(path, {
      method,
      ...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
    return response.status === 204 ? null : response.json();
  }
}

export interface DemoState {
  readonly endpoint: EndpointFaultKind;
  readonly lifetimeSeconds: number;
  readonly offline: boolean;
}
