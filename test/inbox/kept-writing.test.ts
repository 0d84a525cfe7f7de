import { expect } from 'chai';
import { InboxError } from '../../src/errors.js';
import type { OutgoingMessage } from '../../src/inbox/state.js';
import type { InboxStorage } from '../../src/inbox/storage.js';
import { settle } from '../helpers/fake-clock.js';
import { lastingStorage, openStorage } from './fake-storage.js';
import { gate, storeWorld } from './store-world.js';

const file = (name: string): File => new File([new Uint8Array(10)], name, { type: 'text/plain' });

const outgoing = (key: string, error: InboxError | null = null): OutgoingMessage => ({
  key,
  conversationId: 'jonas',
  text: `Text of ${key}`,
  attachments: [],
  createdAt: '2026-05-20T00:00:00.000Z',
  status: error ? 'failed' : 'sending',
  error,
});

describe('what was written', () => {
  it('and discarded here, is not sent by another tab that has found it', async () => {
    const storage = lastingStorage();
    let isDown = true;
    const options = {
      storage,
      before: (method: string) => {
        if (method === 'sendMessage' && isDown) throw new InboxError('INBOX_SERVICE_UNREACHABLE', 'Lost.');
      },
    };
    const here = await storeWorld(options);
    here.say('jonas', 'Do not send this');
    await settle();
    const there = await storeWorld(options);
    expect(there.store.state.outbox).to.have.length(1);
    here.store.discard(here.store.state.outbox[0]?.key ?? '');
    isDown = false;
    await there.clock.advance(10_000);
    expect(there.store.state.outbox).to.have.length(0);
    expect((await there.source.listMessages('jonas', {})).messages.map(({ text }) => text)).not.to.include('Do not send this');
  });

  it('is kept as what is to be sent once it is tried again, and sent once by the next page', async () => {
    const storage = lastingStorage();
    let error = new InboxError('INBOX_MESSAGE_REJECTED', 'No.', { status: 422 });
    const first = await storeWorld({
      storage,
      before: (method) => {
        if (method === 'sendMessage') throw error;
      },
    });
    first.say('jonas', 'Once more');
    await settle();
    error = new InboxError('INBOX_SERVICE_UNREACHABLE', 'Lost.');
    first.store.retry('key-1');
    await settle();
    first.store.stop();
    const { source, store, calls } = await storeWorld({ storage });
    await settle();
    const { messages } = await source.listMessages('jonas', {});
    expect(messages.filter(({ clientKey }) => clientKey === 'key-1').map(({ text }) => text)).to.deep.equal(['Once more']);
    expect(calls.filter((method) => method === 'sendMessage')).to.have.length(1);
    expect(store.state.outbox).to.have.length(0);
    expect((await storage.open('fjord-pine')).outbox).to.have.length(0);
  });

  it('is one bubble after a reload where it was delivered before, and its thread comes before the storage', async () => {
    const opening = gate();
    const { storage, log } = openStorage({ outbox: [outgoing('old-1', new InboxError('INBOX_MESSAGE_REJECTED', 'No.'))] });
    const late: InboxStorage = { ...storage, open: (clientId) => opening.passed.then(() => storage.open(clientId)) };
    const { store, source, bubbles } = await storeWorld({ storage: late });
    await source.sendMessage('jonas', { text: 'Text of old-1', clientKey: 'old-1' });
    store.open('jonas');
    await settle();
    opening.open();
    await settle();
    expect(bubbles('jonas').filter((text) => text === 'Text of old-1')).to.have.length(1);
    expect(store.state.outbox).to.have.length(0);
    expect(log.at(-1)).to.equal('sent old-1');
  });

  it('is kept from the moment it is known whose it is, also what was written before', async () => {
    const { storage, log } = openStorage();
    const answer = gate();
    const { store } = await storeWorld({ storage, after: (method) => (method === 'getInbox' ? answer.passed : undefined) });
    store.setDraftText('mara', 'Early');
    expect(log).to.deep.equal(['draft mara Early+0']);
    answer.open();
    await settle();
    store.setDraftText('mara', '');
    store.setDraftText('theo', 'Later');
    store.send('theo');
    await settle();
    expect(log.slice(1)).to.deep.equal([
      'open fjord-pine',
      'draft mara Early+0',
      'draft mara none',
      'draft theo Later+0',
      'outgoing key-1 waiting',
      'draft theo none',
      'sent key-1',
    ]);
  });

  it('comes back after a reload, and is sent with the key it had', async () => {
    const refusal = new InboxError('INBOX_MESSAGE_REJECTED', 'No.');
    const { storage } = openStorage({
      drafts: new Map([
        ['mara', { text: 'Half a sen', attachments: [{ id: 'f1', name: 'a.png', type: 'image/png', size: 3 }] }],
      ]),
      outbox: [outgoing('old-1'), outgoing('old-2', refusal)],
    });
    const { store, source } = await storeWorld({ storage });
    const draft = store.state.drafts.get('mara');
    expect([draft?.text, draft?.attachments[0]?.uploaded?.id]).to.deep.equal(['Half a sen', 'f1']);
    expect(store.state.outbox.map(({ key, status }) => [key, status])).to.deep.equal([['old-2', 'failed']]);
    const { messages } = await source.listMessages('jonas', {});
    expect(messages.at(-1)).to.include({ text: 'Text of old-1', clientKey: 'old-1' });
  });

  it('is sent in the order of writing after a reload, whatever order the storage has it in', async () => {
    const { storage } = openStorage({ outbox: [{ ...outgoing('a'), createdAt: '2026-05-20T00:00:02.000Z' }, { ...outgoing('b'), createdAt: '2026-05-20T00:00:01.000Z' }] });
    const { source } = await storeWorld({ storage });
    const { messages } = await source.listMessages('jonas', {});
    expect(messages.slice(-2).map(({ clientKey }) => clientKey)).to.deep.equal(['b', 'a']);
  });

  it('is sent once where another tab has the same record and sends it too', async () => {
    const { storage } = openStorage({ outbox: [outgoing('old-1')] });
    const { store, source } = await storeWorld({ storage });
    await source.sendMessage('jonas', { text: 'Text of old-1', clientKey: 'old-1' });
    await settle();
    const { messages } = await source.listMessages('jonas', {});
    expect(messages.filter(({ clientKey }) => clientKey === 'old-1')).to.have.length(1);
    expect(store.state.outbox).to.have.length(0);
  });

  it('is not overwritten by what an earlier page has left', async () => {
    const { storage } = openStorage({ drafts: new Map([['mara', { text: 'Old', attachments: [] }]]) });
    const answer = gate();
    const { store } = await storeWorld({ storage, after: (method) => (method === 'getInbox' ? answer.passed : undefined) });
    store.setDraftText('mara', 'New');
    answer.open();
    await settle();
    expect(store.state.drafts.get('mara')?.text).to.equal('New');
  });

  it('is not stored again as it is found, nor is a file on its way that another tab has sent meanwhile', async () => {
    const arriving = gate();
    const { storage, log } = openStorage({
      drafts: new Map([['mara', { text: 'Old', attachments: [] }]]),
      files: new Map(['a', 'b'].map((name) => [name, { conversationId: 'mara', file: file(`${name}.txt`) }])),
    });
    storage.isKept = (kind, key) => Promise.resolve(kind === 'file' && key === 'b');
    const { store } = await storeWorld({ storage, before: (method) => (method === 'uploadAttachment' ? arriving.passed : undefined) });
    expect(log.splice(0)).to.deep.equal(['open fjord-pine']);
    arriving.open();
    await settle();
    expect([store.state.drafts.get('mara')?.attachments.map(({ name }) => name), log]).to.deep.equal([['b.txt'], ['draft mara Old+1', 'file b none']]);
  });

  it('is not taken in, nor is a file uploaded, where the inbox has gone before it was read', async () => {
    const opening = gate();
    const { storage } = openStorage({
      drafts: new Map([['mara', { text: 'Old', attachments: [] }]]),
      files: new Map([['a', { conversationId: 'mara', file: file('a.txt') }]]),
      outbox: [outgoing('old-1')],
    });
    const { store, calls } = await storeWorld({ storage: { ...storage, open: (clientId) => opening.passed.then(() => storage.open(clientId)) } });
    await store.wipe();
    calls.length = 0;
    opening.open();
    await settle();
    expect([store.state.drafts.size, store.state.outbox.length, calls]).to.deep.equal([0, 0, []]);
  });

  it('goes when the store is wiped', async () => {
    const { storage, log } = openStorage();
    const { store } = await storeWorld({ storage });
    store.setDraftText('mara', 'Secret');
    await store.wipe();
    expect(log.at(-1)).to.equal('wipe');
    expect(store.state.drafts.size).to.equal(0);
  });
});
