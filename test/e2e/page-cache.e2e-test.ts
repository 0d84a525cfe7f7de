import { expect } from 'chai';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { chromiumArguments, findChromium } from '../helpers/browsers.js';
import { OwnCustomer } from './own-customer.js';
import { Sandbox, startDemo, type Demo } from './stage.js';

const MARA = 'Mara Lindqvist';
/** How long a page out of the cache waits for its endpoint, at most; with room for a busy machine, and less than the call itself waits. */
const CONFIRMATION_LIMIT_MS = 4_000 + 8_000;

/** By puppeteer: Playwright turns the back-forward cache off, and keeps every page awake. */
describe('A page that was put aside', function () {
  this.timeout(120_000);

  let demo: Demo;
  let sandbox: Sandbox;
  let customer: OwnCustomer;
  let browser: Browser;
  let page: Page;

  before(async () => {
    demo = await startDemo(['--quiet']);
    sandbox = new Sandbox(demo);
    browser = await puppeteer.launch({ executablePath: findChromium() ?? '', args: chromiumArguments() });
  });
  after(async () => {
    await browser.close();
    await demo.stop();
  });
  beforeEach(async () => {
    customer = await new OwnCustomer(demo).start();
    page = await browser.newPage();
    await page.goto(customer.url);
    await list();
  });
  afterEach(async () => {
    await page.close();
    await customer.stop();
  });

  const list = () => page.waitForFunction((name) => document.querySelector('inbox-widget')?.shadowRoot?.textContent?.includes(name), {}, MARA);
  const isPrivateVisible = () =>
    page.evaluate(() => {
      const frame = document.querySelector('inbox-widget')?.shadowRoot?.querySelector('.row');
      return !!frame && getComputedStyle(frame).visibility === 'visible';
    });

  /** Away and back; notes whether the page is the very same one, and what it showed at once. */
  async function awayAndBack(meanwhile: () => void): Promise<void> {
    await page.evaluate(() => {
      Object.assign(globalThis, { sameDocument: true });
      addEventListener('pageshow', () => {
        const row = document.querySelector('inbox-widget')?.shadowRoot?.querySelector('.row');
        Object.assign(globalThis, { shownAtOnce: row ? getComputedStyle(row).visibility : 'none' });
      });
    });
    await page.goto(`${customer.url}/other`);
    meanwhile();
    await page.goBack({ waitUntil: 'domcontentloaded' });
    expect(await page.evaluate(() => (globalThis as { sameDocument?: boolean }).sameDocument), 'out of the cache').to.equal(true);
  }

  const shownAtOnce = () => page.evaluate(() => (globalThis as { shownAtOnce?: string }).shownAtOnce);

  it('shows nothing private out of the back-forward cache before it is known whose session it is', async () => {
    customer.isSilent = false;
    await awayAndBack(() => (customer.client = null));
    expect(await shownAtOnce()).to.equal('hidden');
    await page.waitForFunction(() => document.querySelector('inbox-widget')?.tokenStatus === 'ended');
    expect(await page.evaluate(() => document.querySelector('inbox-widget')?.shadowRoot?.textContent)).not.to.include(MARA);
  });

  it('shows the inbox again, up to date, where the session still is the same', async () => {
    const { calls } = customer;
    await awayAndBack(() => undefined);
    expect(await shownAtOnce()).to.equal('hidden');
    await page.waitForFunction(() => {
      const row = document.querySelector('inbox-widget')?.shadowRoot?.querySelector('.row');
      return row && getComputedStyle(row).visibility === 'visible';
    });
    expect(customer.calls).to.equal(calls + 1);
    await sandbox.write(demo.clientIds[0] ?? '', MARA, 'whatsapp', 'Back again');
    await page.waitForFunction(() => document.querySelector('inbox-widget')?.shadowRoot?.textContent?.includes('Back again'));
  });

  it('shows another user nothing of the one before', async () => {
    await awayAndBack(() => (customer.client = demo.clientIds[1] ?? ''));
    expect(await shownAtOnce()).to.equal('hidden');
    await page.waitForFunction((name) => {
      const text = document.querySelector('inbox-widget')?.shadowRoot?.textContent ?? '';
      return document.querySelector('inbox-widget')?.shadowRoot?.querySelector('.row') && !text.includes(name);
    }, {}, MARA);
  });

  it('waits for a silent endpoint no longer than a few seconds', async () => {
    await awayAndBack(() => (customer.isSilent = true));
    expect(await isPrivateVisible()).to.equal(false);
    const back = Date.now();
    await page.waitForFunction(() => {
      const row = document.querySelector('inbox-widget')?.shadowRoot?.querySelector('.row');
      return row && getComputedStyle(row).visibility === 'visible';
    });
    expect(Date.now() - back).to.be.lessThan(CONFIRMATION_LIMIT_MS);
  });

  it('F36 is up to date once it is thawed, though its stream was cut while it was frozen', async () => {
    const session = await page.createCDPSession();
    const front = await browser.newPage();
    await front.bringToFront();
    await session.send('Page.setWebLifecycleState', { state: 'frozen' });
    await sandbox.call('POST', '/streams/drop', {});
    await sandbox.write(demo.clientIds[0] ?? '', MARA, 'whatsapp', 'While you were frozen');
    await session.send('Page.setWebLifecycleState', { state: 'active' });
    await page.bringToFront();
    await page.waitForFunction(() => document.querySelector('inbox-widget')?.shadowRoot?.textContent?.includes('While you were frozen'));
    await front.close();
  });
});
