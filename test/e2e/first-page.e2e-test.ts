import { expect } from 'chai';
import type { Browser, Request } from 'playwright-core';
import { everythingReadable, launchBrowser, openPage, Sandbox, startDemo, type Demo, type WatchedPage } from './stage.js';

/** What the customer's backend says of its refresh endpoint. */
interface RefreshLogEntry {
  readonly time: string;
  readonly user: string | null;
  readonly status: number | null;
}

/** Contacts other than the one whose thread is open. */
const WRITERS = [
  ['Aiko Tanaka', 'instagram'],
  ['Nikolai Petrov', 'telegram'],
  ['Studio Ørsted', 'web'],
  ['Jonas Weber', 'whatsapp'],
] as const;

describe('A page with the snippet', function () {
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

  /** Every token that the page was given: in its own markup, and by the endpoint. */
  function collectTokens({ page }: WatchedPage): Set<string> {
    const tokens = new Set<string>();
    page.on('request', (request: Request) => {
      const bearer = /^Bearer (.+)$/.exec(request.headers()['authorization'] ?? '');
      if (bearer?.[1]) tokens.add(bearer[1]);
    });
    return tokens;
  }

  async function signIn(user = 0): Promise<WatchedPage> {
    const watched = await openPage(browser);
    await watched.page.goto(demo.users[user]?.signInUrl ?? '');
    return watched;
  }

  it('shows each user their own inbox', async () => {
    const { page, context } = await signIn(0);
    await page.getByRole('button', { name: /^Mara Lindqvist/ }).waitFor();
    const other = await signIn(1);
    await other.page.getByRole('list', { name: 'Conversations' }).getByRole('button').first().waitFor();
    expect(await other.page.getByRole('button', { name: /^Mara Lindqvist/ }).count()).to.equal(0);
    await context.close();
    await other.context.close();
  });

  it('shows what its sources say, also where a minifier had a hand in it', async () => {
    const { page, context } = await signIn();
    const rows = page.getByRole('list', { name: 'Conversations' });
    await rows.getByRole('button', { name: /^Mara Lindqvist/ }).waitFor();
    expect((await rows.locator('.avatar').allInnerTexts()).slice(0, 4).map((text) => text.trim())).to.deep.equal(['ML', 'TB', 'AT', '']);
    expect(await page.locator('inbox-widget .inbox').innerText()).not.to.match(/undefined|NaN|\[object/i);
    await context.close();
  });

  it('sends an answer once, and shows what comes back', async () => {
    const { page, context } = await signIn();
    await page.getByRole('button', { name: /^Mara Lindqvist/ }).click();
    const field = page.getByRole('textbox', { name: /^Reply on WhatsApp to Mara Lindqvist/ });
    await field.fill('Thursday it is.');
    await field.press('Enter');
    await page.getByRole('listitem').filter({ hasText: 'Thursday it is.' }).filter({ hasText: /Sent|Delivered|Read/ }).waitFor();
    await sandbox.write(clientId, 'Mara Lindqvist', 'whatsapp', 'See you then <b>for sure</b>');
    await page.locator('.bubble', { hasText: 'See you then <b>for sure</b>' }).waitFor();
    expect(await page.locator('.bubble', { hasText: 'Thursday it is.' }).count()).to.equal(1);
    const sends = (await sandbox.log()).filter(({ method, path }) => method === 'POST' && path.endsWith('/messages') && path.startsWith('/inbox'));
    expect(sends.map(({ status }) => status)).to.deep.equal([201]);
    await context.close();
  });

  it('renews a 30-second token three times while a draft is being typed, and nobody notices', async () => {
    await sandbox.setLifetime(demo.componentId, 30);
    const watched = await signIn();
    const { page, context } = watched;
    const tokens = collectTokens(watched);
    await sandbox.call('DELETE', '/log');
    await page.reload();
    await page.getByRole('button', { name: /^Mara Lindqvist/ }).click();
    const refreshLog = async () =>
      (await (await page.request.get(`${demo.customerUrl}/demo/log`)).json()) as RefreshLogEntry[];
    const callsBefore = (await refreshLog()).length;
    const calls = async () => (await refreshLog()).slice(callsBefore);

    const field = page.getByRole('textbox', { name: /^Reply on WhatsApp to Mara Lindqvist/ });
    await field.pressSequentially('A draft that stays');
    for (let step = 0; step < 5; step++) await field.press('ArrowLeft');
    const look = () =>
      field.evaluate((element: HTMLTextAreaElement) => {
        const root = element.getRootNode() as ShadowRoot;
        const log = root.querySelector('.log');
        (globalThis as { firstField?: Element }).firstField ??= element;
        return {
          draft: element.value,
          caret: element.selectionStart,
          focused: root.activeElement === element,
          same: (globalThis as { firstField?: Element }).firstField === element,
          scroll: log?.scrollTop,
        };
      });
    await page.getByRole('group', { name: 'Messages' }).evaluate((log) => { log.scrollBy(0, -120); });
    const untouched = await look();

    // Others write every two seconds, also in those in which the token changes.
    let written = 0;
    while ((await calls()).length < 3) {
      const [name, channel] = WRITERS[written % WRITERS.length] ?? WRITERS[0];
      await sandbox.write(clientId, name, channel, `Message number ${++written}`);
      await page.waitForRequest(() => true, { timeout: 2_000 }).catch(() => {});
      expect(written).to.be.lessThan(60);
    }
    await page.getByRole('button', { name: new RegExp(`Message number ${written}$`) }).waitFor();

    expect(await look()).to.deep.equal(untouched);
    expect((await calls()).map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    const requests = await sandbox.log();
    expect(requests.filter(({ path, tokenState }) => path.startsWith('/inbox') && !['valid', 'none'].includes(tokenState))).to.deep.equal([]);
    expect(requests.filter(({ method, tokenState, path }) => method !== 'OPTIONS' && path.startsWith('/inbox/') && tokenState === 'none')).to.deep.equal([]);

    for (let number = 1; number <= written; number++) {
      const [name] = WRITERS[(number - 1) % WRITERS.length] ?? WRITERS[0];
      await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
      await page.getByRole('heading', { name, exact: true }).waitFor();
      const bubble = page.locator('.bubble', { hasText: new RegExp(`^Message number ${number}$`) });
      await bubble.first().waitFor({ state: 'attached' });
      expect(await bubble.count(), `Message number ${number}`).to.equal(1);
    }

    expect(tokens.size).to.be.greaterThan(3);
    const readable = await everythingReadable(watched);
    for (const token of tokens) {
      for (const part of [token, token.split('.')[1] ?? token]) expect(readable.includes(part)).to.equal(false);
      expect(demo.output().includes(token)).to.equal(false);
    }
    expect(readable.includes(demo.apiKey)).to.equal(false);
    expect(demo.output().replace(/^\{.*\}$/m, '').includes(demo.apiKey)).to.equal(false);
    await context.close();
    await sandbox.setLifetime(demo.componentId, 8 * 60 * 60);
  });
});
