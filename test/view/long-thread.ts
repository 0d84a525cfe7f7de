import type { Message } from '../../src/inbox/model.js';
import { at, conversation, message, thread } from './fixtures.js';
import { mount, type Mounted, type MountOptions } from './mount.js';

export const mara = conversation({ id: 'mara', unread: 0 });
export const minutesAgo = (minutes: number): string => new Date(Date.parse(at('9:00')) - minutes * 60_000).toISOString();

/** Messages in the order of their numbers, some of them long, by both sides. */
export const many = (count: number, from = 0): Message[] =>
  Array.from({ length: count }, (_, index) => numbered(from + index));
export const numbered = (number: number): Message =>
  message({
    id: `m${number}`,
    text: `Message ${number}${number % 7 ? '' : `, ${'which is a longer one, '.repeat(8)}`}`,
    direction: (number >> 1) % 2 ? 'out' : 'in',
    sentAt: minutesAgo(200_000 - number),
  });

/** Mara's thread on screen, with these messages. */
export const open = (messages: readonly Message[], part = {}, options?: MountOptions): Promise<Mounted> =>
  mount({ conversations: [mara], openId: 'mara', threads: new Map([['mara', thread(messages, part)]]) }, options);
export const log = (view: Mounted): HTMLElement => view.find('.log');

export async function scrollTo(view: Mounted, fromEnd: number): Promise<void> {
  log(view).scrollTop = -fromEnd;
  await view.drawn();
}

/** Down to this message, one window after the other. */
export async function scrollToNewest(view: Mounted, key: string): Promise<void> {
  const isThere = (): boolean => view.all('.message').at(-1)?.dataset.key === key && Math.abs(log(view).scrollTop) < 1;
  for (let step = 0; step < 60 && !isThere(); step++) await scrollTo(view, 0);
}
