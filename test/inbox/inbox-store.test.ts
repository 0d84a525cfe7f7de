import { expect } from 'chai';
import { InboxError } from '../../src/errors.js';
import { settle } from '../helpers/fake-clock.js';
import { gate, storeWorld } from './store-world.js';

const unreachable = () => new InboxError('INBOX_SERVICE_UNREACHABLE', 'Lost.');

describe('a store', () => {
  it('takes an answer that cannot be one for a failure', async () => {
    let isNonsense = true;
    const { store, clock } = await storeWorld({ answer: (method, answer) => (isNonsense && method !== 'listConversations' ? {} : answer) });
    expect([store.state.unread, store.state.list.status]).to.deep.equal([3, 'ready']);
    store.open('mara');
    await settle();
    expect(store.state.threads.get('mara')?.error?.code).to.equal('INBOX_SERVICE_UNEXPECTED');
    isNonsense = false;
    store.reload();
    await clock.advance(0);
    expect(store.state.threads.get('mara')?.status).to.equal('ready');
    expect(store.state.inbox?.client.id).to.equal('fjord-pine');
  });

  it('begins anew after a minute though one answer never comes', async () => {
    const never = new Promise<void>(() => undefined);
    const { store, source, calls, clock } = await storeWorld({ before: (method) => (method === 'listMessages' ? never : undefined) });
    store.open('mara');
    await settle();
    calls.length = 0;
    source.reset();
    await clock.advance(59_000);
    expect(calls).to.deep.equal([]);
    await clock.advance(1_000);
    expect(calls).to.include('listConversations');
    calls.length = 0;
    source.reset();
    await clock.advance(60_000);
    expect(calls, 'another time').to.include('listConversations');
  });

  it('goes on where its source throws at once', async () => {
    let isBroken = true;
    const { store, source, say } = await storeWorld({
      called: () => {
        if (isBroken) throw new TypeError('Not a function');
      },
    });
    expect(store.state.list).to.deep.include({ status: 'failed' });
    expect(store.state.list.error?.code).to.equal('INBOX_SERVICE_UNEXPECTED');
    say('jonas', 'Hello');
    await settle();
    expect(store.state.outbox.map(({ status }) => status)).to.deep.equal(['failed']);
    isBroken = false;
    store.reload();
    store.retry('key-1');
    await settle();
    expect(store.state.list.status).to.equal('ready');
    expect(store.state.outbox).to.have.length(0);
    expect((await source.listMessages('jonas', {})).messages.at(-1)?.text).to.equal('Hello');
  });

  it('is ready once, with its first data', async () => {
    const { source, store, happenings } = await storeWorld();
    expect(happenings).to.deep.equal([{ type: 'ready' }]);
    source.receive('aiko', 'One');
    source.receive('aiko', 'Two');
    source.reset();
    await settle();
    store.reload();
    await settle();
    expect(store.state.unread).to.equal(5);
    expect(happenings.filter(({ type }) => type === 'ready')).to.have.length(1);
  });

  it('tells listeners of all changes of one task at once', async () => {
    const { source, changes } = await storeWorld();
    const before = changes();
    for (let count = 0; count < 50; count++) source.receive('aiko', String(count));
    expect(changes()).to.equal(before);
    await settle();
    expect(changes() - before).to.be.at.most(2);
  });

  it('keeps the identity of what has not changed', async () => {
    const { source, store } = await storeWorld();
    const before = store.state;
    const known = new Map(before.conversations);
    source.receive('mara', 'Hello again');
    await settle();
    const { list } = store.state;
    const conversations = new Map(store.state.conversations);
    const changed = [...conversations].filter(([id, conversation]) => conversation !== known.get(id));
    expect(changed.map(([id]) => id)).to.deep.equal(['mara']);
    expect(known.get('mara')?.preview, 'what was handed out').to.equal('No rush on the second one 🙂');
    expect(list.ids).to.equal(before.list.ids);
    store.reload();
    await settle();
    const { inbox } = store.state;
    store.reload();
    await settle();
    expect(store.state.inbox).to.equal(inbox);
    expect(store.state.list.ids).to.equal(list.ids);
    for (const [id, conversation] of store.state.conversations) expect(conversation).to.equal(conversations.get(id));
  });

  it('keeps the threads of which something was heard last, and no more of them however many are opened', async () => {
    const conversations = Array.from({ length: 40 }, (_, index) => ({
      id: `c${index}`,
      channel: 'web',
      contact: { id: `p${index}`, name: `Contact ${index}` },
      messages: [],
    }));
    const { source, calls, store } = await storeWorld({ seed: { conversations } });
    for (const { id } of conversations) {
      source.receive(id, 'Hello');
      store.open(id);
      await settle();
      source.receive('c0', `Beside ${id}`);
      await settle();
    }
    expect(store.state.threads).to.have.length(31);
    expect(store.state.threads).to.include.keys('c0', 'c39');
    store.open('c1');
    await settle();
    expect(store.state.threads.get('c1')?.status).to.equal('ready');
    const asked = calls.length;
    store.open('c39');
    await settle();
    expect(calls.slice(asked)).to.deep.equal([]);
  });

  it('tells of a received message once, however often and late its event comes', async () => {
    const { source, happenings, store } = await storeWorld();
    const message = source.receive('aiko', 'Hello');
    source.setDelivery('aiko', message.id, 'read');
    store.open('aiko');
    await settle();
    source.setDelivery('aiko', message.id, 'delivered');
    source.reset();
    await settle();
    const received = happenings.filter(({ type }) => type === 'received');
    expect(received.map((happening) => happening.type === 'received' && happening.message.id)).to.deep.equal([message.id]);
  });

  it('tells once of a message that the service had accepted and its channel could not deliver', async () => {
    const { store, source, happenings } = await storeWorld();
    store.open('mara');
    await settle();
    const { id } = await source.sendMessage('mara', { text: 'Hello', clientKey: 'key' });
    for (const status of ['delivered', 'failed', 'failed', 'read'] as const) source.setDelivery('mara', id, status);
    await settle();
    const undelivered = happenings.flatMap((happening) => (happening.type === 'undelivered' ? [happening.message.id] : []));
    expect(undelivered).to.deep.equal([id]);
  });

  it('marks where those began that came while an open thread was not seen, and leaves the mark there', async () => {
    const { store, source } = await storeWorld();
    store.open('mara');
    await settle();
    store.markRead('mara');
    await settle();
    const { id } = source.receive('mara', 'Nobody is here');
    source.receive('mara', 'Still nobody');
    await settle();
    const unreadFrom = () => store.state.threads.get('mara')?.unreadFrom;
    store.markUnseen('mara');
    expect(unreadFrom()).to.equal(id);
    const { threads } = store.state;
    store.markUnseen('mara');
    expect(store.state.threads, 'nothing has changed').to.equal(threads);
    store.markRead('mara');
    expect(unreadFrom()).to.equal(id);
  });

  it('marks where the unread messages began when a thread is opened', async () => {
    const { store } = await storeWorld();
    store.open('mara');
    await settle();
    expect(store.state.threads.get('mara')?.unreadFrom).to.equal('mara-7');
    store.markRead('mara');
    expect([store.state.unread, store.state.threads.get('mara')?.unreadFrom]).to.deep.equal([1, 'mara-7']);
    store.open(null);
    store.open('mara');
    expect(store.state.threads.get('mara')?.unreadFrom).to.equal(null);
  });

  it('fetches a conversation that no list has brought', async () => {
    const { store } = await storeWorld();
    store.setQuery({ filter: 'unread' });
    await settle();
    expect(store.state.conversations.has('hannah')).to.equal(false);
    store.open('hannah');
    await settle();
    expect(store.state.conversations.get('hannah')?.contact.name).to.equal('Hannah Fischer');
    expect(store.state.list.ids).to.deep.equal(['mara', 'theo']);
  });

  it('says that a conversation does not exist', async () => {
    const { store } = await storeWorld();
    store.open('nobody');
    await settle();
    expect(store.state.threads.get('nobody')).to.deep.include({ status: 'failed' });
    expect(store.state.threads.get('nobody')?.error?.status).to.equal(404);
  });

  it('lets a row stay that is read among the unread, until another is opened', async () => {
    const { store } = await storeWorld();
    store.setQuery({ filter: 'unread' });
    store.open('mara');
    await settle();
    store.markRead('mara');
    await settle();
    expect(store.state.list.ids).to.deep.equal(['mara', 'theo']);
    store.open('theo');
    expect(store.state.list.ids).to.deep.equal(['theo']);
  });

  it('hears of no answer to a query that has been replaced', async () => {
    const slow = gate();
    let lists = 0;
    const { store } = await storeWorld({
      after: (method) => (method === 'listConversations' && ++lists === 2 ? slow.passed : undefined),
    });
    store.setQuery({ filter: 'closed' });
    store.setQuery({ filter: 'unread' });
    await settle();
    slow.open();
    await settle();
    expect(store.state.list.query.filter).to.equal('unread');
    expect(store.state.list.ids).to.deep.equal(['mara', 'theo']);
  });

  it('gives up a request whose answer nobody needs any more', async () => {
    const { source, store } = await storeWorld();
    const signals: (AbortSignal | undefined)[] = [];
    source.listConversations = (_query, _page, options) => {
      signals.push(options?.signal);
      return new Promise(() => undefined);
    };
    const ended = (): (boolean | undefined)[] => signals.map((signal) => signal?.aborted);
    store.setQuery({ filter: 'closed' });
    store.setQuery({ filter: 'unread' });
    expect(ended()).to.deep.equal([true, false]);
    store.stop();
    expect(ended()).to.deep.equal([true, true]);
  });

  it('keeps what a search has found, the first row too, whatever is written there afterwards', async () => {
    const { source, store } = await storeWorld();
    store.setQuery({ q: 'rush' });
    await settle();
    expect(store.state.list.ids).to.deep.equal(['mara']);
    source.receive('mara', 'Something else');
    await settle();
    expect(store.state.conversations.get('mara')?.preview).to.equal('Something else');
    expect(store.state.list.ids).to.deep.equal(['mara']);
  });

  it('does not take a count or a conversation from an answer that was made before an event', async () => {
    const slow = gate();
    let isSlow = false;
    const { store, source } = await storeWorld({
      after: (method) => (isSlow && method === 'listConversations' ? slow.passed : undefined),
    });
    isSlow = true;
    store.reload();
    await settle();
    source.receive('aiko', 'Meanwhile');
    slow.open();
    await settle();
    expect([store.state.unread, store.state.conversations.get('aiko')?.unread]).to.deep.equal([4, 1]);
  });

  it('tries again by itself when the first load fails, and at once when the way is free', async () => {
    let isDown = true;
    const { store, clock, source, told } = await storeWorld({
      before: (method) => {
        if (isDown && method !== 'sendTyping') throw unreachable();
      },
    });
    expect(store.state.list).to.deep.include({ status: 'failed' });
    await clock.advance(10_000);
    expect(told()).to.deep.equal([]);
    isDown = false;
    source.setConnection('live');
    await settle();
    expect(store.state.list.status).to.equal('ready');
    expect(store.state.inbox?.client.id).to.equal('fjord-pine');
    expect(told()).to.deep.equal(['ready']);
  });

  it('shows who types for six seconds, or until the message is there, and tells each contact at most every three', async () => {
    const { store, source, clock, calls } = await storeWorld();
    source.type('nikolai');
    source.type('priya');
    expect([...store.state.typing.keys()]).to.deep.equal(['nikolai', 'priya']);
    source.receive('priya', 'Thursday it is');
    expect([...store.state.typing.keys()]).to.deep.equal(['nikolai']);
    await clock.advance(6_000);
    expect(store.state.typing.size).to.equal(0);
    for (let letter = 0; letter < 10; letter++) {
      store.typing('mara');
      await clock.advance(500);
    }
    const sent = () => calls.filter((method) => method === 'sendTyping').length;
    expect(sent()).to.equal(2);
    store.typing('aiko');
    expect(sent()).to.equal(3);
  });

  it('goes on where a listener fails', async () => {
    const { store, source } = await storeWorld();
    const own = globalThis.reportError;
    const reported: unknown[] = [];
    globalThis.reportError = (error) => reported.push(error);
    const error = new Error('Not mine.');
    store.subscribe(() => {
      throw error;
    });
    let heard = 0;
    store.subscribe(() => heard++);
    source.receive('mara', 'Hello');
    await settle();
    globalThis.reportError = own;
    expect(heard).to.be.greaterThan(0);
    expect(reported).to.include(error);
  });

  it('leaves nothing behind when it stops, and keeps what it shows', async () => {
    const { store, source, clock, changes } = await storeWorld();
    source.type('mara');
    store.open('mara');
    await settle();
    store.stop();
    await settle();
    expect(clock.pendingTimers).to.equal(0);
    const before = changes();
    source.receive('mara', 'Not heard');
    await settle();
    expect(changes()).to.equal(before);
    expect(store.state.list.ids).to.have.length(11);
  });

  it('forgets everything when it is wiped, and hears of nothing that was on its way', async () => {
    const slow = gate();
    const { store } = await storeWorld({ after: (method) => (method === 'listMessages' ? slow.passed : undefined) });
    const empty = (await storeWorld({ seed: {} })).store;
    await empty.wipe();
    store.open('mara');
    store.setDraftText('mara', 'Secret');
    store.setDraftText('theo', 'Sent');
    store.send('theo');
    await settle();
    await store.wipe();
    slow.open();
    await settle();
    expect(store.state).to.deep.equal(empty.state);
  });
});
