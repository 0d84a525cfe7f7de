import { expect } from 'chai';
import { InboxStore } from '../../src/inbox/inbox-store.js';
import { createMemorySource, exampleInbox } from '../../src/inbox/memory/index.js';
import { FakeClock, settle } from '../helpers/fake-clock.js';
import { clockOf } from '../helpers/inbox-timers.js';
import { DisorderedSource } from './disordered-source.js';
import { NOW } from './store-world.js';

/** A store that hears of nothing, and is answered when the test says so. */
async function deafWorld() {
  const clock = new FakeClock(NOW);
  const truth = createMemorySource(exampleInbox(NOW), { now: () => clock.wall });
  const { listConversations } = truth;
  // A network makes copies.
  truth.listConversations = async (...words) => structuredClone(await listConversations.apply(truth, words));
  const between = new DisorderedSource(truth);
  const store = new InboxStore({ source: between.source, clock: clockOf(clock), random: () => 0 });
  const answered = async (): Promise<void> => {
    await settle();
    while (between.answersOnTheirWay) {
      between.answer(0);
      await settle();
    }
  };
  store.start();
  await answered();
  return { truth, between, store, answered };
}

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
