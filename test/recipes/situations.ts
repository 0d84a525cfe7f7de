import type { Service } from '../../demo/service/service.js';
import type { Answer, RunningRecipe } from './running-recipe.js';

/** Longer than a recipe may wait (10 s), shorter than what would hold up the whole run. */
const SLOW_MS = 11_500;

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
  { name: 'signed out', check: async (recipe) => { expectAnswer(await recipe.refresh({ signedIn: false }), 401); } },
  {
    name: 'not sent by the widget',
    async check(recipe) {
      expectAnswer(await recipe.refresh({ headers: {} }), 403);
      expectAnswer(await recipe.refreshFromAnotherSite(), 403);
      expectAnswer(await recipe.refresh({ method: 'GET' }), 405);
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
