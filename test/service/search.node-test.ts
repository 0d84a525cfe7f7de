import { expect } from 'chai';
import { addManyConversations } from '../../demo/service/contacts/bulk.js';
import { MESSAGES_AT_ONCE } from '../../demo/service/inbox/conversation-search.js';
import { SEARCHED_AT_ONCE } from '../../demo/service/inbox/inbox-reader.js';
import type { ConversationPageJson } from '../../demo/service/inbox/schemas.js';
import { Stage, type Tenant } from './helpers/stage.js';

describe('searching a large inbox', () => {
  let stage: Stage;
  let tenant: Tenant;

  beforeEach(async () => {
    stage = await Stage.open();
    tenant = await stage.tenant();
  });
  afterEach(() => stage.close());

  async function everyPage(query: string): Promise<string[]> {
    const previews: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path = `/inbox/conversations?${query}${cursor && `&cursor=${cursor}`}`;
      const page = (await stage.call('GET', path, { token: tenant.token })).json as ConversationPageJson;
      previews.push(...page.conversations.map(({ contact, preview }) => `${contact.name}: ${preview}`));
      cursor = page.nextCursor;
    }
    return previews;
  }

  it('finds in each portion of it what is there, in the list’s order, page by page', async () => {
    await addManyConversations(stage.service, tenant.clientId, 2 * SEARCHED_AT_ONCE + 50);
    const all = await everyPage('limit=100');
    expect(all).to.have.length(2 * SEARCHED_AT_ONCE + 50);
    const words = (word: string) => all.filter((line) => line.toLowerCase().includes(word));
    expect(await everyPage('limit=40&q=parcel')).to.deep.equal(words('parcel')).and.have.length(90);
    expect(await everyPage('limit=7&q=FONTAINE')).to.deep.equal(words('fontaine'));
    expect(await everyPage('limit=100&q=e&filter=unread')).to.deep.equal(words('e'));
    expect(await everyPage('q=nowhere')).to.deep.equal([]);
    const oldest = all.at(-1) ?? '';
    expect(await everyPage(`q=${encodeURIComponent(oldest.split(':')[0] ?? '')}`)).to.include(oldest);
  });

  it('finds the oldest and the newest of a conversation’s many messages', async () => {
    const { conversationId } = await stage.write(tenant.clientId, 'the very first');
    const write = (text: string) => stage.service.contactSide.write(tenant.clientId, { conversationId }, { text });
    await Promise.all(Array.from({ length: 2 * MESSAGES_AT_ONCE }, (_, index) => write(`message ${index}`)));
    await write('the very last');
    await stage.write(tenant.clientId, 'something else', { contactName: 'Théo' });
    for (const q of ['first', 'last', `message ${MESSAGES_AT_ONCE - 2}`, `message ${MESSAGES_AT_ONCE - 1}`, `message ${MESSAGES_AT_ONCE}`]) {
      expect(await everyPage(`q=${encodeURIComponent(q)}`), q).to.deep.equal(['Mara: the very last']);
    }
  });

  it('lets others come in between, and a client’s searches wait for each other', async () => {
    const { conversationId } = await stage.write(tenant.clientId, 'Hello');
    const write = () => stage.service.contactSide.write(tenant.clientId, { conversationId }, { text: 'a'.repeat(100) });
    await Promise.all(Array.from({ length: 2 * MESSAGES_AT_ONCE }, write));
    const done: string[] = [];
    const search = async (q: string) => {
      await stage.service.reader.conversations(tenant.clientId, { limit: 30, filter: 'all', channel: '', q });
      done.push(q.slice(-4));
    };
    // All messages must be looked through for the first; the name says it for the second.
    const searches = [search(`${'a'.repeat(99)}b`), search('mara')];
    // What comes over the network is heard only when nothing is at once to be done.
    const arrived = new Promise((resolve) => setImmediate(resolve)).then(() => done.push('somebody else'));
    await Promise.all([...searches, arrived]);
    expect(done).to.deep.equal(['somebody else', 'aaab', 'mara']);
  });
});
