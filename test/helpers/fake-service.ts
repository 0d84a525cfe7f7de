import { InboxError } from '../../src/errors.js';
import type { SourceEvent } from '../../src/inbox/inbox-source.js';
import { createMemorySource, type MemorySeed, type MemorySource } from '../../src/inbox/memory/index.js';
import type { ConversationFilter, ConversationStatus } from '../../src/inbox/model.js';
import { FakeStream } from './fake-stream.js';
import { PlainResponse } from './plain-response.js';

/** A request as the service sees it. */
export interface ServiceCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly token: string;
  readonly init: RequestInit;
}

/** What comes instead of the service's own answer. */
export type Fault = (call: ServiceCall) => Response | null | Promise<Response | null>;

export const SERVICE = 'https://service.example';

/** The hosted service (docs/wire.md, section 3) in memory, behind a `fetch` of its own. A test owns its tokens, faults and streams. */
export class FakeService {
  readonly inbox: MemorySource;
  readonly calls: ServiceCall[] = [];
  /** Every stream that was ever opened. */
  readonly streams: FakeStream[] = [];
  /** Tokens that the service takes. */
  readonly tokens = new Set(['token-1']);
  /** Asked before each answer. */
  fault: Fault = () => null;
  /** Streams get a position and what they have missed at once, as they should. */
  opensWithPosition = true;
  /** What its answers say of the time, in ms since 1970; `null`: nothing, as where `Date` is not exposed. */
  serverTime: () => number | null = () => null;
  #log: { readonly id: number; readonly text: string }[] = [];

  constructor(seed: MemorySeed) {
    this.inbox = createMemorySource(seed);
    this.inbox.subscribe((event) => this.#note(event));
  }

  get openStreams(): FakeStream[] {
    return this.streams.filter(({ isOpen }) => isOpen);
  }

  callsTo(path: string): ServiceCall[] {
    return this.calls.filter((call) => call.path === path);
  }

  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input as string);
    const headers = new Headers(init.headers);
    const token = headers.get('authorization')?.replace('Bearer ', '') ?? '';
    const call: ServiceCall = {
      method: init.method ?? 'GET',
      path: decodeURIComponent(url.pathname),
      query: url.searchParams,
      headers,
      token,
      init,
    };
    this.calls.push(call);
    const aborted = new Promise<never>((_, reject) => {
      const { signal } = init;
      const abort = (): void => reject(signal?.reason as Error);
      if (signal?.aborted) abort();
      signal?.addEventListener('abort', abort);
    });
    return Promise.race([aborted, this.#answer(call)]);
  };

  async #answer(call: ServiceCall): Promise<Response> {
    const fault = await this.fault(call);
    if (fault) return fault;
    // A caller who has gone is not served.
    call.init.signal?.throwIfAborted();
    if (!this.tokens.has(call.token)) return problem(401, 'token_invalid');
    if (call.path === '/inbox/events') return this.#openStream(call);
    try {
      const answer = await this.#route(call);
      if (answer === undefined) return new Response(null, { status: 204 });
      if (answer instanceof Blob) return new Response(answer);
      const time = this.serverTime();
      const headers: Record<string, string> = time === null ? {} : { date: new Date(time).toUTCString() };
      return PlainResponse.of(answer, { status: call.method === 'POST' ? 201 : 200, headers });
    } catch (error) {
      if (!(error instanceof InboxError)) throw error;
      return problem(error.status ?? 422, error.serviceCode ?? 'refused');
    }
  }

  async #route({ method, path, query, headers, init }: ServiceCall): Promise<unknown> {
    const [, , kind, id = '', part = ''] = path.split('/');
    const limit = Number(query.get('limit') ?? 30);
    const isJson = headers.get('content-type') === 'application/json';
    const body = (isJson ? JSON.parse(init.body as string) : {}) as Record<string, string>;
    if (!kind) return this.inbox.getInbox();
    if (kind === 'attachments') {
      if (method === 'GET') return this.inbox.downloadAttachment(id);
      return this.inbox.uploadAttachment(fileOf(init.body as Blob, headers));
    }
    if (!id) {
      const page = { limit, cursor: query.get('cursor') ?? undefined };
      const filter = (query.get('filter') ?? 'all') as ConversationFilter;
      return this.inbox.listConversations({ filter, channel: query.get('channel') ?? '', q: query.get('q') ?? '' }, page);
    }
    switch (`${method} ${part}`) {
      case 'GET ':
        return this.inbox.getConversation(id);
      case 'PATCH ':
        return this.inbox.setStatus(id, body.status as ConversationStatus);
      case 'GET messages':
        return this.inbox.listMessages(id, { limit, before: query.get('before') ?? undefined });
      case 'POST messages':
        return this.inbox.sendMessage(id, { text: body.text ?? '', attachmentIds: body.attachmentIds as unknown as string[], clientKey: headers.get('idempotency-key') ?? '' });
      case 'PUT read':
        return this.inbox.markRead(id, body.messageId ?? '');
      case 'DELETE read':
        return this.inbox.markUnread(id);
      case 'PUT typing':
        return this.inbox.sendTyping(id);
      default:
        return Promise.reject(new InboxError('INBOX_SERVICE_REFUSED', 'No such route.', { status: 404 }));
    }
  }

  #openStream({ headers, token }: ServiceCall): Response {
    const lastEventId = headers.get('last-event-id');
    const stream = new FakeStream(token, lastEventId);
    this.streams.push(stream);
    if (this.opensWithPosition) {
      if (lastEventId) for (const { id, text } of this.#log) if (id > Number(lastEventId)) stream.send(text);
      stream.send(`id: ${this.#log.length}\n\n`);
    }
    return new Response(stream.body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
  }

  #note(event: SourceEvent): void {
    if (event.type === 'connection') return;
    const { type, ...data } = event;
    const id = this.#log.length + 1;
    const text = `${type === 'typing' ? '' : `id: ${id}\n`}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
    if (type !== 'typing') this.#log.push({ id, text });
    for (const stream of this.openStreams) stream.send(text);
  }
}

export const problem = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  PlainResponse.of(
    { type: 'about:blank', title: 'Refused', status, code },
    { status, headers: { 'content-type': 'application/problem+json', ...headers } },
  );

function fileOf(bytes: Blob, headers: Headers): File {
  const name = decodeURIComponent(headers.get('content-disposition')?.split("UTF-8''")[1] ?? '');
  return new File([bytes], name, { type: headers.get('content-type') ?? '' });
}
