import { expect } from 'chai';
import fc from 'fast-check';
import { hostileRequests } from './helpers/hostile.js';
import { Stage, type CallOptions, type Tenant } from './helpers/stage.js';
import { Visitor } from './helpers/visitor.js';

/** Of each operation. */
const REQUESTS = 500;

describe(`${REQUESTS} hostile requests to each operation`, () => {
  let stage: Stage;
  let tenant: Tenant;
  let bystander: Tenant;
  let visitor: Visitor;
  let known: Record<string, string>;
  let untouched: string;
  let tables: string;
  const operations: [method: string, template: string][] = [];

  /** All that a bystander can see, which nobody else's request may change. */
  const view = async () => {
    const { token } = bystander;
    const { json } = await stage.call('GET', '/inbox/conversations', { token });
    const messages = await stage.call('GET', `/inbox/conversations/${json.conversations[0].id}/messages`, { token });
    return JSON.stringify([json, messages.json, (await stage.call('GET', '/inbox', { token })).json]);
  };
  const schema = async () => JSON.stringify(await stage.service.database.all('SELECT type, name, sql FROM sqlite_master ORDER BY name'));

  before(async () => {
    stage = await Stage.open();
    [tenant, bystander] = [await stage.tenant(), await stage.tenant()];
    const { conversationId, id: messageId } = await stage.write(tenant.clientId, 'Hello');
    await stage.write(bystander.clientId, 'left alone');
    const { clientId, componentId } = tenant;
    known = { id: conversationId, conversationId, messageId, clientId, componentId, contactName: 'Mara', text: 'fine', channel: 'web', channels: 'web', title: 'fine', name: 'fine' };
    visitor = await Visitor.of(stage, tenant.accountId);
    [untouched, tables] = [await view(), await schema()];
  });
  after(() => stage.close());

  it('there are operations', async () => {
    const { document } = await stage.check();
    for (const [template, methods] of Object.entries(document.paths)) {
      for (const method of Object.keys(methods)) operations.push([method.toUpperCase(), template]);
    }
    expect(operations).to.have.length.above(25);
  });

  /** What a request of each group comes in with. */
  const entrances: Record<string, () => CallOptions> = {
    '/authentication': () => ({ headers: { 'x-api-key': tenant.apiKey } }),
    '/inbox': () => ({ token: tenant.token }),
    '/sandbox': () => ({}),
    '/dashboard': () => ({ headers: { cookie: visitor.cookie, origin: 'https://inbox.example' } }),
  };
  /** The dashboard's identifiers; and none that would delete what the next operations need, or make thousands. */
  const knownTo = (template: string): Record<string, string> => {
    if (template.endsWith('/delete')) return { id: 'x' };
    const [, id] = Object.entries({ clients: tenant.clientId, components: tenant.componentId, 'api-keys': tenant.keyId }).find(([section]) => {
      return template.startsWith(`/dashboard/${section}`);
    }) ?? [];
    return { ...(id && { id }), ...(template.endsWith('/bulk') && { kind: 'neither' }) };
  };

  for (const [group, entrance] of Object.entries(entrances)) {
    it(`${group}: clear answers, no failure, nothing of others changed`, async function () {
      this.timeout(240_000);
      const { document } = await stage.check();
      const its = operations.filter(([, path]) => path.startsWith(group));
      for (const [method, template] of its) {
        const statuses = new Set<number>();
        await stage.service.writer.setStatus(tenant.clientId, known.conversationId ?? '', 'open');
        const requests = hostileRequests(document, method, template, { ...known, ...knownTo(template) });
        await fc.assert(
          fc.asyncProperty(requests, async ({ path, headers, body }) => {
            const { token, headers: own } = entrance();
            // The answer is checked against the OpenAPI document as well.
            const answer = await stage.call(method, path, { token, headers: { ...own, ...headers }, ...(body !== undefined && { body }) });
            statuses.add(answer.status);
            expect(answer.status, `${method} ${path}`).to.be.below(500);
            const isForm = answer.headers.get('content-type')?.startsWith('text/html');
            if (answer.status >= 400 && !isForm) expect(answer.json).to.include.keys('type', 'title', 'status', 'detail', 'code');
            if (isForm) expect(answer.text).not.to.include('<script>alert').and.not.include('<img');
            stage.service.faults.clear();
            stage.service.requestLog.clear();
            // Some requests are right, and end the session, or revoke this one's token.
            if (template === '/dashboard/sign-out' && answer.status === 303) visitor = await Visitor.of(stage, tenant.accountId);
            if (template === '/sandbox/clients/{clientId}/tokens' && answer.status === 204) tenant = { ...tenant, token: await stage.requestToken(tenant.apiKey, tenant) };
          }),
          { numRuns: REQUESTS, seed: 20_260_512 },
        );
        expect([...statuses], `${method} ${template} never got as far as an answer of its own`).not.to.deep.equal([401]);
      }
      expect(stage.failures).to.deep.equal([]);
      expect(await view()).to.equal(untouched);
      expect(await schema()).to.equal(tables);
    });
  }
});
