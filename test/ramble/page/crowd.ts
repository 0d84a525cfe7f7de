import type { MemorySeed } from '../../../src/inbox/memory/index.js';
import type { Attachment, Message } from '../../../src/inbox/model.js';

const CHANNELS = ['whatsapp', 'email', 'sms', 'telegram', 'web'] as const;
const NAMES = ['Ada', 'Bea', 'Çelik', 'Noor نور', 'Omar'] as const;
const WORDS = [
  'thanks', 'shelf', 'alcove', 'oak', '🙏', 'see', 'you', 'tomorrow', 'https://example.com/shelves', 'مرحبا', 'كيف', 'ordering',
  'Bücherregal', '日本語のテキスト', `a l${'o'.repeat(80)}ng one`,
];
/** Their bytes are what the page gives the source for these ids. */
export const FILES: readonly Attachment[] = [
  { id: 'picture', name: 'Corner.webp', type: 'image/webp', size: 2_782 },
  { id: 'other-picture', name: `A name that is ${'very '.repeat(30)}long.webp`, type: 'image/webp', size: 2_782 },
  { id: 'quote', name: 'عرض Quote.pdf', type: 'application/pdf', size: 96_000 },
  { id: 'lost', name: 'Lost.webp', type: 'image/webp', size: 1 },
];
const WITH_FILES = 0.12;
const DELIVERIES = ['sent', 'delivered', 'read', 'failed'] as const;
const HOUR_MS = 3_600_000;
const MOST_MESSAGES = 150;

type ConversationSeed = NonNullable<MemorySeed['conversations']>[number];

/** Conversations as awkward as those of life, the same for the same random numbers. */
export class Crowd {
  readonly #random: () => number;
  readonly #begin = Date.now() - 30 * 24 * HOUR_MS;
  /** How many there have been. */
  size = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** A whole number from 0 up to below a limit. */
  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  /** One of the first of those that there are. @param open Every second time this one, where it is one of them. */
  someId(open: string | null = null): string {
    if (open?.startsWith('c') && this.below(2)) return open;
    return `c${this.below(Math.min(this.size, 60))}`;
  }

  /** Mostly short, sometimes long. */
  text(): string {
    const length = 1 + Math.floor(this.#random() ** 2 * 40);
    return Array.from({ length }, () => WORDS[this.below(WORDS.length)]).join(' ');
  }

  /** @param isNew Begins just now, with its first message. */
  next(isNew = false): ConversationSeed {
    const number = this.size++;
    const id = `c${number}`;
    const name = `${NAMES[number % NAMES.length] ?? ''} ${number}`;
    let time = isNew ? Date.now() : this.#begin + number * HOUR_MS;
    const count = isNew || this.#random() < 0.2 ? 1 : 1 + this.below(MOST_MESSAGES);
    const messages = Array.from({ length: count }, (_, at): Message => {
      if (!isNew) time += this.#random() * HOUR_MS;
      return {
        id: `${id}m${at}`,
        conversationId: id,
        direction: this.#random() < 0.5 ? 'in' : 'out',
        authorName: this.below(3) ? name : 'Iris',
        text: this.below(20) ? this.text() : '🎉',
        attachments: this.#random() < WITH_FILES ? FILES.slice(this.below(FILES.length)) : [],
        sentAt: new Date(time).toISOString(),
        status: DELIVERIES[this.below(DELIVERIES.length)] ?? 'read',
      };
    });
    return {
      id,
      channel: CHANNELS[number % CHANNELS.length] ?? '',
      contact: { id: `p${number}`, name },
      unread: this.#random() < 0.3 ? this.below(4) : 0,
      status: this.#random() < 0.8 ? 'open' : 'closed',
      messages,
    };
  }
}
