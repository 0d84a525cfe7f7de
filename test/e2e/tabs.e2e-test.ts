import { expect } from 'chai';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { collectEvents, launchBrowser, openPage, Sandbox, startDemo, type Demo } from './stage.js';

/** With room for a busy machine: what waits for a connection or for the next poll waits for half a minute and more. */
const LIMIT_MS = 20_000;

describe('Several tabs', function () {
  this.timeout(180_000);

  let demo: Demo;
  let browser: Browser;
  let sandbox: Sandbox;
  let clientId: string;

  before(async () => {
    demo = await startDemo(['--quiet']);
    sandbox = new Sandbox(demo);
    clientId = demo.clientIds[0] ?? '';
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    await demo.stop();
  });

  /** Signed in, with the inbox on screen and in front. */
  async function first(): Promise<{ page: Page; context: BrowserContext }> {
    const { page, context } = await openPage(browser);
    await page.goto(demo.users[0]?.signInUrl ?? '');
    await page.getByRole('button', { name: /^Mara Lindqvist/ }).waitFor();
    return { page, context };
  }

  /** The same in two tabs, with what the page of the first is told. */
  async function two(): Promise<{ page: Page; other: Page; context: BrowserContext; events: Awaited<ReturnType<typeof collectEvents>> }> {
    const { page, context } = await first();
    const events = await collectEvents(page);
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await tab.goto(demo.customerUrl);
      await tab.getByRole('button', { name: /^Mara Lindqvist/ }).waitFor();
    }
    return { page, other, context, events };
  }

  /** Playwright keeps every page visible; what a browser says of a tab that another one covers is said here instead. */
  async function setVisible(page: Page, isVisible: boolean): Promise<void> {
    await page.evaluate((visible) => {
      Object.defineProperty(document, 'visibilityState', { get: () => (visible ? 'visible' : 'hidden'), configurable: true });
      Object.defineProperty(document, 'hidden', { get: () => !visible, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, isVisible);
  }

  /** Event streams of all tabs that have been asked for and have not ended. */
  function streamsOf(context: BrowserContext): Set<Request> {
    const open = new Set<Request>();
    context.on('request', (request) => {
      if (request.url().endsWith('/inbox/events')) open.add(request);
    });
    const end = (request: Request): void => void open.delete(request);
    context.on('requestfinished', end);
    context.on('requestfailed', end);
    return open;
  }

  it('F35 all show their lists though the protocol allows six connections, and few of them hold a stream', async () => {
    const { page, context } = await first();
    const streams = streamsOf(context);
    await page.reload();
    const tabs = [page];
    for (let number = 2; number <= 8; number++) {
      await setVisible(tabs.at(-1) as Page, false);
      const tab = await context.newPage();
      const asked = Date.now();
      await tab.goto(demo.customerUrl);
      await tab.getByRole('button', { name: /^Mara Lindqvist/ }).waitFor();
      expect(Date.now() - asked, `tab ${number}`).to.be.lessThan(LIMIT_MS);
      tabs.push(tab);
    }
    await until(() => streams.size > 0 && streams.size <= 2);

    const [oldest] = tabs as [Page];
    await sandbox.write(clientId, 'Aiko Tanaka', 'instagram', 'Only the tab in front hears this');
    await tabs.at(-1)?.getByRole('button', { name: /Only the tab in front hears this/ }).waitFor();
    expect(await oldest.getByRole('button', { name: /Only the tab in front hears this/ }).count()).to.equal(0);
    const shown = Date.now();
    await setVisible(oldest, true);
    await oldest.getByRole('button', { name: /Only the tab in front hears this/ }).waitFor();
    expect(Date.now() - shown).to.be.lessThan(LIMIT_MS);
    await context.close();
  });

  it('F24 follow where another user signs in: the old one\'s inbox goes at the next token', async () => {
    const { page, context } = await first();
    await page.getByRole('button', { name: /^Mara Lindqvist/ }).click();
    await page.getByRole('textbox', { name: /^Reply on WhatsApp to Mara/ }).fill('Only for me');
    await page.evaluate(() => {
      const mixed: string[] = [];
      Object.assign(globalThis, { mixed, changed: 0 });
      const widget = document.querySelector('inbox-widget');
      document.addEventListener('inbox-client-changed', () => {
        (globalThis as unknown as { changed: number }).changed++;
        if (/Mara|Only for me/.test(widget?.shadowRoot?.innerHTML ?? '')) mixed.push('after the change');
      });
    });

    const other = await context.newPage();
    await other.goto(demo.users[1]?.signInUrl ?? '');
    const name = /^[^,]+/.exec((await other.getByRole('list', { name: 'Conversations' }).getByRole('button').first().getAttribute('aria-label')) ?? '')?.[0] ?? '';
    await page.getByRole('button', { name: 'Refresh now' }).click();
    await page.waitForFunction(() => (globalThis as unknown as { changed: number }).changed === 1);
    await page.getByRole('list', { name: 'Conversations' }).getByRole('button').first().waitFor();
    const text = await page.locator('inbox-widget').evaluate((element) => element.shadowRoot?.textContent);
    expect(text).not.to.match(/Mara|Only for me/);
    expect(text).to.include(name);
    expect(await page.evaluate(() => (globalThis as unknown as { mixed: string[] }).mixed)).to.deep.equal([]);
    await context.close();
  });

  it('end where the user signs out in one of them, once the token is asked for', async () => {
    const { page, other, context, events } = await two();
    await other.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Refresh now' }).click();
    await page.locator('[part="panel-button"]').waitFor();
    expect(await events()).to.deep.equal((await events()).filter((event) => !/misconfigured|client-changed/.test(event)));
    expect((await events()).at(-1)).to.match(/^inbox-session-ended INBOX_REFRESH_REFUSED/);
    await context.close();
  });

  it('forget at once where the page of one of them calls signOut()', async () => {
    const { page, other, context, events } = await two();
    await other.locator('inbox-widget').evaluate((element) => (element as HTMLElement & { signOut(): void }).signOut());
    await page.locator('[part="panel-button"]').waitFor();
    expect(await page.locator('inbox-widget').evaluate((element) => element.shadowRoot?.textContent)).not.to.include('Mara');
    expect((await events()).at(-1)).to.match(/^inbox-session-ended INBOX_REFRESH_REFUSED/);
    await context.close();
  });
});

/** Looks again until it is so, within the test's own limit. */
async function until(look: () => boolean): Promise<void> {
  while (!look()) await new Promise((resolve) => setTimeout(resolve, 100));
}
