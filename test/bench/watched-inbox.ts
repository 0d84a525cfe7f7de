import type { Browser, CDPSession, Page } from 'playwright-core';
import { takeFullSource } from './full-source.js';

/** A task that kept the page's main thread for more than 50 ms. */
export interface LongTask {
  /** How long the page waited for it, in ms. */
  readonly ms: number;
  /** How long the processor worked at it: less, where other programs had their turn in between. */
  readonly ownMs: number;
}

/** What the page's main thread did during something. */
export interface Work {
  readonly longTasks: readonly LongTask[];
  /** What the processor did in all tasks, short ones too, in ms. It differs less from visit to visit than the longest task does. */
  readonly ownMs: number;
}

/** One event of a trace, as far as it is read here; times in µs. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** On the clock; shorter ones are left out. */
const LONG_MS = 50;

/** What is left in the page by `instruments`. */
interface Instruments {
  /** When the first row was painted; 0 before. */
  firstRow: number;
  /** When the preview of the event of this number was first painted, in ms since 1970. */
  readonly painted: Map<number, number>;
}

type BenchWindow = typeof globalThis & { bench: Instruments };

/** What an event writes, so that it is known again in a row's preview. */
export const eventText = (number: number): string => `event ${number}`;

/** Runs in the page, before everything else. Looks once a frame, so that it costs next to nothing. */
function instruments(): void {
  const bench: Instruments = { firstRow: 0, painted: new Map() };
  (globalThis as BenchWindow).bench = bench;
  const channel = new MessageChannel();
  const afterPaint: ((now: number) => void)[] = [];
  // A message that is sent while a frame is made comes once it has been painted.
  channel.port1.onmessage = () => {
    for (const tell of afterPaint.splice(0)) tell(performance.now());
  };
  const look = (): void => {
    requestAnimationFrame(look);
    const rows = document.querySelector('inbox-widget')?.shadowRoot?.querySelectorAll('[part~="row"]');
    if (!rows?.length) return;
    if (!bench.firstRow) afterPaint.push((now) => (bench.firstRow = now));
    for (const row of rows) {
      const number = Number(/event (\d+)/.exec(row.textContent ?? '')?.[1] ?? Number.NaN);
      if (Number.isNaN(number) || bench.painted.has(number)) continue;
      bench.painted.set(number, Number.NaN);
      afterPaint.push((now) => bench.painted.set(number, performance.timeOrigin + now));
    }
    channel.port2.postMessage(null);
  };
  requestAnimationFrame(look);
}

/** The inbox in a page of its own, with what a bench does to it and asks of it. */
export class WatchedInbox {
  readonly #browser: Browser;
  readonly #page: Page;
  readonly #devTools: CDPSession;

  private constructor(browser: Browser, page: Page, devTools: CDPSession) {
    this.#browser = browser;
    this.#page = page;
    this.#devTools = devTools;
  }

  /** @param slowdown How many times slower than it is the processor is to seem. */
  static async open(browser: Browser, url: string, slowdown: number): Promise<WatchedInbox> {
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    // tsx keeps functions' names by a helper that a page does not have.
    await page.addInitScript('globalThis.__name = (value) => value;');
    await page.addInitScript(instruments);
    const devTools = await context.newCDPSession(page);
    const inbox = new WatchedInbox(browser, page, devTools);
    await inbox.slowDown(slowdown);
    await page.goto(url);
    await page.locator('inbox-widget [part~="row"]').first().waitFor();
    return inbox;
  }

  async slowDown(rate: number): Promise<void> {
    await this.#devTools.send('Emulation.setCPUThrottlingRate', { rate });
  }

  /** From the first byte of the page to the first row on screen, in ms. */
  async firstRow(): Promise<number> {
    return (await this.#page.waitForFunction(() => (globalThis as BenchWindow).bench.firstRow)).jsonValue();
  }

  async openThread(id: string): Promise<void> {
    await this.#page.locator('inbox-widget').evaluate((widget, id) => (widget as HTMLElement & { openConversation(id: string): void }).openConversation(id), id);
    await this.#page.locator('inbox-widget [part~="message"]').last().waitFor();
  }

  /** Goes to the end of the list again and again, until every conversation has been fetched. */
  async fetchWholeList(): Promise<void> {
    await this.#page.locator('inbox-widget').evaluate(async (widget) => {
      const root = widget.shadowRoot as ShadowRoot;
      // Before the last page nobody knows how many there are.
      while (!root.querySelector('[aria-setsize]:not([aria-setsize="-1"])')) {
        const rows = root.querySelector('.rows-scroller');
        if (rows) rows.scrollTop = rows.scrollHeight;
        await new Promise(requestAnimationFrame);
      }
    });
  }

  /** Has everything there from the start, in the service's place. */
  async takeFullSource(): Promise<void> {
    await this.#page.evaluate(takeFullSource);
  }

  /** As by a finger: so far, at such a speed in px a second. Down is positive. */
  async scroll(part: 'list' | 'log', distance: number, speed: number): Promise<void> {
    const box = await this.#page.locator(`inbox-widget [part~="${part}"]`).boundingBox();
    if (!box) throw new Error(`There is no ${part} on the page.`);
    const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
    await this.#devTools.send('Input.synthesizeScrollGesture', { x, y, yDistance: -distance, speed, gestureSourceType: 'mouse' });
  }

  async elements(): Promise<number> {
    return this.#page.locator('inbox-widget').evaluate((widget) => widget.shadowRoot?.querySelectorAll('*').length ?? 0);
  }

  /** What the page did during something. */
  async watch(during: () => Promise<void>): Promise<Work> {
    await this.#browser.startTracing(this.#page, { categories: ['-*', 'disabled-by-default-devtools.timeline'] });
    await during();
    const { traceEvents } = JSON.parse((await this.#browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
    const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
    const mainThreads = new Set(traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf));
    const tasks = traceEvents
      .filter((event) => event.name === 'RunTask' && mainThreads.has(threadOf(event)))
      .map(({ dur = 0, tdur = 0 }) => ({ ms: dur / 1000, ownMs: tdur / 1000 }));
    return { longTasks: tasks.filter(({ ms }) => ms > LONG_MS), ownMs: tasks.reduce((sum, { ownMs }) => sum + ownMs, 0) };
  }

  /** When the events that have been on screen were painted, in ms since 1970. */
  async painted(): Promise<Map<number, number>> {
    const entries = await this.#page.evaluate(() => [...(globalThis as BenchWindow).bench.painted]);
    return new Map(entries.filter(([, at]) => !Number.isNaN(at)));
  }

  async close(): Promise<void> {
    await this.#page.context().close();
  }
}
