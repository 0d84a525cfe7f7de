import { createRoute, z } from '@hono/zod-openapi';
import type { Account } from '../accounts/accounts.js';
import type { ServiceClient } from '../accounts/clients.js';
import type { Api } from '../http/api.js';
import { Problem } from '../http/problem.js';
import { idParamSchema } from '../inbox/schemas.js';
import { jsonAnswer } from '../openapi/json.js';
import { problems } from '../openapi/problems.js';
import type { Service } from '../service.js';
import type { Tokens } from '../tokens/tokens.js';
import { showsPage } from './form.js';
import { copyable, empty, html, page, type Html } from './html.js';
import { embedSnippet, tokenRequests } from './snippets.js';

const PATH = '/dashboard/clients/{id}/embed';
const params = { request: { params: idParamSchema } };

const routes = {
  embed: createRoute({ ...showsPage, ...params, method: 'get', path: PATH, summary: 'Embed a component for a client' }),
  token: createRoute({
    ...params,
    tags: ['Dashboard'],
    security: [{ session: [] }],
    method: 'post',
    path: `${PATH}/token`,
    summary: 'The refresh endpoint of “Try it”',
    responses: {
      200: jsonAnswer('A token.', z.object({ token: z.string() })),
      ...problems('session_missing', 'request_not_ours', 'api_key_unknown', 'component_unknown', 'client_unknown', 'field_invalid'),
    },
  }),
};

/** Snippet, token request and a widget to try, for one client. */
export function addEmbedRoutes(api: Api, service: Service, tokens: Tokens): void {
  const { clients, apiKeys } = service;
  const find = async (account: Account, id: string): Promise<ServiceClient> => {
    const found = await clients.find(account.id, id);
    if (!found) throw new Problem('client_unknown');
    return found;
  };

  api.openapi(routes.embed, async (c) => {
    const account = c.get('account');
    const client = await find(account, c.req.valid('param').id);
    const hasKey = (await apiKeys.list(account.id)).length > 0;
    return c.html(embedPage(account, client, service.baseUrl, hasKey), 200);
  });
  api.openapi(routes.token, async (c) => {
    const account = c.get('account');
    const client = await find(account, c.req.valid('param').id);
    // As the customer's backend would: with a key, so that “Try it” stops when the key is deleted.
    const apiKey = (await apiKeys.list(account.id)).at(-1);
    if (!apiKey) throw new Problem('api_key_unknown', { detail: 'Generate an API key first.' });
    const answer = await tokens.issue(apiKey, client.componentId, client.id, service.baseUrl);
    if ('unknown' in answer) throw new Problem(answer.unknown);
    await apiKeys.noteUse(apiKey);
    return c.json(answer, 200, { 'cache-control': 'no-store' });
  });
}

function embedPage(account: Account, { id, componentId, name }: ServiceClient, baseUrl: string, hasKey: boolean): Html {
  const requests = tokenRequests({ baseUrl, componentId, clientId: id });
  const tryIt = hasKey
    ? html`<inbox-widget class="try" refresh-endpoint="/dashboard/clients/${id}/embed/token"></inbox-widget>
        <p>Nothing there yet? <a href="/dashboard/clients/${id}/contacts">Write in as one of ${name}’s contacts</a>.</p>`
    : empty('Trying needs an API key, as your backend does.', '/dashboard/api-keys/new', 'Generate token');
  const body = html`<dl class="facts">
      <div><dt>componentId</dt><dd><code>${componentId}</code></dd></div>
      <div><dt>clientId</dt><dd><code>${id}</code></dd></div>
    </dl>
    <div class="columns">
      <div>
        <h2>1. Request a token</h2>
        <p>From your backend, never from a page: the API key must not reach a browser. The token lives for 8 hours.</p>
        ${requests.map(([language, code], index) => {
          return html`<details ${index === 0 ? html`open` : ''} name="language"><summary>${language}</summary>${copyable(`request-${index}`, code, `Token request with ${language}`)}</details>`;
        })}
        <h2>2. Put the snippet into your page</h2>
        <p>Your server replaces <code>[[ TOKEN ]]</code> by the token. <code>/inbox-token</code> is an address of your own that answers a signed-in user with a new token.</p>
        ${copyable('snippet', embedSnippet(baseUrl), 'Snippet')}
      </div>
      <section aria-labelledby="try-it">
        <h2 id="try-it">Try it</h2>
        ${tryIt}
      </section>
    </div>`;
  return page({ title: `Embed for ${name}`, account, section: '/dashboard/clients', scripts: hasKey ? ['/inbox-widget.js'] : [], body });
}
