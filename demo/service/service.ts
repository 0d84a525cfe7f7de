import { join } from 'node:path';
import { Accounts } from './accounts/accounts.js';
import { ApiKeys } from './accounts/api-keys.js';
import { Clients } from './accounts/clients.js';
import { Components } from './accounts/components.js';
import { PASSWORD_COST } from './accounts/passwords.js';
import { Sessions } from './accounts/sessions.js';
import { createApp } from './app.js';
import { ContactSide } from './contacts/contact-side.js';
import { addDashboard } from './dashboard/dashboard.js';
import { Database } from './database/database.js';
import { durableSecret } from './database/settings.js';
import { EventHub } from './events/event-hub.js';
import { EVENTS_KEPT, EventLog } from './events/event-log.js';
import { addStreamRoute } from './events/stream-route.js';
import { addCdn } from './hosting/cdn.js';
import { listen, type Unreadable } from './hosting/listen.js';
import type { Api } from './http/api.js';
import { CORS_HEADERS } from './http/cors.js';
import { Problem } from './http/problem.js';
import { RateLimiter } from './http/rate-limit.js';
import { RequestLog } from './http/request-log.js';
import { addAttachmentRoutes } from './inbox/attachment-routes.js';
import { Attachments } from './inbox/attachments.js';
import { addConversationRoutes } from './inbox/conversation-routes.js';
import { InboxReader } from './inbox/inbox-reader.js';
import { InboxWriter } from './inbox/inbox-writer.js';
import { addMessageRoutes } from './inbox/message-routes.js';
import type { MessageJson } from './inbox/schemas.js';
import { addOpenApiDocument } from './openapi/document.js';
import { DEFAULT_LIMITS, type LogEntry, type ServiceOptions } from './options.js';
import { Faults } from './sandbox/faults.js';
import { addSandbox } from './sandbox/sandbox.js';
import { tokenGuard } from './tokens/token-guard.js';
import { addTokenRequest } from './tokens/token-request.js';
import { Tokens } from './tokens/tokens.js';

const TICK_MS = 1000;
const LOG_ENTRIES_KEPT = 20_000;

/** What a client has done, for whoever plays its contacts. */
export interface ClientListener {
  sent?(clientId: string, message: MessageJson): void;
  typing?(clientId: string, conversationId: string): void;
}

/** Plays the contacts without anybody's help. */
export interface ContactsPlayer {
  readonly running: boolean;
  start(): void;
  stop(): void;
}

/** A running stand-in for the hosted service. */
export interface Service {
  readonly app: Api;
  readonly baseUrl: string;
  /** The clock. */
  readonly now: () => number;
  readonly database: Database;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly apiKeys: ApiKeys;
  readonly components: Components;
  readonly clients: Clients;
  readonly contactSide: ContactSide;
  readonly attachments: Attachments;
  readonly writer: InboxWriter;
  readonly reader: InboxReader;
  readonly hub: EventHub;
  readonly events: EventLog;
  readonly faults: Faults;
  readonly requestLog: RequestLog;
  /** Set by whoever starts the service; `null` where the contacts only do what they are told. */
  contactsPlayer: ContactsPlayer | null;
  fetch(request: Request): Response | Promise<Response>;
  /** @returns A function that stops listening. */
  listenTo(listener: ClientListener): () => void;
  /** Ends streams whose token is over and sends due heartbeats; `start()` sees to it every second. */
  tick(): void;
  /** Serves on the loopback interface; port 0 lets the system choose. A taken port is an error unless `orNextFree`. */
  start(port: number, options?: { orNextFree?: boolean }): Promise<{ url: string; close(): Promise<void> }>;
  /** Ends everything and closes the database. */
  close(): Promise<void>;
}

export async function createService(options: ServiceOptions = {}): Promise<Service> {
  const { dataFolder = null, sandbox = false, cdnFolder = null, now = Date.now } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  let baseUrl = options.baseUrl ?? 'http://127.0.0.1';

  const database = await Database.open(dataFolder === null ? null : join(dataFolder, 'service.db'));
  const listeners = new Set<ClientListener>();
  const requestLog = new RequestLog(LOG_ENTRIES_KEPT);
  let isClosed = false;
  const log = (entry: LogEntry) => {
    if (sandbox && entry.type === 'request') requestLog.add(entry);
    // What is on its way when everything ends fails for that alone.
    if (entry.type === 'request' || !isClosed) options.log?.(entry);
  };

  const hub = new EventHub(now, limits.openStreams);
  const epoch = (await durableSecret(database, 'event-epoch')).slice(0, 8);
  const events = new EventLog(database, epoch, hub, options.eventsKept ?? EVENTS_KEPT);
  const accounts = new Accounts(database, now, options.passwordCost ?? PASSWORD_COST);
  const sessions = new Sessions(database, now);
  const apiKeys = new ApiKeys(database, now, (id) => hub.end(({ keyId }) => keyId === id));
  const components = new Components(database, now, (id) => hub.end(({ componentId }) => componentId === id));
  const clients = new Clients(database, now, (id) => hub.end(({ clientId }) => clientId === id));
  const tokens = new Tokens(database, await durableSecret(database, 'token-secret'), now);
  const reader = new InboxReader(database);
  const attachments = new Attachments(database, now);
  const writer = new InboxWriter(database, events, now, (clientId, message) => {
    for (const listener of listeners) listener.sent?.(clientId, message);
  });
  const contactSide = new ContactSide({ database, writer, attachments, hub, now });
  const faults = new Faults((ms) => new Promise((resolve) => setTimeout(resolve, ms)));

  const app = createApp({ baseUrl: () => baseUrl, now, log, strike: (method, path) => faults.strike(method, path) });
  addTokenRequest(app, {
    apiKeys,
    tokens,
    limiter: new RateLimiter(limits.tokenRequests, now),
    refusedLimiter: new RateLimiter(limits.refusedTokenRequests, now),
    baseUrl: () => baseUrl,
  });
  app.use('/inbox/*', tokenGuard(tokens, (clientId) => faults.takesToken(clientId), () => new URL(baseUrl).origin));
  addConversationRoutes(app, {
    reader,
    writer,
    onTyping: (clientId, conversationId) => {
      for (const listener of listeners) listener.typing?.(clientId, conversationId);
    },
  });
  addMessageRoutes(app, { reader, writer });
  addAttachmentRoutes(app, attachments);
  addStreamRoute(app, { hub, log: events, tokens, now });
  const service: Service = {
    app,
    get baseUrl() {
      return baseUrl;
    },
    now,
    database,
    accounts,
    sessions,
    apiKeys,
    components,
    clients,
    contactSide,
    attachments,
    writer,
    reader,
    hub,
    events,
    faults,
    requestLog,
    contactsPlayer: null,
    fetch: (request) => app.fetch(request),
    listenTo(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tick: () => hub.tick(),
    async start(port, { orNextFree = false } = {}) {
      const unreadable = (why: Unreadable) => new Problem(why, { headers: CORS_HEADERS }).toResponse(baseUrl);
      const listening = await listen(app.fetch, unreadable, { port, orNextFree, arrivalMs: limits.requestArrivalMs });
      const url = `http://127.0.0.1:${listening.port}`;
      baseUrl = options.baseUrl ?? url;
      const ticker = setInterval(() => hub.tick(), TICK_MS);
      return {
        url,
        async close() {
          clearInterval(ticker);
          hub.end(() => true);
          await listening.close();
        },
      };
    },
    async close() {
      isClosed = true;
      hub.end(() => true);
      await database.close();
    },
  };
  if (sandbox) addSandbox(app, service);
  addDashboard(app, service, tokens, limits);
  addCdn(app, cdnFolder);
  addOpenApiDocument(app, () => baseUrl);
  return service;
}
