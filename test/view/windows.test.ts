import { expect } from 'chai';
import fc from 'fast-check';
import { keptScrollTop, scrollTopShowing, visibleRows, type ListGeometry, type Span } from '../../src/view/list-window.js';
import { firstUnread, keyOf, receivedSince, threadItems, type ThreadItem } from '../../src/view/thread-items.js';
import { type CostAt, newestSpan, windowOf } from '../../src/view/thread-window.js';
import { at, message, outgoing } from './fixtures.js';

const geometry = (scrollTop: number, part: Partial<ListGeometry> = {}): ListGeometry => ({ pitch: 60, viewport: 480, scrollTop, ...part });
const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `c${index}`);

describe('The rows of a list', () => {
  it('that are drawn fill what can be seen, and one more each way', () => {
    expect(visibleRows(10_000, geometry(0))).to.deep.equal({ start: 0, end: 9 });
    expect(visibleRows(10_000, geometry(6_030))).to.deep.equal({ start: 99, end: 110 });
    expect(visibleRows(10_000, geometry(10_000 * 60 - 480))).to.deep.equal({ start: 9_991, end: 10_000 });
  });

  it('are none where there are none', () => {
    expect(visibleRows(0, geometry(600))).to.deep.equal({ start: 0, end: 0 });
  });

  it('stay where they are read when others come above', () => {
    expect(keptScrollTop(ids(100), ['new', ...ids(100)], geometry(630))).to.equal(690);
    expect(keptScrollTop(ids(100), ids(100).slice(3), geometry(630))).to.equal(450);
  });

  it('keep the next one in place where the first has moved up', () => {
    const moved = ['c10', ...ids(100).filter((id) => id !== 'c10')];
    expect(keptScrollTop(ids(100), moved, geometry(630))).to.equal(0 * 60 + 30 - 30 + (630 - 10 * 60));
  });

  it('show what is new at the top, where one is there', () => {
    expect(keptScrollTop(ids(100), ['new', ...ids(100)], geometry(10))).to.equal(10);
  });

  it('are scrolled to no further than needed', () => {
    expect(scrollTopShowing(20, geometry(0))).to.equal(21 * 60 - 480);
    expect(scrollTopShowing(2, geometry(630))).to.equal(120);
    expect(scrollTopShowing(12, geometry(630))).to.equal(630);
  });
});

describe('The window of a thread', () => {
  const COUNT = 100_000;
  const even = (): number => 5;
  /** Anything from 1 to 13, the same for the same message. */
  const uneven = (index: number): number => 1 + ((index * 7_919) % 13);
  const cost = ({ start, end }: Span, costAt: CostAt): number =>
    Array.from({ length: end - start }, (_, index) => costAt(start + index)).reduce((sum, one) => sum + one, 0);

  it('is at the newest messages, as many as it can afford', () => {
    expect(newestSpan(COUNT, even, 100)).to.deep.equal({ start: COUNT - 20, end: COUNT });
    expect(newestSpan(COUNT, even, 96)).to.deep.equal({ start: COUNT - 20, end: COUNT });
    expect(newestSpan(COUNT, () => 500, 100)).to.deep.equal({ start: COUNT - 1, end: COUNT });
    expect(newestSpan(3, even, 100)).to.deep.equal({ start: 0, end: 3 });
    expect(newestSpan(0, even, 100)).to.deep.equal({ start: 0, end: 0 });
  });

  const seen = { start: 500, end: 508 };
  const span = (...words: Parameters<typeof windowOf>): Span => windowOf(...words).span;

  it('goes on from its first message, wherever that is now', () => {
    expect(span(495, seen, null, COUNT, even, 100)).to.deep.equal({ start: 495, end: 515 });
    expect(span(COUNT - 5, { start: COUNT - 5, end: COUNT }, null, COUNT, even, 100)).to.deep.equal({ start: COUNT - 5, end: COUNT });
    expect(span(-1, { start: -1, end: -1 }, null, COUNT, even, 100), 'it is gone').to.deep.equal({ start: 0, end: 20 });
  });

  it('moves so that three quarters of what is not in sight lie ahead', () => {
    expect(span(500, seen, 'older', COUNT, even, 100)).to.deep.equal({ start: 491, end: 511 });
    expect(span(500, seen, 'newer', COUNT, even, 100)).to.deep.equal({ start: 497, end: 517 });
  });

  it('holds all that is in sight and more on both sides, whatever that costs, and the same again while nobody scrolls', () => {
    const costs = fc.constantFrom<CostAt>(even, uneven, (index) => (index % 5 ? 4 : 300));
    const ways = fc.constantFrom('older' as const, 'newer' as const);
    fc.assert(
      fc.property(fc.integer({ min: 10, max: COUNT - 60 }), fc.integer({ min: 1, max: 50 }), ways, costs, (start, length, towards, costAt) => {
        const inSight = { start, end: start + length };
        const moved = windowOf(start, inSight, towards, COUNT, costAt, 140);
        expect(moved.span.start).to.be.below(inSight.start);
        expect(moved.span.end).to.be.above(inSight.end);
        expect(cost({ ...moved.span, end: moved.span.end - 1 }, costAt), 'but for the last one').to.be.below(moved.budget);
        expect(windowOf(moved.span.start, inSight, null, COUNT, costAt, moved.budget)).to.deep.equal(moved);
      }),
    );
  });

  it('costs no more than at first where nothing is dear, however far somebody scrolls', () => {
    let { span: now, budget } = { span: newestSpan(COUNT, uneven, 140), budget: 140 };
    for (const towards of ['older', 'newer'] as const) {
      for (let step = 0; step < 500; step++) {
        const first = towards === 'older' ? now.start : now.end - 8;
        ({ span: now, budget } = windowOf(now.start, { start: first, end: first + 8 }, towards, COUNT, uneven, budget));
      }
    }
    expect(budget).to.equal(140);
  });
});

describe('what is new in a thread', () => {
  const sequence = [message({ id: 'a' }), message({ id: 'b', direction: 'out' }), message({ id: 'c' }), outgoing()];

  it('is what was received after the newest message that was seen', () => {
    expect(receivedSince(sequence, 'a')).to.equal(1);
    expect(receivedSince(sequence, 'c')).to.equal(0);
    expect(receivedSince(sequence, undefined), 'none was seen').to.equal(2);
  });

  it('begins at its mark, or with the first message that is here where the mark is in pages still to be fetched', () => {
    const messages = [message({ id: 'a' }), message({ id: 'b' })];
    expect(firstUnread({ messages, unreadFrom: 'b', unreadAbove: 0 })).to.equal(1);
    expect(firstUnread({ messages, unreadFrom: null, unreadAbove: 3 })).to.equal(0);
    expect(firstUnread({ messages, unreadFrom: null, unreadAbove: 0 })).to.equal(-1);
  });
});

describe('threadItems()', () => {
  const draw = (items: readonly ThreadItem[]): string =>
    items.map((item) => (item.type === 'message' ? `${item.first ? '[' : ''}${item.source.text}${item.last ? ']' : ''}` : item.type)).join(' ');
  const items = (messages: Parameters<typeof message>[0][], unreadFrom: string | null = null): string => {
    const sequence = messages.map(message);
    return draw(threadItems(sequence, { start: 0, end: sequence.length }, unreadFrom));
  };

  it('begins each day with its separator', () => {
    expect(items([{ text: 'a', sentAt: at('-1 23:59') }, { text: 'b', sentAt: at('0:01') }])).to.equal('day [a] day [b]');
  });

  it('joins messages of one author with no long pause', () => {
    expect(items([{ text: 'a', sentAt: at('9:00') }, { text: 'b', sentAt: at('9:14') }, { text: 'c', sentAt: at('9:30') }])).to.equal('day [a b] [c]');
  });

  it('parts authors, directions and steps of delivery', () => {
    expect(
      items([
        { text: 'a' },
        { text: 'b', direction: 'out' },
        { text: 'c', direction: 'out', authorName: 'Hannah' },
        { text: 'd', direction: 'out', authorName: 'Hannah', status: 'sent' },
        { text: 'e', direction: 'out', authorName: 'Hannah', status: 'sent' },
      ]),
    ).to.equal('day [a] [b] [c] [d e]');
  });

  it('puts the marker before the first unread message, and begins a run there', () => {
    expect(items([{ text: 'a' }, { text: 'b', id: 'b' }], 'b')).to.equal('day [a] unread [b]');
  });

  it('looks one message beyond its window, so that runs and days go on there', () => {
    const sequence = ['a', 'b', 'c', 'd'].map((text) => message({ text }));
    expect(draw(threadItems(sequence, { start: 1, end: 3 }, null))).to.equal('b c');
  });

  it('looks at no message that is far from its window, however many there are', () => {
    let seen = 0;
    const counted = message({ id: 'far' });
    const sequence = Array.from({ length: 10_000 }, () => ({ ...counted, get id() { seen++; return 'far'; } }));
    threadItems(sequence, { start: 9_990, end: 10_000 }, 'gone');
    expect(seen).to.be.below(100);
  });

  it('keeps the key of an own message when it is confirmed', () => {
    expect(keyOf(outgoing({ key: 'k' }))).to.equal('k');
    expect(keyOf(message({ id: 'm', clientKey: 'k', direction: 'out' }))).to.equal('k');
  });
});
