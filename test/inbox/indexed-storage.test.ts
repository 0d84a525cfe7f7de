import { expect } from 'chai';
import { set } from 'idb-keyval';
import { InboxError } from '../../src/errors.js';
import { cleanStorages, draft, failed, records, SERVICE, table, withIndexedDb } from './storage-world.js';

describe('storage in IndexedDB', () => {
  const storageOf = cleanStorages();

  it('gives back what its client has written, errors with their class', async () => {
    const storage = storageOf(SERVICE);
    await storage.open('ada');
    storage.saveDraft('mara', draft('Half a sen'));
    storage.saveDraft('theo', draft('Gone'));
    storage.saveDraft('theo', null);
    storage.save('outgoing', failed.key, failed);
    storage.save('outgoing', 'key-2', { ...failed, key: 'key-2', status: 'waiting', error: null });
    storage.save('outgoing', 'key-2', null);
    storage.save('outgoing', 'key-3', { ...failed, key: 'key-3', status: 'waiting', error: null });
    const { drafts, outbox } = await storageOf(SERVICE).open('ada');
    expect([...drafts]).to.deep.equal([['mara', draft('Half a sen')]]);
    expect(outbox).to.have.length(2);
    expect(outbox[1]).to.deep.include({ key: 'key-3', status: 'waiting', error: null });
    expect(outbox[0]).to.deep.include({ key: 'key-1', text: 'Hello', status: 'failed' });
    expect(outbox[0]?.error).to.be.instanceOf(InboxError);
    expect(outbox[0]?.error).to.include({ code: 'INBOX_MESSAGE_REJECTED', status: 422, serviceCode: 'field_invalid' });
  });

  it('takes away a draft that is sent, and none that another tab has written in the same conversation', async () => {
    const [here, there] = [storageOf(SERVICE), storageOf(SERVICE)];
    const left = async (): Promise<string | undefined> => (await storageOf(SERVICE).open('ada')).drafts.get('mara')?.text;
    await here.open('ada');
    await there.open('ada');
    there.saveDraft('mara', draft('Long and dear'));
    here.saveDraft('mara', draft('Y'));
    here.saveDraft('mara', draft('Yes'));
    expect(await left(), 'the newest').to.equal('Yes');
    here.saveDraft('mara', null);
    expect(await left(), 'written before').to.equal('Long and dear');
    here.saveDraft('mara', draft('No'));
    there.saveDraft('mara', draft('Long and dearer'));
    here.saveDraft('mara', null);
    expect(await left(), 'written after').to.equal('Long and dearer');
    there.saveDraft('mara', null);
    expect(await records()).to.deep.equal({});
  });

  it('keeps nothing of a client whom another one follows', async () => {
    const storage = storageOf(SERVICE);
    await storage.open('ada');
    storage.saveDraft('mara', draft('Hers'));
    await storage.open('grace');
    expect(await records()).to.deep.equal({});
  });

  it('keeps one draft of a tab, also where it is left while that is being written', async () => {
    const storage = storageOf(SERVICE);
    await storage.open('ada');
    storage.saveDraft('mara', draft('H'));
    await records();
    for (const text of ['Ha', 'Half']) storage.saveDraft('mara', draft(text));
    storage.close();
    expect(Object.values(await records())).to.deep.equal([[draft('Half')]]);
  });

  it('takes away what an earlier page has left, once it is sent', async () => {
    const before = storageOf(SERVICE);
    await before.open('ada');
    before.saveDraft('mara', draft('Half a sen'));
    const storage = storageOf(SERVICE);
    await storage.open('ada');
    storage.saveDraft('mara', null);
    expect(await records()).to.deep.equal({});
  });

  it('gives back a file that is still on its way, where the browser keeps files at all', async function () {
    // WebKit keeps none in a private window, which an automated one is.
    if (!(await set('probe', new Blob(['x']), table).then(() => true, () => false))) return this.skip();
    const storage = storageOf(SERVICE);
    await storage.open('ada');
    storage.save('file', 'file-1', { conversationId: 'mara', file: new File(['Oak'], 'oak.txt', { type: 'text/plain' }) });
    storage.save('file', 'file-2', { conversationId: 'mara', file: new File(['Gone'], 'gone.txt') });
    storage.save('file', 'file-2', null);
    const { files } = await storageOf(SERVICE).open('ada');
    const [[key, kept] = []] = files;
    expect([files.size, key, kept?.conversationId]).to.deep.equal([1, 'file-1', 'mara']);
    expect([kept?.file.name, kept?.file.type, await kept?.file.text()]).to.deep.equal(['oak.txt', 'text/plain', 'Oak']);
  });

  it("deletes another client's writing at the start, and leaves another service's alone", async () => {
    const first = storageOf(SERVICE);
    await first.open('ada');
    first.saveDraft('mara', draft('Of Ada'));
    first.save('outgoing', failed.key, failed);
    first.close();
    const elsewhere = storageOf('https://other.example');
    await elsewhere.open('ada');
    elsewhere.saveDraft('mara', draft('Elsewhere'));
    for (const later of ['bob', 'aaron']) {
      const storage = storageOf(SERVICE);
      const { drafts, outbox } = await storage.open(later);
      expect([drafts.size, outbox.length]).to.deep.equal([0, 0]);
      expect(Object.keys(await records())).to.deep.equal(['https://other.example,ada,draft,mara']);
      storage.saveDraft('theo', draft('Of another'));
      storage.close();
    }
  });

  it('leaves two clients of one page what each has written', async () => {
    const [ada, bob] = [storageOf(SERVICE), storageOf(SERVICE)];
    await ada.open('ada');
    ada.saveDraft('mara', draft('Of Ada'));
    await bob.open('bob');
    bob.saveDraft('mara', draft('Of Bob'));
    expect(Object.keys(await records())).to.have.length(2);
    await bob.wipe();
    expect(Object.keys(await records())).to.deep.equal([`${SERVICE},ada,draft,mara`]);
  });

  it('leaves what a client has written in one inbox where another one goes that keeps nothing', async () => {
    const ada = storageOf(SERVICE);
    await ada.open('ada');
    ada.saveDraft('mara', draft('Of Ada'));
    const forgetful = storageOf(SERVICE, false);
    await forgetful.open('ada');
    forgetful.close();
    await storageOf(SERVICE).open('bob');
    expect(Object.keys(await records())).to.deep.equal([`${SERVICE},ada,draft,mara`]);
  });

  it('leaves what is on screen in the other inboxes where one of them goes', async () => {
    const [ada, bob] = [storageOf(SERVICE), storageOf(SERVICE)];
    await ada.open('ada');
    await bob.open('bob');
    bob.saveDraft('mara', draft('Of Bob'));
    ada.close();
    await storageOf(SERVICE).open('cleo');
    expect(Object.keys(await records())).to.deep.equal([`${SERVICE},bob,draft,mara`]);
  });

  it('keeps nothing, and deletes what was kept, where nothing is to be kept from now on', async () => {
    const before = storageOf(SERVICE);
    await before.open('ada');
    before.saveDraft('mara', draft('Of an earlier page'));
    before.close();
    const storage = storageOf(SERVICE, false);
    const { drafts } = await storage.open('ada');
    storage.saveDraft('theo', draft('In memory'));
    expect([drafts.size, await records()]).to.deep.equal([0, {}]);
  });

  it('keeps nothing after it was wiped, until it is opened again', async () => {
    const storage = storageOf(SERVICE);
    await storage.open('ada');
    storage.saveDraft('mara', draft('Secret'));
    await storage.wipe();
    storage.saveDraft('mara', draft('Too late'));
    expect(await records()).to.deep.equal({});
    await storage.open('ada');
    storage.saveDraft('mara', draft('Again'));
    expect(Object.keys(await records())).to.have.length(1);
  });

  it('deletes the writing of all clients of its service, and of no other, where it is wiped before it is known whose it is', async () => {
    const elsewhere = 'https://other.example';
    for (const [service, client] of [[SERVICE, 'ada'], [SERVICE, 'bob'], [elsewhere, 'ada']] as const) {
      const storage = storageOf(service);
      await storage.open(client);
      storage.saveDraft('mara', draft('Secret'));
    }
    await storageOf(SERVICE).wipe();
    expect(Object.keys(await records())).to.deep.equal([`${elsewhere},ada,draft,mara`]);
  });

  it('keeps nothing before it is known whose it is', async () => {
    storageOf(SERVICE).saveDraft('mara', draft('Whose?'));
    expect(await records()).to.deep.equal({});
  });

  it('keeps nothing at all without a service', async () => {
    const storage = storageOf();
    await storage.open('ada');
    storage.saveDraft('mara', draft('In memory'));
    storage.save('outgoing', failed.key, failed);
    expect(await records()).to.deep.equal({});
    await storage.wipe();
    expect(await records()).to.deep.equal({});
  });

  it('knows what is still kept of each kind, whoever has taken it away', async () => {
    const storage = storageOf(SERVICE);
    await storage.open('ada');
    storage.save('outgoing', failed.key, failed);
    // In place of a file, which WebKit does not keep in a private window.
    storage.save('file', 'file-1', { conversationId: 'mara', file: 'Oak' as never });
    const kept = () => Promise.all((['outgoing', 'file'] as const).flatMap((kind) => ['key-1', 'file-1'].map((key) => storage.isKept(kind, key))));
    expect(await kept()).to.deep.equal([true, false, false, true]);
    const other = storageOf(SERVICE);
    await other.open('ada');
    other.save('outgoing', 'key-1', null);
    other.save('file', 'file-1', null);
    await records();
    expect(await kept()).to.deep.equal([false, false, false, false]);
  });

  it('has one connection, however many inboxes come and go: a browser keeps each for the page’s life', async () => {
    const { indexedDB: real } = globalThis;
    let connections = 0;
    const counting = { open: (name: string) => (connections++, real.open(name)) };
    await withIndexedDb(counting, async () => {
      for (const client of ['ada', 'ben', 'ada']) {
        const storage = storageOf(SERVICE);
        await storage.open(client);
        storage.close();
      }
    });
    expect(connections).to.equal(1);
  });

  it('leaves what a client has written where its inbox goes before that is read', async () => {
    const before = storageOf(SERVICE);
    await before.open('ada');
    before.saveDraft('mara', draft('Half a sen'));
    before.close();
    const storage = storageOf(SERVICE);
    const opening = storage.open('ada');
    storage.close();
    await opening;
    expect(Object.keys(await records())).to.deep.equal([`${SERVICE},ada,draft,mara`]);
  });
});
