import { expect } from 'chai';
import { InboxError } from '../../src/errors.js';
import { settle } from '../helpers/fake-clock.js';
import { deafWorld } from './deaf-world.js';
import { storeWorld } from './store-world.js';

describe('what no event has told', () => {
  it('is in a thread that was left while it was fetched anew, and opened again', async () => {
    const { truth, between, store, answered } = await deafWorld();
    store.open('mara');
    await answered();
    truth.receive('mara', 'Missed');
    between.reset();
    await settle();
    store.open('aiko');
    await answered();
    store.open('mara');
    await answered();
    expect(store.state.threads.get('mara')?.messages.at(-1)?.text).to.equal('Missed');
  });

  it('is in a thread that was left while it waited to be fetched anew', async () => {
    const { truth, between, store, answered } = await deafWorld();
    store.open('mara');
    await answered();
    truth.receive('mara', 'Missed');
    between.reset();
    await settle();
    while (between.answersOnTheirWay) between.loseAnswer(0);
    await settle();
    store.open(null);
    store.open('mara');
    await answered();
    expect(store.state.threads.get('mara')?.messages.at(-1)?.text).to.equal('Missed');
  });

  it('is in a thread that is opened again, where the conversation tells of it', async () => {
    const { truth, between, store, answered } = await deafWorld();
    store.open('mara');
    await answered();
    store.open(null);
    truth.receive('mara', 'Missed');
    await truth.setStatus('mara', 'closed');
    while (between.events[0]?.type === 'message') between.lose(0);
    between.deliver();
    await answered();
    expect(store.state.threads.get('mara')?.messages.at(-1)?.text).not.to.equal('Missed');
    store.open('mara');
    await answered();
    expect(store.state.threads.get('mara')?.messages.at(-1)?.text).to.equal('Missed');
    expect(between.answersOnTheirWay).to.equal(0);
  });

  it('is told as received where a thread on screen is fetched anew, once', async () => {
    const { truth, between, store, answered, told } = await deafWorld();
    store.open('mara');
    await answered();
    truth.receive('mara', 'Missed');
    between.reset();
    await answered();
    between.deliver();
    between.reset();
    await answered();
    expect(told()).to.deep.equal(['received: Missed']);
  });

  it('is not looked for in a thread that is opened again, where nothing tells of it', async () => {
    const { between, store, answered } = await deafWorld();
    store.open('mara');
    await answered();
    store.open(null);
    store.open('mara');
    await settle();
    expect(between.answersOnTheirWay).to.equal(0);
    expect(store.state.threads.get('mara')?.status).to.equal('ready');
  });

  for (const order of ['before', 'after']) {
    it(`takes no wish back by a list that was made before it and comes ${order} the service's consent`, async () => {
      const { between, store, answered } = await deafWorld();
      between.reset();
      await settle();
      const shown: (string | undefined)[] = [];
      store.subscribe(() => shown.push(store.state.conversations.get('mara')?.status));
      store.setStatus('mara', 'closed');
      await settle();
      if (order === 'after') between.answer(between.answersOnTheirWay - 1);
      await answered();
      expect(new Set(shown)).to.deep.equal(new Set(['closed']));
      expect(store.state.refused).to.equal(null);
    });
  }
});

describe('what an event tells late', () => {
  it('does not take a conversation back to what it was before', async () => {
    const { truth, between, store } = await deafWorld();
    truth.receive('mara', 'First');
    truth.receive('mara', 'Second');
    const late = between.events.findIndex((event) => event.type === 'message' && event.message.text === 'Second');
    between.deliverEarly(late);
    while (between.events.length) between.deliver();
    await settle();
    expect(store.state.conversations.get('mara')).to.deep.include({ preview: 'Second', unread: 4 });
    expect(store.state.unread).to.equal(5);
  });
});

describe('a source that says after each of its answers that something was missed', () => {
  /** Nobody is asked so often; it ends what would have no end. */
  const MOST_ANSWERS = 500;

  /** A store with a source that does so while `isSaid`, and how often it is asked for the list while time passes. */
  async function sayingWorld(answerMs: number) {
    let answers = 0;
    let wait: () => void | Promise<void> = () => undefined;
    const source = { isSaid: true, say: (): void => undefined };
    const world = await storeWorld({
      after: () => wait(),
      answer: (_, given) => {
        if (source.isSaid && ++answers < MOST_ANSWERS) queueMicrotask(source.say);
        return given;
      },
    });
    source.say = () => world.source.reset();
    if (answerMs) wait = () => new Promise((resolve) => void world.clock.setTimer(resolve, answerMs));
    const askedIn = async (ms: number, before?: () => void): Promise<number> => {
      world.calls.length = 0;
      before?.();
      await world.clock.advance(ms);
      return world.calls.filter((method) => method === 'listConversations').length;
    };
    world.source.reset();
    await settle();
    return { ...world, source, memory: world.source, askedIn };
  }

  for (const answerMs of [0, 2_000]) {
    it(`is asked less and less often, until it does so no more, where its answers take ${answerMs} ms`, async () => {
      const { source, memory, calls, askedIn } = await sayingWorld(answerMs);
      expect(calls.length, 'at once').to.be.below(8);
      expect(await askedIn(60_000), 'in the first minute').to.be.within(3, 7);
      expect(await askedIn(600_000), 'in the next ten').to.be.within(8, 11);
      source.isSaid = false;
      await askedIn(120_000);
      expect(await askedIn(0, () => memory.reset()), 'at once, when all has been quiet').to.equal(1);
      expect(await askedIn(5_000, () => memory.reset()), 'soon, where it says so once more').to.equal(1);
    });
  }

  it('is asked once where the connection is back while what it asked for before has failed', async () => {
    let isDown = true;
    const { source, calls } = await storeWorld({
      before: () => {
        if (isDown) throw new InboxError('INBOX_SERVICE_UNREACHABLE', 'Down.');
      },
    });
    source.reset();
    await settle();
    source.reset();
    isDown = false;
    calls.length = 0;
    source.setConnection('live');
    await settle();
    expect(calls.sort()).to.deep.equal(['getInbox', 'listConversations']);
  });
});
