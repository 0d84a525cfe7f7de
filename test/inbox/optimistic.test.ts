import { expect } from 'chai';
import { InboxError } from '../../src/errors.js';
import type { Conversation } from '../../src/inbox/model.js';
import { settle } from '../helpers/fake-clock.js';
import { deafWorld } from './deaf-world.js';
import { gate, storeWorld } from './store-world.js';

const refused = () => new InboxError('INBOX_SERVICE_REFUSED', 'No.', { status: 403 });
const unreachable = () => new InboxError('INBOX_SERVICE_UNREACHABLE', 'Lost.');

describe('a change that is shown before the service has confirmed it', () => {
  const open = (conversation: Conversation | undefined) => conversation?.status;

  it('is taken back with a word where the service refuses', async () => {
    const { store } = await storeWorld({
      before: (method) => {
        if (method === 'setStatus' || method === 'markRead') throw refused();
      },
    });
    store.open('mara');
    await settle();
    store.setStatus('mara', 'closed');
    store.markRead('mara');
    expect([open(store.state.conversations.get('mara')), store.state.unread]).to.deep.equal(['closed', 1]);
    await settle();
    expect([open(store.state.conversations.get('mara')), store.state.unread]).to.deep.equal(['open', 3]);
    expect(store.state.refused).to.deep.include({ conversationId: 'mara' });
    expect(store.state.refused?.error.status).to.equal(403);
    store.dismissRefused();
    expect(store.state.refused).to.equal(null);
  });

  it('is taken back without a word where it was none of the person’s wishes: what has been read', async () => {
    const { store } = await storeWorld({
      before: (method) => {
        if (method === 'markRead') throw refused();
      },
    });
    store.open('mara');
    await settle();
    store.markRead('mara');
    expect(store.state.unread).to.equal(1);
    await settle();
    expect([store.state.unread, store.state.refused]).to.deep.equal([3, null]);
  });

  it('stays, and is made later, where the service cannot be reached', async () => {
    let isDown = true;
    const { store, source, clock } = await storeWorld({
      before: (method) => {
        if (method === 'setStatus' && isDown) throw unreachable();
      },
    });
    store.setStatus('mara', 'closed');
    await clock.advance(20_000);
    expect(open(store.state.conversations.get('mara'))).to.equal('closed');
    expect(store.state.refused).to.equal(null);
    isDown = false;
    await clock.advance(60_000);
    expect((await source.getConversation('mara')).status).to.equal('closed');
  });

  it('is the last that the person wanted', async () => {
    const slow = gate();
    let changes = 0;
    const { store, source } = await storeWorld({
      before: (method) => (method === 'setStatus' && ++changes === 1 ? slow.passed : undefined),
    });
    store.setStatus('mara', 'closed');
    store.setStatus('mara', 'open');
    await settle();
    slow.open();
    await settle();
    expect(open(store.state.conversations.get('mara'))).to.equal('open');
    expect((await source.getConversation('mara')).status).to.equal('open');
    expect(changes).to.equal(2);
  });

  it('is the last that the person wanted also where no event tells of it', async () => {
    const slow = gate();
    let changes = 0;
    const { store, source } = await storeWorld({
      isDeaf: true,
      before: (method) => (method === 'setStatus' && ++changes === 1 ? slow.passed : undefined),
    });
    store.setStatus('mara', 'closed');
    store.setStatus('mara', 'open');
    slow.open();
    await settle();
    expect((await source.getConversation('mara')).status).to.equal('open');
    expect(open(store.state.conversations.get('mara'))).to.equal('open');
  });

  it('stays also where another of the same conversation is answered first, and no event tells of either', async () => {
    const slow = gate();
    const { store } = await storeWorld({ isDeaf: true, before: (method) => (method === 'setStatus' ? slow.passed : undefined) });
    store.open('mara');
    await settle();
    store.setStatus('mara', 'closed');
    store.markRead('mara');
    await settle();
    slow.open();
    await settle();
    const { status, unread } = store.state.conversations.get('mara')!;
    expect([status, unread]).to.deep.equal(['closed', 0]);
  });

  it('closes a conversation after what was written in it before, since a closed one takes no messages', async () => {
    const slow = gate();
    const { store, calls, say } = await storeWorld({ before: (method) => (method === 'sendMessage' ? slow.passed : undefined) });
    say('mara', 'First');
    say('mara', 'Second');
    store.setStatus('mara', 'closed');
    await settle();
    expect(open(store.state.conversations.get('mara')), 'shown at once').to.equal('closed');
    expect(calls.filter((call) => call === 'setStatus')).to.have.length(0);
    slow.open();
    await settle();
    expect(calls.filter((call) => call === 'sendMessage' || call === 'setStatus')).to.deep.equal(['sendMessage', 'sendMessage', 'setStatus']);
  });

  it('closes a conversation though a message in it was refused, and opens it before what was written after', async () => {
    let isDown = false;
    const { store, source, calls, clock, say } = await storeWorld({
      before: (method) => {
        if (isDown) throw unreachable();
        if (method === 'sendMessage' && !calls.includes('setStatus')) throw new InboxError('INBOX_MESSAGE_REJECTED', 'No.', { status: 422 });
      },
    });
    say('mara', 'Refused');
    await settle();
    store.setStatus('mara', 'closed');
    await settle();
    expect((await source.getConversation('mara')).status).to.equal('closed');
    isDown = true;
    calls.length = 0;
    store.setStatus('mara', 'open');
    say('mara', 'Later');
    await settle();
    isDown = false;
    calls.length = 0;
    await clock.advance(2_000);
    expect(calls.slice(0, 2)).to.deep.equal(['setStatus', 'sendMessage']);
  });

  it('is not made any more once the client is another', async () => {
    const slow = gate();
    const { store, calls, say } = await storeWorld({ before: (method) => (method === 'sendMessage' ? slow.passed : undefined) });
    say('mara', 'First');
    store.setStatus('mara', 'closed');
    await settle();
    await store.wipe();
    slow.open();
    await settle();
    expect(calls).not.to.include('setStatus');
  });

  it('does not hide a message that comes after the last that was read', async () => {
    const slow = gate();
    const { store, source } = await storeWorld({ before: (method) => (method === 'markRead' ? slow.passed : undefined) });
    store.open('mara');
    await settle();
    store.markRead('mara');
    expect(store.state.conversations.get('mara')?.unread).to.equal(0);
    source.setDelivery('mara', 'mara-2', 'delivered');
    expect(store.state.conversations.get('mara')?.unread, 'an event from before').to.equal(0);
    source.receive('mara', 'One more');
    expect(store.state.conversations.get('mara')?.unread).to.equal(3);
    slow.open();
    await settle();
    expect([store.state.conversations.get('mara')?.unread, store.state.unread]).to.deep.equal([1, 2]);
  });

  it('marks the newest received message as unread again', async () => {
    const { store, source } = await storeWorld();
    store.markUnread('aiko');
    expect([store.state.conversations.get('aiko')?.unread, store.state.unread]).to.deep.equal([1, 4]);
    await settle();
    expect((await source.getConversation('aiko')).unread).to.equal(1);
  });

  it('marks as unread without one more where messages come meanwhile', async () => {
    const slow = gate();
    const { store, source } = await storeWorld({ before: (method) => (method === 'markUnread' ? slow.passed : undefined) });
    store.markUnread('aiko');
    for (const count of [1, 2]) {
      source.receive('aiko', 'News');
      expect(store.state.conversations.get('aiko')?.unread).to.equal(count);
    }
  });

  it('is asked for only where it would change something', async () => {
    const { store, calls } = await storeWorld();
    store.open('aiko');
    await settle();
    calls.length = 0;
    store.markRead('aiko');
    store.markUnread('mara');
    store.setStatus('mara', 'open');
    await settle();
    expect(calls).to.deep.equal([]);
  });

  it('is taken back with a word where a message cannot be marked as unread', async () => {
    const { store } = await storeWorld({
      before: (method) => {
        if (method === 'markUnread') throw refused();
      },
    });
    store.markUnread('aiko');
    await settle();
    expect([store.state.conversations.get('aiko')?.unread, store.state.unread]).to.deep.equal([0, 3]);
    expect(store.state.refused).to.deep.include({ change: 'unread', conversationId: 'aiko' });
  });

  for (const outcome of ['granted', 'refused']) {
    it(`waits until the one before has been ${outcome}, of which nothing is said then`, async () => {
      const slow = gate();
      let changes = 0;
      const { store } = await storeWorld({ before: (method) => (method === 'setStatus' && ++changes === 1 ? slow.passed : undefined) });
      store.setStatus('mara', 'closed');
      store.setStatus('mara', 'open');
      await settle();
      expect(changes).to.equal(1);
      if (outcome === 'granted') slow.open();
      else slow.fail(refused());
      await settle();
      expect([changes, open(store.state.conversations.get('mara')), store.state.refused]).to.deep.equal([2, 'open', null]);
    });
  }

  it('gives way to what others have changed after it', async () => {
    const slow = gate();
    let isSlow = true;
    const { store, source } = await storeWorld({ after: (method) => (method === 'setStatus' && isSlow ? slow.passed : undefined) });
    store.setStatus('mara', 'closed');
    await settle();
    await source.setStatus('mara', 'open');
    isSlow = false;
    slow.open();
    await settle();
    expect(open(store.state.conversations.get('mara'))).to.equal('open');
  });

  it('is not undone by an answer that was made before it, though no event tells of it', async () => {
    const { between, store, answered } = await deafWorld();
    store.reload();
    await settle();
    store.setStatus('mara', 'closed');
    await settle();
    // That the change has been made comes first.
    between.answer(between.answersOnTheirWay - 1);
    await answered();
    expect(open(store.state.conversations.get('mara'))).to.equal('closed');
  });

  it('is taken back also in a conversation that has been left meanwhile', async () => {
    const slow = gate();
    const { store } = await storeWorld({ before: (method) => (method === 'markRead' ? slow.passed : undefined) });
    store.open('mara');
    await settle();
    store.markRead('mara');
    store.open(null);
    slow.fail(refused());
    await settle();
    expect([store.state.conversations.get('mara')?.unread, store.state.unread]).to.deep.equal([2, 3]);
  });

  it('closes a conversation whatever waits to be sent in another', async () => {
    const { store, calls, say } = await storeWorld({ before: (method) => (method === 'sendMessage' ? gate().passed : undefined) });
    say('theo', 'Waits');
    store.setStatus('mara', 'closed');
    await settle();
    expect(calls).to.include('setStatus');
  });

  it('is not asked of a source any more that heeds no signal, once the client is another', async () => {
    const slow = gate();
    const asked: string[] = [];
    const { store, say } = await storeWorld({
      called: (method) => asked.push(method),
      before: (method) => (method === 'sendMessage' ? slow.passed : undefined),
    });
    say('mara', 'First');
    store.setStatus('mara', 'closed');
    await settle();
    await store.wipe();
    await settle();
    expect(asked).not.to.include('setStatus');
  });

  describe('as long as it waits for its answer,', () => {
    const waiting = () =>
      storeWorld({ before: (method) => (method === 'setStatus' || method === 'markRead' ? gate().passed : undefined) });

    it('is shown also where the list is fetched anew', async () => {
      const { store } = await waiting();
      store.setQuery({ filter: 'open' });
      await settle();
      store.setStatus('mara', 'closed');
      await settle();
      store.reload();
      await settle();
      expect(open(store.state.conversations.get('mara'))).to.equal('closed');
      expect(store.state.list.ids).not.to.include('mara');
    });

    it('counts also where the list holds the conversation no longer', async () => {
      const { store } = await waiting();
      store.open('mara');
      await settle();
      store.markRead('mara');
      store.open(null);
      store.setQuery({ channel: 'email' });
      await settle();
      expect(store.state.list.ids).not.to.include('mara');
      expect(store.state.unread).to.equal(1);
    });
  });
});
