/**
 * `npm run bench`: how quick the inbox is, from a production build in Chromium, with 10,000 conversations in its list and
 * 100,000 messages in its thread: before the stand-in for the service over loopback, and, where all of them are to be
 * there at once, before a source in the page.
 *
 *   npm run bench                     at this machine's speed, and with the processor slowed four times, about four minutes
 *   npm run bench -- --slowdown 6     with other factors, such as 1,2,6
 *
 * It reports, and judges nothing: machines differ. What others take of the processor meanwhile shows as the difference
 * between the processor's own time and the clock. docs/speed.md says what is aimed at, and what was seen.
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from 'playwright-core';
import { chromiumArguments } from '../helpers/browsers.js';
import { buildIfStale } from '../runner/build-if-stale.js';
import { ensureChromium } from '../runner/ensure-chromium.js';
import { startCrowdedService, type CrowdedService } from './crowded-service.js';
import { eventText, WatchedInbox, type LongTask, type Work } from './watched-inbox.js';

const { values } = parseArgs({ options: { slowdown: { type: 'string', default: '1,4' } } });
const VISITS = 5;
const EVENTS = 1_000;
const EVENTS_OVER_MS = 10_000;
const LONE_EVENTS = 20;
const LONE_EVENT_EVERY_MS = 250;
/** As fast as a flung list goes, in px a second. */
const SPEED = 5_000;
const LIST_PX = 40_000;
const LOG_PX = 20_000;

if (!buildIfStale()) process.exit(1);
const crowd = await startCrowdedService();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArguments() });
let nextEvent = 0;
try {
  console.log(`Chromium ${browser.version()}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, load ${load()}`);
  for (const slowdown of values.slowdown.split(',').map(Number)) await measure(browser, crowd, slowdown);
} finally {
  await browser.close();
  await crowd.stop();
}

async function measure(browser: Browser, crowd: CrowdedService, slowdown: number): Promise<void> {
  console.log(`\n${slowdown === 1 ? 'At full speed' : `With the processor slowed ${slowdown} times`}, load ${load()}`);
  const firstRows: number[] = [];
  for (let visit = 0; visit < VISITS; visit++) {
    const inbox = await WatchedInbox.open(browser, crowd.pageUrl, slowdown);
    firstRows.push(await inbox.firstRow());
    await inbox.close();
  }
  console.log(`  first row on screen                  ${spread(firstRows)}, nothing cached`);

  console.log(row('tasks, in ms', 'processor’s time', 'on the clock'));
  console.log(row('', ' >50 >100  max    all', ' >50 >100  max'));
  const inbox = await WatchedInbox.open(browser, crowd.pageUrl, slowdown);
  const [longest = ''] = crowd.conversationIds;
  tell('opening the thread', await inbox.watch(() => inbox.openThread(longest)));
  tell('scrolling the list, pages coming', await inbox.watch(() => inbox.scroll('list', LIST_PX, SPEED)));
  tell('scrolling the thread, pages coming', await inbox.watch(() => inbox.scroll('log', -LOG_PX, SPEED)));
  tell('fetching 10,000 conversations', await inbox.watch(() => inbox.fetchWholeList()));
  await inbox.close();

  const full = await WatchedInbox.open(browser, crowd.pageUrl, slowdown);
  await full.takeFullSource();
  tell('scrolling a full list', await full.watch(async () => {
    await full.scroll('list', LIST_PX, SPEED);
    await full.scroll('list', -LIST_PX, SPEED);
  }));
  tell('scrolling a full thread', await full.watch(async () => {
    await full.scroll('log', -LOG_PX, SPEED);
    await full.scroll('log', LOG_PX, SPEED);
  }));
  console.log(`  elements in the shadow tree          ${await full.elements()}`);
  await full.close();

  const live = await WatchedInbox.open(browser, crowd.pageUrl, slowdown);
  await live.openThread(longest);
  const among = { delays: [] as number[] };
  tell(`${EVENTS.toLocaleString('en')} events in ${EVENTS_OVER_MS / 1000} s`, await live.watch(async () => {
    among.delays = await delaysOf(live, EVENTS, EVENTS_OVER_MS / EVENTS);
  }));
  console.log(`  event → painted, among so many       ${spread(among.delays)} (${among.delays.length} were seen, the others overtaken)`);
  console.log(`  event → painted, one at a time       ${spread(await delaysOf(live, LONE_EVENTS, LONE_EVENT_EVERY_MS))}`);
  await live.close();
}

/** Lets contacts write: to the open thread, to those at the top of the list, and to one far down, in turn. */
async function delaysOf(inbox: WatchedInbox, count: number, everyMs: number): Promise<number[]> {
  const { service, clientId, conversationIds } = crowd;
  const writtenAt = new Map<number, number>();
  const begin = performance.now();
  for (let done = 0; done < count; done++) {
    await until(begin + done * everyMs);
    const number = nextEvent++;
    const place = [0, number % 20, (number * 7) % conversationIds.length][number % 3] ?? 0;
    writtenAt.set(number, performance.timeOrigin + performance.now());
    await service.contactSide.write(clientId, { conversationId: conversationIds[place] ?? '' }, { text: eventText(number) });
  }
  await until(performance.now() + 1_000);
  const painted = await inbox.painted();
  return [...writtenAt].flatMap(([number, at]) => {
    const paintedAt = painted.get(number);
    return paintedAt === undefined ? [] : paintedAt - at;
  });
}

function until(time: number): Promise<void> {
  const waitMs = time - performance.now();
  return waitMs <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, waitMs));
}

function tell(what: string, { longTasks, ownMs }: Work): void {
  const own = columns(longTasks, ({ ownMs }) => ownMs) + ownMs.toFixed(0).padStart(7);
  console.log(row(what, own, columns(longTasks, ({ ms }) => ms)));
}

function columns(tasks: readonly LongTask[], of: (task: LongTask) => number): string {
  const times = tasks.map(of);
  const over = (limit: number): string => String(times.filter((ms) => ms > limit).length);
  return over(50).padStart(4) + over(100).padStart(5) + Math.max(0, ...times).toFixed(0).padStart(5);
}

function row(what: string, own: string, clock: string): string {
  return `  ${what.padEnd(37)}${own.padEnd(27)}${clock}`;
}

function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number): string => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN).toFixed(0);
  return `median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms`;
}

function load(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}
