import type { InboxWidget } from '../../../../src/element.js';
import { element } from '../elements.js';

const TICK_MS = 250;

/** The token's state and how long it still lives, as the element itself tells it. */
export class TokenClock {
  readonly #status = element('dd', {}, '–');
  readonly #left = element('dd', {}, '–');
  readonly element = element(
    'dl',
    {},
    element('dt', {}, 'State'),
    this.#status,
    element('dt', {}, 'Expires in'),
    this.#left,
  );

  constructor(widget: () => InboxWidget | null) {
    setInterval(() => {
      const { tokenStatus, tokenExpiresAt } = widget() ?? {};
      this.#status.textContent = tokenStatus ?? '–';
      this.#left.textContent = tokenExpiresAt ? timeLeft(tokenExpiresAt.getTime() - Date.now()) : 'unknown';
    }, TICK_MS);
  }
}

function timeLeft(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}
