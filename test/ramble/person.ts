import type { Locator, Page } from 'playwright-core';
import type { Step } from './steps.js';

/** Something that is not there to be pressed, or moves away meanwhile, is no fault. */
const PATIENCE = { timeout: 1_500 };
const SEARCH_WAIT_MS = 350;
/** So often Tab is pressed to leave an inbox, at most. */
const MOST_TAB_STOPS = 120;

const inbox = (page: Page, selector: string): Locator => page.locator(`inbox-widget[data-current] ${selector}`);

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

/** Sends what is in the field, by Enter, with a word that tells it from all others. */
async function sendOff(page: Page): Promise<void> {
  const mark = await page.evaluate(() => ramble.sendings.next());
  const has = (): Promise<boolean> => page.evaluate((word) => ramble.screen.find<HTMLTextAreaElement>('.field')?.value.includes(word) ?? false, mark);
  await page.keyboard.type(mark);
  if (!(await has())) return;
  await page.keyboard.press('Enter');
  if (!(await has())) await page.evaluate((word) => ramble.sendings.sentOff(word), mark);
}

/** Gives the open composer two files, as the browser does on paste or drop. */
const give = (type: 'paste' | 'drop'): Step => (page) =>
  page.evaluate((name) => {
    const target = ramble.screen.find(name === 'paste' ? '.field' : '.thread');
    const data = new DataTransfer();
    for (const file of ['b.txt', 'c.webp']) data.items.add(new File(['hi'], file, { type: file.endsWith('webp') ? 'image/webp' : 'text/plain' }));
    const options = { bubbles: true, cancelable: true, composed: true };
    target?.dispatchEvent(
      name === 'paste' ? new ClipboardEvent(name, { ...options, clipboardData: data }) : new DragEvent(name, { ...options, dataTransfer: data }),
    );
  }, type);

/** Puts the focus on something, where it is shown. @returns Whether it is there now. */
const focusOn = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((name) => {
    ramble.screen.find(name)?.focus();
    return !!ramble.screen.root.activeElement?.matches(name);
  }, selector);

/** What a person does by keyboard. */
const KEYS: Readonly<Record<string, Step>> = {
  'presses a key': keys('ArrowUp', 'ArrowDown', 'ArrowLeft', 'Home', 'End', 'PageUp', 'PageDown', 'Enter', 'Escape', ' ', 'a'),
  'goes on by key': keys('ArrowUp', 'ArrowDown', 'Enter', 'Escape'),
  'goes on by Tab': keys('Tab', 'Shift+Tab'),
};

/** What a person does who has only a keyboard. */
const KEYS_ALONE: Readonly<Record<string, Step>> = {
  ...KEYS,
  'opens a row by key': async (page, pick) => {
    await page.evaluate(() => ramble.screen.find('.row[tabindex="0"]')?.focus());
    for (let count = pick([0, 1, 2, 7]); count > 0; count--) await page.keyboard.press(pick(['ArrowDown', 'ArrowDown', 'ArrowUp']));
    await page.keyboard.press('Enter');
  },
  'writes where the focus is': async (page, pick) => {
    await page.keyboard.type(pick(['hello', 'b', 'مرحبا']));
    if (await page.evaluate(() => ramble.screen.root.activeElement?.matches('.field'))) await sendOff(page);
  },
  'searches by key': async (page, pick) => {
    if (!(await focusOn(page, '.search-field'))) return;
    await page.keyboard.type(pick(['a', 'oak', 'zzzz']));
    await page.waitForTimeout(SEARCH_WAIT_MS);
    await page.keyboard.press(pick(['Escape', 'Tab', 'Enter']));
  },
  'filters by key': async (page, pick) => {
    await page.evaluate(() => ramble.screen.find('.filter input:checked')?.focus());
    await page.keyboard.press(pick(['ArrowRight', 'ArrowLeft']));
  },
  'tabs through': async (page, pick) => {
    const key = pick(['Tab', 'Shift+Tab']);
    await page.evaluate(() => ramble.widget.shadowRoot?.activeElement ?? document.querySelector<HTMLElement>('#outside')?.focus());
    const isInside = (): Promise<boolean> => page.evaluate(() => document.activeElement === ramble.widget && !ramble.screen.find('.viewer'));
    await page.keyboard.press(key);
    for (let stops = 0; await isInside(); stops++) {
      if (stops > MOST_TAB_STOPS) throw new Error(`${key} does not lead out of the inbox.`);
      await page.keyboard.press(key);
    }
  },
};

/** What a person does. */
const POINTING: Readonly<Record<string, Step>> = {
  'opens a row': press('.row'),
  'opens another row': press('.row'),
  'scrolls the list': wheel('.rows-scroller'),
  'scrolls the thread': wheel('.log[part]'),
  types: write('.field', ['hello', 'a', 'line\nxx', 'مرحبا']),
  sends: write('.field', ['m ', 'two words '], sendOff),
  searches: write('.search-field', ['a', 'oak', 'zzzz', 'نور'], (page) => page.waitForTimeout(SEARCH_WAIT_MS)),
  'clears the search': press('.search-clear'),
  filters: press('.filter'),
  'sees all again': press('.filter >> nth=0'),
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
  'pastes files': give('paste'),
  'drops files': give('drop'),
  'takes a file away': press('.staged button'),
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

export const PERSON: Readonly<Record<string, Step>> = { ...KEYS, ...POINTING };
export { KEYS_ALONE };
