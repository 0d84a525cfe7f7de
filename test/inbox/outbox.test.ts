import { expect } from 'chai';
import { InboxError } from '../../src/errors.js';
import { createMemorySource, exampleInbox } from '../../src/inbox/memory/index.js';
import type { OutgoingMessage } from '../../src/inbox/state.js';
import type { InboxStorage } from '../../src/inbox/storage.js';
import { tokenError } from '../../src/token/refresh-error.js';
import { settle } from '../helpers/fake-clock.js';
import { secondCopy } from '../element/second-copy.js';
import { deafWorld } from './deaf-world.js';
import { gate, NOW, storeWorld } from './store-world.js';
import { plainStore } from '../helpers/plain-store.js';

const unreachable = () => new InboxError('INBOX_SERVICE_UNREACHABLE', 'Lost.');
const rejected = () => new InboxError('INBOX_MESSAGE_REJECTED', 'No.', { status: 422 });
const count = (texts: readonly string[], text: string): number => texts.filter((other) => other === text).length;

describe('F37: an own message', () => {
  it('F13 waits for what another copy of the package says may pass', async () => {
    const other = await secondCopy<{ InboxError: typeof InboxError }>('/src/errors.ts');
    expect(other.InboxError).not.to.equal(InboxError);
    let isDown = true;
    const { store, clock, say } = await storeWorld({
      before: (method) => {
        if (method === 'sendMessage' && isDown) throw new other.InboxError('INBOX_SERVICE_UNREACHABLE', 'Lost.');
      },
    });
    say('jonas', 'Later');
    await settle();
    expect(store.state.outbox.map(({ status }) => status)).to.deep.equal(['waiting']);
    isDown = false;
    await clock.advance(2_000);
    expect(store.state.outbox).to.have.length(0);
  });

  it('F37 is one bubble before, while and after it is sent', async () => {
    const answer = gate();
    const { store, say, bubbles, told } = await storeWorld({
      after: (method) => (method === 'sendMessage' ? answer.passed : undefined),
    });
    store.open('jonas');
    await settle();
    const seen: number[] = [];
    store.subscribe(() => seen.push(count(bubbles('jonas'), 'On my way')));
    say('jonas', 'On my way');
    await settle();
    expect(store.state.outbox, 'the event has come before the answer').to.have.length(0);
    answer.open();
    await settle();
    expect(new Set(seen)).to.deep.equal(new Set([1]));
    expect(told().filter((type) => type === 'sent')).to.have.length(1);
  });

  it('waits a second at first when it is lost, whatever was lost before a message of which an event has told sooner than the answer', async () => {
    let isDown = true;
    const { store, clock, calls, say } = await storeWorld({
      before: (method) => {
        if (method === 'sendMessage' && isDown) throw unreachable();
      },
    });
    say('jonas', 'In a tunnel');
    await clock.advance(1_000 + 2_000 + 4_000);
    isDown = false;
    await clock.advance(8_000);
    expect(store.state.outbox, 'the event has come').to.have.length(0);
    isDown = true;
    calls.length = 0;
    say('jonas', 'In another');
    await clock.advance(1_000);
    expect(calls.filter((method) => method === 'sendMessage')).to.have.length(2);
  });

  it('stands in the list by the names of its files where it is nothing else, before any event has come', async () => {
    const { store, answered } = await deafWorld();
    store.open('jonas');
    await answered();
    store.stageFiles('jonas', [new File(['a'], 'a.txt'), new File(['b'], 'b.txt')]);
    await answered();
    store.send('jonas');
    await answered();
    expect(store.state.conversations.get('jonas')).to.deep.include({ preview: 'a.txt, b.txt', lastDirection: 'out' });
  });

  it('F37 is one bubble where the answer comes before the event, and where the event comes twice', async () => {
    const { truth, between, store, answered, say, bubbles, told } = await deafWorld();
    store.open('jonas');
    await answered();
    await say('jonas', 'On my way');
    await answered();
    expect(store.state.outbox, 'no event has come').to.have.length(0);
    const sent = store.state.threads.get('jonas')?.messages.at(-1);
    expect(store.state.conversations.get('jonas')).to.deep.include({ preview: 'On my way', lastDirection: 'out' });
    truth.setDelivery('jonas', sent?.id ?? '', 'delivered');
    while (between.events.length) {
      between.deliver();
      between.repeat();
    }
    between.repeatLate(0);
    await settle();
    expect(count(bubbles('jonas'), 'On my way')).to.equal(1);
    expect(store.state.threads.get('jonas')?.messages.at(-1)?.status).to.equal('delivered');
    expect(told()).to.deep.equal(['sent: On my way']);
  });

  it('F37 is one bubble, and sent once, where the answer is lost though the service has it', async () => {
    let losses = 2;
    const { store, source, say, bubbles, clock, calls } = await storeWorld({
      after: (method) => {
        if (method === 'sendMessage' && losses-- > 0) throw unreachable();
      },
    });
    store.open('jonas');
    await settle();
    say('jonas', 'On my way');
    await clock.advance(10_000);
    const { messages } = await source.listMessages('jonas', {});
    expect(count(messages.map(({ text }) => text), 'On my way')).to.equal(1);
    expect(count(bubbles('jonas'), 'On my way')).to.equal(1);
    expect(store.state.outbox).to.have.length(0);
    expect(calls.filter((method) => method === 'sendMessage').length).to.be.greaterThan(0);
  });

  it('F37 is two bubbles where the same text is sent twice', async () => {
    const { store, say, bubbles, source } = await storeWorld();
    store.open('jonas');
    await settle();
    say('jonas', 'Yes');
    say('jonas', 'Yes');
    expect(count(bubbles('jonas'), 'Yes')).to.equal(2);
    await settle();
    expect(count(bubbles('jonas'), 'Yes')).to.equal(2);
    expect(count((await source.listMessages('jonas', {})).messages.map(({ text }) => text), 'Yes')).to.equal(2);
  });

  for (const hours of [-1, 1]) {
    it(`F37 is one bubble in its place where the device's clock is ${hours} h off`, async () => {
      const { store, say, bubbles, clock, source } = await storeWorld();
      store.open('jonas');
      await settle();
      clock.jump({ wall: hours * 3_600_000 });
      say('jonas', 'On my way');
      await settle();
      source.receive('jonas', 'Good');
      await settle();
      expect(bubbles('jonas').slice(-2)).to.deep.equal(['On my way', 'Good']);
    });
  }

  it('F37 is known by a page of messages as well, where neither answer nor event has come', async () => {
    const { between, store, answered, say, bubbles, told } = await deafWorld();
    store.open('jonas');
    await answered();
    await say('jonas', 'On my way');
    expect(store.state.outbox[0]?.status).to.equal('sending');
    store.reload();
    await settle();
    // All but the first, which is that of sending.
    while (between.answersOnTheirWay > 1) {
      between.answer(1);
      await settle();
    }
    expect(store.state.outbox).to.have.length(0);
    expect(count(bubbles('jonas'), 'On my way')).to.equal(1);
    expect(told()).to.deep.equal(['sent: On my way']);
  });
});

describe('the outbox', () => {
  it('has a key of its own on a page without https too, where the browser makes none', async () => {
    const store = plainStore({ source: createMemorySource(exampleInbox(NOW)) });
    Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
    try {
      for (const text of ['First', 'Second']) {
        store.setDraftText('mara', text);
        store.send('mara');
      }
    } finally {
      Reflect.deleteProperty(crypto, 'randomUUID');
    }
    const keys = store.state.outbox.map(({ key }) => key);
    store.stop();
    expect(new Set(keys)).to.have.property('size', 2);
    for (const key of keys) expect(key).to.match(/^\d+(-\d+){3}$/);
  });

  it('keeps the order of a conversation, and waits for nobody in another', async () => {
    const first = gate();
    let sends = 0;
    const { store, say, source } = await storeWorld({
      before: (method) => (method === 'sendMessage' && ++sends === 1 ? first.passed : undefined),
    });
    say('jonas', 'One');
    say('jonas', 'Two');
    say('mara', 'Elsewhere');
    await settle();
    expect(store.state.outbox.map(({ text, status }) => [text, status])).to.deep.equal([
      ['One', 'sending'],
      ['Two', 'waiting'],
    ]);
    first.open();
    await settle();
    const { messages } = await source.listMessages('jonas', {});
    expect(messages.slice(-2).map(({ text }) => text)).to.deep.equal(['One', 'Two']);
  });

  it('tries again after growing pauses while the service cannot be reached, with the same key', async () => {
    const starts: number[] = [];
    const world = await storeWorld({
      before: (method) => {
        if (method !== 'sendMessage') return;
        starts.push(Math.round((world.clock.wall - Date.parse('2026-05-21T09:44:00Z')) / 1_000));
        throw unreachable();
      },
    });
    world.say('jonas', 'Hello');
    await world.clock.advance(200_000);
    expect(starts).to.deep.equal([0, 1, 3, 7, 15, 31, 63, 123, 183]);
    expect(world.store.state.outbox[0]).to.include({ status: 'waiting', key: 'key-1' });
    expect(world.told()).not.to.include('failed');
  });

  it('sends at once when the way is free again', async () => {
    let isFree = false;
    const { store, say, source } = await storeWorld({
      before: (method) => {
        if (method === 'sendMessage' && !isFree) throw unreachable();
      },
    });
    source.setConnection('offline');
    say('jonas', 'Hello');
    await settle();
    isFree = true;
    source.setConnection('live');
    await settle();
    expect(store.state.outbox).to.have.length(0);
  });

  it('waits while the person is signed out', async () => {
    let isSignedOut = true;
    const { store, say, clock, told } = await storeWorld({
      before: (method) => {
        if (method === 'sendMessage' && isSignedOut) throw new InboxError('INBOX_REFRESH_REFUSED', 'Signed out.');
      },
    });
    say('jonas', 'Hello');
    await clock.advance(3_600_000);
    expect(store.state.outbox[0]?.status).to.equal('waiting');
    isSignedOut = false;
    await clock.advance(60_000);
    expect(told().at(-1)).to.equal('sent');
  });

  it('waits while the service rejects every token, which is no word on the message', async () => {
    let isRejecting = true;
    const { store, say, clock, told } = await storeWorld({
      before: (method) => {
        if (method === 'sendMessage' && isRejecting) throw tokenError('rejected');
      },
    });
    say('jonas', 'Hello');
    await clock.advance(60_000);
    expect(store.state.outbox[0]?.status).to.equal('waiting');
    isRejecting = false;
    await clock.advance(60_000);
    expect(told().at(-1)).to.equal('sent');
  });

  it('keeps what was refused until the person decides, and holds up nothing behind it', async () => {
    let isRefusing = true;
    const { store, say, happenings, bubbles } = await storeWorld({
      before: (method) => {
        if (method === 'sendMessage' && isRefusing) throw rejected();
      },
    });
    say('jonas', 'One');
    await settle();
    isRefusing = false;
    say('jonas', 'Two');
    await settle();
    expect(store.state.outbox.map(({ text, status }) => [text, status])).to.deep.equal([['One', 'failed']]);
    expect(store.state.outbox[0]?.error?.code).to.equal('INBOX_MESSAGE_REJECTED');
    expect(happenings.filter(({ type }) => type === 'failed')).to.have.length(1);
    store.retry('key-1');
    await settle();
    expect(store.state.outbox).to.have.length(0);
    expect(bubbles('jonas')).to.deep.equal([]);
  });

  it('sends what waited behind a message once that is refused', async () => {
    let sends = 0;
    const { store, say } = await storeWorld({
      before: (method) => {
        if (method === 'sendMessage' && ++sends === 1) throw rejected();
      },
    });
    say('jonas', 'One');
    say('jonas', 'Two');
    await settle();
    expect(store.state.outbox.map(({ text, status }) => [text, status])).to.deep.equal([['One', 'failed']]);
  });

  it('goes on sending a message while one before it, which was refused, proves to have arrived', async () => {
    const slow = gate();
    let sends = 0;
    const { store, say, source } = await storeWorld({
      before: (method) => {
        if (method !== 'sendMessage' || ++sends > 2) return;
        if (sends === 2) return slow.passed;
        throw rejected();
      },
    });
    say('jonas', 'One');
    await settle();
    say('jonas', 'Two');
    await settle();
    await source.sendMessage('jonas', { text: 'One', clientKey: 'key-1' });
    await settle();
    expect(store.state.outbox.map(({ text, status }) => [text, status])).to.deep.equal([['Two', 'sending']]);
    slow.open();
    await settle();
    expect(store.state.outbox).to.have.length(0);
  });

  it('sends again what an earlier page has left as refused, though nothing can be stored any longer', async () => {
    const left: OutgoingMessage = { key: 'left', conversationId: 'jonas', text: 'Again', attachments: [], createdAt: new Date(NOW).toISOString(), status: 'failed', error: rejected() };
    const storage: InboxStorage = {
      open: async () => ({ drafts: new Map(), files: new Map(), outbox: [left] }),
      isKept: async () => false,
      saveDraft() {},
      save() {},
      wipe: async () => undefined,
      close() {},
    };
    const { store, source } = await storeWorld({ storage });
    store.retry('left');
    await settle();
    const { messages } = await source.listMessages('jonas', { limit: 1 });
    expect([messages[0]?.clientKey, store.state.outbox]).to.deep.equal(['left', []]);
  });

  it('goes on with the next of a conversation once one is accepted, before any event has come', async () => {
    const { store, answered, say, told } = await deafWorld();
    await say('jonas', 'One');
    await say('jonas', 'Two');
    await answered();
    expect(store.state.outbox).to.have.length(0);
    expect(told()).to.deep.equal(['sent: One', 'sent: Two']);
  });

  it('forgets a refused message that is discarded, and not one that is on its way', async () => {
    const { store, say } = await storeWorld({
      before: (method) => {
        if (method === 'sendMessage') throw rejected();
      },
    });
    say('jonas', 'One');
    store.discard('key-1');
    expect(store.state.outbox).to.have.length(1);
    await settle();
    store.discard('key-1');
    expect(store.state.outbox).to.have.length(0);
  });

  it('is sent in the order of writing, though the clock was set back in between', async () => {
    const { store, clock, say } = await storeWorld({
      before: (method) => {
        if (method === 'sendMessage') throw unreachable();
      },
    });
    say('jonas', 'First');
    clock.jump({ wall: -3_600_000 });
    say('jonas', 'Second');
    const [first, second] = store.state.outbox;
    expect(first && second && first.createdAt < second.createdAt, 'by which what is restored is ordered').to.equal(true);
  });
});
