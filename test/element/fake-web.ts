import type { MemorySeed } from '../../src/inbox/memory/index.js';
import type { Message } from '../../src/inbox/model.js';
import { FakeService } from '../helpers/fake-service.js';
import { makeToken, type Claims } from '../helpers/token-maker.js';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Enough to fill a thread twice over. */
const MESSAGES = 40;

/** A request that left the page for somewhere. */
export interface WebCall {
  readonly method: string;
  readonly url: URL;
  readonly init: RequestInit;
}

/** What the endpoint does with a call. */
export type EndpointAnswer = (call: WebCall) => Response | Promise<Response>;


/**
 * Everything that a page can reach, behind its own `fetch`: the customer's endpoint, the service with an inbox for each
 * client, and nothing else. A request for any other address fails, and is remembered.
 *
 * Each has addresses of its own, so that nothing stored of one test reaches the next.
 */
export class FakeWeb {
  readonly #name = crypto.randomUUID();
  readonly origin = `https://service-${this.#name}.example`;
  readonly endpoint = `/inbox-token-${this.#name}`;
  /** Who is signed in at the customer's. */
  client = 'ada';
  readonly calls: WebCall[] = [];
  /** Every token that was ever given out. */
  readonly tokens: string[] = [];
  answer: EndpointAnswer = () => this.give(this.issue());
  readonly #services = new Map<string, FakeService>();
  readonly #fetch = globalThis.fetch;

  start(): void {
    globalThis.fetch = this.#answer;
  }

  stop(): void {
    globalThis.fetch = this.#fetch;
  }

  /** The service as one client meets it: two conversations that bear his name. */
  service(client = this.client): FakeService {
    const service = this.#services.get(client) ?? new FakeService(inboxOf(client));
    this.#services.set(client, service);
    return service;
  }

  /** A token as the service gives it to the customer's backend; it takes it from now on. */
  issue(claims: Claims = {}): string {
    const now = Date.now();
    const { client } = this;
    return this.accept(makeToken({ issuedAt: now, expiresAt: now + 8 * HOUR_MS, client, ...claims }), claims.client);
  }

  /** A token that was good until a minute ago. */
  issueDead(): string {
    const now = Date.now();
    const token = this.issue({ issuedAt: now - 9 * HOUR_MS, expiresAt: now - MINUTE_MS });
    this.service().tokens.delete(token);
    return token;
  }

  /** The service takes this text for a token of the client's. */
  accept(token: string, client = this.client): string {
    this.tokens.push(token);
    this.service(client).tokens.add(token);
    return token;
  }

  /** An answer of the endpoint with this token. */
  give(token: string): Response {
    return Response.json({ token });
  }

  /** The endpoint answers when the returned function is called, and not before. */
  hold(): (response?: Response) => void {
    let release: (response: Response) => void = () => {};
    const held = new Promise<Response>((resolve) => (release = resolve));
    this.answer = () => held;
    return (response = this.give(this.issue())) => release(response);
  }

  get refreshes(): WebCall[] {
    return this.calls.filter(({ url }) => url.pathname === this.endpoint);
  }

  /** Requests to the service, of whichever client. */
  get serviceCalls(): WebCall[] {
    return this.calls.filter(({ url }) => url.origin === this.origin);
  }

  /** Requests to anybody else. */
  get strays(): string[] {
    const known = [this.origin, location.origin];
    return this.calls.filter(({ url }) => !known.includes(url.origin)).map(({ url }) => url.href);
  }

  /** The tokens that the service was sent, in the order in which it met them. */
  get bearers(): string[] {
    return [...new Set(this.serviceCalls.map(({ init }) => bearerOf(init)))];
  }

  /** Streams that were ever opened, of whichever client. */
  get streams() {
    return [...this.#services.values()].flatMap(({ streams }) => streams);
  }

  get openStreams() {
    return this.streams.filter(({ isOpen }) => isOpen);
  }

  readonly #answer = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input, document.baseURI);
    // Other requests of this origin are the test runner's.
    if (url.origin === location.origin && url.pathname !== this.endpoint) return this.#fetch.call(globalThis, input, init);
    const call: WebCall = { method: init.method ?? 'GET', url, init };
    this.calls.push(call);
    if (url.pathname === this.endpoint) return abortable(this.answer(call), init.signal);
    if (url.origin !== this.origin) throw new TypeError('Failed to fetch');
    const token = bearerOf(init);
    const service = [...this.#services.values()].find(({ tokens }) => tokens.has(token)) ?? this.service();
    return service.fetch(url.href, init);
  };
}

export const bearerOf = ({ headers }: RequestInit): string =>
  new Headers(headers).get('authorization')?.replace('Bearer ', '') ?? '';

function abortable(answer: Response | Promise<Response>, signal: AbortSignal | null | undefined): Promise<Response> {
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });
  return Promise.race([aborted, answer]);
}

function inboxOf(client: string): MemorySeed {
  const message = (conversationId: string, number: number): Message => ({
    id: `${conversationId}-${number}`,
    conversationId,
    direction: 'in',
    authorName: `Friend of ${client}`,
    text: `Secret ${number} of ${client}`,
    attachments: [],
    sentAt: new Date(Date.now() - (90 - number) * MINUTE_MS).toISOString(),
    status: 'read',
  });
  const first = `with-${client}`;
  const second = `second-${client}`;
  return {
    component: { id: 'component', title: 'Inbox' },
    client: { id: client, name: client },
    conversations: [
      {
        id: first,
        channel: 'whatsapp',
        contact: { id: `friend-${client}`, name: `Friend of ${client}` },
        unread: 2,
        messages: Array.from({ length: MESSAGES }, (_, index) => message(first, index + 1)),
      },
      {
        id: second,
        channel: 'email',
        contact: { id: `other-friend-${client}`, name: `Other friend of ${client}` },
        messages: [message(second, 1)],
      },
    ],
  };
}
