import { z } from '@hono/zod-openapi';
import type { Account } from '../accounts/accounts.js';
import type { ApiKey, ApiKeys } from '../accounts/api-keys.js';
import type { Api } from '../http/api.js';
import { Problem } from '../http/problem.js';
import { nameSchema } from '../inbox/schemas.js';
import { again, formErrors, textOf, type FormErrors, type FormValues } from './form.js';
import { confirmDelete, copyable, day, empty, field, html, page, type Html } from './html.js';
import { sectionRoutes } from './section-routes.js';

const SECTION = '/dashboard/api-keys';
const schema = z.object({ name: nameSchema(100) });

const routes = sectionRoutes(SECTION, {
  createSchema: schema,
  editSchema: schema,
  summaries: { list: 'API keys', create: 'Generate token', created: 'Generate token; the page shows it once', edit: 'Rename an API key', delete: 'Revoke an API key' },
});

/** The section API Keys. */
export function addApiKeyRoutes(api: Api, apiKeys: ApiKeys): void {
  const find = async (account: Account, id: string): Promise<ApiKey> => {
    const found = (await apiKeys.list(account.id)).find((one) => one.id === id);
    if (!found) throw new Problem('api_key_unknown');
    return found;
  };

  api.openapi(routes.list, async (c) => c.html(listPage(c.get('account'), await apiKeys.list(c.get('account').id)), 200));
  api.openapi(routes.createPage, (c) => c.html(formPage(c.get('account'), 'Generate token', {}, {}), 200));
  api.openapi(
    routes.create,
    async (c) => {
      const { secret } = await apiKeys.create(c.get('account').id, c.req.valid('form').name);
      return c.html(secretPage(c.get('account'), secret), 200);
    },
    (result, c) => {
      if (!result.success) {
        const errors = formErrors(result.error);
        return again(c, (values) => formPage(c.get('account'), 'Generate token', values, errors));
      }
    },
  );
  api.openapi(routes.editPage, async (c) => {
    const { name } = await find(c.get('account'), c.req.valid('param').id);
    return c.html(formPage(c.get('account'), 'Rename API key', { name }, {}), 200);
  });
  api.openapi(
    routes.edit,
    async (c) => {
      const { id } = await find(c.get('account'), c.req.valid('param').id);
      await apiKeys.rename(c.get('account').id, id, c.req.valid('form').name);
      return c.redirect(SECTION, 303);
    },
    (result, c) => {
      if (!result.success) {
        const errors = formErrors(result.error);
        return again(c, (values) => formPage(c.get('account'), 'Rename API key', values, errors));
      }
    },
  );
  api.openapi(routes.deletePage, async (c) => {
    const { name } = await find(c.get('account'), c.req.valid('param').id);
    return c.html(deletePage(c.get('account'), name), 200);
  });
  api.openapi(routes.delete, async (c) => {
    if (!(await apiKeys.delete(c.get('account').id, c.req.valid('param').id))) throw new Problem('api_key_unknown');
    return c.redirect(SECTION, 303);
  });
}

function listPage(account: Account, keys: readonly ApiKey[]): Html {
  const list = html`<p class="actions"><a class="button" href="${SECTION}/new">Generate token</a></p>
    <table>
      <thead><tr><th>Name</th><th>Key</th><th>Last used (UTC)</th><th>Created (UTC)</th><th><span class="visually-hidden">Actions</span></th></tr></thead>
      <tbody>
        ${keys.map(
          ({ id, name, prefix, lastUsedAt, createdAt }) => html`<tr>
            <th scope="row">${name}</th>
            <td><code>${prefix}…</code></td>
            <td>${day(lastUsedAt)}</td>
            <td>${day(createdAt)}</td>
            <td class="row-actions">
              <a href="${SECTION}/${id}">Rename<span class="visually-hidden"> ${name}</span></a>
              <a href="${SECTION}/${id}/delete">Delete<span class="visually-hidden"> ${name}</span></a>
            </td>
          </tr>`,
        )}
      </tbody>
    </table>`;
  const body = keys.length ? list : empty('Your backend needs a key to request tokens for your users.', `${SECTION}/new`, 'Generate token');
  return page({ title: 'API Keys', account, section: SECTION, body });
}

function formPage(account: Account, title: string, values: FormValues, errors: FormErrors): Html {
  const name = field({
    name: 'name',
    label: 'Name',
    value: textOf(values, 'name'),
    hint: 'For you alone, such as “Shop backend”.',
    error: errors.name,
  });
  const body = html`<form method="post" class="narrow">
    ${name}
    <div class="actions"><button>${title}</button><a href="${SECTION}">Cancel</a></div>
  </form>`;
  return page({ title, account, section: SECTION, body });
}

function secretPage(account: Account, secret: string): Html {
  const body = html`<p>This is the key. It is shown this once: copy it now, and keep it where only your backend can read it.</p>
    ${copyable('api-key', secret, 'API key')}
    <p class="actions"><a class="button" href="${SECTION}">I have copied it</a></p>`;
  return page({ title: 'Your new API key', account, section: SECTION, body });
}

function deletePage(account: Account, name: string): Html {
  const consequence = `“${name}” is refused from then on, and every token that was requested with it stops at once. This cannot be undone.`;
  return page({ title: 'Delete API key', account, section: SECTION, body: confirmDelete('API key', consequence, SECTION) });
}
