import { expect } from 'chai';
import { InboxError } from '../../src/errors.js';
import { LARGEST_ATTACHMENT_BYTES } from '../../src/inbox/limits.js';
import type { InboxStorage, StoredFile } from '../../src/inbox/storage.js';
import type { OutgoingMessage } from '../../src/inbox/state.js';
import { settle } from '../helpers/fake-clock.js';
import { gate, storeWorld } from './store-world.js';

const file = (name: string, size = 10): File => new File([new Uint8Array(size)], name, { type: 'text/plain' });

/** Storage that a test can look into. */
function openStorage(stored: Partial<Awaited<ReturnType<InboxStorage['open']>>> = {}) {
  const log: string[] = [];
  const storage: InboxStorage = {
    open: (clientId) => {
      log.push(`open ${clientId}`);
      return Promise.resolve({ drafts: new Map(), files: new Map(), outbox: [], ...stored });
    },
    saveDraft: (id, draft) => log.push(`draft ${id} ${draft ? `${draft.text}+${draft.attachments.length}` : 'none'}`),
    saveFile: (key, kept) => log.push(`file ${key} ${kept ? `${kept.conversationId} ${kept.file.name}` : 'none'}`),
    saveOutgoing: ({ key, status }) => log.push(`outgoing ${key} ${status}`),
    isKept: () => Promise.resolve(true),
    removeOutgoing: (key) => log.push(`sent ${key}`),
    close: () => undefined,
    wipe: () => {
      log.push('wipe');
      return Promise.resolve();
    },
  };
  return { storage, log };
}

/** Storage that gives the next page what this one has left. */
function lastingStorage(): InboxStorage {
  const outbox = new Map<string, OutgoingMessage>();
  const files = new Map<string, StoredFile>();
  const put = <T>(table: Map<string, T>, key: string, value: T | null): unknown => (value ? table.set(key, value) : table.delete(key));
  return {
    open: () => Promise.resolve({ drafts: new Map(), files: new Map(files), outbox: [...outbox.values()] }),
    saveDraft: () => undefined,
    saveFile: (key, file) => void put(files, key, file),
    saveOutgoing: (message) => void put(outbox, message.key, message),
    isKept: (kind, key) => Promise.resolve((kind === 'file' ? files : outbox).has(key)),
    removeOutgoing: (key) => void put(outbox, key, null),
    close: () => undefined,
    wipe: () => Promise.resolve(outbox.clear()),
  };
}

const outgoing = (key: string, error: InboxError | null = null): OutgoingMessage => ({
  key,
  conversationId: 'jonas',
  text: `Text of ${key}`,
  attachments: [],
  createdAt: '2026-05-20T00:00:00.000Z',
  status: error ? 'failed' : 'sending',
  error,
});

describe('a draft', () => {
  it('stays where its text is longer than a message may be', async () => {
    const { store } = await storeWorld();
    const text = 'x'.repeat(10_001);
    store.setDraftText('jonas', text);
    store.send('jonas');
    expect(store.state.outbox).to.be.empty;
    expect(store.state.drafts.get('jonas')?.text).to.equal(text);
  });

  it('is kept for each conversation, and goes when it is sent', async () => {
    const { store } = await storeWorld();
    store.setDraftText('mara', 'To Mara');
    store.setDraftText('theo', 'To Théo');
    expect(store.state.drafts.get('mara')?.text).to.equal('To Mara');
    store.send('mara');
    expect([...store.state.drafts.keys()]).to.deep.equal(['theo']);
    expect(store.state.outbox[0]).to.include({ text: 'To Mara', conversationId: 'mara', key: 'key-1' });
  });

  it('is not sent where it holds nothing but white space', async () => {
    const { store } = await storeWorld();
    store.setDraftText('mara', ' \n ');
    store.send('mara');
    store.send('theo');
    expect(store.state.outbox).to.have.length(0);
    expect(store.state.drafts.get('mara')?.text).to.equal(' \n ');
  });

  it('waits for its files, then is sent with them', async () => {
    const arriving = gate();
    const { store, source } = await storeWorld({
      before: (method) => (method === 'uploadAttachment' ? arriving.passed : undefined),
    });
    store.stageFiles('mara', [file('a.txt'), file('b.txt')]);
    expect(store.state.drafts.get('mara')?.attachments.map(({ name, progress }) => [name, progress])).to.deep.equal([
      ['a.txt', 0],
      ['b.txt', 0],
    ]);
    store.send('mara');
    expect(store.state.outbox).to.have.length(0);
    arriving.open();
    await settle();
    expect(store.state.drafts.get('mara')?.attachments.map(({ progress }) => progress)).to.deep.equal([1, 1]);
    store.send('mara');
    await settle();
    const { messages } = await source.listMessages('mara', {});
    expect(messages.at(-1)?.attachments?.map(({ name }) => name)).to.deep.equal(['a.txt', 'b.txt']);
  });

  it('says of a file that is too large, or one too many, that it is not sent, before it is uploaded', async () => {
    const { store, calls } = await storeWorld();
    store.stageFiles('mara', [file('large.txt', LARGEST_ATTACHMENT_BYTES + 1)]);
    expect(calls).not.to.include('uploadAttachment');
    store.stageFiles('mara', Array.from({ length: 11 }, (_, index) => file(`${index}.txt`)));
    await settle();
    const refused = store.state.drafts.get('mara')?.attachments.filter(({ error }) => error?.code === 'INBOX_ATTACHMENT_REJECTED');
    expect(refused?.map(({ name, over }) => [name, over])).to.deep.equal([
      ['large.txt', 'tooLarge'],
      ['10.txt', 'tooMany'],
    ]);
    store.send('mara');
    expect(store.state.outbox[0]?.attachments).to.have.length(10);
  });

  it('forgets a file that is taken out while it is uploaded', async () => {
    const arriving = gate();
    const { store, source } = await storeWorld({ before: (method) => (method === 'uploadAttachment' ? arriving.passed : undefined) });
    const { uploadAttachment } = source;
    let upload: AbortSignal | undefined;
    source.uploadAttachment = (given, options) => {
      upload = options?.signal;
      return uploadAttachment.call(source, given, options);
    };
    store.stageFiles('mara', [file('a.txt')]);
    expect(upload?.aborted).to.equal(false);
    const [staged] = store.state.drafts.get('mara')?.attachments ?? [];
    store.unstageFile('mara', staged?.key ?? '');
    expect(upload?.aborted).to.equal(true);
    arriving.open();
    await settle();
    expect(store.state.drafts.size).to.equal(0);
  });

  it('shows why a file could not be uploaded', async () => {
    const error = new InboxError('INBOX_ATTACHMENT_REJECTED', 'Not this kind.');
    const { store } = await storeWorld({
      before: (method) => {
        if (method === 'uploadAttachment') throw error;
      },
    });
    store.stageFiles('mara', [file('a.exe')]);
    await settle();
    const [refused] = store.state.drafts.get('mara')?.attachments ?? [];
    expect(refused).to.include({ error }).and.not.to.have.property('over');
  });

  it('sends a file again that was lost on its way, at once when the way is free', async () => {
    let isDown = true;
    const { store, source } = await storeWorld({
      before: (method) => {
        if (method === 'uploadAttachment' && isDown) throw new InboxError('INBOX_SERVICE_UNREACHABLE', 'Lost.');
      },
    });
    store.stageFiles('mara', [file('contract.txt')]);
    await settle();
    expect(store.state.drafts.get('mara')?.attachments[0]).to.include({ error: null, uploaded: null, progress: null });
    isDown = false;
    source.setConnection('live');
    expect(store.state.drafts.get('mara')?.attachments[0], 'under way again').to.include({ progress: 0 });
    await settle();
    expect(store.state.drafts.get('mara')?.attachments[0]?.uploaded?.name).to.equal('contract.txt');
  });

  it('brings a file back that was on its way when the page was closed, and sends it then', async () => {
    const storage = lastingStorage();
    const kept = async (): Promise<string[]> => [...(await storage.open('fjord-pine')).files.values()].map(({ file }) => file.name);
    const lost = (method: string): void => {
      if (method === 'uploadAttachment') throw new InboxError('INBOX_SERVICE_UNREACHABLE', 'Lost.');
    };
    const first = await storeWorld({ storage, before: lost });
    first.store.stageFiles('mara', [file('contract.txt'), file('taken-out.txt'), file('too-large.txt', LARGEST_ATTACHMENT_BYTES + 1)]);
    first.store.unstageFile('mara', 'key-2');
    await settle();
    expect(await kept()).to.deep.equal(['contract.txt']);
    first.store.stop();
    const next = await storeWorld({ storage });
    expect(next.store.state.drafts.get('mara')?.attachments.map(({ uploaded }) => uploaded?.name)).to.deep.equal(['contract.txt']);
    expect(await kept()).to.deep.equal([]);
  });

  it('keeps a file that was chosen before it was known whose it is, and none that was refused', async () => {
    const { storage, log } = openStorage();
    const answer = gate();
    const { store } = await storeWorld({
      storage,
      after: (method) => (method === 'getInbox' ? answer.passed : undefined),
      before: (method) => {
        if (method === 'uploadAttachment') throw new InboxError('INBOX_SERVICE_UNREACHABLE', 'Lost.');
      },
    });
    store.stageFiles('mara', [file('contract.txt'), file('too-large.txt', LARGEST_ATTACHMENT_BYTES + 1)]);
    await settle();
    log.length = 0;
    answer.open();
    await settle();
    expect(log.filter((line) => line.startsWith('file'))).to.deep.equal(['file key-1 mara contract.txt']);
  });

  it('is what was refused and discarded, kept as any other, where nothing else is being written', async () => {
    const { storage, log } = openStorage();
    const { store, say } = await storeWorld({
      storage,
      before: (method) => {
        if (method === 'sendMessage') throw new InboxError('INBOX_MESSAGE_REJECTED', 'No.', { status: 422 });
      },
    });
    say('jonas', 'Long and dear');
    await settle();
    store.discard('key-1');
    expect(store.state.drafts.get('jonas')?.text).to.equal('Long and dear');
    expect(log.slice(-2)).to.deep.equal(['sent key-1', 'draft jonas Long and dear+0']);
    store.discard('key-1');
    store.send('jonas');
    await settle();
    store.setDraftText('jonas', 'Something else');
    store.discard('key-2');
    expect(store.state.drafts.get('jonas')?.text).to.equal('Something else');
  });

  it('keeps a file that could not be uploaded where the message goes without it', async () => {
    const { store, source } = await storeWorld({
      before: (method) => {
        if (method === 'uploadAttachment') throw new InboxError('INBOX_ATTACHMENT_REJECTED', 'No.', { status: 415 });
      },
    });
    store.stageFiles('mara', [file('contract.txt')]);
    store.setDraftText('mara', 'Here is the contract');
    await settle();
    store.send('mara');
    await settle();
    const draft = store.state.drafts.get('mara');
    expect([draft?.text, draft?.attachments.map(({ name }) => name)]).to.deep.equal(['', ['contract.txt']]);
    const { messages } = await source.listMessages('mara', {});
    expect(messages.at(-1)).to.deep.include({ text: 'Here is the contract', attachments: [] });
    store.send('mara');
    expect(store.state.outbox, 'nothing to send').to.have.length(0);
  });
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

  it('goes when the store is wiped', async () => {
    const { storage, log } = openStorage();
    const { store } = await storeWorld({ storage });
    store.setDraftText('mara', 'Secret');
    await store.wipe();
    expect(log.at(-1)).to.equal('wipe');
    expect(store.state.drafts.size).to.equal(0);
  });
});
