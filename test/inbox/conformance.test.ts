import { createMemorySource, exampleInbox, inboxSourceCases } from '../../src/inbox/memory/index.js';
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
