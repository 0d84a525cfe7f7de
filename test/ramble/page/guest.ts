import type { InboxWidget } from '../../../src/index.js';
import type { MemorySource } from '../../../src/inbox/memory/index.js';
import { findings } from './findings.js';
import { Ledger } from './ledger.js';
import { ScreenReading } from './screen-reading.js';
import { untruths } from './truth.js';
import type { Weather } from './weather.js';

/** One inbox of the page, with all that is known of it. */
export class Guest {
  readonly widget: InboxWidget;
  readonly screen: ScreenReading;
  readonly ledger: Ledger;
  readonly weather: Weather;
  readonly #truth: MemorySource;

  private constructor(widget: InboxWidget, truth: MemorySource, weather: Weather, ledger: Ledger) {
    this.widget = widget;
    this.screen = new ScreenReading(widget.shadowRoot as ShadowRoot);
    this.ledger = ledger;
    this.weather = weather;
    this.#truth = truth;
  }

  /** Puts an inbox into the page, and waits until it is there. */
  static async enter(id: string, truth: MemorySource, weather: Weather): Promise<Guest> {
    const widget = document.createElement('inbox-widget');
    const ledger = new Ledger(widget);
    Object.assign(widget, { id, source: weather.source, withoutStorage: true });
    document.querySelector('#home')?.append(widget);
    await new Promise((resolve) => widget.addEventListener('inbox-ready', resolve, { once: true }));
    return new Guest(widget, truth, weather, ledger);
  }

  /** What is wrong at this moment. */
  findings(): string[] {
    return [...findings(this.screen, this.widget), ...this.ledger.findings()];
  }

  /** What differs from the source, once all is at rest. */
  async untruths(): Promise<string[]> {
    const counter = document.querySelector(`inbox-unread[for="${this.widget.id}"]`)?.shadowRoot?.textContent ?? '';
    const { unread } = await this.#truth.getInbox();
    return [
      ...(await untruths(this.screen, this.widget, this.#truth)),
      ...(Number(counter) === unread ? [] : [`<inbox-unread> shows “${counter}”, not ${unread}`]),
    ];
  }
}
