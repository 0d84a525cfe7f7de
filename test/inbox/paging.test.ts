import { expect } from 'chai';
import { InboxError } from '../../src/errors.js';
import { createMemorySource, exampleInbox, type MemorySeed, type MemorySource } from '../../src/inbox/memory/index.js';
import { FakeClock, settle } from '../helpers/fake-clock.js';
import { clockOf } from '../helpers/inbox-timers.js';
import { deafWorld } from './deaf-world.js';
import { gate, NOW, storeWorld } from './store-world.js';
import { plainStore } from '../helpers/plain-store.js';

/** Nobody asks so often; it ends what would have no end. */
const MOST_CALLS = 20;

/** A store whose source says that there is more, and has nothing. */
async function endlessWorld({ repeats = false } = {}) {
  const clock = new FakeClock(NOW);
  const truth = createMemorySource(exampleInbox(NOW), { now: () => clock.wall });
  const calls: string[] = [];
  let rows = 5;
  const more = (): boolean => calls.length < MOST_CALLS;
  const source: MemorySource = Object.assign(Object.create(truth) as MemorySource, {
    subscribe: truth.subscribe.bind(truth),
    getInbox: () => truth.getInbox(),
    getConversation: (id: string) => truth.getConversation(id),
    listConversations: async (...[query, page]: Parameters<MemorySource['listConversations']>) => {
      calls.push('list');
      const answer = await truth.listConversations(query, { limit: rows });
      return { ...answer, conversations: page.cursor && !repeats ? [] : answer.conversations, nextCursor: more() ? 'more' : null };
    },
    listMessages: async (...[id, { before }]: Parameters<MemorySource['listMessages']>) => {
      calls.push('messages');
      const { messages } = await truth.listMessages(id, {});
      return { messages: before ? [] : messages, hasMore: more() };
    },
  });
  const store = plainStore({ source, clock: clockOf(clock), random: () => 0 });
  store.start();
  await settle();
  return { calls, store, lose: (count: number) => (rows -= count) };
}

describe('an empty page that says there is more', () => {
  it('is the last of the conversations', async () => {
    const { calls, store } = await endlessWorld();
    expect(store.state.list).to.deep.include({ hasMore: true });
    for (let count = 0; count < 3; count++) {
      store.loadMoreConversations();
      await settle();
    }
    expect(calls).to.deep.equal(['list', 'list']);
    expect([store.state.list.ids.length, store.state.list.hasMore]).to.deep.equal([5, false]);
  });

  it('is the last also where it repeats the page before', async () => {
    const { calls, store } = await endlessWorld({ repeats: true });
    for (let count = 0; count < 3; count++) {
      store.loadMoreConversations();
      await settle();
    }
    expect(calls).to.deep.equal(['list', 'list']);
    expect([store.state.list.ids.length, store.state.list.hasMore]).to.deep.equal([5, false]);
  });

  it('ends a list that is fetched anew and has become shorter', async () => {
    const { calls, store, lose } = await endlessWorld();
    lose(2);
    store.reload();
    await settle();
    expect(calls).to.deep.equal(['list', 'list', 'list']);
    expect([store.state.list.ids.length, store.state.list.hasMore, store.state.list.status]).to.deep.equal([3, false, 'ready']);
  });

  it('is the last of a thread', async () => {
    const { calls, store } = await endlessWorld();
    store.open('mara');
    await settle();
    for (let count = 0; count < 3; count++) {
      store.loadOlderMessages('mara');
      await settle();
    }
    expect(calls).to.deep.equal(['list', 'messages', 'messages']);
    expect(store.state.threads.get('mara')).to.deep.include({ hasMore: false, loadingOlder: false });
  });
});

/** A store whose source gives `pages` of conversations, each of which says how to get the next; what was asked for. */
async function pagedWorld(pages: readonly (readonly string[])[]) {
  const clock = new FakeClock(NOW);
  const truth = createMemorySource(exampleInbox(NOW), { now: () => clock.wall });
  const { conversations: all } = await truth.listConversations({ filter: 'all', channel: '', q: '' }, { limit: 100 });
  const asked: string[] = [];
  truth.listConversations = (_, { cursor = '0' }) => {
    asked.push(cursor);
    const next = Number(cursor) + 1;
    const conversations = pages[next - 1]!.map((id) => all.find((one) => one.id === id)!);
    return Promise.resolve({ conversations, nextCursor: next < pages.length ? String(next) : null, unread: 0 });
  };
  const store = plainStore({ source: truth, clock: clockOf(clock), random: () => 0 });
  store.start();
  await settle();
  return { asked, store };
}

describe('a page without anything new that names another one', () => {
  it('is not the last of the conversations, be it empty or repeat others', async () => {
    const { asked, store } = await pagedWorld([['mara', 'theo'], [], ['theo'], ['aiko']]);
    for (let count = 0; count < 4; count++) {
      store.loadMoreConversations();
      await settle();
    }
    expect(asked).to.deep.equal(['0', '1', '2', '3']);
    expect([store.state.list.ids, store.state.list.hasMore]).to.deep.equal([['mara', 'theo', 'aiko'], false]);
  });

  it('is not followed without end by others like it, be the list empty or not', async () => {
    for (const first of [['mara'], []]) {
      const { asked, store } = await pagedWorld([first, ...Array<string[]>(200).fill([])]);
      for (let count = 0; count < 200 && store.state.list.hasMore; count++) {
        store.loadMoreConversations();
        await settle();
      }
      expect([store.state.list.ids, store.state.list.status, store.state.list.hasMore]).to.deep.equal([first, 'ready', false]);
      expect(asked.length).to.be.within(2, 100);
    }
  });

  it('is followed by the next where it would leave the list empty, or a list that is fetched anew shorter than it was', async () => {
    const { asked, store } = await pagedWorld([[], ['mara'], [], ['theo']]);
    expect([store.state.list.ids, store.state.list.hasMore]).to.deep.equal([['mara'], true]);
    store.loadMoreConversations();
    await settle();
    store.loadMoreConversations();
    await settle();
    asked.length = 0;
    store.reload();
    await settle();
    expect(asked).to.deep.equal(['0', '1', '2', '3']);
    expect(store.state.list.ids).to.deep.equal(['mara', 'theo']);
  });
});

/** One conversation of so many messages, a minute apart, the newest of them unread. */
const longThread = (count: number, unread = 0): MemorySeed => ({
  conversations: [
    {
      id: 'long',
      unread,
      channel: 'web',
      contact: { id: 'p', name: 'Mara' },
      messages: Array.from({ length: count }, (_, index) => ({
        id: `m${index}`,
        conversationId: 'long',
        direction: 'in' as const,
        authorName: 'Mara',
        text: String(index),
        attachments: [],
        sentAt: new Date(NOW - (count - index) * 60_000).toISOString(),
        status: 'read' as const,
      })),
    },
  ],
});

describe('a thread that is fetched anew', () => {
  it('is asked for as far as it was shown, and never for more than the service gives', async () => {
    const source = createMemorySource(longThread(250));
    const { listMessages } = source;
    const limits: (number | undefined)[] = [];
    source.listMessages = (id, page, options) => {
      limits.push(page.limit);
      return listMessages.call(source, id, page, options);
    };
    const store = plainStore({ source, random: () => 0 });
    store.start();
    await settle();
    store.open('long');
    await settle();
    for (const shown of [50, 100, 150]) {
      expect(store.state.threads.get('long')?.messages).to.have.length(shown);
      store.reload();
      await settle();
      expect(limits.at(-1)).to.equal(Math.min(shown, 100));
      store.loadOlderMessages('long');
      await settle();
    }
    store.stop();
  });
});

describe('a thread of many unread messages', () => {
  for (const { unread, fetched } of [
    { unread: 3, fetched: 50 },
    { unread: 70, fetched: 80 },
    { unread: 95, fetched: 100 },
  ]) {
    it(`is fetched with all of ${unread}, and something before them, as far as the service gives so many`, async () => {
      const { store } = await storeWorld({ seed: longThread(200, unread) });
      store.open('long');
      await settle();
      const { messages, unreadFrom } = store.state.threads.get('long')!;
      expect([messages.length, unreadFrom]).to.deep.equal([fetched, `m${200 - unread}`]);
    });
  }
});

describe('older messages', () => {
  /** A long thread on screen, whose older messages come when the test says so. */
  async function longWorld() {
    const slow = gate();
    let isSlow = false;
    const world = await storeWorld({
      seed: longThread(120),
      after: (method) => (isSlow && method === 'listMessages' ? slow.passed : undefined),
    });
    world.store.open('long');
    await settle();
    isSlow = true;
    const { store, calls } = world;
    calls.length = 0;
    return { ...world, slow, shown: () => store.state.threads.get('long')?.messages.length };
  }

  it('are asked for once, however often somebody scrolls meanwhile', async () => {
    const { store, calls, slow, shown } = await longWorld();
    for (let count = 0; count < 3; count++) {
      store.loadOlderMessages('long');
      await settle();
    }
    expect(calls).to.deep.equal(['listMessages']);
    slow.open();
    await settle();
    expect(shown()).to.equal(100);
  });

  it('are asked for again in a thread that was left before they came, and are no others’ then', async () => {
    const { store, calls, slow, shown } = await longWorld();
    store.loadOlderMessages('long');
    await settle();
    store.open(null);
    slow.open();
    await settle();
    expect(shown(), 'given up').to.equal(50);
    store.open('long');
    store.loadOlderMessages('long');
    await settle();
    expect(calls.filter((method) => method === 'listMessages')).to.have.length(2);
    expect([shown(), store.state.threads.get('long')?.loadingOlder]).to.deep.equal([100, false]);
  });

  for (const order of ['before', 'while']) {
    it(`leave no hole where they are asked for ${order} a thread is fetched anew of which much was missed`, async () => {
      const { truth, between, store, answered } = await deafWorld(longThread(120));
      store.open('long');
      await answered();
      for (let number = 120; number < 200; number++) truth.receive('long', String(number));
      if (order === 'before') store.loadOlderMessages('long');
      store.reload();
      if (order === 'while') store.loadOlderMessages('long');
      await settle();
      while (between.answersOnTheirWay) {
        // The older ones come last.
        between.answer(order === 'before' ? between.answersOnTheirWay - 1 : 0);
        await settle();
      }
      store.loadOlderMessages('long');
      await answered();
      expect(store.state.threads.get('long')?.messages.map(({ text }) => text)).to.deep.equal(
        Array.from({ length: 100 }, (_, index) => String(100 + index)),
      );
    });
  }

  it('that cannot be had are told of, and asked for again only when somebody scrolls there again', async () => {
    const { store, calls, slow, shown, clock } = await longWorld();
    const thread = () => store.state.threads.get('long');
    store.loadOlderMessages('long');
    expect(thread()?.loadingOlder).to.equal(true);
    slow.fail(new InboxError('INBOX_SERVICE_UNREACHABLE', 'Lost.'));
    await settle();
    expect(thread()).to.deep.include({ status: 'ready', loadingOlder: false });
    expect(thread()?.error?.code).to.equal('INBOX_SERVICE_UNREACHABLE');
    await clock.advance(60_000);
    expect(calls).to.deep.equal(['listMessages']);
    store.loadOlderMessages('long');
    expect(calls).to.have.length(2);
    expect(shown()).to.equal(50);
  });

  it('are not told as received when something becomes of one of them', async () => {
    const { store, source, slow, told } = await longWorld();
    slow.open();
    store.loadOlderMessages('long');
    await settle();
    source.setDelivery('long', 'm30', 'failed');
    await settle();
    expect(store.state.threads.get('long')?.messages.find(({ id }) => id === 'm30')?.status).to.equal('failed');
    expect(told()).not.to.include('received');
  });
});

describe('a page that proves to be none', () => {
  it('leaves the list as it was', async () => {
    let isBroken = false;
    const { store } = await storeWorld({
      answer: (method, given) => (isBroken && method === 'listConversations' ? { ...(given as object), conversations: [null] } : given),
    });
    const { ids } = store.state.list;
    isBroken = true;
    store.reload();
    await settle();
    expect(ids).not.to.be.empty;
    expect(store.state.list.ids).to.deep.equal(ids);
    expect(ids.filter((id) => !store.state.conversations.has(id)), 'rows without a conversation').to.be.empty;
  });
});
