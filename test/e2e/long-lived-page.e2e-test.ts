import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { OwnCustomer } from './own-customer.js';
import { collectEvents, launchBrowser, openPage, Sandbox, startDemo, type Demo } from './stage.js';

const HOUR_MS = 3_600_000;

describe('A page that stays open', function () {
  this.timeout(120_000);

  let demo: Demo;
  let browser: Browser;
  let customer: OwnCustomer;

  before(async () => {
    demo = await startDemo(['--quiet']);
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    await demo.stop();
  });
  beforeEach(async () => {
    customer = await new OwnCustomer(demo).start();
  });
  afterEach(() => customer.stop());

  it('renews its token once in a working day of eight hours, and loses nothing', async () => {
    const { page, context, console } = await openPage(browser);
    const events = await collectEvents(page);
    await page.clock.install();
    await page.goto(customer.url);
    await page.getByRole('button', { name: /^Mara Lindqvist/ }).click();
    await page.getByRole('textbox', { name: /^Reply on WhatsApp to Mara/ }).fill('A draft of this morning');
    expect(customer.calls).to.equal(1);
    await page.clock.fastForward(5 * HOUR_MS);
    expect(customer.calls).to.equal(1);
    await page.clock.fastForward(3 * HOUR_MS);
    await page.waitForFunction(() => (globalThis as unknown as { heardInboxEvents: string[] }).heardInboxEvents.filter((name) => name === 'inbox-token-refreshed').length === 2);
    expect(customer.calls).to.equal(2);
    expect(await page.evaluate(() => document.querySelector('inbox-widget')?.tokenStatus)).to.equal('fresh');
    expect(await page.getByRole('textbox', { name: /^Reply on WhatsApp to Mara/ }).inputValue()).to.equal('A draft of this morning');
    expect((await events()).filter((event) => !/ready|refreshed/.test(event))).to.deep.equal([]);
    expect(console).to.deep.equal([]);
    await context.close();
  });

  it('has its inbox also where other scripts have put things on Object.prototype', async () => {
    customer.head = '<script>Object.prototype.version = 1; Object.prototype.extend = function () {};</script>';
    const { page, context, console } = await openPage(browser);
    await page.goto(customer.url);
    await page.getByRole('button', { name: /^Mara Lindqvist/ }).waitFor();
    expect(console).to.deep.equal([]);
    await context.close();
  });

  it('F13 F35 has one token and one stream, also where two copies of the script are on it', async () => {
    customer.head = `<script type="module">
      import('${demo.serviceUrl}/second/inbox-widget.js').then((copy) => {
        customElements.define('second-inbox', copy.InboxWidget);
        Object.assign(globalThis, { isSecondCopy: copy.InboxWidget !== customElements.get('inbox-widget') });
      });</script>`;
    customer.body = ['inbox-widget', 'second-inbox', 'inbox-widget', 'second-inbox', 'inbox-widget']
      .map((name) => `<${name} refresh-endpoint="/inbox-token"></${name}>`)
      .join('');
    const { page, context, addresses } = await openPage(browser);
    // By another address from the first script to the last, or the copies would share what they import.
    await page.route('**/second/**', (route) => route.continue({ url: route.request().url().replace('/second/', '/cdn/') }));
    await page.goto(customer.url);
    await page.waitForFunction(() =>
      [...document.querySelectorAll('inbox-widget, second-inbox')].every(({ shadowRoot }) => shadowRoot?.querySelector('.row')),
    );
    expect(await page.evaluate(() => (globalThis as { isSecondCopy?: boolean }).isSecondCopy)).to.equal(true);
    expect(customer.calls).to.equal(1);
    expect(addresses.filter((address) => address.endsWith('/inbox/events'))).to.have.lengthOf(1);
    await context.close();
  });

  it('goes by the service’s time where the clock of this machine is more than a day ahead', async () => {
    const { page, context } = await openPage(browser);
    await page.addInitScript((ahead) => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + ahead;
    }, 26 * HOUR_MS);
    await page.goto(customer.url);
    await page.getByRole('button', { name: /^Mara Lindqvist/ }).click();
    await page.getByRole('textbox', { name: /^Reply on WhatsApp to Mara/ }).fill('In time');
    await page.keyboard.press('Enter');
    await page.locator('.bubble', { hasText: 'In time' }).waitFor();
    expect(await page.locator('.day').last().textContent()).to.contain('Today');
    await context.close();
  });

  it('F31 can let go of an element that has left it', async () => {
    customer.body = '<main></main><select><option>One</option><option>Other</option></select>';
    const { page, context } = await openPage(browser);
    await page.goto(customer.url);
    await page.evaluate(async () => {
      await customElements.whenDefined('inbox-widget');
      const widget = document.createElement('inbox-widget');
      widget.setAttribute('refresh-endpoint', '/inbox-token');
      document.querySelector('main')?.append(widget);
      Object.assign(globalThis, { gone: new WeakRef(widget) });
    });
    // Not by a locator: it would keep what it has found.
    await page.waitForFunction(() => !!document.querySelector('inbox-widget')?.shadowRoot?.querySelector('.row'));
    await page.evaluate(() => { document.querySelector('main')?.replaceChildren(); });
    await forgotten(page);
    await context.close();
  });

  it('F31 lets go of the inbox of a user who has signed out, while the element stays', async () => {
    customer.body += '<select><option>One</option><option>Other</option></select>';
    const { page, context } = await openPage(browser);
    await page.goto(customer.url);
    await page.waitForFunction(() => !!document.querySelector('inbox-widget')?.shadowRoot?.querySelector('.row'));
    await page.evaluate(() => {
      const widget = document.querySelector('inbox-widget');
      Object.assign(globalThis, { gone: new WeakRef(widget?.shadowRoot?.querySelector('.inbox') as Element) });
      widget?.signOut();
    });
    await forgotten(page);
    await context.close();
  });

  it('keeps a single-page app\'s inbox where views change, for no request at all', async () => {
    const { page, context } = await openPage(browser);
    const sandbox = new Sandbox(demo);
    await page.request.get(demo.users[0]?.signInUrl ?? '');
    await sandbox.write(demo.clientIds[0] ?? '', 'Mara Lindqvist', 'whatsapp', 'So that there is something to be read');
    // Once events come, it asks anew for what it may have missed until then.
    let eventsCome = false;
    page.on('response', (response) => (eventsCome ||= response.url().endsWith('/inbox/events')));
    const askedAnew = page.waitForRequest((request) => eventsCome && request.url().includes('/inbox/conversations?'));
    await page.goto(`${demo.customerUrl}/app`);
    await (await askedAnew).response();
    const read = page.waitForResponse((response) => response.url().endsWith('/read'));
    await page.getByRole('button', { name: /^Mara Lindqvist/ }).click();
    await read;
    await page.getByRole('textbox', { name: /^Reply on WhatsApp to Mara/ }).fill('Between two views');
    await sandbox.call('DELETE', '/log');
    await page.getByRole('button', { name: 'Today' }).click();
    await page.getByRole('button', { name: /^Inbox/ }).click();
    await page.getByRole('textbox', { name: /^Reply on WhatsApp to Mara/ }).waitFor();
    expect(await page.getByRole('textbox', { name: /^Reply on WhatsApp to Mara/ }).inputValue()).to.equal('Between two views');
    expect((await sandbox.log()).filter(({ path }) => /^\/inbox($|\/conv)/.test(path) && !path.endsWith('/typing'))).to.deep.equal([]);
    await context.close();
  });
});

/** Waits until nothing of the page holds what `gone` refers to. The page has a select of its own. */
async function forgotten(page: Page): Promise<void> {
  // Chromium's form filling remembers the last select that has changed until a request succeeds after the next one, and keeps it alive.
  await page.getByRole('combobox').last().selectOption('Other');
  await page.evaluate(() => fetch('/').then((response) => response.text()));
  const session = await page.context().newCDPSession(page);
  for (;;) {
    // A frame between two looks: a reference that was looked at lives until the page has had a turn.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    await session.send('HeapProfiler.collectGarbage');
    if (await page.evaluate(() => (globalThis as unknown as { gone: WeakRef<Element> }).gone.deref() === undefined)) break;
  }
}
