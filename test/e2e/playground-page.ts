/** The playground with the widget as it ships, minified and bundled; every other browser test runs its sources. */
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { openPage, type DemoAddresses, type WatchedPage } from './stage.js';

/** What the playground imports, and where its page then finds what is built. */
const ENTRY = '/src/index.ts';
const SHIPPED = '/dist/cdn/';

/** Opens a page in whose playground the built script takes the place of the sources. */
export async function openPlayground(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}): Promise<WatchedPage> {
  const watched = await openPage(browser, options);
  const script = (body: string) => ({ contentType: 'text/javascript', body });
  await watched.context.route(({ pathname }) => pathname === ENTRY, (route) =>
    route.fulfill(script(`export * from '${SHIPPED}inbox-widget.js';`)));
  await watched.context.route(({ pathname }) => pathname.startsWith(SHIPPED), async (route) =>
    route.fulfill(script(await readFile(`.${new URL(route.request().url()).pathname}`, 'utf8'))));
  return watched;
}

/** Goes to a state by its address, such as `state=offline&theme=dark`, and waits until it is reached. */
export async function visitPlayground(page: Page, { customerUrl }: DemoAddresses, address: string): Promise<void> {
  await page.goto(`${customerUrl}/playground?${address}`);
  await page.locator('html[data-playground="ready"]').waitFor({ state: 'attached' });
}
