import { expect } from 'chai';
import fc from 'fast-check';
import { createMemorySource, type ConversationSeed, type MemorySource } from '../../src/inbox/memory/index.js';
import type { DeliveryStatus } from '../../src/inbox/model.js';
import { FakeClock, settle } from '../helpers/fake-clock.js';
import { clockOf } from '../helpers/inbox-timers.js';
import { DisorderedSource } from './disordered-source.js';
import type { InboxStore } from '../../src/inbox/inbox-store.js';
import { plainStore } from '../helpers/plain-store.js';

const START = Date.parse('2026-05-21T09:44:00Z');
const CONVERSATIONS = 36;

/** More conversations than a page holds, so that some of them are not known at first. */
const seeds = (): ConversationSeed[] =>
  Array.from({ length: CONVERSATIONS }, (_, index) => ({
    id: `c${index}`,
    channel: index % 2 ? 'email' : 'web',
    contact: { id: `p${index}`, name: `Contact ${index}` },
    unread: index % 3,
    messages: Array.from({ length: 3 }, (__, line) => ({
      id: `c${index}-m${line}`,
      conversationId: `c${index}`,
      direction: 'in' as const,
      authorName: `Contact ${index}`,
      text: `Line ${line}`,
      attachments: [],
      sentAt: new Date(START - (index * 10 + 3 - line) * 60_000).toISOString(),
      status: 'sent' as const,
    })),
  }));

interface World {
  readonly truth: MemorySource;
  readonly between: DisorderedSource;
  readonly store: InboxStore;
  readonly clock: FakeClock;
  /** Set where events have come in a way that the source would notice. */
  isDoubtful: boolean;
}

const conversation = fc.integer({ min: 0, max: CONVERSATIONS - 1 }).map((index) => `c${index % 5 === 0 ? index : index % 4}`);
const choice = fc.nat(50);

type Step = readonly [name: string, take: (world: World) => unknown];
const step = <T>(name: string, argument: fc.Arbitrary<T>, take: (world: World, value: T) => unknown): fc.Arbitrary<Step> =>
  argument.map((value) => [`${name} ${String(value)}`, (world) => take(world, value)]);

const receive = step('receive', conversation, ({ truth }, id) => truth.receive(id, 'News'));
const read = step('another tab reads', conversation, async ({ truth }, id) => {
  const { messages } = await truth.listMessages(id, {});
  await truth.markRead(id, messages.at(-1)?.id ?? '');
});
const open = step('open', conversation, ({ store }, id) => store.open(id));

/** What others do, and what the person does. */
const deeds = [
  receive,
  read,
  step('another tab marks as unread', conversation, ({ truth }, id) => truth.markUnread(id)),
  step('another tab closes', conversation, ({ truth }, id) => truth.setStatus(id, 'closed')),
  step('another tab opens', conversation, ({ truth }, id) => truth.setStatus(id, 'open')),
  step('another tab sends', conversation, ({ truth }, id) => truth.sendMessage(id, { text: 'Hi', clientKey: crypto.randomUUID() })),
  step('delivery', fc.tuple(conversation, fc.constantFrom<DeliveryStatus>('delivered', 'read')), async ({ truth }, [id, status]) => {
    const { messages } = await truth.listMessages(id, {});
    const own = messages.findLast((message) => message.direction === 'out' && message.status === 'sent');
    if (own) truth.setDelivery(id, own.id, status);
  }),
  open,
  step('back', fc.constant(''), ({ store }) => store.open(null)),
  step('send', conversation, ({ store }, id) => {
    store.setDraftText(id, 'Mine');
    store.send(id);
  }),
  step('read', conversation, ({ store }, id) => store.markRead(id)),
  step('mark as unread', conversation, ({ store }, id) => store.markUnread(id)),
  step('close', conversation, ({ store }, id) => store.setStatus(id, 'closed')),
  step('reopen', conversation, ({ store }, id) => store.setStatus(id, 'open')),
  step('filter', fc.constantFrom('all', 'unread', 'open', 'closed'), ({ store }, filter) => store.setQuery({ filter: filter })),
  step('channel', fc.constantFrom('', 'email'), ({ store }, channel) => store.setQuery({ channel })),
  step('more conversations', fc.constant(''), ({ store }) => store.loadMoreConversations()),
  step('older messages', conversation, ({ store }, id) => store.loadOlderMessages(id)),
  step('time passes', fc.constant(''), ({ clock }) => clock.advance(2_000)),
];

/** What the network does. */
const arrivals = [
  step('answer', choice, ({ between }, which) => between.answer(which)),
  step('answer', choice, ({ between }, which) => between.answer(which)),
  step('event', fc.constant(''), ({ between }) => between.deliver()),
  step('event', fc.constant(''), ({ between }) => between.deliver()),
  step('event again', fc.constant(''), ({ between }) => between.repeat()),
];

const disorder = [
  step('answer lost', choice, ({ between }, which) => between.loseAnswer(which)),
  step('event lost', choice, (world, which) => {
    world.isDoubtful ||= world.between.lose(which);
  }),
  step('event too early', choice, (world, which) => {
    world.isDoubtful ||= world.between.deliverEarly(which);
  }),
  step('event again, late', choice, (world, which) => {
    world.isDoubtful ||= world.between.repeatLate(which);
  }),
  step('poll', fc.constant(''), poll),
];

/** The count is asked for apart, and its answer comes with the events. */
async function poll({ between, truth }: World): Promise<void> {
  between.events.push({ type: 'unread', unread: (await truth.getInbox()).unread });
}

const gap = ({ between }: World): void => between.gap();

/** All answers arrive. */
async function calm({ between }: World): Promise<void> {
  while (between.answersOnTheirWay) {
    between.answer(0);
    await settle();
  }
}

/** What random runs have found, made small. */
const FOUND: Record<string, readonly ((world: World) => unknown)[]> = {
  'a count that was made before a wish and came after it': [
    ({ between }) => between.answer(1),
    async ({ truth }) => truth.setDelivery('c0', (await truth.sendMessage('c0', { text: 'Hi', clientKey: 'k' })).id, 'delivered'),
    poll,
    ({ store }) => store.markUnread('c15'),
  ],
  'a count that came alone, and then an earlier answer that says the same': [
    poll,
    async ({ truth }) => truth.markRead('c5', (await truth.listMessages('c5', {})).messages.at(-1)?.id ?? ''),
    ({ between }) => between.loseAnswer(1),
    ({ store }) => store.setQuery({ filter: 'open' }),
    ({ between }) => between.answer(1),
  ],
  'counts that came before the first list, and news after it': [poll, poll, ({ truth }) => truth.receive('c0', 'News')],
  'a list that was made after what an event has told since': [
    ({ between }) => between.answer(0),
    ({ truth }) => truth.sendMessage('c2', { text: 'Hi', clientKey: 'k' }),
    async ({ truth }) => truth.markRead('c2', (await truth.listMessages('c2', {})).messages.at(-1)?.id ?? ''),
    ({ between }) => between.answer(0),
    ({ store }) => store.setQuery({ filter: 'open' }),
  ],
  'a list without the conversation that is open, of which news is still to come': [
    ({ between }) => between.answer(0),
    ({ between }) => between.answer(0),
    ({ truth }) => truth.receive('c0', 'News'),
    ({ store }) => store.setQuery({ channel: 'email' }),
    ({ store }) => store.open('c0'),
    ({ between }) => between.answer(0),
  ],
  'more conversations, of which one has changed just before': [
    ({ between }) => between.answer(1),
    ({ truth }) => truth.markUnread('c30'),
    ({ store }) => store.loadMoreConversations(),
    ({ between }) => between.answer(1),
  ],
  'more conversations, whose count repeats what is known because of two changes that nothing has told yet': [
    ({ between }) => between.answer(0),
    ({ between }) => between.answer(0),
    async ({ truth }) => truth.markRead('c1', (await truth.listMessages('c1', {})).messages.at(-1)?.id ?? ''),
    ({ truth }) => truth.markUnread('c33'),
    ({ store }) => store.loadMoreConversations(),
    ({ between }) => between.answer(0),
  ],
  'a message that was sent before the thread had come, though after another': [
    ({ store }) => store.open('c2'),
    ({ truth }) => truth.sendMessage('c2', { text: 'Hi', clientKey: 'k' }),
    ({ store }) => {
      store.setDraftText('c2', 'Mine');
      store.send('c2');
    },
    ({ between }) => between.answer(4),
  ],
  'a gap, and a thread that was left while it was fetched anew': [
    ({ between }) => between.answer(0),
    ({ between }) => between.answer(0),
    ({ store }) => store.open('c0'),
    ({ between }) => between.answer(0),
    ({ truth }) => truth.receive('c0', 'News'),
    gap,
    ({ store }) => store.open('c1'),
  ],
  'a gap, and a wish that was granted while the list was fetched anew': [
    ({ store }) => {
      store.setDraftText('c3', 'Mine');
      store.send('c3');
    },
    ({ truth }) => truth.setStatus('c3', 'closed'),
    (world) => {
      world.isDoubtful ||= world.between.lose(31);
    },
    ({ between }) => between.answer(1),
    ({ store }) => store.setStatus('c3', 'closed'),
  ],
  'a gap, and a count that was made before an event and came to the same': [
    ({ between }) => between.answer(0),
    ({ between }) => between.answer(0),
    ({ truth }) => truth.receive('c0', 'News'),
    gap,
    async ({ truth }) => truth.markRead('c0', (await truth.listMessages('c0', {})).messages.at(-1)?.id ?? ''),
  ],
};

async function play(steps: readonly Step[]): Promise<World> {
  const clock = new FakeClock(START);
  const truth = createMemorySource({ conversations: seeds() }, { now: () => clock.wall });
  const between = new DisorderedSource(truth);
  const store = plainStore({ source: between.source, clock: clockOf(clock), random: () => 0 });
  const world: World = { truth, between, store, clock, isDoubtful: false };
  store.start();
  for (const [, take] of steps) {
    await take(world);
    await settle();
  }
  if (world.isDoubtful) {
    while (between.events.length) between.deliver();
    between.reset();
  }
  // Everything arrives in the end, and what waits for its time gets it.
  for (let round = 0; round < 12; round++) {
    while (between.events.length || between.answersOnTheirWay) {
      between.answer(0);
      between.deliver();
      await settle();
    }
    await clock.advance(61_000);
  }
  store.open(null);
  return world;
}

async function expectTruth({ truth, store }: World): Promise<void> {
  const { list, conversations, threads, unread, outbox } = store.state;
  const wanted = await truth.listConversations(list.query, { limit: 100 });
  expect(list.status).to.equal('ready');
  expect(list.ids, 'rows').to.deep.equal(wanted.conversations.slice(0, list.ids.length).map(({ id }) => id));
  expect(list.hasMore, 'more rows').to.equal(list.ids.length < wanted.conversations.length);
  for (const [id, known] of conversations) expect(known, id).to.deep.equal(await truth.getConversation(id));
  for (const [id, thread] of threads) {
    const { messages } = await truth.listMessages(id, { limit: 100 });
    expect(thread.messages, `messages of ${id}`).to.deep.equal(messages);
  }
  expect(unread, 'unread').to.equal(wanted.unread);
  expect(outbox, 'outbox').to.deep.equal([]);
}

const naming = (steps: readonly Step[]): string => steps.map(([name]) => name).join(', ');

describe('a store follows its source', () => {
  const cases = (steps: fc.Arbitrary<Step>[]): fc.Arbitrary<Step[]> =>
    fc.array(fc.oneof(...steps), { maxLength: 60 }).map((list) => Object.assign(list, { toString: () => naming(list) }));

  it('ends in its state whenever answers and events arrive, with no word from it that anything was missed', async () => {
    await fc.assert(
      fc.asyncProperty(cases([...deeds, ...arrivals]), async (steps) => {
        await expectTruth(await play(steps));
      }),
      { numRuns: 300 },
    );
  }).timeout(60_000);

  it('ends in its state although all events are lost now and then, and it says so', async () => {
    // A few kinds of steps, so that what matters comes often.
    const lossy = [receive, read, open, step('gap', fc.constant(''), gap), step('calm', fc.constant(''), calm), ...arrivals];
    await fc.assert(
      fc.asyncProperty(cases(lossy), async (steps) => {
        await expectTruth(await play(steps));
      }),
      { numRuns: 300 },
    );
  }).timeout(60_000);

  it('ends in its state although events are lost, late, early or twice, once it says so', async () => {
    await fc.assert(
      fc.asyncProperty(cases([...deeds, ...arrivals, ...disorder]), async (steps) => {
        await expectTruth(await play(steps));
      }),
      { numRuns: 300 },
    );
  }).timeout(60_000);

  for (const [what, steps] of Object.entries(FOUND)) {
    it(`ends in its state after ${what}`, async () => {
      await expectTruth(await play(steps.map((take) => ['', take])));
    });
  }
});
