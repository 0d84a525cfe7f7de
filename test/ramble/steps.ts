import type { Locator, Page } from 'playwright-core';

/** Something that is not there to be pressed, or moves away meanwhile, is no fault. */
const PATIENCE = { timeout: 1_500 };
const SEARCH_WAIT_MS = 350;

export type Pick = <T>(from: readonly T[]) => T;
type Step = (page: Page, pick: Pick) => Promise<unknown>;

const inbox = (page: Page, selector: string): Locator => page.locator(`inbox-widget ${selector}`);

/** Presses one of those that can be seen. */
const press =
  (selector: string): Step =>
  async (page, pick) => {
    const seen: Locator[] = [];
    for (const one of await inbox(page, selector).all()) if (await one.isVisible()) seen.push(one);
    if (seen.length > 0) await pick(seen).click(PATIENCE).catch(whereItMoved);
  };

function whereItMoved(error: Error): void {
  if (!/intercepts|Timeout|outside|detached|not stable/.test(error.message)) throw error;
}

const write =
  (selector: string, texts: readonly string[], then?: (page: Page) => Promise<void>): Step =>
  async (page, pick) => {
    const field = inbox(page, selector);
    if ((await field.count()) === 0 || !(await field.isVisible())) return;
    await field.click(PATIENCE).catch(whereItMoved);
    await page.keyboard.type(pick(texts));
    await then?.(page);
  };

const wheel =
  (selector: string): Step =>
  async (page, pick) => {
    const part = inbox(page, selector);
    const box = (await part.count()) > 0 ? await part.boundingBox() : null;
    if (!box?.height) return;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.wheel(0, pick([-3_000, -900, -300, -60, 60, 300, 900, 3_000]));
  };

const keys = (...names: readonly string[]): Step => (page, pick) => page.keyboard.press(pick(names));

/** Runs in the page. */
const inPage =
  (work: () => unknown): Step =>
  (page) =>
    page.evaluate(work);

/** What a person does. */
const PERSON: Readonly<Record<string, Step>> = {
  'opens a row': press('.row'),
  'opens another row': press('.row'),
  'scrolls the list': wheel('.rows-scroller'),
  'scrolls the thread': wheel('.log[part]'),
  types: write('.field', ['hello', 'a', 'line\nxx', 'مرحبا']),
  sends: write('.field', ['m', 'two words'], (page) => page.keyboard.press('Enter')),
  searches: write('.search-field', ['a', 'oak', 'zzzz', 'نور'], (page) => page.waitForTimeout(SEARCH_WAIT_MS)),
  'clears the search': press('.search-clear'),
  filters: press('.filter'),
  'sees all again': press('.filter >> nth=0'),
  'presses a key': keys('Tab', 'Shift+Tab', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'Home', 'End', 'PageUp', 'PageDown', 'Enter', 'Escape', ' ', 'a'),
  'goes on by key': keys('Tab', 'ArrowUp', 'ArrowDown', 'Enter', 'Escape'),
  'chooses a channel': async (page, pick) => {
    const select = inbox(page, '.channel-filter select');
    if ((await select.count()) > 0 && (await select.isVisible())) {
      await select.selectOption({ index: pick([0, 0, 1, 2]) }, PATIENCE).catch(whereItMoved);
    }
  },
  'uses the header': press('.thread-header button'),
  'jumps to the newest': press('.jump-button'),
  'presses the panel’s button': press('[part="panel-button"]'),
  'tries again': press('.message button.text-button'),
  'chooses a file': async (page) => {
    const input = inbox(page, '.files');
    if ((await input.count()) > 0) await input.setInputFiles([{ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hi') }]);
  },
  'points at a message': async (page, pick) => {
    const messages = await inbox(page, '.log[part] .message').all();
    if (messages.length > 0) await pick(messages).hover(PATIENCE).catch(whereItMoved);
  },
  'presses what a message offers': press('.message-tools button'),
  'saves a file': press('.attachment-file'),
  'looks at pictures': async (page, pick) => {
    await press('.attachment-image')(page, pick);
    if (!(await inbox(page, '.viewer').isVisible())) return;
    for (const key of ['ArrowRight', pick(['ArrowLeft', 'Tab', 'ArrowRight'])]) await page.keyboard.press(key);
    await press('.viewer-header button')(page, pick);
    while (await inbox(page, '.viewer').isVisible()) await page.keyboard.press('Escape');
  },
  'goes elsewhere': (page) => page.locator('#outside').click(PATIENCE).catch(whereItMoved),
};

/** What happens in the world, and keeps the place of whoever reads. */
const WORLD: Readonly<Record<string, Step>> = {
  'a message comes': inPage(() => {
    const { source, crowd, widget } = ramble;
    source.receive(crowd.someId(widget.conversation), crowd.text());
  }),
  'many messages come': inPage(() => {
    const { source, crowd, widget } = ramble;
    for (let count = 0; count < 15; count++) source.receive(crowd.someId(widget.conversation), crowd.text());
  }),
  'somebody types': inPage(() => ramble.source.type(ramble.crowd.someId(ramble.widget.conversation))),
  'somebody new writes': inPage(() => ramble.source.addConversation(ramble.crowd.next(true))),
  'another tab closes one': inPage(async () => {
    const { source, crowd } = ramble;
    const id = crowd.someId();
    // The other tab has the same weather as this one.
    const { status } = (await source.getConversation(id).catch(() => null)) ?? {};
    if (status) await source.setStatus(id, status === 'open' ? 'closed' : 'open').catch(() => null);
  }),
  'the connection changes': inPage(() => {
    const { source, crowd } = ramble;
    source.setConnection((['live', 'reconnecting', 'offline', 'live'] as const)[crowd.below(4)] ?? 'live');
  }),
  'something may have been missed': inPage(() => ramble.source.reset()),
};

/** What the page does, or the source. */
const SURROUNDINGS: Readonly<Record<string, Step>> = {
  'another tab reads one': inPage(async () => {
    const { source, crowd } = ramble;
    const id = crowd.someId();
    const newest = (await source.listMessages(id, { limit: 1 }).catch(() => null))?.messages.at(-1);
    if (newest) await source.markRead(id, newest.id).catch(() => null);
  }),
  'the page reloads the inbox': inPage(() => ramble.widget.reload()),
  'the page opens one': inPage(() => ramble.widget.openConversation(ramble.crowd.someId())),
  'the page names one': inPage(() => {
    const { widget, crowd } = ramble;
    widget.conversation = crowd.below(3) ? crowd.someId() : 'nobody';
  }),
  'the page changes the width': inPage(() => {
    const { widget, crowd } = ramble;
    widget.style.width = ['1000px', '1000px', '700px', '380px', '320px'][crowd.below(5)] ?? '';
  }),
  'the page changes the height': inPage(() => {
    const { widget, crowd } = ramble;
    widget.style.height = ['600px', '300px', '650px'][crowd.below(3)] ?? '';
  }),
  'the page changes the size of text': inPage(() => {
    const { widget, crowd } = ramble;
    widget.style.fontSize = ['', '', '130%', '200%'][crowd.below(4)] ?? '';
  }),
  'the page changes the density': inPage(() => {
    const { widget, crowd } = ramble;
    widget.style.setProperty('--inbox-density', ['1', '1', '0.75', '1.5'][crowd.below(4)] ?? '');
  }),
  'the page speaks for itself': inPage(() => {
    const { widget, crowd } = ramble;
    widget.strings = crowd.below(2) ? { inbox: 'Messages from everybody who has ever written' } : undefined;
  }),
  'the page hides the inbox for a while': inPage(async () => {
    const { widget, screen } = ramble;
    widget.hidden = true;
    await screen.still();
    widget.hidden = false;
  }),
  'the page turns round': inPage(() => void (ramble.widget.dir = ramble.crowd.below(3) ? 'ltr' : 'rtl')),
  'the page changes the language': inPage(() => {
    const { widget, crowd } = ramble;
    widget.lang = ['en', 'de', 'ar', 'ja', 'xx'][crowd.below(5)] ?? '';
  }),
  'the page changes the theme': inPage(() => {
    const { widget, crowd } = ramble;
    widget.theme = (['auto', 'dark', 'light'] as const)[crowd.below(3)] ?? 'auto';
  }),
  'the page changes the layout': inPage(() => {
    const { widget, crowd } = ramble;
    widget.layout = (['auto', 'auto', 'split', 'stack'] as const)[crowd.below(4)] ?? 'auto';
  }),
  'the page takes the composer away, or gives it back': inPage(() => {
    const { widget, crowd } = ramble;
    widget.withoutComposer = !crowd.below(5);
  }),
  'the page moves the inbox': inPage(() => {
    const { widget } = ramble;
    document.querySelector(widget.parentElement?.id === 'home' ? '#away' : '#home')?.append(widget);
  }),
  'requests begin to fail, or end to': inPage(() => void (ramble.weather.failing = [0, 0, 0.3, 0.7][ramble.crowd.below(4)] ?? 0)),
  'answers become slow, or quick': inPage(() => void (ramble.weather.slow = [0, 0.5, 1][ramble.crowd.below(3)] ?? 0)),
};

export const STEPS: ReadonlyMap<string, Step> = new Map(Object.entries({ ...PERSON, ...WORLD, ...SURROUNDINGS }));

/** Nobody has moved anything on screen with these: what is read stays where it is. */
export const keepsPlace = (step: string): boolean => step in WORLD;

/** With these the focus may go to the page: somebody has sent it there, or what had it was taken away. */
export const mayLoseFocus = (step: string): boolean =>
  /^goes elsewhere|key$|^scrolls|row$|moves the inbox|the (width|height|layout)$|reloads|hides/.test(step);
