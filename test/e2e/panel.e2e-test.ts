import { expect } from 'chai';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { collectEvents, launchBrowser, openPage, Sandbox, startDemo, type Demo } from './stage.js';

describe('The panel of the demo', function () {
  this.timeout(120_000);

  let demo: Demo;
  let browser: Browser;
  let sandbox: Sandbox;
  let page: Page;
  let context: BrowserContext;
  let events: () => Promise<string[]>;

  before(async () => {
    demo = await startDemo(['--quiet']);
    sandbox = new Sandbox(demo);
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    await demo.stop();
  });

  beforeEach(async () => {
    ({ page, context } = await openPage(browser));
    events = await collectEvents(page);
    await page.goto(demo.users[0]?.signInUrl ?? '');
    await page.getByRole('button', { name: /^Mara Lindqvist/ }).waitFor();
  });
  afterEach(() => context.close());

  const press = (name: string, group?: string) =>
    (group ? page.getByRole('group', { name: group }) : page).getByRole('button', { name, exact: true }).click();
  const endpoint = async (answer: string): Promise<void> => {
    await press(answer, 'What the refresh endpoint does');
    await page.locator('.log').getByText(`The endpoint answers: ${answer}`).first().waitFor();
  };
  /** Waits for the messages as well: a thread that could not be loaded has no field. */
  const openMara = async (): Promise<void> => {
    await page.getByRole('button', { name: /^Mara Lindqvist/ }).click();
    await page.locator('.bubble').first().waitFor();
  };
  const status = () => page.evaluate(() => document.querySelector('inbox-widget')?.tokenStatus);
  const hasState = (state: string) => page.evaluate((name) => document.querySelector('inbox-widget')?.matches(`:state(${name})`), state);
  const heard = (start: string) =>
    page.waitForFunction((name) => (globalThis as unknown as { heardInboxEvents: string[] }).heardInboxEvents.some((event) => event.startsWith(name)), start);

  it('shows the token, and one that is asked for', async () => {
    await press('Refresh now');
    await heard('inbox-token-refreshed');
    expect(await status()).to.equal('fresh');
    await page.getByText('7:59:5').waitFor();
    await page.locator('dt:has-text("Calls in the last minute") + dd:text-is("1")').waitFor();
  });

  it('leaves alone what has not changed: a screen reader that hears of all of it each time no longer gets to the inbox', async () => {
    // The panel looks at the token a moment after it is there itself, which may be later than the inbox.
    await page.locator('#panel dd', { hasText: '7:59:' }).waitFor();
    const rewritten = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const [state, left] = document.querySelectorAll('#panel dd');
          let count = 0;
          new MutationObserver(({ length }) => (count += length)).observe(state as Element, { childList: true });
          new MutationObserver(() => resolve(count)).observe(left as Element, { childList: true });
        }),
    );
    expect(rewritten).to.equal(0);
  });

  it('gives a token of the chosen lifetime even right after the choice', async () => {
    const log = page.locator('.log');
    try {
      await press('30 s', 'Lifetime of tokens');
      await log.getByText('Tokens now live 30 s').waitFor();
      await press('Refresh now');
      // The refresh after the choice may still be on its way: then it answers for both, and no other follows.
      await log.locator('li:has-text("inbox-token-"):has(~ li:has-text("A new token is asked for"))').first().waitFor();
      expect((await events()).filter((event) => event.startsWith('inbox-token-failed'))).to.deep.equal([]);
    } finally {
      await press('8 h', 'Lifetime of tokens');
      await log.getByText('Tokens now live 8 h').waitFor();
    }
  });

  it('says what follows of an answer, and when it is seen', async () => {
    const words = page.locator('#panel [role="status"]');
    await words.getByText('nobody notices').waitFor();
    await endpoint('redirect');
    await words.getByText(/To a login page.*Press “Refresh now” to see it\.$/).waitFor();
    await page.reload();
    await words.getByText('To a login page').waitFor();
    await endpoint('as it should');
    await words.getByText(/nobody notices\. If the inbox has stopped, press “Refresh now”\.$/).waitFor();
  });

  it('keeps a choice that is made before it knows what was chosen earlier', async () => {
    let letThrough: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route('**/demo/state', async (route) => {
      const answer = await route.fetch();
      await held;
      await route.fulfill({ response: answer });
    });
    await page.reload();
    const words = page.locator('#panel [role="status"]');
    await endpoint('HTML');
    await words.getByText(/Press “Refresh now” to see it\.$/).waitFor();
    letThrough?.();
    await page.locator('button[aria-pressed="true"]', { hasText: 'online' }).waitFor();
    expect(await page.getByRole('button', { name: 'HTML' }).getAttribute('aria-pressed')).to.equal('true');
    expect(await words.textContent()).to.match(/^No token\./);
    await endpoint('as it should');
  });

  it('ends the session with 401, and goes on once the endpoint gives a token again', async () => {
    await endpoint('401');
    await press('Refresh now');
    await page.locator('[part="panel-button"]').waitFor();
    expect(await status()).to.equal('ended');
    expect(await hasState('ended')).to.equal(true);
    expect((await events()).filter((event) => event.startsWith('inbox-session-ended'))).to.have.lengthOf(1);
    await endpoint('as it should');
    await page.locator('[part="panel-button"]').click();
    await page.getByRole('button', { name: /^Mara Lindqvist/ }).waitFor();
    expect(await status()).to.equal('fresh');
  });

  for (const [answer, code] of [
    ['500', 'INBOX_REFRESH_UNREACHABLE'],
    ['HTML', 'INBOX_REFRESH_NOT_A_TOKEN'],
    ['same token', 'INBOX_REFRESH_NO_PROGRESS'],
  ] as const) {
    it(`keeps the inbox where the endpoint answers with ${answer}, and says ${code}`, async () => {
      await endpoint(answer);
      await press('Refresh now');
      await heard(`inbox-token-failed ${code}`);
      expect(await page.getByRole('button', { name: /^Mara Lindqvist/ }).isVisible()).to.equal(true);
      expect(await hasState('ended')).to.equal(false);
      expect(await hasState('misconfigured')).to.equal(false);
      await sandbox.write(demo.clientIds[0] ?? '', 'Aiko Tanaka', 'instagram', `All the same, with ${answer}`);
      await page.getByRole('button', { name: new RegExp(`All the same, with ${answer}`) }).waitFor();
    });
  }

  it('fetches another token where the service rejects the one in use, and nobody notices', async () => {
    await page.getByRole('button', { name: /^Mara Lindqvist/ }).click();
    await page.getByRole('textbox', { name: /^Reply on WhatsApp to Mara/ }).fill('A draft');
    await press('Service rejects the token');
    await heard('inbox-token-refreshed');
    expect(await page.getByRole('textbox', { name: /^Reply on WhatsApp to Mara/ }).inputValue()).to.equal('A draft');
    expect(await status()).to.equal('fresh');
    expect((await events()).filter((event) => !/ready|refreshed/.test(event))).to.deep.equal([]);
  });

  it('keeps what was written while the connections are broken, and sends it once when they are back', async () => {
    await openMara();
    await press('offline', 'Connections');
    await page.locator('.notice').waitFor();
    const field = page.getByRole('textbox', { name: /^Reply on WhatsApp to Mara/ });
    await field.fill('Written in a tunnel');
    await field.press('Enter');
    await page.locator('.bubble', { hasText: 'Written in a tunnel' }).waitFor();
    await sandbox.call('DELETE', '/log');
    await press('online', 'Connections');
    await heard('inbox-message-sent');
    await page.locator('.notice').waitFor({ state: 'detached' });
    expect(await page.locator('.bubble', { hasText: 'Written in a tunnel' }).count()).to.equal(1);
    const sends = (await sandbox.log()).filter(({ method, path, status: code }) => method === 'POST' && /^\/inbox\/.*\/messages$/.test(path) && code === 201);
    expect(sends).to.have.lengthOf(1);
  });

  it('says that the browser is offline, and sends what was written when it no longer is', async () => {
    await openMara();
    const field = page.getByRole('textbox', { name: /^Reply on WhatsApp to Mara/ });
    await context.setOffline(true);
    await page.locator('.notice').waitFor();
    expect(await hasState('offline')).to.equal(true);
    await field.fill('Written on a plane');
    await field.press('Enter');
    await context.setOffline(false);
    await heard('inbox-message-sent');
    expect(await page.locator('.bubble', { hasText: 'Written on a plane' }).count()).to.equal(1);
    await page.locator('.notice').waitFor({ state: 'detached' });
  });

  it('signs the widget out: nothing is left on screen or in storage', async () => {
    await page.getByRole('button', { name: /^Mara Lindqvist/ }).click();
    await page.getByRole('textbox', { name: /^Reply on WhatsApp to Mara/ }).fill('Something private');
    await press('Sign the widget out');
    await page.locator('[part="panel-button"]').waitFor();
    expect(await page.locator('inbox-widget').evaluate((element) => element.shadowRoot?.textContent)).not.to.match(/Mara|private/);
    const stored = await page.evaluate(async () => {
      const names = (await indexedDB.databases()).map(({ name = '' }) => name);
      const rows: unknown[] = [];
      for (const name of names) {
        const database = await new Promise<IDBDatabase>((resolve) => {
          const request = indexedDB.open(name);
          request.onsuccess = () => { resolve(request.result); };
        });
        for (const store of database.objectStoreNames) {
          rows.push(await new Promise((resolve) => {
            const request = database.transaction(store).objectStore(store).getAll();
            request.onsuccess = () => { resolve(request.result); };
          }));
        }
      }
      return JSON.stringify(rows);
    });
    expect(stored).not.to.include('private');
    expect(await status()).to.equal('ended');
  });
});
