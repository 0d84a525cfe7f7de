import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { openPlayground, visitPlayground } from './playground-page.js';
import { launchBrowser, startDemo, type Demo, type WatchedPage } from './stage.js';

/** What is to be seen in each state, as a person would name it; and what the console then may say. */
const STATES: readonly (readonly [state: string, seen: readonly string[], said?: RegExp])[] = [
  ['loaded', ['No rush on the second one 🙂', 'Draft:', 'Typing…']],
  ['loading', []],
  ['empty', ['No conversations yet']],
  ['nothing-found', ['Nothing found for “invocie”', 'Clear search']],
  ['choose', ['Choose a conversation']],
  ['offline', ['You’re offline. What you send waits here.']],
  ['reconnecting', ['Reconnecting… You can keep writing.']],
  ['ended', ['You’re signed out', 'Continue'], /401/],
  ['misconfigured', ['The inbox isn’t set up yet', 'INBOX_TOKEN_PLACEHOLDER'], /INBOX_TOKEN_PLACEHOLDER/],
  ['delivery', ['Read', 'Delivered', 'Sent', 'Sending…', 'Not sent.', 'Samples.pdf', 'Oak, oiled.jpg']],
  ['long-words', ['This conversation is closed.', '🎉🎉', 'PDF, 12 MB']],
  ['channel-closed', ['WhatsApp takes replies for 24 hours. You can write again once Mara does.']],
  ['closed', ['This conversation is closed.', 'Reopen']],
  ['long-names', ['Bartholomew Featherstonehaugh-Cholmondeley of Upper Wolverhampton', 'שירה לוי']],
  ['compact', ['Invoice 2041', 'Hannah Fischer']],
  ['typing', ['Typing…']],
  ['failed-list', ['This could not be loaded', 'Try again']],
  ['viewer', ['Corner.webp']],
  ['many', ['Mara Lindqvist 1', 'See you at four, then.']],
  ['rtl', ['صندوق الوارد', 'ليلى حداد']],
];

describe('the playground', () => {
  let demo: Demo;
  let browser: Browser;
  let watched: WatchedPage;

  before(async () => {
    demo = await startDemo(['--quiet']);
    browser = await launchBrowser();
    watched = await openPlayground(browser);
  });
  after(async () => {
    await browser.close();
    await demo.stop();
  });

  async function visit(address: string): Promise<void> {
    watched.console.length = 0;
    await visitPlayground(watched.page, demo, address);
  }

  for (const [state, seen, said] of STATES) {
    it(`shows "${state}" by its address`, async () => {
      await visit(`state=${state}`);
      const widget = watched.page.locator('inbox-widget');
      for (const text of seen) await widget.getByText(text).filter({ visible: true }).first().waitFor();
      if (state === 'loading') await widget.locator('[part~="skeleton"]').first().waitFor();
      expect(watched.console.filter((line) => !said?.test(line))).to.deep.equal([]);
    });
  }

  it('follows theme, layout, language, direction, width and density of the address', async () => {
    await visit('state=loaded&theme=dark&layout=stack&lang=de&dir=rtl&width=390&density=0.75');
    const widget = watched.page.locator('inbox-widget');
    const is = await widget.evaluate((element: HTMLElement) => ({
      theme: element.getAttribute('theme'),
      layout: element.getAttribute('layout'),
      lang: element.closest('[lang]')?.getAttribute('lang'),
      dir: getComputedStyle(element).direction,
      width: element.getBoundingClientRect().width,
      density: getComputedStyle(element).getPropertyValue('--inbox-density'),
    }));
    expect(is).to.deep.equal({ theme: 'dark', layout: 'stack', lang: 'de', dir: 'rtl', width: 390, density: '0.75' });
  });

  it('puts a choice into the address', async () => {
    await visit('');
    await Promise.all([
      watched.page.waitForURL(/\?state=offline$/),
      watched.page.getByLabel('State').selectOption('offline'),
    ]);
    await watched.page.locator('inbox-widget').getByText('You’re offline.').filter({ visible: true }).first().waitFor();
  });
});
