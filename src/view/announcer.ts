import { lineOf } from '../inbox/line-of.js';
import type { Happening, InboxState } from '../inbox/state.js';
import type { PageClock } from '../page-clock.js';
import { nameOf } from './people.js';
import type { Ui } from './ui.js';

/** Of a long message, what is read aloud; the rest is for reading. */
const HEARD = /^(.{200}).+/su;

/** Something to be read aloud by screen readers. */
export interface Heard {
  /** `undefined`: nothing is to be said. */
  readonly text?: string;
  /** What it is about, where more of the kind may follow at once: then only their number is said. */
  readonly about?: string;
  readonly many?: (count: number) => string;
}

/**
 * What has just happened, as it is said aloud. That a message was delivered or read, and that
 * somebody is typing, can be found out, but interrupts nobody.
 */
export function heardOf(happening: Happening, { openId, conversations }: InboxState, { t, format }: Ui): Heard {
  switch (happening.type) {
    case 'received': {
      const { message, conversation } = happening;
      const name = nameOf(conversation.contact.name, t);
      const { conversationId, authorName } = message;
      const line = lineOf(message).replace(HEARD, '$1…');
      const text = conversationId === openId ? `${nameOf(authorName || name, t)}: ${line}` : t('newMessageFrom', { name });
      return { text, about: conversationId, many: (count) => `${name}: ${t('newMessages', { count })}` };
    }
    case 'sent':
      return { text: format.sentence(t('sent')) };
    case 'failed':
    case 'undelivered': {
      const { conversationId } = happening.type === 'failed' ? happening.outgoing : happening.message;
      const contact = conversationId === openId ? null : conversations.get(conversationId)?.contact;
      return { text: `${contact ? `${nameOf(contact.name, t)}: ` : ''}${format.sentence(t('failed'))}` };
    }
    default:
      return {};
  }
}

/** What was said is removed after this time, in ms: by then it is no longer news. */
const SAID_MS = 10_000;
/** How long to wait for more of the same kind, in ms. */
const GATHERED_MS = 1_000;

/** Says things through the one polite status region, which is there from the first render. */
export class Announcer {
  readonly #region: () => HTMLElement;
  readonly #clock: PageClock;
  #waiting: string[] = [];
  /** Where something was said last. */
  #last: HTMLElement | undefined;
  #cancel: (() => void) | undefined;
  /** What is gathered, by what it is about. */
  readonly #gathered = new Map<string, { count: number; readonly cancel: () => void }>();

  /** @param region Finds the status region that can be heard at the moment. */
  constructor(region: () => HTMLElement, clock: PageClock) {
    this.#region = region;
    this.#clock = clock;
  }

  /** Says what has happened; where much of a kind happens at once, how much. */
  tell({ text, about, many }: Heard): void {
    if (!about || !many) return this.say(text);
    const before = this.#gathered.get(about);
    if (before) return void before.count++;
    const cancel = this.#clock.after(GATHERED_MS, () => {
      this.#gathered.delete(about);
      this.say(kind.count > 1 ? many(kind.count) : text);
    });
    const kind = { count: 1, cancel };
    this.#gathered.set(about, kind);
  }

  /**
   * Says a text: several in one task are said together, and a repeated one is heard again.
   *
   * @param before What was said earlier of the same thing: it no longer holds, so nobody who reads on must find it still there.
   */
  say(text: string | undefined, before?: string): void {
    if (!text) {
      // Only that: what was said in the same breath may still hold.
      [...(this.#last?.childNodes ?? [])].find(({ textContent }) => textContent === before)?.remove();
      return;
    }
    this.#waiting.push(text);
    queueMicrotask(() => {
      const next = this.#waiting;
      this.#waiting = [];
      // Said along with what came first, or hushed.
      if (!next.length) return;
      const region = this.#region();
      const { textContent } = region;
      this.#clear();
      region.append(...next.flatMap((one, at) => (at ? [' ', one] : one)));
      // The same text again would be no change to announce. With a space at its end it is one, and sounds the same.
      if (region.textContent === textContent) region.append('\u00a0');
      this.#last = region;
      this.#cancel = this.#clock.after(SAID_MS, () => this.#clear());
    });
  }

  /** Takes back what was said, and what was still to be said. */
  hush(): void {
    this.#waiting = [];
    for (const { cancel } of this.#gathered.values()) cancel();
    this.#gathered.clear();
    this.#clear();
  }

  #clear(): void {
    this.#cancel?.();
    this.#last?.replaceChildren();
  }
}
