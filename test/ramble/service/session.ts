import type { Browser, BrowserContext } from 'playwright-core';
import { seededRandom } from '../../soak/seeded-random.js';
import type { Pick } from '../steps.js';
import { offences, untruths } from './referee.js';
import { STEPS, type Scene } from './steps.js';
import { Tab } from './tab.js';
import { World } from './world.js';
import { Writings } from './writings.js';

/** So often everything is mended and compared. */
const COMPARED_EVERY = 20;
/** Longer than anything waits once nothing is broken: a minute, be it for the next try or until calls may be made again. */
const LONGEST_REST_MS = 100_000;
const LOOK_AGAIN_MS = 250;
/** So often whoever searches does so again: what waits may be sent at any time. */
const SEARCH_AGAIN_MS = 5_000;
/** So often in a row nothing is wrong once everything rests. */
const LOOKS = 3;

/** One session with two pages of one user and one of another, as far as all is well in it. */
export async function playAtService(browser: Browser, seed: number, steps: number): Promise<{ taken: string[]; wrong: string[]; done: string }> {
  const random = seededRandom(seed * 7919);
  const pick: Pick = (from) => from[Math.floor(random() * from.length)] as (typeof from)[number];
  const world = await World.begin();
  const contexts = [await signIn(browser, world, 0), await signIn(browser, world, 1)] as const;
  try {
    const [one, other] = contexts;
    const tabs = [await Tab.open(one, world.url, 'a1', 0), await Tab.open(one, world.url, 'a2', 0), await Tab.open(other, world.url, 'b', 1)];
    const scene: Scene = { world, tabs, contexts, offline: new Set(), writings: new Writings(), pick, isLosing: false };
    for (const context of contexts) await loseAnswers(context, scene);
    const taken: string[] = [];
    const wrong: string[] = [];
    let longest = 0;
    while (taken.length < steps && wrong.length === 0) {
      const tab = pick(tabs);
      const name = pick([...STEPS.keys()]);
      taken.push(`${tab.name} ${name}`);
      await tab.turnTo();
      await STEPS.get(name)?.(scene, tab);
      if (taken.length % COMPARED_EVERY !== 0) continue;
      const since = Date.now();
      wrong.push(...(await rest(scene)));
      longest = Math.max(longest, Date.now() - since);
      wrong.push(...(await offences(scene)));
    }
    const calls = world.asked.filter(({ what }) => what === 'call').length;
    const done = `${scene.writings.sendings.length} messages, ${world.requests.length} requests, ${calls} calls, at rest within ${Math.ceil(longest / 1_000)} s`;
    return { taken, wrong: [...new Set(wrong)], done };
  } finally {
    for (const context of contexts) await context.close();
    await world.end();
  }
}

async function signIn(browser: Browser, world: World, user: number): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1100, height: 720 } });
  // tsx keeps functions' names by a helper that a page does not have.
  await context.addInitScript('globalThis.__name = (value) => value;');
  await context.addCookies([{ name: 'user', value: `${user}`, url: world.url }]);
  return context;
}

/** While answers are lost, what is sent off is stored, and nobody hears of it. */
async function loseAnswers(context: BrowserContext, scene: Scene): Promise<void> {
  await context.route(/\/messages$/, async (route) => {
    if (!scene.isLosing || route.request().method() !== 'POST') return route.fallback();
    await route.fetch().catch(() => undefined);
    await route.abort('connectionreset');
  });
}

/** Mends everything, and waits until all is as the service has it. @returns What is not, in the end. */
async function rest(scene: Scene): Promise<string[]> {
  scene.isLosing = false;
  await scene.world.mend();
  scene.offline.clear();
  for (const context of scene.contexts) await context.setOffline(false);
  for (const tab of scene.tabs) await tab.askAgain();
  const until = Date.now() + LONGEST_REST_MS;
  for (let looks = 0, searchedAt = 0; ; ) {
    if (looks === 0 && Date.now() - searchedAt > SEARCH_AGAIN_MS) {
      for (const tab of scene.tabs) await tab.searchAgain();
      searchedAt = Date.now();
    }
    for (const { page } of scene.tabs) {
      const proceed = page.getByRole('button', { name: 'Continue' });
      if (await proceed.isVisible()) await proceed.click({ timeout: 1_000 }).catch(() => undefined);
    }
    const wrong = await untruths(scene);
    looks = wrong.length === 0 ? looks + 1 : 0;
    if (looks === LOOKS) return [];
    if (Date.now() > until) return wrong;
    await scene.tabs[0]?.page.waitForTimeout(LOOK_AGAIN_MS);
  }
}
