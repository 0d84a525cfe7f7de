import { expect } from 'chai';
import type { InboxSource, SourceEvent } from '../../src/inbox/inbox-source.js';
import type { Conversation, Message } from '../../src/inbox/model.js';
import { settle } from '../helpers/fake-clock.js';
import { until } from '../helpers/inbox-timers.js';
import { plainStore } from '../helpers/plain-store.js';

const CONVERSATIONS = 10_000;
const MESSAGES = 100_000;
const START = Date.UTC(2026, 4, 1);

/** Counts every look at the time by which rows and messages are ordered. */
let looks = 0;
const counted = <T extends object>(value: T, name: string, time: number): T => {
  const text = new Date(START + time * 1_000).toISOString();
  return Object.defineProperty(value, name, {
    enumerable: true,
    get: () => {
      looks++;
      return text;
    },
  });
};

const conversation = (index: number, time: number): Conversation =>
  counted(
    {
      id: `c${index}`,
      channel: 'sms',
      contact: { id: `p${index}`, name: `Contact ${index}` },
      preview: 'Hello',
      unread: 0,
      status: 'open',
    },
    'lastMessageAt',
    time,
  ) as unknown as Conversation;

const message = (index: number): Message =>
  counted(
    {
      id: `m${index}`,
      conversationId: 'c0',
      direction: 'in',
      authorName: 'Contact 0',
      text: 'Hello',
      attachments: [],
      status: 'sent',
    },
    'sentAt',
    index,
  ) as unknown as Message;

/** A source that gives everything in large pages. */
function largeSource(messages = Array.from({ length: MESSAGES }, (_, index) => message(index))) {
  let emit = (_event: SourceEvent): void => undefined;
  const all = Array.from({ length: CONVERSATIONS }, (_, index) => conversation(index, CONVERSATIONS - index));
  const source = {
    getInbox: () =>
      Promise.resolve({ component: { id: 'x', title: 'Inbox' }, client: { id: 'y', name: 'Y' }, channels: [], unread: 0 }),
    listConversations: () => Promise.resolve({ conversations: all, nextCursor: null, unread: 0 }),
    listMessages: () => Promise.resolve({ messages, hasMore: false }),
    subscribe: (listener: (event: SourceEvent) => void) => {
      emit = listener;
      return () => undefined;
    },
  } as unknown as InboxSource;
  return { source, emit: (event: SourceEvent) => emit(event) };
}

describe('with 10,000 conversations and 100,000 messages', () => {
  it('an event looks at a handful of rows and messages, not at all of them', async () => {
    const { source, emit } = largeSource();
    const store = plainStore({ source });
    store.start();
    await until(() => store.state.list.status === 'ready');
    store.open('c0');
    await until(() => store.state.threads.get('c0')?.status === 'ready');
    expect([store.state.list.ids.length, store.state.threads.get('c0')?.messages.length]).to.deep.equal([
      CONVERSATIONS,
      MESSAGES,
    ]);
    const { conversations } = store.state;
    const events: [what: string, event: SourceEvent][] = [
      ['a new message', { type: 'message', message: message(MESSAGES), conversation: conversation(0, MESSAGES) }],
      ['a message in the midst', { type: 'message', message: { ...message(50_000), text: 'Changed' }, conversation: conversation(0, MESSAGES) }],
      ['the last row to the top', { type: 'conversation', conversation: conversation(CONVERSATIONS - 1, MESSAGES + 1) }],
      ['a row in the midst', { type: 'conversation', conversation: { ...conversation(5_000, CONVERSATIONS - 5_000), unread: 1 } }],
    ];
    for (const [what, event] of events) {
      looks = 0;
      emit(event);
      await settle();
      expect(looks, what).to.be.within(1, 199);
      expect(store.state.conversations, `${what}, without a copy of all`).to.equal(conversations);
    }
    expect(store.state.list.ids[0]).to.equal(`c${CONVERSATIONS - 1}`);
    expect(store.state.threads.get('c0')?.messages[50_000]?.text).to.equal('Changed');
    expect(store.state.threads.get('c0')?.messages).to.have.length(MESSAGES + 1);
    store.stop();
    // Making so many objects that count takes some engines a while.
  }).timeout(40_000);

  it('a page that has nothing in common with a long thread looks at each message of it a handful of times', async () => {
    const messages = Array.from({ length: 2_000 }, (_, index) => message(index));
    const missed = Array.from({ length: 100 }, (_, index) => message(MESSAGES + index));
    const { source, emit } = largeSource(messages);
    const store = plainStore({ source });
    store.start();
    await until(() => store.state.list.status === 'ready');
    store.open('c0');
    await until(() => store.state.threads.get('c0')?.status === 'ready');
    let ids = 0;
    for (const known of messages) {
      const { id } = known;
      Object.defineProperty(known, 'id', { get: () => (ids++, id) });
    }
    Object.assign(source, { listMessages: () => Promise.resolve({ messages: missed, hasMore: true }), getConversation: () => Promise.resolve(conversation(0, 1)) });
    emit({ type: 'reset' });
    await until(() => store.state.threads.get('c0')?.messages.length === missed.length);
    expect(ids).to.be.within(messages.length, 10 * messages.length);
    store.stop();
  });
});
