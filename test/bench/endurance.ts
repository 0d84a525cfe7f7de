/**
 * `npm run bench:endurance`: what the inbox leaves behind in a page that stays open for days, from a production build in
 * Chromium. Does each of the things below many times, and prints after a fifth of them and after all of them how many nodes,
 * listeners and bytes the page holds. What grows from the one to the other is left behind each time.
 *
 *   npm run bench:endurance                 all of it, about two minutes
 *   npm run bench:endurance -- --times 100  fewer times
 *
 * It reports, and judges nothing; docs/speed.md says what was seen.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core';
import type { InboxWidget } from '../../src/index.js';
import { chromiumArguments } from '../helpers/browsers.js';
import { buildIfStale } from '../runner/build-if-stale.js';
import { ensureChromium } from '../runner/ensure-chromium.js';
import { startCrowdedService } from './crowded-service.js';

const { values } = parseArgs({ options: { times: { type: 'string', default: '500' } } });
const TIMES = Number(values.times);

/** One thing that is done many times. It runs in the page, and ends once the inbox has drawn what follows from it. */
interface Chore {
  readonly what: string;
  readonly do: (chore: { readonly time: number; readonly id: string }) => Promise<void>;
}

const CHORES: readonly Chore[] = [
  {
    what: 'conversations opened',
    do: async ({ id }) => {
      const widget = document.querySelector('inbox-widget') as InboxWidget;
      const thread = (): Element | null | undefined => widget.shadowRoot?.querySelector('.thread');
      const before = thread();
      widget.openConversation(id);
      const isThere = (): boolean => thread() !== before && !!thread()?.querySelector('.bubble');
      do await new Promise(requestAnimationFrame);
      while (!isThere());
    },
  },
  {
    what: 'steps through the list and back',
    do: async ({ time }) => {
      const scroller = document.querySelector('inbox-widget')?.shadowRoot?.querySelector('.rows-scroller') as HTMLElement;
      scroller.scrollTop += time % 40 < 20 ? 300 : -300;
      await new Promise(requestAnimationFrame);
    },
  },
  {
    what: 'moves to another place in the page',
    do: async () => {
      const widget = document.querySelector('inbox-widget') as InboxWidget;
      widget.remove();
      document.body.append(widget);
      await new Promise(requestAnimationFrame);
    },
  },
  {
    what: 'changes of language, theme and layout',
    do: async ({ time }) => {
      const widget = document.querySelector('inbox-widget') as InboxWidget;
      widget.lang = ['en', 'de', 'ar', 'ja'][time % 4] as string;
      widget.theme = time % 2 ? 'dark' : 'light';
      widget.layout = time % 3 ? 'split' : 'stack';
      await widget.updateComplete;
      await new Promise(requestAnimationFrame);
    },
  },
  {
    what: 'times taken down and set up again',
    do: async ({ time }) => {
      const widget = document.querySelector('inbox-widget') as InboxWidget;
      const before = widget.shadowRoot?.querySelector('.inbox');
      widget.withoutStorage = time % 2 === 1;
      const isThere = (): boolean => widget.shadowRoot?.querySelector('.inbox') !== before && !!widget.shadowRoot?.querySelector('.row');
      do await new Promise(requestAnimationFrame);
      while (!isThere());
    },
  },
];

if (!buildIfStale()) process.exit(1);
const crowd = await startCrowdedService();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArguments() });
try {
  console.log(`Chromium ${browser.version()}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}`);
  console.log(`${''.padEnd(46)}nodes  listeners  heap`);
  for (const chore of CHORES) await endure(browser, chore);
} finally {
  await browser.close();
  await crowd.stop();
}

async function endure(browser: Browser, chore: Chore): Promise<void> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  // tsx keeps functions' names by a helper that a page does not have.
  await page.addInitScript('globalThis.__name = (value) => value;');
  const devTools = await context.newCDPSession(page);
  await devTools.send('Performance.enable');
  await page.goto(crowd.pageUrl);
  await page.waitForFunction(() => document.querySelector('inbox-widget')?.shadowRoot?.querySelector('.row'));
  for (let time = 1; time <= TIMES; time++) {
    await page.evaluate(chore.do, { time, id: crowd.conversationIds[time] ?? '' });
    if (time === Math.ceil(TIMES / 5) || time === TIMES) console.log(`${`${time} ${chore.what}`.padEnd(44)}${await held(page, devTools)}`);
  }
  await context.close();
}

/** What the page holds, once nothing is left that nobody needs. */
async function held(page: Page, devTools: CDPSession): Promise<string> {
  await devTools.send('HeapProfiler.collectGarbage');
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await devTools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devTools.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  const megabytes = (of('JSHeapUsedSize') / 1e6).toFixed(1);
  return `${String(of('Nodes')).padStart(7)}${String(of('JSEventListeners')).padStart(11)}  ${megabytes} MB`;
}
