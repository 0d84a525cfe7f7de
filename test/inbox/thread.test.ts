import { expect } from 'chai';
import type { DeliveryStatus, Message } from '../../src/inbox/model.js';
import {
  EMPTY_THREAD,
  placeNewMark,
  mergeMessage,
  mergeNewest,
  mergeOlder,
  messageIndex,
} from '../../src/inbox/thread.js';
import type { ThreadState } from '../../src/inbox/state.js';

const at = (minute: number): string => new Date(Date.UTC(2026, 4, 21, 9, minute)).toISOString();

const message = (id: string, minute: number, part: Partial<Message> = {}): Message => ({
  id,
  conversationId: 'c',
  direction: 'in',
  authorName: 'Mara',
  text: id,
  attachments: [],
  sentAt: at(minute),
  status: 'sent',
  ...part,
});

const thread = (messages: readonly Message[], hasMore = false): ThreadState =>
  mergeNewest(EMPTY_THREAD, { messages, hasMore }, () => false);

const ids = ({ messages }: ThreadState): string => messages.map(({ id }) => id).join(' ');

describe('a thread takes in a message', () => {
  const known = thread([message('a', 1), message('b', 2), message('d', 4)]);

  it('at the end, in between, or at the start, as its time says', () => {
    expect(ids(mergeMessage(known, message('e', 5)))).to.equal('a b d e');
    expect(ids(mergeMessage(known, message('c', 3)))).to.equal('a b c d');
    expect(ids(mergeMessage(known, message('z', 0)))).to.equal('z a b d');
  });

  it('behind those of the same time', () => {
    expect(ids(mergeMessage(known, message('bb', 2)))).to.equal('a b bb d');
  });

  it('in order although times differ in the digits of their seconds', () => {
    const short = thread([message('a', 1, { sentAt: '2026-05-21T09:00:00Z' })]);
    expect(ids(mergeMessage(short, message('b', 1, { sentAt: '2026-05-21T09:00:00.5Z' })))).to.equal('a b');
    expect(ids(mergeMessage(short, message('b', 1, { sentAt: '2026-05-21T08:59:59.999Z' })))).to.equal('b a');
  });

  it('not where older ones have not been fetched: it comes with its page', () => {
    const part = thread([message('b', 2), message('d', 4)], true);
    expect(mergeMessage(part, message('a', 1))).to.equal(part);
    expect(ids(mergeMessage(thread([], true), message('a', 1)))).to.equal('a');
  });

  it('once, and leaves the thread as it is where nothing has changed', () => {
    const copy = { ...message('b', 2) };
    expect(mergeMessage(known, copy)).to.equal(known);
  });

  it('in its new place where its time has changed', () => {
    expect(ids(mergeMessage(known, message('a', 3)))).to.equal('b a d');
  });

  it('in place of its earlier self, and keeps the identity of all others', () => {
    const next = mergeMessage(known, message('b', 2, { status: 'read' }));
    expect(next.messages[1]?.status).to.equal('read');
    expect([next.messages[0], next.messages[2]]).to.deep.equal([known.messages[0], known.messages[2]]);
    expect(next.messages[0]).to.equal(known.messages[0]);
    expect(known.messages[1]?.status, 'what was handed out').to.equal('sent');
  });

  const TABLE: readonly [known: DeliveryStatus, told: DeliveryStatus, shown: DeliveryStatus][] = [
    ['sent', 'delivered', 'delivered'],
    ['sent', 'read', 'read'],
    ['sent', 'failed', 'failed'],
    ['delivered', 'read', 'read'],
    ['delivered', 'sent', 'delivered'],
    ['delivered', 'failed', 'failed'],
    ['read', 'delivered', 'read'],
    ['read', 'sent', 'read'],
    ['failed', 'sent', 'failed'],
    ['failed', 'delivered', 'delivered'],
  ];
  for (const [before, told, shown] of TABLE) {
    it(`that was ${before} and is told ${told} as ${shown}`, () => {
      const next = mergeMessage(thread([message('a', 1, { status: before })]), message('a', 1, { status: told }));
      expect(next.messages[0]?.status).to.equal(shown);
    });
  }
});

describe('a thread takes in the newest page', () => {
  const page = (messages: readonly Message[], hasMore = true) => ({ messages, hasMore });

  it('in place of what it knew, but for older pages that it joins on to', () => {
    const known = thread([message('a', 1), message('b', 2), message('c', 3)]);
    expect(ids(mergeNewest(known, page([message('b', 2), message('d', 4)]), () => false))).to.equal('a b d');
    const apart = mergeNewest(known, page([message('x', 8), message('y', 9)]), () => false);
    expect([ids(apart), apart.hasMore]).to.deep.equal(['x y', true]);
  });

  it('but not over what an event has told since', () => {
    const known = thread([message('a', 1, { status: 'read' }), message('b', 2), message('c', 3)]);
    const told = new Set(['a', 'c']);
    const next = mergeNewest(known, page([message('a', 1), message('b', 2)], false), (id) => told.has(id));
    expect(ids(next)).to.equal('a b c');
    expect(next.messages[0]).to.equal(known.messages[0]);
  });

  it('and forgets what is not there any more', () => {
    const known = thread([message('a', 1), message('b', 2)]);
    const next = mergeNewest(known, page([message('a', 1)], false), () => false);
    expect(ids(next)).to.equal('a');
    expect(messageIndex(next, 'b')).to.equal(-1);
  });

  it('each message once and in the order of times, whatever the order of the page', () => {
    const same = [message('a', 1), message('b', 1)];
    expect(ids(mergeNewest(thread([message('b', 1), message('a', 1)]), page(same, false), () => false))).to.equal('a b');
    const stepped = thread([message('a', 2), message('b', 1)]);
    expect(ids(stepped)).to.equal('b a');
    expect(ids(mergeNewest(stepped, page([message('a', 2), message('b', 1)], false), () => false))).to.equal('b a');
    const read = mergeMessage(stepped, message('a', 2, { status: 'read' }));
    expect(read.messages.map(({ id, status }) => `${id} ${status}`)).to.deep.equal(['b sent', 'a read']);
  });

  it('and knows whether there is more from the page that is the oldest', () => {
    const known = thread([message('a', 1), message('b', 2)], false);
    expect(mergeNewest(known, page([message('b', 2)], true), () => false).hasMore).to.equal(false);
    expect(mergeNewest(known, page([message('a', 1)], true), () => false).hasMore).to.equal(true);
  });
});

describe('a thread takes in older messages', () => {
  it('before all others, each once', () => {
    const known = thread([message('c', 3)], true);
    const next = mergeOlder(known, { messages: [message('a', 1), message('b', 2), message('c', 3)], hasMore: false });
    expect([ids(next), next.hasMore]).to.deep.equal(['a b c', false]);
    expect(messageIndex(next, 'b')).to.equal(1);
  });

  it('in the order of times where the clock of the service has stepped back', () => {
    const known = thread([message('c', 3)], true);
    const next = mergeOlder(known, { messages: [message('d', 4), message('b', 2)], hasMore: true });
    expect([ids(next), next.hasMore]).to.deep.equal(['b c d', true]);
    expect(ids(mergeMessage(next, message('d', 4, { status: 'read' })))).to.equal('b c d');
  });

  it('and asks for no more where a page brings nothing new', () => {
    const known = thread([message('a', 1), message('b', 2)], true);
    for (const messages of [[], [message('a', 1)]]) {
      const next = mergeOlder(known, { messages, hasMore: true });
      expect([ids(next), next.hasMore]).to.deep.equal(['a b', false]);
    }
  });
});

describe('the first unread message', () => {
  const messages = [message('a', 1), message('b', 2, { direction: 'out' }), message('c', 3), message('d', 4)];
  const TABLE: readonly [unread: number, first: string | null][] = [
    [0, null],
    [1, 'd'],
    [2, 'c'],
    [3, 'a'],
    [9, 'a'],
  ];
  for (const [unread, first] of TABLE) {
    it(`of ${unread} is ${String(first)}`, () => {
      expect(placeNewMark(thread(messages), messages, unread)).to.include({ unreadFrom: first, unreadAbove: 0 });
    });
  }

  it('comes with the page that it is in', () => {
    const newest = thread(messages, true);
    const opened = placeNewMark(newest, messages, 5);
    expect(opened).to.include({ unreadFrom: null, unreadAbove: 2 });
    const older = mergeOlder(opened, { messages: [message('x', -3), message('y', -2), message('z', -1)], hasMore: true });
    expect(older).to.include({ unreadFrom: 'y', unreadAbove: 0 });
    expect(mergeOlder(older, { messages: [message('w', -4)], hasMore: false })).to.include({ unreadFrom: 'y' });
  });
});
