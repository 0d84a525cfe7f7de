import type { BrowserContext, Page } from 'playwright-core';
import type { ConversationFilter } from '../../../src/inbox/model.js';

/** The browser itself tells of each request that fails, and the widget of answers that hold no token and of tokens that are rejected as they come. */
const EXPECTED = /^Failed to load resource|blocked by CORS policy|^<inbox-widget> INBOX_(REFRESH_NOT_A_TOKEN|SERVICE_REFUSED)/;

/** What one page shows. */
export interface Sight {
  readonly filter: ConversationFilter;
  readonly channel: string;
  readonly q: string;
  readonly rows: readonly { readonly index: number; readonly id: string; readonly unread: number }[];
  readonly open: string;
  readonly messages: readonly { readonly key: string; readonly text: string; readonly isFailed: boolean }[];
  /** What is in the composer's field; `null` where there is none. */
  readonly draft: string | null;
  readonly unread: number;
  readonly notice: string;
}

/** A page of a user, and what was written there. */
export class Tab {
  readonly name: string;
  readonly page: Page;
  /** Number of the user. */
  readonly user: number;
  readonly said: string[] = [];
  readonly addresses: string[] = [];
  /** Errors that nobody caught, and those that the widget wrote to the console. */
  readonly errors: string[] = [];

  private constructor(name: string, page: Page, user: number) {
    this.name = name;
    this.page = page;
    this.user = user;
    page.on('pageerror', ({ message, stack }) => this.errors.push(`thrown: ${message} ${stack}`));
    page.on('console', (message) => {
      const text = message.text();
      this.said.push(text);
      if (['error', 'warning'].includes(message.type()) && !EXPECTED.test(text)) this.errors.push(`console: ${text}`);
    });
    page.on('request', (request) => this.addresses.push(request.url()));
  }

  static async open(context: BrowserContext, url: string, name: string, user: number): Promise<Tab> {
    const tab = new Tab(name, await context.newPage(), user);
    await tab.page.addInitScript(watchTokens);
    await tab.page.goto(`${url}/?${name}`);
    await tab.page.locator('inbox-widget .row').first().waitFor();
    return tab;
  }

  /** Presses something, where it is there. */
  async press(selector: string): Promise<void> {
    const found = this.page.locator(`inbox-widget ${selector}`).first();
    if (await found.isVisible()) await found.click({ timeout: 1_500 }).catch(whereItMoved);
  }

  /** Brings it to the front: browsers hardly draw what stands behind. */
  async turnTo(): Promise<void> {
    await this.page.bringToFront();
  }

  /** As whoever has mended the endpoint does: the element itself would wait for up to five minutes. */
  async askAgain(): Promise<void> {
    await this.page.evaluate(() => {
      const widget = document.querySelector('inbox-widget');
      if (widget?.tokenStatus !== 'fresh') void widget?.refreshToken().catch(() => undefined);
    });
  }

  /** What a search finds only the service knows: of what has been written since it is asked again. */
  async searchAgain(): Promise<void> {
    await this.page.evaluate(() => {
      const widget = document.querySelector('inbox-widget');
      if (widget?.shadowRoot?.querySelector<HTMLInputElement>('.search-field')?.value) widget.reload();
    });
  }

  /** Types where something is written already. @returns Whether it is all there now: the field may go away at any moment. */
  async type(text: string): Promise<boolean> {
    const before = await this.see();
    const field = this.page.locator('inbox-widget .field');
    if (before?.draft == null || !(await field.focus({ timeout: 1_500 }).then(() => true, () => false))) return false;
    await this.page.keyboard.press('End');
    await this.page.keyboard.type(text);
    const after = await this.see();
    if (after?.draft == null || after.open !== before.open) return false;
    if (after.draft !== before.draft + text) this.errors.push(`“${text}” after “${before.draft}” is “${after.draft}”`);
    return true;
  }

  /** Texts of the messages that were refused, and wait for somebody to decide: they are kept for as long as they are shown. */
  refused(): Promise<string[]> {
    return this.page.evaluate(
      () =>
        new Promise<string[]>((resolve, reject) => {
          const opening = indexedDB.open('inbox-widget-2');
          opening.onerror = () => reject(new Error('There is no database.'));
          opening.onsuccess = () => {
            const reading = opening.result.transaction('writing').objectStore('writing').getAll();
            reading.onsuccess = () => {
              const records = reading.result as { text?: string; error?: unknown }[];
              resolve(records.flatMap(({ text, error }) => (text && error ? text : [])));
              opening.result.close();
            };
          };
        }),
    );
  }

  see(): Promise<Sight | null> {
    return this.page.evaluate(() => {
      const widget = document.querySelector('inbox-widget');
      const root = widget?.shadowRoot;
      if (!root?.querySelector('.list')) return null;
      const find = <T extends HTMLElement>(selector: string): T | null => root.querySelector<T>(selector);
      const all = (selector: string): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(selector)];
      const filters = ['all', 'unread', 'open', 'closed'] as const;
      return {
        filter: filters[all('.filter input').findIndex((input) => (input as HTMLInputElement).checked)] ?? 'all',
        channel: find<HTMLSelectElement>('.channel-filter select')?.value ?? '',
        q: find<HTMLInputElement>('.search-field')?.value ?? '',
        rows: all('.rows > li').map((item) => ({
          index: Number(item.ariaPosInSet) - 1,
          id: item.querySelector<HTMLElement>('.row')?.dataset.id ?? '',
          unread: Number(item.querySelector('.unread-count')?.textContent ?? 0),
        })),
        open: widget?.conversation ?? '',
        messages: all('.log[part] .message[data-key]').map(({ dataset, textContent }) => ({
          key: dataset.key ?? '',
          text: textContent,
          isFailed: dataset.status === 'failed',
        })),
        draft: find<HTMLTextAreaElement>('.field')?.value ?? null,
        unread: widget?.unreadCount ?? 0,
        notice: find('.notice')?.textContent.trim() ?? '',
      };
    });
  }
}

/** Something that is not there to be pressed, or moves away meanwhile, is no fault. */
function whereItMoved(error: Error): void {
  if (!/intercepts|Timeout|outside|detached|not stable/.test(error.message)) throw error;
}

/**
 * Runs in the page: says so where the inbox sends a token though this page has been told that the service rejects it. Only here it is
 * known what came first: outside, both are heard of later, each by as much as the machine is busy. A page that is loaded anew knows
 * nothing of what was rejected before. Uploads take their tokens where requests do.
 */
function watchTokens(): void {
  const rejected = new Set<string>();
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const token = new Headers(init?.headers).get('authorization');
    if (token && rejected.has(token)) console.error('A token that was rejected is sent to', input);
    const response = await fetch(input, init);
    if (token && response.status === 401) rejected.add(token);
    return response;
  };
}
