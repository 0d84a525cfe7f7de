import type { Browser, Page } from 'playwright-core';
import { seededRandom } from '../soak/seeded-random.js';
import { keepsPlace, mayLoseFocus, type Manner, type Pick } from './steps.js';

/** So often the screen is compared with the source. */
const COMPARED_EVERY = 25;
/** A failed request is tried again within this time, and what was missed is fetched. */
const REST_MS = 1_500;
/** Browsers scroll by whole pixels: each time that the thread is drawn anew, what is held in place may be off by half of one. */
const STILL_PX = 5;

export interface SessionOptions {
  readonly browser: Browser;
  readonly url: string;
  readonly seed: number;
  readonly manner: Manner;
  /** How many steps are taken. */
  readonly steps: number;
}

/** One session, as far as all is well in it. */
export async function play({ browser, url, seed, manner, steps }: SessionOptions): Promise<{ taken: string[]; wrong: string[] }> {
  const random = seededRandom(seed * 7919);
  const pick: Pick = (from) => from[Math.floor(random() * from.length)] as (typeof from)[number];
  const page = await browser.newPage({ viewport: { width: 1100, height: 700 } });
  const wrong: string[] = [];
  page.on('pageerror', ({ message }) => wrong.push(`thrown: ${message}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) wrong.push(`console: ${message.text()}`);
  });
  // tsx keeps functions' names by a helper that a page does not have.
  await page.addInitScript('globalThis.__name = (value) => value;');
  const { inboxes, widths, lang = 'en-GB' } = manner;
  const asked = { seed: `${seed}`, conversations: `${pick([3, 40, 200])}`, inboxes: `${inboxes}`, widths: widths.join(' '), lang };
  await page.goto(`${url}?${new URLSearchParams(asked)}`);
  await page.waitForFunction(() => 'ramble' in globalThis);

  const taken: string[] = [];
  while (taken.length < steps && wrong.length === 0) {
    await page.evaluate((index) => ramble.turnTo(index), Math.floor(random() * inboxes));
    const name = pick([...manner.steps.keys()]);
    taken.push(name);
    wrong.push(...(await take(page, name, manner, pick)));
    if (taken.length % COMPARED_EVERY === 0) wrong.push(...(await compare(page)));
  }
  await page.close();
  return { taken, wrong: [...new Set(wrong)] };
}

/** @returns What is wrong after this step. */
async function take(page: Page, name: string, { steps }: Manner, pick: Pick): Promise<string[]> {
  const before = await page.evaluate(() => ({
    readings: ramble.guests.map(({ screen, widget }) => ({ reading: screen.reading(), open: widget.conversation })),
    hasFocus: document.activeElement === ramble.widget,
  }));
  await steps.get(name)?.(page, pick);
  const { after, wrong, isFocusLost } = await page.evaluate(async (keys) => {
    for (const { screen } of ramble.guests) await screen.still();
    return {
      after: ramble.guests.map(({ screen, widget }, at) => ({ ends: keys[at] ? screen.endsOf(keys[at]) : null, open: widget.conversation })),
      wrong: ramble.guests.flatMap((guest) => guest.findings()),
      isFocusLost: document.activeElement === document.body,
    };
  }, before.readings.map(({ reading }) => reading?.place));
  if (before.hasFocus && isFocusLost && !mayLoseFocus(name)) wrong.push(`“${name}” lost the focus`);
  for (const [at, { reading, open }] of before.readings.entries()) {
    const now = after[at];
    if (!reading || !now || open !== now.open || !keepsPlace(name)) continue;
    // A notice that comes or goes above may move the thread along with it, or take its room: neither is a jump.
    const by = now.ends ? Math.min(...now.ends.map((end, which) => Math.abs(end - (reading.ends[which] ?? Infinity)))) : Infinity;
    if (by > STILL_PX) wrong.push(`“${name}” moved what was read by ${by} px`);
  }
  return wrong;
}

/**
 * Lets everything come to rest, and asks the source. Nobody says that anything was missed, unless it was; but what a search finds
 * only the source knows, which is asked again for it.
 */
async function compare(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    ramble.weather.clear();
    ramble.source.setConnection('live');
    for (const { screen, widget } of ramble.guests) if (screen.find<HTMLInputElement>('.search-field')?.value) widget.reload();
  });
  await page.waitForTimeout(REST_MS);
  return page.evaluate(async () => [
    ...(await Promise.all(ramble.guests.map((guest) => guest.untruths()))).flat(),
    ...(await ramble.sendings.findings()),
  ]);
}
