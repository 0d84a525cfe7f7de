import { createService, type Service } from '../../../demo/service/service.js';
import type { ServiceOptions } from '../../../demo/service/options.js';
import { OpenApiCheck, type OpenApiDocument } from './openapi-check.js';

/** A time of the tests' own: nothing passes unless it is told to. */
export class Clock {
  nowMs = Date.parse('2026-05-12T09:00:00Z');

  readonly now = (): number => this.nowMs;

  advance(ms: number): void {
    this.nowMs += ms;
  }
}

export interface CallOptions {
  readonly token?: string | undefined;
  readonly json?: unknown;
  readonly body?: BodyInit;
  readonly headers?: Record<string, string>;
  /** Network address of the caller. */
  readonly from?: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; `undefined` where it is no JSON. Tests say what they expect to find in it. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers are checked by the assertions and by the OpenAPI document
  readonly json: any;
}

/** Hashing at its real cost would be most of the time of the tests. */
const QUICK_HASH = { N: 2 ** 8, r: 8, p: 1 };

/** One customer, with a key, a component and a client that has a token. */
export interface Tenant {
  readonly accountId: string;
  readonly keyId: string;
  readonly apiKey: string;
  readonly componentId: string;
  readonly clientId: string;
  readonly token: string;
}

/** A service in memory (unless the options say otherwise) whose every answer is checked against its OpenAPI document. */
export class Stage {
  readonly service: Service;
  readonly clock: Clock;
  readonly failures: string[];
  #check: OpenApiCheck | undefined;
  #accounts = 0;

  private constructor(service: Service, clock: Clock, failures: string[]) {
    this.service = service;
    this.clock = clock;
    this.failures = failures;
  }

  static async open(options: ServiceOptions = {}, clock = new Clock()): Promise<Stage> {
    const failures: string[] = [];
    const log: ServiceOptions['log'] = (entry) => {
      if (entry.type === 'failure') failures.push(entry.stack);
      options.log?.(entry);
    };
    const generous = { count: 1_000_000, windowMs: 60_000 };
    const limits = { tokenRequests: generous, refusedTokenRequests: generous, signIns: generous, signUps: generous, ...options.limits };
    const baseUrl = 'https://inbox.example';
    return new Stage(await createService({ sandbox: true, baseUrl, now: clock.now, passwordCost: QUICK_HASH, ...options, limits, log }), clock, failures);
  }

  async call(method: string, path: string, { token, json, body, headers, from }: CallOptions = {}): Promise<Answer> {
    const init = {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(body !== undefined && { body }),
    };
    const response = await this.service.app.request(path, init, { incoming: { socket: { remoteAddress: from } } });
    const type = response.headers.get('content-type');
    const isStream = type === 'text/event-stream';
    if (isStream) await response.body?.cancel();
    const text = isStream ? '' : await response.text();
    const answer: Answer = {
      status: response.status,
      headers: response.headers,
      text,
      json: type?.includes('json') ? (JSON.parse(text) as unknown) : undefined,
    };
    const check = await this.check();
    const problem = check.problemWith(method, path.split('?')[0] as string, answer.status, type, answer.json);
    if (problem) throw new Error(`The answer is not as documented. ${problem}`);
    return answer;
  }

  /** The document itself is fetched once. */
  async check(): Promise<OpenApiCheck> {
    if (!this.#check) {
      const response = await this.service.app.request('/openapi.json');
      this.#check = new OpenApiCheck((await response.json()) as OpenApiDocument);
    }
    return this.#check;
  }

  /** An account that nobody can sign in to: hashing a password for each would be most of the time of the tests. */
  async account(): Promise<string> {
    const id = `acc_test${++this.#accounts}`;
    const row = [id, `tenant${this.#accounts}@example.com`, 'none', new Date(this.clock.nowMs).toISOString()];
    await this.service.database.run('INSERT INTO accounts (id, email, password_hash, created_at) VALUES (?, ?, ?, ?)', row);
    return id;
  }

  async tenant(allowedOrigins: readonly string[] = []): Promise<Tenant> {
    const { components, clients, apiKeys } = this.service;
    const accountId = await this.account();
    const { apiKey, secret } = await apiKeys.create(accountId, 'Test');
    const component = await components.create(accountId, { title: 'Inbox', channels: ['whatsapp', 'email', 'web'], allowedOrigins });
    const client = await clients.create(component.id, 'Client', '');
    const ids = { componentId: component.id, clientId: client.id };
    return { accountId, keyId: apiKey.id, apiKey: secret, ...ids, token: await this.requestToken(secret, ids) };
  }

  async requestToken(apiKey: string, { componentId, clientId }: { componentId: string; clientId: string }): Promise<string> {
    const json = { componentId, clientId };
    const answer = await this.call('POST', '/authentication/login_check', { headers: { 'x-api-key': apiKey }, json });
    return (answer.json as { token: string }).token;
  }

  /** A contact writes. */
  async write(clientId: string, text: string, { contactName = 'Mara', channel = 'web' } = {}) {
    return this.service.contactSide.write(clientId, { contactName, channel }, { text });
  }

  async send(tenant: Tenant, conversationId: string, text: string, key: string): Promise<Answer> {
    return this.call('POST', `/inbox/conversations/${conversationId}/messages`, {
      token: tenant.token,
      json: { text },
      headers: { 'idempotency-key': key },
    });
  }

  close(): Promise<void> {
    return this.service.close();
  }
}
