import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { chromium, type Browser, type Locator } from 'playwright-core';
import { staticImports } from '../../scripts/static-imports.js';
import { chromiumArguments, findChromium } from '../helpers/browsers.js';

const CDN = 'dist/cdn';

const PAGE = `<!doctype html><title>Shell</title>
<script type="module" src="/inbox-widget.js"></script>
<inbox-widget base-url="/" refresh-endpoint="/inbox-token"></inbox-widget>
<inbox-unread></inbox-unread>`;

describe('the shell', () => {
  let server: Server;
  let browser: Browser;
  let origin: string;

  before(async () => {
    server = createServer((request, response) => {
      const path = request.url ?? '/';
      if (path === '/') response.setHeader('Content-Type', 'text/html').end(PAGE);
      else if (!path.endsWith('.js')) response.writeHead(401).end();
      else {
        void readFile(join(CDN, path)).then((script) => response.setHeader('Content-Type', 'text/javascript').end(script));
      }
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await chromium.launch({ executablePath: findChromium()!, args: chromiumArguments() });
  });

  after(async () => {
    await browser.close();
    server.close();
  });

  it('is all that is fetched before the first call of the refresh endpoint, and what the size limit counts', async () => {
    const page = await browser.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
    const called = page.waitForRequest(`${origin}/inbox-token`);
    await page.goto(origin);
    await called;

    const before = requests.slice(0, requests.indexOf('POST /inbox-token'));
    const scripts = before.filter((request) => request.endsWith('.js')).map((request) => request.replace('GET /', ''));
    const counted = staticImports(join(CDN, 'inbox-widget.js')).map((path) => path.slice(CDN.length + 1));
    expect(scripts).to.have.members(counted);
  });

  it('is followed by the words of each language that a page changes to, and keeps those it has where others cannot be had', async () => {
    const page = await browser.newPage();
    await page.route('**/locales/fr*', (route) => route.abort());
    await page.goto(origin);
    const title = (name: string): Locator => page.getByRole('heading', { name });
    const changeTo = (lang: string): Promise<void> => page.evaluate((next) => void (document.documentElement.lang = next), lang);
    await title('You’re signed out').waitFor();
    await changeTo('de');
    await title('Sie sind abgemeldet').waitFor();
    const failed = page.waitForEvent('requestfailed');
    await changeTo('fr');
    await failed;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    expect(await title('Sie sind abgemeldet').count()).to.equal(1);
    await changeTo('es');
    await title('Su sesión se ha cerrado').waitFor();
  });

  it('is followed by the element that counts, also where nothing is unread or known', async () => {
    const page = await browser.newPage();
    await page.goto(origin);
    // The widget's own states hold before the rest of the code is there.
    await page.getByRole('heading', { name: 'You’re signed out' }).waitFor();
    expect(await page.evaluate(() => document.querySelector('inbox-unread')?.matches(':state(none)'))).to.equal(true);
  });
});
