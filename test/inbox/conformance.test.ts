import { expect } from 'chai';
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
