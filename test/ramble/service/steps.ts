import type { BrowserContext } from 'playwright-core';
import type { EndpointFaultKind } from '../../../demo/customer/faults.js';
import type { Pick } from '../steps.js';
import type { Sight, Tab } from './tab.js';
import type { World } from './world.js';
import type { Writings } from './writings.js';

export interface Scene {
  readonly world: World;
  readonly tabs: readonly Tab[];
  /** By number of the user. */
  readonly contexts: readonly BrowserContext[];
  readonly offline: Set<number>;
  readonly writings: Writings;
  readonly pick: Pick;
  /** Messages are stored, and the answer is lost. */
  isLosing: boolean;
}

type Step = (scene: Scene, tab: Tab) => Promise<unknown>;

/** For an upload over a network that works. */
const UPLOADED = { timeout: 1_500 };

/** Opens a conversation that can be written in, unless one is open. @returns What is seen then; `null` where there is none at hand. */
async function seeField({ pick }: Scene, tab: Tab): Promise<(Sight & { draft: string }) | null> {
  for (const way of ['', `.row >> nth=${pick([0, 1, 2, 3])}`, '.status-button[title="Reopen"]']) {
    if (way) await tab.press(way);
    const sight = await tab.see();
    if (sight && sight.draft !== null) return { ...sight, draft: sight.draft };
  }
  return null;
}

/** Writes a message that nobody else writes, after what is in the field already, and sends it off. */
async function send(scene: Scene, tab: Tab): Promise<void> {
  const { writings } = scene;
  const before = await seeField(scene, tab);
  if (!before) return;
  const mark = writings.nextMark();
  const isTyped = await tab.type(mark);
  writings.wrote(tab, before.open, isTyped ? before.draft + mark : null);
  if (!isTyped) return;
  const files = await tab.page.locator('inbox-widget .staged > li').count();
  await tab.page.keyboard.press('Enter');
  const after = await tab.see();
  if (after?.open !== before.open || after.draft !== '') return;
  writings.wrote(tab, before.open, '');
  writings.sendings.push({ tab, conversation: before.open, mark, files });
}

const press =
  (selector: string): Step =>
  (_, tab) =>
    tab.press(selector);

const search =
  (text: string): Step =>
  async (_, tab) => {
    const field = tab.page.locator('inbox-widget .search-field');
    if (await field.isVisible()) await field.fill(text);
  };

const fail = (kind: EndpointFaultKind): Step => async ({ world }) => void (world.fault = kind);

/** Does something at the service, while it is there. */
const atService =
  (work: (scene: Scene, clientId: string) => unknown): Step =>
  async (scene, { user }) => {
    if (!scene.world.isAway) await work(scene, scene.world.clientIds[user] ?? '');
  };

const PERSON: Readonly<Record<string, Step>> = {
  opens: async ({ pick }, tab) => tab.press(`.row >> nth=${pick([0, 0, 1, 2, 3])}`),
  'opens again': async ({ pick }, tab) => tab.press(`.row >> nth=${pick([0, 1])}`),
  writes: async (scene, tab) => {
    const before = await seeField(scene, tab);
    if (!before) return;
    const words = `draft ${scene.writings.nextMark()} `;
    const isTyped = await tab.type(words);
    scene.writings.wrote(tab, before.open, isTyped ? before.draft + words : null);
  },
  sends: send,
  'sends two': async (scene, tab) => {
    await send(scene, tab);
    await send(scene, tab);
  },
  'sends a file': async (scene, tab) => {
    const input = tab.page.locator('inbox-widget .files');
    if ((await input.count()) === 0) return;
    await input.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hi') });
    const ready = tab.page.locator('inbox-widget .staged > li:not([data-busy], [data-failed])');
    if (await ready.waitFor(UPLOADED).then(() => true, () => false)) await send(scene, tab);
    else for (let left = 3; left > 0; left--) await tab.press('.staged button');
  },
  continues: press('.panel .button-primary'),
  'sees all': press('.filter >> nth=0'),
  'closes or reopens': press('.status-button'),
  'marks as unread': press('.thread-header button[aria-label="Mark as unread"]'),
  searches: search('a'),
  'searches for nothing': search(''),
  filters: async ({ pick }, tab) => tab.press(`.filter >> nth=${pick([0, 0, 0, 1, 2, 3])}`),
  reloads: async ({ world, offline, writings }, tab) => {
    // Neither the page nor its script could be had.
    if (world.isAway || offline.has(tab.user)) return;
    writings.reloaded(tab);
    await tab.page.reload();
  },
  'does nothing': (_, tab) => tab.page.waitForTimeout(2_000),
};

const WORLD: Readonly<Record<string, Step>> = {
  'a contact writes': atService(async ({ world, pick, writings }, clientId) => {
    const { conversations } = await world.service.reader.conversations(clientId, { limit: 30, filter: 'all', channel: '', q: '' });
    await world.service.contactSide.write(clientId, { conversationId: pick(conversations).id }, { text: `word ${writings.nextMark()}` });
  }),
  'somebody new writes': atService(({ world, writings }, clientId) =>
    world.service.contactSide.write(clientId, { contactName: `New ${writings.nextMark()}`, channel: 'sms' }, { text: 'hello' }),
  ),
  'the network comes or goes': async ({ contexts, offline }, { user }) => {
    const isOffline = offline.delete(user);
    if (!isOffline) offline.add(user);
    await contexts[user]?.setOffline(!isOffline);
  },
  'the endpoint answers 401': fail('401'),
  'the endpoint answers 500': fail('500'),
  'the endpoint answers a page': fail('html'),
  'the endpoint drops calls': fail('drop'),
  'the endpoint is well': fail('none'),
  'the endpoint is well again': fail('none'),
  'the service rejects tokens': atService(({ world }, clientId) => world.service.clients.revokeTokens(clientId)),
  'the service goes away': ({ world }) => world.goAway(),
  'the service comes back': ({ world }) => world.comeBack(),
  'the service starts again': async ({ world }) => {
    await world.goAway();
    await world.comeBack();
  },
  'the service fails a few times': atService(({ world }) => world.service.faults.add({ kind: 'server-error' }, { times: 3 })),
  'the service is slow a few times': atService(({ world }) => world.service.faults.add({ kind: 'slow', delayMs: 900 }, { times: 6 })),
  'streams end': atService(({ world }, clientId) => world.service.hub.end((owner) => owner.clientId === clientId)),
  'positions are forgotten': atService(({ world }, clientId) => world.service.events.forget(clientId)),
  'answers are lost, or no more': async (scene) => void (scene.isLosing = !scene.isLosing),
};

export const STEPS: ReadonlyMap<string, Step> = new Map(
  Object.entries({ ...PERSON, 'sends again': send, 'sends once more': send, 'sends still more': send, ...WORLD }),
);
