import type { Happening, InboxState } from '../inbox/state.js';
import type { ViewClock } from './clock.js';
import { lineOf } from './line-of.js';
import type { Ui } from './ui.js';

/**
 * What has just happened, as it is said aloud; `null` for what is not. Delivered, read and typing can be found out, but
 * interrupt nobody.
 */
export function heardOf(happening: Happening, { openId, conversations }: InboxState, { t, format }: Ui): string | null {
  switch (happening.type) {
    case 'received': {
      const { message, conversation } = happening;
      const { name } = conversation.contact;
      if (message.conversationId !== openId) return t('newMessageFrom', { name });
      return `${message.authorName || name}: ${lineOf(message)}`;
    }
    case 'sent':
      return format.sentence(t('sent'));
    case 'failed': {
      const { conversationId } = happening.outgoing;
      const name = conversationId === openId ? '' : conversations.get(conversationId)?.contact.name;
      return `${name ? `${name}: ` : ''}${format.sentence(t('failed'))}`;
    }
    default:
      return null;
  }
}

/** What was said is no longer read after this time, in ms: by then it is no news. */
const SAID_MS = 10_000;

/** Says things through the one polite status region, which is there from the first render. */
export class Announcer {
  readonly #region: HTMLElement;
  readonly #clock: ViewClock;
  #waiting: string[] = [];
  #cancel: (() => void) | undefined;

  constructor(region: HTMLElement, clock: ViewClock) {
    this.#region = region;
    this.#clock = clock;
  }

  /** What is said in one task is said as one; what repeats itself is heard again. */
  say(text: string | null): void {
    if (!text) return;
    this.#waiting.push(text);
    if (this.#waiting.length > 1) return;
    queueMicrotask(() => {
      const next = this.#waiting.join(' ');
      this.#waiting = [];
      if (!next) return;
      // The same text once more would be no change. A space at its end is one, and is not heard.
      this.#region.textContent = this.#region.textContent === next ? `${next}\u00a0` : next;
      this.#cancel?.();
      this.#cancel = this.#clock.after(SAID_MS, () => this.#region.replaceChildren());
    });
  }

  dispose(): void {
    this.#waiting = [];
    this.#cancel?.();
  }
}
