import { expect } from 'chai';
import type { Conversation, Message } from '../../src/inbox/model.js';
import { conversation, message, thread } from './fixtures.js';
import { log, many, minutesAgo } from './long-thread.js';
import { mount, unmountAll } from './mount.js';

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
const TEXTS = [
  'Thank you, that helps.',
  'Could it be delivered before the 24th?',
  'I have measured the alcove again, and it is two centimetres narrower than I thought. Does the shelf come in 78 as well?',
  'Yes please 🙏',
  'See you at four, then.',
];

/** Rows as they come, and the dearest: with the contact's image over initials, and ticks. */
const rows: Record<'mixed' | 'crowded' | 'dear', (index: number) => Conversation> = {
  mixed: (index) => conversation({ id: `c${index}`, name: `Person ${index}`, ...(index % 3 ? { unread: 1 } : { lastDirection: 'out', lastStatus: 'read' }) }),
  crowded: (index) =>
    conversation({ id: `c${index}`, name: `Person ${index}`, unread: index % 9 === 4 ? 1 : 0, lastDirection: index % 3 === 1 ? 'out' : 'in', lastStatus: 'read' }),
  dear: (index) =>
    conversation({ id: `c${index}`, contact: { id: `p${index}`, name: `Person ${index}`, avatarUrl: PIXEL }, lastDirection: 'out', lastStatus: 'read' }),
};

const make = (part: (index: number, count: number) => Partial<Message>) => (count: number): Message[] =>
  Array.from({ length: count }, (_, index) => message({ id: `m${index}`, ...part(index, count) }));
const crowded = make((index, count) => ({ direction: index % 3 === 1 ? 'out' : 'in', text: TEXTS[index % 5]!, status: 'read', sentAt: minutesAgo(count - index) }));
const short = make((index, count) => ({ direction: 'out', text: 'Yes', sentAt: minutesAgo(20 * (count - index)) }));
const linked = make((index, count) => ({
  direction: 'out',
  authorName: 'A colleague',
  text: 'See https://e.example/e, or ask e@e.example. '.repeat(3),
  sentAt: minutesAgo(count - index),
}));

describe('With 10,000 conversations and 100,000 messages there are at most 400 elements', function () {
  // Each step waits for frames, which come slowly where no screen is.
  this.timeout(60_000);
  afterEach(unmountAll);

  for (const [what, row, messages, height, q = ''] of [
    ['of all kinds', 'mixed', many, 640],
    ['of all kinds', 'mixed', many, 1_200],
    ['as in the crowded example', 'crowded', crowded, 1_300],
    ['of which the rows are the dearest', 'dear', many, 1_080],
    ['of which all are the dearest, short, own and far apart', 'dear', short, 960],
    ['full of links', 'mixed', linked, 640],
    ['full of links and of what is searched for', 'mixed', linked, 640, 'e'],
  ] as const) {
    it(`in a box of ${height}px, ${what}`, async () => {
      const conversations = Array.from({ length: 10_000 }, (_, index) => rows[row](index));
      const view = await mount(
        { conversations, openId: 'c0', list: { query: { filter: 'all', channel: '', q } }, threads: new Map([['c0', thread(messages(100_000))]]) },
        { width: 1_280, height },
      );
      const counts: number[] = [];
      const look = (): number => counts.push(view.root.querySelectorAll('*').length);
      look();
      for (let step = 0; step < 10; step++) {
        log(view).scrollTop -= 400;
        view.find('.rows-scroller').scrollTop += 3_333;
        await view.drawn();
        look();
      }
      expect(Math.max(...counts)).to.be.at.most(400);
      expect(Math.min(...counts)).to.be.above(150);
    });
  }
});
