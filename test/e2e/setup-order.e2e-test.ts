import { expect } from 'chai';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { CDN_FOLDER } from '../../demo/service/hosting/build-cdn.js';
import { createService, type Service } from '../../demo/service/service.js';
import { launchBrowser, openPage } from './stage.js';

const PASSWORD = 'correct horse battery';

/** What a newcomer copies from the dashboard into his backend and his page. */
interface Copied {
  readonly apiKey: string;
  readonly componentId: string;
  readonly clientId: string;
  readonly snippet: string;
}

describe('the setup order, from sign-up to snippet', function () {
  this.timeout(120_000);
  let service: Service;
  let running: { url: string; close(): Promise<void> };
  let customer: Server;
  let browser: Browser;

  before(async () => {
    service = await createService({ cdnFolder: CDN_FOLDER });
    running = await service.start(0);
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    customer.closeAllConnections();
    customer.close();
    await running.close();
    await service.close();
  });

  /** By how much the page is wider than a narrow screen, in px. */
  async function sideways(page: Page): Promise<number> {
    const size = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 600 });
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (size) await page.setViewportSize(size);
    return wider;
  }

  /** Steps (1) to (4) through the dashboard, and what the Embed page gives. */
  async function walk(page: Page): Promise<Copied> {
    await page.goto(`${running.url}/`);
    await page.getByRole('link', { name: 'Sign up' }).click();
    for (const action of ['Sign up', 'Sign in']) {
      await page.getByLabel('E-mail address').fill('newcomer@example.com');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: action }).click();
      await page.waitForURL(action === 'Sign up' ? '**/sign-in?ready' : '**/dashboard');
    }
    await page.getByRole('link', { name: 'Create an API key' }).click();
    await page.getByRole('link', { name: 'Generate token' }).click();
    await page.getByLabel('Name').fill('Shop backend');
    await page.getByRole('button', { name: 'Generate token' }).click();
    const apiKey = (await page.locator('#api-key').textContent()) ?? '';
    // Loading that page again makes no second key.
    await page.waitForURL('**/dashboard/api-keys');
    await page.reload();
    expect(await page.locator('tbody tr').count()).to.equal(1);
    expect(await sideways(page), 'where a table is wider than the screen').to.equal(0);
    await page.getByRole('link', { name: 'Components' }).click();
    await page.getByRole('link', { name: 'Create component' }).click();
    await page.getByLabel('Title').fill('Shop inbox');
    await page.getByRole('button', { name: 'Create component' }).click();
    await page.getByRole('link', { name: 'Clients' }).click();
    await page.getByRole('link', { name: 'Create client' }).click();
    await page.getByLabel('Name').fill('Fjord & Pine');
    await page.getByRole('button', { name: 'Create client' }).click();
    await page.getByRole('link', { name: 'Embed' }).click();
    const [componentId = '', clientId = ''] = await page.locator('.facts code').allTextContents();
    const snippet = (await page.locator('#snippet').textContent()) ?? '';
    return { apiKey, componentId, clientId, snippet };
  }

  /** The customer's backend, as short as it can be: (5) requests a token, (6) puts it into the snippet. */
  async function serveCustomer({ apiKey, componentId, clientId, snippet }: Copied): Promise<string> {
    const requestToken = async () => {
      const answer = await fetch(`${running.url}/authentication/login_check`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-API-KEY': apiKey },
        body: JSON.stringify({ componentId, clientId }),
      });
      return (await answer.json()) as { token: string };
    };
    customer = createServer((incoming, answer) => {
      void requestToken().then((body) => {
        const isRefresh = incoming.url === '/inbox-token';
        answer.setHeader('content-type', isRefresh ? 'application/json' : 'text/html; charset=utf-8');
        answer.end(isRefresh ? JSON.stringify(body) : `<!doctype html><title>Shop</title>${snippet.replace('[[ TOKEN ]]', body.token)}`);
      });
    });
    await new Promise<void>((resolve) => customer.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(customer.address() as AddressInfo).port}/`;
  }

  it('ends with a widget on a page of another origin that shows what the contact side has just written', async () => {
    const dashboard = await openPage(browser);
    const copied = await walk(dashboard.page);
    expect(copied.snippet).to.include('[[ TOKEN ]]');

    const shop = await openPage(browser);
    await shop.page.goto(await serveCustomer(copied));
    await shop.page.getByText('No conversations yet').waitFor();

    await dashboard.page.getByRole('link', { name: 'Write in as one' }).click();
    await dashboard.page.getByLabel('As', { exact: true }).fill('Mara Lindqvist');
    await dashboard.page.getByLabel('Message').fill('Is the oak table still there?');
    await dashboard.page.getByRole('button', { name: 'Write', exact: true }).click();
    await shop.page.getByText('Is the oak table still there?').first().waitFor();

    expect(dashboard.console.filter((said) => /policy|trusted/i.test(said)), 'violations of the dashboard’s policy').to.deep.equal([]);
  });
});
