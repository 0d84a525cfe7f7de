import { expect } from 'chai';
import type { SourceEvent } from '../../src/inbox/inbox-source.js';
import type { Conversation } from '../../src/inbox/model.js';
import { createMemorySource, exampleInbox, inboxSourceCases, type MemorySource } from '../../src/inbox/memory/index.js';
import { ServiceSource } from '../../src/inbox/service/service-source.js';
import { FakeService, SERVICE } from '../helpers/fake-service.js';
import { FakeTokens } from '../helpers/fake-tokens.js';
import { installFakeUploads } from '../helpers/fake-uploads.js';

describe('the conformance suite, on the source in memory', () => {
  const create = () => {
    const source = createMemorySource(exampleInbox());
    return { source, receive: (id: string, text: string) => source.receive(id, text) };
  };
  for (const { name, run } of inboxSourceCases(create)) it(name, run);
});

describe('the source in memory', () => {
  const contact = { id: 'p', name: 'Mara' };
  const message = (id: string, direction: 'in' | 'out') =>
    ({ id, conversationId: 'new', direction, authorName: '', text: id, attachments: [], sentAt: '2026-05-21T09:00:00Z', status: 'sent' }) as const;

  it('tells of a conversation that comes in, and a listener that comes later of the connection', async () => {
    const source = createMemorySource();
    const heard: SourceEvent[] = [];
    source.subscribe((event) => heard.push(event));
    await Promise.resolve();
    const conversation = source.addConversation({ id: 'new', channel: 'web', contact, messages: [message('a', 'in')] });
    source.setConnection('offline');
    source.subscribe((event) => heard.push(event));
    await Promise.resolve();
    expect(heard.map((event) => (event.type === 'connection' ? event.connection : event.type))).to.deep.equal(['live', 'conversation', 'offline', 'offline']);
    expect(heard[1]).to.deep.include({ conversation });
  });

  it('counts as unread what was received, whatever was answered in between', async () => {
    const source = createMemorySource();
    source.addConversation({ id: 'new', channel: 'web', contact, unread: 2, messages: [message('a', 'in'), message('b', 'in'), message('c', 'in'), message('d', 'out')] });
    expect((await source.getInbox()).unread).to.equal(2);
    await source.markRead('new', 'b');
    expect((await source.getConversation('new')).unread).to.equal(1);
  });
});

describe('the conformance suite, on the hosted service', () => {
  const create = () => {
    const service = new FakeService(exampleInbox());
    const restore = installFakeUploads(service.fetch);
    const source = new ServiceSource({ service: SERVICE, tokens: new FakeTokens(), fetch: service.fetch });
    return {
      source,
      receive: (id: string, text: string) => service.inbox.receive(id, text),
      dispose: () => {
        source.dispose();
        restore();
      },
    };
  };
  for (const { name, run } of inboxSourceCases(create)) it(name, run);
});

describe('the conformance suite, on a source that speaks before it can be silenced', () => {
  const create = () => {
    const source = createMemorySource(exampleInbox());
    const { subscribe } = source;
    source.subscribe = (listener) => {
      listener({ type: 'connection', connection: 'live' });
      return subscribe.call(source, listener);
    };
    return { source };
  };
  for (const { name, run } of inboxSourceCases(create)) it(name, run);
});

describe('the conformance suite, on a source that is wrong', () => {
  const wrong: [string, (source: MemorySource) => void][] = [
    [
      'gives the first page of conversations for every cursor',
      (source) => {
        const { listConversations } = source;
        source.listConversations = (query, { limit }) => listConversations.call(source, query, { limit });
      },
    ],
    [
      'gives the newest messages whatever they are to be older than',
      (source) => {
        const { listMessages } = source;
        source.listMessages = (id, { limit }) => listMessages.call(source, id, { limit });
      },
    ],
    [
      'gives all messages however few are asked for',
      (source) => {
        const { listMessages } = source;
        source.listMessages = (id, { before }) => listMessages.call(source, id, { before });
      },
    ],
    [
      'always promises more, and gives nothing',
      (source) => {
        const { listMessages } = source;
        source.listMessages = async (id, page) => ({ ...(await listMessages.call(source, id, page)), hasMore: true });
      },
    ],
    [
      'ignores that a request is no longer wanted',
      (source) => {
        const { getInbox, listConversations } = source;
        source.getInbox = () => getInbox.call(source);
        source.listConversations = (query, page) => listConversations.call(source, query, page);
      },
    ],
    [
      'changes what is no longer wanted all the same',
      (source) => {
        const { setStatus } = source;
        source.setStatus = (id, status) => setStatus.call(source, id, status);
      },
    ],
    [
      'counts what is unread in a page only',
      (source) => {
        const { listConversations } = source;
        source.listConversations = async (...asked) => {
          const page = await listConversations.apply(source, asked);
          return { ...page, unread: page.conversations.reduce((sum, { unread }) => sum + unread, 0) };
        };
      },
    ],
    [
      'searches everywhere, whatever the channel',
      (source) => {
        const { listConversations } = source;
        source.listConversations = (query, page) => listConversations.call(source, query.q ? { ...query, channel: '' } : query, page);
      },
    ],
    [
      'searches everywhere, whatever the filter',
      (source) => {
        const { listConversations } = source;
        source.listConversations = (query, page) => listConversations.call(source, query.q ? { ...query, filter: 'all' } : query, page);
      },
    ],
    [
      'gives the oldest message to another conversation',
      (source) => {
        const { listMessages } = source;
        source.listMessages = async (...asked) => {
          const { messages, hasMore } = await listMessages.apply(source, asked);
          return { messages: messages.map((one, index) => (index || hasMore ? one : { ...one, conversationId: 'another' })), hasMore };
        };
      },
    ],
    [
      'tells of a part of a conversation',
      (source) => {
        const { subscribe } = source;
        source.subscribe = (listener) =>
          subscribe.call(source, (event) =>
            listener(event.type === 'conversation' ? { ...event, conversation: { ...event.conversation, preview: '' } } : event),
          );
      },
    ],
    [
      'changes what it has given',
      (source) => {
        const given = new Map<string, Conversation>();
        const same = (conversation: Conversation): Conversation => {
          const known = Object.assign(given.get(conversation.id) ?? {}, conversation);
          given.set(conversation.id, known);
          return known;
        };
        const { getConversation, setStatus } = source;
        source.getConversation = async (...asked) => same(await getConversation.apply(source, asked));
        source.setStatus = async (...asked) => same(await setStatus.apply(source, asked));
      },
    ],
  ];
  for (const [what, spoil] of wrong) {
    it(`notices that it ${what}`, async () => {
      const create = () => {
        const source = createMemorySource(exampleInbox());
        spoil(source);
        return { source };
      };
      const results = await Promise.allSettled(inboxSourceCases(create).map(({ run }) => run()));
      expect(results.some(({ status }) => status === 'rejected')).to.equal(true);
    });
  }
});
