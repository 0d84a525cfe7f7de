import { expect } from 'chai';
import { settle } from '../helpers/fake-clock.js';
import { deafWorld } from './deaf-world.js';
import { gate, storeWorld } from './store-world.js';

/** The longest pause before something is asked for again. */
const LONGEST_PAUSE_MS = 60_000;

/** A store that knows three unread messages, of two conversations; news come when the test says so. */
async function countWorld() {
  const world = await deafWorld();
  const { between, clock, store, truth, answered } = world;
  const unread = (): number => store.state.unread;
  expect(unread()).to.equal(3);
  return {
    ...world,
    unread,
    /** The service tells its count, before the events that are on their way. */
    poll: async (): Promise<void> => {
      between.events.unshift({ type: 'unread', unread: (await truth.getInbox()).unread });
      between.deliver();
    },
    /** All events arrive that are on their way. */
    heard: (): void => {
      while (between.events.length) between.deliver();
    },
    /** What waits to be asked for is, and its answer is on its way. */
    asked: (): Promise<void> => clock.advance(LONGEST_PAUSE_MS),
    /** Only the unread conversations are known from now on. */
    onlyUnread: (): Promise<void> => {
      store.setQuery({ filter: 'unread' });
      return answered();
    },
  };
}

describe('the count of unread messages, where the service tells it by itself,', () => {
  it('is shown at once', async () => {
    const { truth, poll, unread } = await countWorld();
    truth.receive('mara', 'One');
    truth.receive('hannah', 'Two');
    await poll();
    expect(unread()).to.equal(5);
  });

  it('has counted already what its events tell afterwards', async () => {
    const { truth, poll, heard, unread } = await countWorld();
    truth.receive('mara', 'News');
    await poll();
    heard();
    expect(unread()).to.equal(4);
  });

  it('goes on with the events once it has been asked for', async () => {
    const { truth, poll, heard, asked, answered, unread } = await countWorld();
    truth.receive('mara', 'News');
    await poll();
    heard();
    await asked();
    await answered();
    truth.receive('theo', 'More');
    heard();
    expect(unread()).to.equal(5);
  });

  it('is not doubted if it is the one that is known', async () => {
    const { between, truth, poll, heard, asked, unread } = await countWorld();
    await poll();
    truth.receive('mara', 'News');
    heard();
    expect(unread()).to.equal(4);
    await asked();
    expect(between.answersOnTheirWay).to.equal(0);
  });

  it('is not taken back by answers that were made before it', async () => {
    const { store, truth, poll, answered, unread } = await countWorld();
    store.reload();
    await settle();
    truth.receive('mara', 'News');
    await poll();
    await answered();
    expect(unread()).to.equal(4);
  });

  it('comes right where it is told before answers that are older, and says by chance what a later answer says', async () => {
    const { between, store, truth, poll, heard, asked, answered, unread } = await countWorld();
    store.reload();
    await settle();
    truth.receive('mara', 'Missed');
    between.events.length = 0;
    await poll();
    await answered();
    await asked();
    truth.receive('mara', 'News');
    heard();
    await answered();
    await asked();
    await answered();
    expect(unread()).to.equal(5);
  });

  it('is never below none, though it has counted already what waits to be read', async () => {
    const { store, truth, poll, answered, unread } = await countWorld();
    store.open('mara');
    await answered();
    store.markRead('mara');
    expect(unread()).to.equal(1);
    await truth.markRead('theo', (await truth.listMessages('theo', {})).messages.at(-1)?.id ?? '');
    await poll();
    expect(unread()).to.equal(0);
  });
});

describe('the count of unread messages', () => {
  it('is the service’s from the first answer on, though an event has come before it', async () => {
    const slow = gate();
    const { clock, source, store } = await storeWorld({ after: () => slow.passed });
    source.receive('mara', 'News');
    await settle();
    expect(store.state.unread, 'before there is one').to.equal(0);
    slow.open();
    await settle();
    expect(store.state.unread, 'from before the event').to.equal(3);
    await clock.advance(LONGEST_PAUSE_MS);
    expect(store.state.unread).to.equal(4);
  });

  it('is asked for where a conversation is opened that nothing has told of', async () => {
    const { store, truth, heard, asked, answered, onlyUnread, unread } = await countWorld();
    await onlyUnread();
    truth.receive('hannah', 'News');
    store.open('hannah');
    await answered();
    await asked();
    await answered();
    heard();
    expect(unread()).to.equal(4);
  });

  it('comes right where such a conversation is opened, and news of another come before the count that was asked for', async () => {
    const { between, store, truth, heard, asked, answered, onlyUnread, unread } = await countWorld();
    await onlyUnread();
    truth.receive('hannah', 'News');
    store.open('hannah');
    await answered();
    await asked();
    truth.receive('mara', 'More');
    between.deliverEarly(1);
    await answered();
    heard();
    await asked();
    await answered();
    expect(unread()).to.equal(5);
  });

  it('comes right where its answer was made between a message and the event that tells of it', async () => {
    const { truth, heard, asked, answered, onlyUnread, unread } = await countWorld();
    await onlyUnread();
    truth.receive('hannah', 'News');
    heard();
    truth.receive('mara', 'More');
    await asked();
    await answered();
    heard();
    await asked();
    await answered();
    expect(unread()).to.equal(5);
  });

  it('is asked for once more where events have overtaken its answer', async () => {
    const { truth, heard, asked, answered, onlyUnread, unread } = await countWorld();
    await onlyUnread();
    await truth.markUnread('aiko');
    heard();
    await asked();
    truth.receive('mara', 'News');
    truth.receive('mara', 'More');
    heard();
    await answered();
    await asked();
    await answered();
    expect(unread()).to.equal(6);
  });

  for (const last of ['inbox', 'list']) {
    it(`is not asked for after each event where inbox and list agree, and the ${last} comes last`, async () => {
      const { between, store, truth, heard, asked, answered, unread } = await countWorld();
      store.reload();
      await settle();
      between.answer(last === 'inbox' ? 1 : 0);
      await answered();
      truth.receive('mara', 'News');
      heard();
      expect(unread()).to.equal(4);
      await asked();
      expect(between.answersOnTheirWay).to.equal(0);
    });
  }

  it('is not asked for where the open conversation is fetched anew and is as it was', async () => {
    const { between, store, answered, asked } = await countWorld();
    store.open('mara');
    await answered();
    store.reload();
    await answered();
    await asked();
    expect(between.answersOnTheirWay).to.equal(0);
  });

  it('is not asked for where an event changes none, though a conversation is open that the list does not hold', async () => {
    const { between, store, truth, answered, asked, heard } = await countWorld();
    store.setQuery({ filter: 'closed' });
    await answered();
    store.open('mara');
    await answered();
    await asked();
    await answered();
    await truth.setStatus('mara', 'closed');
    heard();
    await asked();
    expect(between.answersOnTheirWay).to.equal(0);
  });

  describe('has one more message, where an event tells of a conversation that was not known,', () => {
    async function unknownWorld() {
      const world = await countWorld();
      world.store.setQuery({ filter: 'closed' });
      await world.answered();
      expect([...world.store.state.conversations.keys()]).not.to.include('mara');
      return world;
    }

    it('for the message that has come, and none for those before it', async () => {
      const { truth, heard, unread } = await unknownWorld();
      truth.receive('mara', 'News');
      heard();
      expect(unread()).to.equal(4);
    });

    it('but not for a message that has been read elsewhere', async () => {
      const { between, truth, heard, unread } = await unknownWorld();
      const message = truth.receive('aiko', 'Read at once');
      await truth.markRead('aiko', message.id);
      between.events.splice(0, 2, { type: 'message', message, conversation: await truth.getConversation('aiko') });
      heard();
      expect(unread()).to.equal(3);
    });

    it('but not for what was unread before', async () => {
      const { truth, heard, unread } = await unknownWorld();
      await truth.setStatus('mara', 'closed');
      heard();
      expect(unread()).to.equal(3);
    });
  });
});
