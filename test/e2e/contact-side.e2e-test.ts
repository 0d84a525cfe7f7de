import { expect } from 'chai';
import type { Browser, Locator, Page } from 'playwright-core';
import { CDN_FOLDER } from '../../demo/service/hosting/build-cdn.js';
import { createService, type Service } from '../../demo/service/service.js';
import { EventReader } from '../service/helpers/event-reader.js';
import { launchBrowser, openPage, type WatchedPage } from './stage.js';

interface InboxMessage {
  readonly id: string;
  readonly text: string;
  readonly status: string;
  readonly attachments: readonly { name: string }[];
}

/** Answers that a page does not get before it is told so, in the order in which they came. */
interface Held {
  readonly held: { readonly asked: number; readonly releases: readonly (() => void)[] };
}

/** Hashing at its real cost is not what is looked at here. */
const QUICK_HASH = { N: 2 ** 8, r: 8, p: 1 };

describe('the dashboard’s components', function () {
  this.timeout(180_000);
  let service: Service;
  let running: { url: string; close(): Promise<void> };
  let browser: Browser;
  let session: string;
  let token: string;
  let clientId: string;
  let watched: WatchedPage;
  let page: Page;

  before(async () => {
    service = await createService({ cdnFolder: CDN_FOLDER, passwordCost: QUICK_HASH });
    running = await service.start(0);
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    await running.close();
    await service.close();
  });

  /** An account with a client of its own, whose inbox is empty, and a page that is signed in. */
  beforeEach(async () => {
    const account = await service.accounts.create(`${crypto.randomUUID()}@example.com`, 'a password for tests');
    if (!account) throw new Error('There is such an account already.');
    const { secret } = await service.apiKeys.create(account.id, 'Backend');
    const settings = { title: 'Inbox', channels: ['whatsapp', 'web'], allowedOrigins: [] };
    const { id: componentId } = await service.components.create(account.id, settings);
    ({ id: clientId } = await service.clients.create(componentId, 'Fjord & Pine'));
    session = await service.sessions.begin(account.id);
    const answer = await fetch(`${running.url}/authentication/login_check`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-KEY': secret },
      body: JSON.stringify({ componentId, clientId }),
    });
    ({ token } = (await answer.json()) as { token: string });
    watched = await openPage(browser);
    ({ page } = watched);
    await watched.context.addCookies([{ name: `inbox_session_${new URL(running.url).port}`, value: session, url: running.url }]);
  });
  afterEach(async () => {
    await watched.context.close();
    const said = watched.console.filter((line) => !line.includes('Failed to load resource'));
    expect(said, 'violations of the pages’ policy, and errors').to.deep.equal([]);
  });

  /** What the widget would be told. */
  async function inbox<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${running.url}/inbox${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as T;
  }

  async function messagesOf(conversationId: string): Promise<readonly InboxMessage[]> {
    return (await inbox<{ messages: InboxMessage[] }>('GET', `/conversations/${conversationId}/messages`)).messages;
  }

  async function openContacts(): Promise<void> {
    await page.goto(`${running.url}/dashboard/clients/${clientId}/contacts`);
    await page.getByRole('button', { name: 'Write', exact: true }).waitFor();
  }

  const contactWrites = (contactName: string, text: string) => {
    return service.contactSide.write(clientId, { contactName, channel: 'web' }, { text });
  };
  const row = (name: string): Locator => page.getByRole('list').getByRole('button', { name });
  const message = (text: string): Locator => page.locator('.thread').getByRole('listitem').filter({ hasText: text });

  it('writes in as somebody, with a file, and is ready for the next message', async () => {
    await openContacts();
    await page.getByText('Nobody has written yet').waitFor();
    await page.getByLabel('As', { exact: true }).fill('Mara <b>Lindqvist</b>');
    await page.getByLabel('Channel').selectOption('Web chat');
    await page.getByLabel('Message').fill('Is the oak table\nstill there?');
    await page.getByLabel('Attachments').setInputFiles({ name: 'room.txt', mimeType: 'text/plain', buffer: Buffer.from('4 m') });
    await page.getByRole('button', { name: 'Write', exact: true }).click();
    await message('room.txt, 3 bytes').waitFor();

    interface Conversation {
      readonly id: string;
      readonly channel: string;
      readonly contact: { readonly name: string };
    }
    const { conversations } = await inbox<{ conversations: [Conversation] }>('GET', '/conversations');
    const [{ id, contact, channel }] = conversations;
    expect([contact.name, channel]).to.deep.equal(['Mara <b>Lindqvist</b>', 'web']);
    const [written] = await messagesOf(id);
    expect([written?.text, written?.attachments[0]?.name]).to.deep.equal(['Is the oak table\nstill there?', 'room.txt']);
    await page.getByRole('heading', { name: 'Mara <b>Lindqvist</b>' }).waitFor();
    const values = ['As', 'Message', 'Attachments'].map((name) => page.getByLabel(name, { exact: name === 'As' }).inputValue());
    expect(await Promise.all(values)).to.deep.equal(['Mara <b>Lindqvist</b>', '', '']);
  });

  it('says what becomes of messages that came from the widget', async () => {
    const { conversationId } = await contactWrites('Mara', 'Hello');
    await openContacts();
    await row('Mara').click();
    for (const text of ['First', 'Second']) {
      await inbox('POST', `/conversations/${conversationId}/messages`, { text, attachmentIds: [] });
    }
    const press = (text: string, status: string) => message(text).getByRole('button', { name: status }).click();
    await press('First', 'delivered');
    await message('First').getByRole('button', { name: 'delivered' }).waitFor({ state: 'detached' });
    expect((await messagesOf(conversationId)).map(({ status }) => status)).to.deep.equal(['read', 'delivered', 'sent']);
    expect(await message('First').getByRole('button').allTextContents(), 'what was delivered cannot fail').to.deep.equal(['read']);
    await press('First', 'read');
    await press('Second', 'failed');
    for (const text of ['First', 'Second']) await message(text).getByRole('button', { name: 'read' }).waitFor({ state: 'detached' });
    expect((await messagesOf(conversationId)).map(({ status }) => status)).to.deep.equal(['read', 'read', 'failed']);
    expect(await page.locator('.thread').getByRole('button').count(), 'nothing further can become of them').to.equal(0);
  });

  it('types, once there is a conversation to type in', async () => {
    const { conversationId } = await contactWrites('Mara', 'Hello');
    const events = await EventReader.open(service, token);
    await openContacts();
    expect(await page.getByRole('button', { name: 'Only type' }).isDisabled()).to.equal(true);
    await row('Mara').click();
    await page.getByRole('button', { name: 'Only type' }).click();
    expect(await events.next()).to.deep.equal({ type: 'typing', data: { conversationId, name: 'Mara' } });
    await events.close();
  });

  it('makes 10,000 conversations, and meanwhile says so', async () => {
    await openContacts();
    let letThrough: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route('**/bulk', async (route) => {
      await held;
      await route.continue();
    });
    const bulk = page.getByRole('button', { name: '10,000 conversations' });
    await bulk.click();
    await page.getByText('Making conversations…').waitFor();
    expect(await bulk.isDisabled(), 'once is enough').to.equal(true);
    letThrough?.();
    await page.locator('.conversation').nth(49).waitFor();
    await page.getByText('Making conversations…').waitFor({ state: 'detached' });
    expect((await inbox<{ unread: number }>('GET', '')).unread).to.equal(10_000);
  });

  it('leaves the focus and what is half written alone while conversations come in', async () => {
    await contactWrites('Mara', 'Hello');
    await openContacts();
    await row('Mara').click();
    await page.getByLabel('Subject').fill('Oak');
    await page.getByLabel('Message').pressSequentially('Half a sen');
    await contactWrites('Théo', 'Me too');
    await row('Théo').waitFor();
    await page.keyboard.type('tence');
    expect(await page.getByLabel('Message').inputValue()).to.equal('Half a sentence');
    expect(await page.getByLabel('Subject').inputValue()).to.equal('Oak');
    await page.getByRole('button', { name: 'Another contact' }).click();
    expect(await page.getByLabel('As', { exact: true }).inputValue()).to.equal('');
    await page.keyboard.type('Ines');
    expect(await page.getByLabel('As', { exact: true }).inputValue(), 'the focus is where one goes on').to.equal('Ines');
  });

  it('says what went wrong, keeps what was written, and recovers by itself', async () => {
    await openContacts();
    await page.getByLabel('As', { exact: true }).fill('Mara');
    await page.getByRole('button', { name: 'Write', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'text' }).waitFor();
    await page.getByLabel('Message').fill('Hello');
    await page.route('**/contacts/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Write', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'The service could not be reached.' }).waitFor();
    await page.unroute('**/contacts/**');
    expect(await page.getByLabel('Message').inputValue()).to.equal('Hello');
    await page.getByRole('button', { name: 'Write', exact: true }).click();
    await message('Hello').waitFor();
    expect(await page.getByRole('alert').textContent()).to.equal('');
  });

  it('writes what has been mended as soon as it has said what was wrong, however long its list takes to come', async () => {
    await openContacts();
    await page.route('**/contacts/conversations', () => new Promise(() => undefined));
    await page.getByLabel('As', { exact: true }).fill('Mara');
    await page.getByRole('button', { name: 'Write', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'text' }).waitFor();
    await page.getByLabel('Message').fill('Hello');
    const written = page.waitForResponse((response) => response.request().method() === 'POST' && response.ok());
    await page.getByRole('button', { name: 'Write', exact: true }).click();
    await written;
  });

  it('asks again only once it is answered, and shows the newest answer where an older one comes after it', async () => {
    await page.clock.install();
    await contactWrites('Mara', 'Hello');
    await openContacts();
    await row('Mara').click();
    await message('Hello').waitFor();
    await page.evaluate(() => {
      const own = fetch;
      const releases: (() => void)[] = [];
      const held = { asked: 0, releases };
      Object.assign(globalThis, {
        held,
        fetch: async (address: string, init: RequestInit) => {
          if (!address.endsWith('/conversations')) return own(address, init);
          held.asked++;
          const answer = await own(address, init);
          await new Promise<void>((resolve) => releases.push(resolve));
          return answer;
        },
      });
    });
    const asked = () => page.evaluate(() => (globalThis as unknown as Held).held.asked);
    const isHeld = (count: number) => page.waitForFunction((all) => (globalThis as unknown as Held).held.releases.length === all, count);
    const release = (which: number) => page.evaluate((at) => (globalThis as unknown as Held).held.releases[at]?.(), which);
    await page.clock.runFor(1_000);
    await isHeld(1);
    await page.clock.runFor(5_000);
    expect(await asked()).to.equal(1);
    await contactWrites('Théo', 'Me too');
    await row('Mara').click();
    await isHeld(2);
    await release(1);
    await row('Théo').waitFor();
    await release(0);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await row('Théo').count()).to.equal(1);
  });

  it('copies what stands beside the button, and says so, on one page with the widget', async () => {
    await watched.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: running.url });
    await page.goto(`${running.url}/dashboard/clients/${clientId}/embed`);
    await page.getByText('No conversations yet').waitFor();
    await page.getByRole('button', { name: 'Copy Snippet' }).click();
    await page.getByRole('button', { name: 'Copied Snippet' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).to.equal(await page.locator('#snippet').textContent()).and.to.include('[[ TOKEN ]]');
  });
});
