import { expect } from 'chai';
import { InboxError } from '../../src/errors.js';
import { settle } from '../helpers/fake-clock.js';
import { deafWorld } from './deaf-world.js';
import { gate, storeWorld } from './store-world.js';

const unreachable = () => new InboxError('INBOX_SERVICE_UNREACHABLE', 'Lost.');

/** A store whose threads come when the test says so. */
async function slowWorld() {
  const slow = gate();
  let isSlow = true;
  const world = await storeWorld({ after: (method) => (isSlow && method === 'listMessages' ? slow.passed : undefined) });
  const come = (): Promise<void> => {
    isSlow = false;
    slow.open();
    return settle();
  };
  return { ...world, come, mark: () => world.store.state.threads.get('mara')?.unreadFrom };
}

describe('the mark above what is new', () => {
  it('is where the unread messages began as the thread was opened, though they are read elsewhere before it comes', async () => {
    const { store, source, come, mark } = await slowWorld();
    store.open('mara');
    await source.markRead('mara', 'mara-8');
    await settle();
    expect(store.state.conversations.get('mara')?.unread).to.equal(0);
    await come();
    expect(mark()).to.equal('mara-7');
  });

  it('is where it was after the thread has been fetched anew', async () => {
    const { store } = await storeWorld();
    store.open('mara');
    await settle();
    store.markRead('mara');
    await settle();
    store.reload();
    await settle();
    expect(store.state.threads.get('mara')?.unreadFrom).to.equal('mara-7');
  });
});

describe('a thread that could not be fetched', () => {
  async function brokenWorld() {
    let isDown = false;
    const slow = gate();
    let isSlow = false;
    const world = await storeWorld({
      before: (method) => {
        if (isDown && method === 'listMessages') throw unreachable();
      },
      after: (method) => (isSlow && method === 'listMessages' ? slow.passed : undefined),
    });
    return {
      ...world,
      break: () => (isDown = true),
      mend: () => {
        isDown = false;
        isSlow = true;
      },
      thread: () => world.store.state.threads.get('mara'),
      come: slow.open,
    };
  }

  it('is on its way again where everything is fetched anew', async () => {
    const world = await brokenWorld();
    const { store, thread } = world;
    world.break();
    store.open('mara');
    await settle();
    expect(thread()?.status).to.equal('failed');
    world.mend();
    store.reload();
    await settle();
    expect(thread()?.status).to.equal('loading');
    world.come();
    await settle();
    expect(thread()).to.deep.include({ status: 'ready', error: null });
  });

  it('stays on screen as it was, if it had come before, and is not taken for one whose older messages could not be fetched', async () => {
    const world = await brokenWorld();
    const { store, thread } = world;
    store.open('mara');
    await settle();
    const messages = thread()?.messages;
    world.break();
    store.reload();
    await settle();
    expect(thread()).to.deep.include({ status: 'ready', messages, error: null });
  });

  it('is forgotten when it is left', async () => {
    const { store } = await storeWorld();
    store.open('nobody');
    await settle();
    store.open(null);
    expect(store.state.threads.has('nobody')).to.equal(false);
  });
});

describe('after something may have been missed', () => {
  it('a thread that had been left is fetched anew when it is opened again', async () => {
    const { truth, between, store, answered } = await deafWorld();
    store.open('mara');
    await answered();
    store.open('theo');
    await answered();
    truth.setDelivery('mara', 'mara-7', 'failed');
    between.gap();
    await answered();
    store.open('mara');
    await answered();
    expect(store.state.threads.get('mara')?.messages.find(({ id }) => id === 'mara-7')?.status).to.equal('failed');
  });

  it('the open conversation is fetched anew though the list does not hold it', async () => {
    const { truth, between, store, answered } = await deafWorld();
    store.setQuery({ filter: 'unread' });
    store.open('hannah');
    await answered();
    await truth.setStatus('hannah', 'closed');
    between.gap();
    await answered();
    expect(store.state.conversations.get('hannah')?.status).to.equal('closed');
  });

  it('a message that was in a thread is no news, though the thread is not kept', async () => {
    const { store, source, told } = await storeWorld();
    store.open('mara');
    await settle();
    store.open('theo');
    source.reset();
    await settle();
    source.setDelivery('mara', 'mara-7', 'read');
    await settle();
    expect(store.state.threads.has('mara')).to.equal(false);
    expect(told()).not.to.include('received');
  });

  it('a message is news once, though an answer of the service’s may lack it for a while', async () => {
    let isBehind = false;
    const { store, source, happenings } = await storeWorld({
      answer: (method, given) => {
        if (!isBehind || method !== 'listMessages') return given;
        const { messages } = given as { messages: { text: string }[] };
        return { messages: messages.filter(({ text }) => text !== 'Hello again'), hasMore: false };
      },
    });
    store.open('mara');
    await settle();
    source.receive('mara', 'Hello again');
    await settle();
    for (isBehind of [true, false]) {
      store.reload();
      await settle();
      expect(store.state.threads.get('mara')?.messages.at(-1)?.text === 'Hello again').to.equal(!isBehind);
    }
    expect(happenings.filter(({ type }) => type === 'received')).to.have.length(1);
  });

  it('a message is no news that comes before those that were in the thread', async () => {
    let isShort = true;
    const { store, told } = await storeWorld({
      answer: (method, given) => {
        if (!isShort || method !== 'listMessages') return given;
        const { messages } = given as { messages: unknown[] };
        return { messages: messages.slice(2), hasMore: true };
      },
    });
    store.open('mara');
    await settle();
    isShort = false;
    store.reload();
    await settle();
    expect(store.state.threads.get('mara')?.messages[0]?.id).to.equal('mara-1');
    expect(told()).not.to.include('received');
  });
});
