import type { InboxWidget } from '../../../../src/element.js';
import { element } from '../elements.js';
import { CallCount } from './call-count.js';

const TICK_MS = 250;

/** The token's state and how long it still lives, as the element itself tells it, and how often a new one was asked for. */
export class TokenClock {
  readonly #status = element('dd', {}, '–');
  readonly #left = element('dd', {}, '–');
  readonly #asked = element('dd', {}, '0');
  readonly element = element(
    'dl',
    {},
    element('dt', {}, 'State'),
    this.#status,
    element('dt', {}, 'Expires in'),
    this.#left,
    element('dt', {}, 'Calls in the last minute'),
    this.#asked,
  );

  constructor(widget: () => InboxWidget | null) {
    const calls = new CallCount();
    setInterval(() => {
      const { tokenStatus, tokenExpiresAt } = widget() ?? {};
      write(this.#status, tokenStatus ?? '–');
      write(this.#left, tokenExpiresAt ? timeLeft(tokenExpiresAt.getTime() - Date.now()) : 'unknown');
      write(this.#asked, String(calls.inLastMinute()));
    }, TICK_MS);
  }
}

/** Only what has changed: a screen reader that is told of every text four times a second no longer gets to what the inbox says. */
function write(to: HTMLElement, text: string): void {
  if (to.textContent !== text) to.textContent = text;
}

function timeLeft(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}
