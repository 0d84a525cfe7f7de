import { expect } from 'chai';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser, openPage, startDemo, type Demo } from './stage.js';

describe('the panel of the demo page', () => {
  let demo: Demo;
  let browser: Browser;
  let page: Page;
  let panel: Locator;

  before(async () => {
    demo = await startDemo(['--quiet']);
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    await demo.stop();
  });
  beforeEach(async () => {
    ({ page } = await openPage(browser));
    await page.goto(demo.users[0]?.signInUrl ?? '');
    panel = page.getByRole('region', { name: 'Behind the scenes' });
    await event('inbox-ready').waitFor();
  });
  afterEach(() => page.context().close());

  const event = (text: string | RegExp) => panel.getByRole('list', { name: 'Events' }).getByText(text).first();
  const press = (name: string) => panel.getByRole('button', { name, exact: true }).click();

  it('shows how the token is and how long it lives', async () => {
    await panel.getByText('fresh', { exact: true }).waitFor();
    await panel.getByText(/^7:59:\d\d$/).waitFor();
  });

  it('gives tokens another lifetime, and the one in use too', async () => {
    await press('2 min');
    await event(/inbox-token-refreshed · rejected/).waitFor();
    await panel.getByText(/^0:01:\d\d$/).waitFor();
    await page.reload();
    await panel.getByRole('button', { name: '2 min', pressed: true }).waitFor();
    await press('8 h');
    await event(/inbox-token-refreshed/).waitFor();
  });

  it('lets the endpoint refuse, and the widget go on once it gives tokens again', async () => {
    await press('redirect');
    await press('Refresh now');
    await event(/inbox-session-ended · INBOX_REFRESH_REDIRECTED/).waitFor();
    await panel.getByText('ended', { exact: true }).waitFor();
    await press('as it should');
    await event('The endpoint answers: none').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await event(/inbox-token-refreshed · requested/).waitFor();
  });

  it('lets a contact write', async () => {
    await press('A contact writes');
    await event('inbox-message-received').waitFor();
  });

  it('takes the service away and brings it back, with what was written meanwhile', async () => {
    await press('offline');
    await page.locator('inbox-widget').getByText('Reconnecting…').filter({ visible: true }).first().waitFor();
    await press('A contact writes');
    await press('online');
    await event('inbox-message-received').waitFor();
  });

  it('lets the service reject the token, which nobody notices', async () => {
    await press('Service rejects the token');
    await event(/inbox-token-refreshed · rejected/).waitFor();
    await panel.getByText('fresh', { exact: true }).waitFor();
    expect(await page.locator('inbox-widget').getByText('Mara Lindqvist').first().isVisible()).to.equal(true);
  });
});
