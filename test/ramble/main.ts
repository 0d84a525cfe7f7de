/**
 * `npm run ramble`: somebody who does anything, in any order, with the production build over a source in memory, in Chromium. Looks at
 * the screen after each step, and compares it with the source now and then.
 *
 *   npm run ramble                          three sessions of 200 steps
 *   npm run ramble -- --seed 7 --sessions 30 --steps 220
 *
 * Fails where something does not hold, with the seed and the last steps. The same seed takes the same steps; what a browser does in
 * between is its own affair.
 */
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright-core';
import { chromiumArguments } from '../helpers/browsers.js';
import { buildIfStale } from '../runner/build-if-stale.js';
import { ensureChromium } from '../runner/ensure-chromium.js';
import { seededRandom } from '../soak/seeded-random.js';
import { startRambleServer } from './ramble-server.js';
import { keepsPlace, mayLoseFocus, STEPS, type Pick } from './steps.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    sessions: { type: 'string', default: '3' },
    steps: { type: 'string', default: '200' },
  },
});
const [seed, sessions, steps] = [values.seed, values.sessions, values.steps].map(Number) as [number, number, number];
if (![seed, sessions, steps].every((value) => Number.isInteger(value) && value > 0)) {
  throw new Error('--seed, --sessions and --steps take whole numbers from 1.');
}

/** So often the screen is compared with the source. */
const COMPARED_EVERY = 25;
/** A failed request is tried again within this time. */
const REST_MS = 1_500;
/** Rows and messages may be off by so much of a pixel. */
const STILL_PX = 1.5;
const TOLD_STEPS = 12;

if (!buildIfStale()) process.exit(1);
const server = await startRambleServer();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArguments() });
let failed = 0;
try {
  for (let session = seed; session < seed + sessions; session++) {
    const { taken, wrong } = await play(browser, session);
    if (wrong.length > 0) failed++;
    console.log(wrong.length > 0 ? `seed ${session}, step ${taken.length}: ${wrong.join('; ')}` : `seed ${session}: held`);
    if (wrong.length > 0) console.log(`  after: ${taken.slice(-TOLD_STEPS).join(', ')}`);
  }
} finally {
  await browser.close();
  server.stop();
}
console.log(`${sessions - failed} of ${sessions} sessions of ${steps} steps held`);
process.exitCode = failed > 0 ? 1 : 0;

/** One session, as far as all is well in it. */
async function play(browser: Browser, session: number): Promise<{ taken: string[]; wrong: string[] }> {
  const random = seededRandom(session * 7919);
  const pick: Pick = (from) => from[Math.floor(random() * from.length)] as (typeof from)[number];
  const page = await browser.newPage({ viewport: { width: 1100, height: 700 } });
  const wrong: string[] = [];
  page.on('pageerror', ({ message }) => wrong.push(`thrown: ${message}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) wrong.push(`console: ${message.text()}`);
  });
  // tsx keeps functions' names by a helper that a page does not have.
  await page.addInitScript('globalThis.__name = (value) => value;');
  await page.goto(`${server.url}?seed=${session}&conversations=${pick([3, 40, 200])}`);
  await page.waitForFunction(() => 'ramble' in globalThis);

  const taken: string[] = [];
  while (taken.length < steps && wrong.length === 0) {
    const name = pick([...STEPS.keys()]);
    taken.push(name);
    wrong.push(...(await take(page, name, pick)));
    if (taken.length % COMPARED_EVERY === 0) wrong.push(...(await compare(page)));
  }
  await page.close();
  return { taken, wrong: [...new Set(wrong)] };
}

/** @returns What is wrong after this step. */
async function take(page: Page, name: string, pick: Pick): Promise<string[]> {
  const before = await page.evaluate(() => ({
    reading: ramble.screen.reading(),
    open: ramble.widget.conversation,
    hasFocus: document.activeElement === ramble.widget,
  }));
  await STEPS.get(name)?.(page, pick);
  const { top, open, wrong, isFocusLost } = await page.evaluate(async (key) => {
    await ramble.screen.still();
    return {
      top: key === undefined ? null : ramble.screen.topOf(key),
      open: ramble.widget.conversation,
      wrong: ramble.findings(),
      isFocusLost: document.activeElement === document.body,
    };
  }, before.reading?.key);
  if (before.hasFocus && isFocusLost && !mayLoseFocus(name)) wrong.push(`“${name}” lost the focus`);
  if (before.reading && before.open === open && keepsPlace(name)) {
    const by = top === null ? Infinity : Math.abs(top - before.reading.top);
    if (by > STILL_PX) wrong.push(`“${name}” moved what was read by ${by} px`);
  }
  return wrong;
}

/** Lets everything come to rest, and asks the source. */
async function compare(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    Object.assign(ramble.weather, { failing: 0, slow: 0 });
    ramble.source.setConnection('live');
  });
  await page.waitForTimeout(REST_MS);
  await page.evaluate(() => ramble.source.reset());
  await page.waitForTimeout(REST_MS / 3);
  return page.evaluate(() => ramble.untruths());
}
