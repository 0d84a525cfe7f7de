import { expect } from 'chai';
import { createMemorySource, exampleInbox } from '../../src/inbox/memory/index.js';
import { settle } from '../helpers/fake-clock.js';

const NOW = Date.parse('2026-05-21T09:44:00Z');
const HOUR_MS = 3_600_000;

describe('a source in memory', () => {
  it('takes replies on WhatsApp for a day after the contact has written, and none later', async () => {
    let now = NOW;
    const source = createMemorySource(exampleInbox(NOW), { now: () => now });
    source.receive('mara', 'Are you there?');
    now += 23 * HOUR_MS;
    expect((await source.sendMessage('mara', { text: 'Yes', clientKey: 'key-1' })).text).to.equal('Yes');
    now += 2 * HOUR_MS;
    const error: unknown = await source.sendMessage('mara', { text: 'And now?', clientKey: 'key-2' }).catch((reason: unknown) => reason);
    expect(error).to.include({ code: 'INBOX_MESSAGE_REJECTED', status: 409 });
  });

  it('takes no file that is larger than its own limit', async () => {
    const source = createMemorySource(exampleInbox(NOW), { largestAttachment: 3 });
    expect((await source.uploadAttachment(new File(['abc'], 'three.txt'))).size).to.equal(3);
    const error: unknown = await source.uploadAttachment(new File(['abcd'], 'four.txt')).catch((reason: unknown) => reason);
    expect(error).to.include({ code: 'INBOX_ATTACHMENT_REJECTED' });
  });

  it('finds whatever the case and accents, as the list marks what is found', async () => {
    const source = createMemorySource(exampleInbox(NOW));
    const found = async (q: string): Promise<string[]> =>
      (await source.listConversations({ filter: 'all', channel: '', q }, {})).conversations.map(({ id }) => id);
    for (const q of ['theo', 'THÉO', 'The\u0301o']) expect(await found(q), q).to.deep.equal(['theo']);
    expect(await found('wéber')).to.deep.equal(['jonas']);
  });

  it('gives up a request that is aborted while its answer waits', async () => {
    const source = createMemorySource(exampleInbox(NOW), { before: () => new Promise(() => {}) });
    const controller = new AbortController();
    let outcome: unknown = 'waiting';
    source.getConversation('mara', { signal: controller.signal }).catch((reason: unknown) => (outcome = reason));
    await settle();
    expect(outcome).to.equal('waiting');
    controller.abort();
    await settle();
    expect(outcome).to.equal(controller.signal.reason);
  });
});
