import { expect } from 'chai';
import type { Browser, Locator, Page } from 'playwright-core';
import { openPlayground, visitPlayground } from './playground-page.js';
import { covered, cramped, faint, moving } from './reading-checks.js';
import { launchBrowser, startDemo, type Demo } from './stage.js';

/** States of the playground that differ in what is on screen. */
const STATES = ['loaded', 'loading', 'empty', 'nothing-found', 'choose', 'offline', 'ended', 'misconfigured', 'delivery', 'long-words', 'channel-closed', 'closed', 'failed-list', 'viewer', 'rtl'];

describe('What people prefer', () => {
  let demo: Demo;
  let browser: Browser;
  let page: Page;
  let widget: Locator;

  before(async () => {
    demo = await startDemo(['--quiet']);
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    await demo.stop();
  });
  beforeEach(async () => {
    ({ page } = await openPlayground(browser));
    widget = page.locator('inbox-widget');
  });
  afterEach(() => page.context().close());

  async function visit(address: string): Promise<void> {
    await visitPlayground(page, demo, address);
    await widget.locator('.inbox').waitFor();
    await page.evaluate(() => document.fonts.ready);
  }

  /** Changes the styles inside, to see that a check notices. */
  async function spoil(css: string): Promise<void> {
    await widget.evaluate(({ shadowRoot }, css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      shadowRoot?.adoptedStyleSheets.push(sheet);
    }, css);
  }

  it('hold in the time zone to which a traveller’s computer changes while the page is open', async () => {
    const cdp = await page.context().newCDPSession(page);
    const moveTo = (timezoneId: string) => cdp.send('Emulation.setTimezoneOverride', { timezoneId });
    const times = async () => {
      await widget.locator('.message time').first().waitFor();
      return widget.locator('.row-time, .message time').allTextContents();
    };
    await page.clock.setFixedTime('2026-05-12T10:00:00Z');
    await moveTo('Asia/Tokyo');
    await visit('state=loaded&layout=split');
    const inTokyo = await times();
    await moveTo('Europe/Berlin');
    await visit('state=loaded&layout=split');
    expect(await times()).to.not.deep.equal(inTokyo);
    await moveTo('Asia/Tokyo');
    await widget.locator('.field').fill('a');
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await times()).to.deep.equal(inTokyo);
  });

  describe('forced colours', () => {
    beforeEach(() => page.emulateMedia({ forcedColors: 'active' }));

    for (const scheme of ['light', 'dark'] as const) {
      it(`leave every word and glyph to be seen in each state (${scheme})`, async () => {
        await page.emulateMedia({ forcedColors: 'active', colorScheme: scheme });
        for (const state of STATES) {
          await visit(`state=${state}`);
          expect(await widget.evaluate(faint), state).to.deep.equal([]);
        }
      });
    }

    it('leave the open row to be seen that has become unread', async () => {
      await visit('state=loaded&layout=split');
      await widget.locator('.row[aria-current="true"]').evaluate((row) => row.toggleAttribute('data-unread', true));
      expect(await widget.evaluate(faint)).to.deep.equal([]);
    });

    it('tell the open row, the filter that is on, bubbles and badges by more than a colour of ours', async () => {
      await visit('state=loaded&layout=split');
      const style = (selector: string, property: string): Promise<string> =>
        widget.locator(selector).first().evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), property);
      const system = (color: string): Promise<string> =>
        page.evaluate((color) => {
          const probe = Object.assign(document.createElement('i'), { style: `color: ${color}; forced-color-adjust: none` });
          document.body.append(probe);
          return getComputedStyle(probe).color;
        }, color);
      const selected = await system('SelectedItem');
      expect(await style('.row[aria-current="true"]', 'background-color')).to.equal(selected);
      expect(await style('.row:not([aria-current])', 'background-color')).to.not.equal(selected);
      expect(await style('.filter > :checked + span', 'background-color')).to.equal(selected);
      for (const part of ['.bubble', '.unread-count', '.avatar', '.search-field', '.send-button', '.attachment']) {
        expect(await style(part, 'border-top-style'), part).to.equal('solid');
        expect(await style(part, 'border-top-width'), part).to.equal('1px');
      }
      await widget.locator('.row').nth(1).focus();
      await page.keyboard.press('ArrowDown');
      const focused = '.row:focus-visible';
      expect(await style(focused, 'outline-style')).to.not.equal('none');
      expect(await style(focused, 'outline-color')).to.equal(await system('Highlight'));
    });

    it('would be noticed where a word is lost', async () => {
      await visit('state=loaded&layout=split');
      await spoil('.row[aria-current="true"] .row-name { color: SelectedItem !important; forced-color-adjust: none }');
      expect(await widget.evaluate(faint)).to.have.length(1);
    });
  });

  describe('less motion', () => {
    const MOVING = ['loading', 'typing', 'delivery', 'loaded', 'many'];

    it('leaves nothing moving, in any state', async () => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      for (const state of MOVING) {
        await visit(`state=${state}`);
        expect(await widget.evaluate(moving), state).to.deep.equal([]);
      }
    });

    it('would be noticed: everybody else sees something move', async () => {
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      for (const state of MOVING) {
        await visit(`state=${state}`);
        expect(await widget.evaluate(moving), state).to.not.be.empty;
      }
    });
  });

  describe('text of twice the size', () => {
    // A pane that slides in is where it belongs at once.
    beforeEach(() => page.emulateMedia({ reducedMotion: 'reduce' }));

    const enlarge = (): Promise<unknown> => page.addStyleTag({ content: 'html { font-size: 200% !important }' });

    for (const [name, address] of [
      ['a wide page', 'layout=auto'],
      ['a split inbox', 'layout=split&width=900'],
      ['a phone, in German', 'layout=auto&width=390&lang=de'],
    ] as const) {
      it(`leaves everything within reach on ${name}`, async () => {
        for (const state of STATES) {
          await visit(`state=${state}&${address}`);
          await enlarge();
          await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
          const size = await widget.locator('.inbox').evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
          expect(size, 'in px').to.equal(28);
          expect(await widget.evaluate(cramped), state).to.deep.equal([]);
        }
      });
    }

    it('would be noticed where something is cut off, covered, or wider than its place', async () => {
      for (const css of [
        '.filters { flex-wrap: nowrap; overflow: hidden }',
        '.row-name { inline-size: max-content; overflow: visible; max-inline-size: none }',
        '.send-button { margin-inline-end: -40px }',
        '.composer { position: absolute; inset: 0 }',
      ]) {
        await visit('state=loaded&layout=split&width=620');
        await enlarge();
        await spoil(css);
        expect(await widget.evaluate(cramped), css).to.not.be.empty;
      }
    });
  });

  it('A picture’s buttons keep clear of the notch of a screen that the page fills', async () => {
    const insets = { top: 20, left: 44, right: 44, bottom: 21 };
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setSafeAreaInsetsOverride', { insets });
    await visit('state=viewer');
    const viewer = widget.locator('.viewer');
    await viewer.waitFor();
    const { width } = page.viewportSize() ?? { width: 0 };
    for (const part of await viewer.locator('header > *').all()) {
      const { x, y, width: own } = (await part.boundingBox()) ?? { x: 0, y: 0, width };
      expect(x, 'at the left').to.be.at.least(insets.left);
      expect(y, 'at the top').to.be.at.least(insets.top);
      expect(x + own, 'at the right').to.be.at.most(width - insets.right);
    }
  });

  describe('a pointer', () => {
    const narrow = 'state=loaded&layout=stack&width=390';
    const exactTime = () => widget.locator('.message-tools time');

    it('that hovers lays the exact time on no word: it is below the message, as a tooltip', async () => {
      await visit(narrow);
      await widget.locator('.message[data-key] > .bubble').last().hover();
      await widget.locator('.message-tools button').waitFor();
      expect(await exactTime().isVisible()).to.equal(false);
      expect(await widget.locator('.message-meta[title], .message-meta > time').last().getAttribute('title')).to.equal(await exactTime().locator('> :first-child').textContent());
    });

    it('that cannot hover shows it by a tap, and leaves it there', async () => {
      await page.context().close();
      ({ page } = await openPlayground(browser, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } }));
      widget = page.locator('inbox-widget');
      await visit(narrow);
      await widget.locator('.message[data-key] > .bubble').last().tap();
      await exactTime().waitFor();
      expect(await exactTime().isVisible()).to.equal(true);
    });

    it('that is a finger is told of no keys', async () => {
      const keys = () => widget.locator('.panel kbd').first();
      await visit('state=choose&layout=split');
      expect(await keys().isVisible()).to.equal(true);
      await page.context().close();
      ({ page } = await openPlayground(browser, { hasTouch: true, isMobile: true, viewport: { width: 1024, height: 768 } }));
      widget = page.locator('inbox-widget');
      await visit('state=choose&layout=split');
      await widget.locator('.thread .panel-title').waitFor();
      expect(await keys().isVisible()).to.equal(false);
    });

    it('that is a finger makes no phone zoom in: what is filled in has letters of 16 px', async () => {
      await page.context().close();
      ({ page } = await openPlayground(browser, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } }));
      widget = page.locator('inbox-widget');
      await visit(narrow);
      const sizes = await widget.locator('select, textarea, input:not([hidden], [type="radio"])').evaluateAll((fields) =>
        fields.map((field) => [field.classList[0] ?? field.localName, parseFloat(getComputedStyle(field).fontSize)] as const),
      );
      expect(sizes.filter(([, size]) => size < 16)).to.deep.equal([]);
      expect(sizes.map(([name]) => name)).to.include.members(['select', 'search-field', 'field']);
    });

    it('that slips while it presses a picture opens it, instead of dragging it to the reply', async () => {
      await visit('state=loaded&layout=split');
      const { x = 0, y = 0 } = (await widget.locator('.attachment img').last().boundingBox()) ?? {};
      await page.mouse.move(x + 40, y + 140);
      await page.mouse.down();
      await page.mouse.move(x + 60, y + 150, { steps: 4 });
      await page.mouse.up();
      expect(await widget.locator('.viewer').count()).to.equal(1);
    });

    for (const [where, address] of [['left to right', narrow], ['right to left', 'state=rtl&layout=stack&width=390'], ['in little width', 'state=loaded&layout=stack&width=280']] as const) {
      it(`that cannot hover shows it on no word of any message, and whole, ${where}`, async () => {
        await page.context().close();
        ({ page } = await openPlayground(browser, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 }, reducedMotion: 'reduce' }));
        widget = page.locator('inbox-widget');
        await visit(address);
        const messages = widget.locator('.message[data-key]');
        // From the last one up, where it soon is no longer at its end.
        for (let fromEnd = 1; fromEnd <= 5; fromEnd++) {
          const message = messages.nth(-fromEnd);
          await message.scrollIntoViewIfNeeded();
          // What the way there has scrolled is told with the next frame.
          await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
          await message.locator('> :is(.bubble, .attachment-file)').first().dispatchEvent('pointerover', { bubbles: true, pointerType: 'touch' });
          await message.dispatchEvent('click');
          await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
          expect(await message.evaluate(covered), `message ${fromEnd} from the end`).to.deep.equal([]);
        }
      });
    }
  });
});
