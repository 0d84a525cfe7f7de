import type { Browser, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { openPlayground, visitPlayground } from '../e2e/playground-page.js';
import { launchBrowser, startDemo, type Demo } from '../e2e/stage.js';
import type { Scene } from './album.js';

/** A Thursday, two minutes after the example's newest message. */
const NOW = '2026-05-14T09:44:00Z';
/** What the playground has above and below the widget. */
const AROUND_PX = 120;

/** Takes pictures of the playground: in Inter, at a fixed time, and with nothing moving. */
export class Camera {
  readonly #demo: Demo;
  readonly #browser: Browser;
  readonly #page: Page;

  private constructor(demo: Demo, browser: Browser, page: Page) {
    this.#demo = demo;
    this.#browser = browser;
    this.#page = page;
  }

  static async open(): Promise<Camera> {
    const [demo, browser] = await Promise.all([startDemo(['--quiet']), launchBrowser()]);
    const { page } = await openPlayground(browser, { timezoneId: 'UTC', reducedMotion: 'reduce', deviceScaleFactor: 1 });
    await page.clock.setFixedTime(NOW);
    return new Camera(demo, browser, page);
  }

  /** Chromium's own version, such as `140`. */
  get version(): string {
    return this.#browser.version().split('.')[0] ?? '';
  }

  /** Which of these fonts are not here. Without them letters have other widths, and lines break elsewhere. */
  missingFonts(names: readonly string[]): Promise<readonly string[]> {
    return this.#page.evaluate((names) => {
      const context = document.createElement('canvas').getContext('2d');
      const width = (font: string): number | undefined => {
        if (context) context.font = font;
        return context?.measureText('Mm iIl 09 ﷽ 🙂').width;
      };
      return names.filter((name) => ['monospace', 'serif'].every((other) => width(`20px "${name}", ${other}`) === width(`20px ${other}`)));
    }, names);
  }

  async take({ address, height, last }: Scene): Promise<PNG> {
    await this.#page.setViewportSize({ width: 1000, height: height + AROUND_PX });
    await visitPlayground(this.#page, this.#demo, address);
    const widget = this.#page.locator('inbox-widget');
    await widget.locator(last).filter({ visible: true }).first().waitFor();
    await widget.evaluate(async ({ shadowRoot }) => {
      await document.fonts.ready;
      const isShown = ({ src, naturalWidth }: HTMLImageElement): boolean => src !== '' && naturalWidth > 0;
      while (![...(shadowRoot?.querySelectorAll('img') ?? [])].every(isShown)) await new Promise(requestAnimationFrame);
    });
    // A viewer fills the page, wherever the widget is.
    const viewer = widget.locator('dialog[open]');
    const shown = (await viewer.count()) ? viewer : widget;
    const shoot = (): Promise<Buffer> => shown.screenshot({ animations: 'disabled', caret: 'hide' });
    // What still comes in, such as a count, makes the next one another.
    for (let before = await shoot(); ; ) {
      const now = await shoot();
      if (now.equals(before)) return PNG.sync.read(now);
      before = now;
    }
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.#demo.stop();
  }
}
