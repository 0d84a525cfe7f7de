import { expect } from 'chai';
import { InboxError } from '../../src/errors.js';
import { LARGEST_ATTACHMENT_BYTES } from '../../src/inbox/limits.js';
import { settle } from '../helpers/fake-clock.js';
import { lastingStorage, openStorage } from './fake-storage.js';
import { gate, storeWorld } from './store-world.js';

const file = (name: string, size = 10): File => new File([new Uint8Array(size)], name, { type: 'text/plain' });

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

  it('keeps no file that is taken out after it was uploaded', async () => {
    const { storage, log } = openStorage();
    const { store } = await storeWorld({ storage });
    store.stageFiles('mara', [file('a.txt'), file('b.txt')]);
    await settle();
    log.length = 0;
    store.unstageFile('mara', 'key-1');
    store.unstageFile('mara', 'key-2');
    expect(log.filter((line) => line.startsWith('draft'))).to.deep.equal(['draft mara +1', 'draft mara none']);
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
