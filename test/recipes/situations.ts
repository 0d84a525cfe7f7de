import type { Service } from '../../demo/service/service.js';
import type { Answer, RunningRecipe } from './running-recipe.js';

/** Longer than a recipe may wait (10 s), shorter than what would hold up the whole run. */
const SLOW_MS = 11_500;

/** The widget waits no longer for an answer. */
const ANSWER_LIMIT_MS = 15_000;
/** Between two bytes of an answer that drips: no single one is late. */
const DRIP_MS = 500;

export interface Stage {
  readonly service: Service;
  readonly serviceUrl: string;
  readonly stopService: () => Promise<void>;
  readonly accountId: string;
  readonly clientId: string;
  readonly apiKey: string;
}

/** Something that happens to every recipe at the same time: how it comes about, and what each has to answer. */
export interface Situation {
  readonly name: string;
  readonly prepare?: (stage: Stage) => void | Promise<void>;
  /** What every token request gets in place of the stand-in's own answer. */
  readonly answer?: (stage: Stage) => Response;
  /** @throws {Error} what is wrong */
  readonly check: (recipe: RunningRecipe, stage: Stage) => Promise<void>;
}

const onTokenRequests = { pathPrefix: '/authentication' };

/** In this order: the last ones leave nothing to go on with. */
export const SITUATIONS: readonly Situation[] = [
  {
    name: 'signed in',
    async check(recipe, { serviceUrl, clientId }) {
      const answer = await recipe.refresh();
      expectAnswer(answer, 200);
      const inbox = await fetch(`${serviceUrl}/inbox`, { headers: { Authorization: `Bearer ${String(answer.json.token)}` } });
      const { client } = (await inbox.json()) as { client?: { id: string } };
      if (client?.id !== clientId) throw new Error('The token is not taken by the service, or is another client’s.');
    },
  },
  {
    name: 'signed out',
    async check(recipe) {
      expectAnswer(await recipe.refresh({ signedIn: false }), 401, 'session_missing');
      expectAnswer(await recipe.refreshWithForeignSession(), 401, 'session_missing');
    },
  },
  {
    name: 'not sent by the widget',
    async check(recipe) {
      expectAnswer(await recipe.refresh({ headers: {} }), 403);
      expectAnswer(await recipe.refreshFromAnotherSite(), 403);
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT']) expectAnswer(await recipe.refresh({ method }), 405);
    },
  },
  {
    name: 'another page of the app',
    async check(recipe) {
      // PHP's own sessions forbid more than that.
      const caching = (await recipe.get('/another-page')).headers.get('cache-control');
      if (caching === 'no-store') throw new Error('The recipe forbids caches to keep the whole app.');
    },
  },
  {
    name: 'service answers with a page',
    answer: () => new Response('<h1>Welcome</h1>', { headers: { 'Content-Type': 'text/html' } }),
    async check(recipe) {
      expectAnswer(await recipe.refresh(), 502);
      if (recipe.tells('answered 200 (service_refused)')) throw new Error('Its log calls a success a refusal.');
    },
  },
  {
    name: 'service’s token in another encoding',
    answer: () => new Response(new Uint8Array([...'{"token":"'].map((c) => c.charCodeAt(0)).concat(0xff, 0x22, 0x7d))),
    async check(recipe) {
      const { status } = await recipe.refresh();
      if (status === 500) throw new Error('It failed by itself.');
    },
  },
  {
    name: 'service states a lifetime',
    answer: () => Response.json({ token: 'a.b.c', expires_in: 3600 }),
    async check(recipe) {
      const answer = await recipe.refresh();
      expectAnswer(answer, 200);
      if (answer.json.expires_in !== 3600) throw new Error('expires_in is not passed on.');
    },
  },
  {
    name: 'service slow',
    prepare: ({ service }) => { service.faults.add({ kind: 'slow', delayMs: SLOW_MS }, onTokenRequests); },
    check: async (recipe) => { expectAnswer(await recipe.refresh(), 504, 'service_timeout'); },
  },
  {
    name: 'service busy',
    prepare: ({ service }) => { service.faults.add({ kind: 'too-many-requests', retryAfterS: 7 }, onTokenRequests); },
    async check(recipe) {
      const answer = await recipe.refresh();
      expectAnswer(answer, 503);
      if (answer.headers.get('retry-after') !== '7') throw new Error('Retry-After is not passed on.');
    },
  },
  {
    name: 'service fails',
    prepare: ({ service }) => { service.faults.add({ kind: 'server-error' }, onTokenRequests); },
    check: async (recipe) => { expectAnswer(await recipe.refresh(), 502); },
  },
  {
    name: 'service fails, and blames the client',
    answer: () => Response.json({ code: 'client_unknown' }, { status: 500 }),
    check: async (recipe) => { expectAnswer(await recipe.refresh(), 502); },
  },
  {
    name: 'service’s answer broken',
    answer: () => new Response('neither JSON nor gzip', { headers: { 'Content-Encoding': 'gzip' } }),
    check: async (recipe) => { expectAnswer(await recipe.refresh(), 502); },
  },
  {
    name: 'service’s answer without end',
    answer: () => new Response(partsOf(64 * 1024, 0)),
    check: async (recipe) => { expectAnswer(await within(ANSWER_LIMIT_MS, recipe.refresh()), 502); },
  },
  {
    name: 'service’s answer comes byte by byte',
    answer: () => new Response(partsOf(1, DRIP_MS)),
    check: async (recipe) => { expectAnswer(await within(ANSWER_LIMIT_MS, recipe.refresh()), 504, 'service_timeout'); },
  },
  {
    name: 'service says no, with a code that is a number',
    answer: () => Response.json({ code: 401 }, { status: 401 }),
    check: async (recipe) => { expectAnswer(await recipe.refresh(), 424, 'service_refused'); },
  },
  {
    name: 'service repeats the key',
    answer: ({ apiKey }) => Response.json({ code: apiKey, detail: apiKey, title: apiKey }, { status: 401 }),
    async check(recipe, { apiKey }) {
      const answer = await recipe.refresh();
      expectAnswer(answer, 424);
      if (answer.text.includes(apiKey)) throw new Error('The answer holds the key.');
    },
  },
  {
    name: 'client unknown',
    prepare: async ({ service, clientId, accountId }) => { await service.clients.delete(accountId, clientId); },
    check: async (recipe) => { expectAnswer(await recipe.refresh(), 403, 'client_unknown'); },
  },
  {
    name: 'key revoked',
    async prepare({ service, accountId, apiKey }) {
      const key = await service.apiKeys.find(apiKey);
      if (key) await service.apiKeys.delete(accountId, key.id);
    },
    check: async (recipe) => { expectAnswer(await recipe.refresh(), 424, 'api_key_invalid'); },
  },
  {
    name: 'service gone',
    prepare: ({ stopService }) => stopService(),
    check: async (recipe) => { expectAnswer(await recipe.refresh(), 502, 'service_unreachable'); },
  },
];

function expectAnswer({ status, headers, json }: Answer, expected: number, code?: string): void {
  if (status !== expected) throw new Error(`It answered ${status}, not ${expected}.`);
  if (code !== undefined && json.code !== code) throw new Error(`Its code is ${String(json.code)}, not ${code}.`);
  if (!headers.get('cache-control')?.includes('no-store')) throw new Error(`A cache may keep its ${status}.`);
}

/** White space without end, which may stand before any JSON: so many bytes at a time, with a pause between. */
const partsOf = (bytes: number, pauseMs: number): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      controller.enqueue(new Uint8Array(bytes).fill(0x20));
    },
  });

function within<T>(limitMs: number, promise: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error(`There is no answer after ${limitMs} ms.`)), limitMs).unref());
  return Promise.race([promise, late]);
}
