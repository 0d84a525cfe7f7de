import { z } from '@hono/zod-openapi';
import type { Account } from '../accounts/accounts.js';
import type { ServiceClient } from '../accounts/clients.js';
import type { Component } from '../accounts/components.js';
import type { Api } from '../http/api.js';
import { Problem } from '../http/problem.js';
import { nameSchema, textSchema } from '../inbox/schemas.js';
import type { Service } from '../service.js';
import { again, formErrors, textOf, type FormErrors, type FormValues } from './form.js';
import { confirmDelete, day, empty, field, html, invalid, page, type Html } from './html.js';
import { sectionRoutes } from './section-routes.js';

const SECTION = '/dashboard/clients';
const fields = { name: nameSchema(100), reference: textSchema(200).default('') };
const createSchema = z.object({ ...fields, componentId: z.string().min(1, 'choose a component').max(100) });
const editSchema = z.object(fields);

const routes = sectionRoutes(SECTION, {
  createSchema,
  editSchema,
  summaries: { list: 'Clients', create: 'Create client', edit: 'Rename a client', delete: 'Delete a client' },
});

/** The section Clients. */
export function addClientRoutes(api: Api, { clients, components }: Service): void {
  const find = async (account: Account, id: string): Promise<ServiceClient> => {
    const found = await clients.find(account.id, id);
    if (!found) throw new Problem('client_unknown');
    return found;
  };
  const createPage = async (account: Account, values: FormValues, errors: FormErrors) => {
    return formPage(account, 'Create client', values, errors, await components.list(account.id));
  };

  api.openapi(routes.list, async (c) => {
    const account = c.get('account');
    return c.html(listPage(account, await clients.list(account.id), await components.list(account.id)), 200);
  });
  api.openapi(routes.createPage, async (c) => c.html(await createPage(c.get('account'), {}, {}), 200));
  api.openapi(
    routes.create,
    async (c) => {
      const { name, reference, componentId } = c.req.valid('form');
      const account = c.get('account');
      if (!(await components.find(account.id, componentId))) {
        return again(c, (values) => createPage(account, values, { componentId: 'Choose one of your components' }));
      }
      await clients.create(componentId, name, reference.trim());
      return c.redirect(SECTION, 303);
    },
    (result, c) => {
      if (!result.success) {
        const errors = formErrors(result.error);
        return again(c, (values) => createPage(c.get('account'), values, errors));
      }
    },
  );
  api.openapi(routes.editPage, async (c) => {
    const { name, reference } = await find(c.get('account'), c.req.valid('param').id);
    return c.html(formPage(c.get('account'), 'Rename client', { name, reference }, {}), 200);
  });
  api.openapi(
    routes.edit,
    async (c) => {
      const { name, reference } = c.req.valid('form');
      const { id } = await find(c.get('account'), c.req.valid('param').id);
      await clients.update(c.get('account').id, id, name, reference.trim());
      return c.redirect(SECTION, 303);
    },
    (result, c) => {
      if (!result.success) {
        const errors = formErrors(result.error);
        return again(c, (values) => formPage(c.get('account'), 'Rename client', values, errors));
      }
    },
  );
  api.openapi(routes.deletePage, async (c) => {
    const { name } = await find(c.get('account'), c.req.valid('param').id);
    const consequence = `“${name}” and the whole inbox are gone for good, and the tokens stop at once.`;
    const body = confirmDelete('client', consequence, SECTION);
    return c.html(page({ title: 'Delete client', account: c.get('account'), section: SECTION, body }), 200);
  });
  api.openapi(routes.delete, async (c) => {
    if (!(await clients.delete(c.get('account').id, c.req.valid('param').id))) throw new Problem('client_unknown');
    return c.redirect(SECTION, 303);
  });
}

function listPage(account: Account, clients: readonly ServiceClient[], components: readonly Component[]): Html {
  const titleOf = (id: string) => components.find((component) => component.id === id)?.title ?? id;
  const list = html`<p class="actions"><a class="button" href="${SECTION}/new">Create client</a></p>
    <table>
      <thead><tr><th>Name</th><th>clientId</th><th>Component</th><th>Reference</th><th>Created (UTC)</th><th><span class="visually-hidden">Actions</span></th></tr></thead>
      <tbody>
        ${clients.map(
          ({ id, name, reference, componentId, createdAt }) => html`<tr>
            <th scope="row">${name}</th>
            <td><code>${id}</code></td>
            <td>${titleOf(componentId)}</td>
            <td>${reference}</td>
            <td>${day(createdAt)}</td>
            <td class="row-actions">
              <a href="${SECTION}/${id}/embed">Embed<span class="visually-hidden"> ${name}</span></a>
              <a href="${SECTION}/${id}/contacts">Contacts<span class="visually-hidden"> of ${name}</span></a>
              <a href="${SECTION}/${id}">Rename<span class="visually-hidden"> ${name}</span></a>
              <a href="${SECTION}/${id}/delete">Delete<span class="visually-hidden"> ${name}</span></a>
            </td>
          </tr>`,
        )}
      </tbody>
    </table>`;
  const body = clients.length
    ? list
    : empty('A client links one of your users or tenants to a component. Each has an inbox of its own.', `${SECTION}/new`, 'Create client');
  return page({ title: 'Clients', account, section: SECTION, body });
}

/** @param components To choose from; absent where the choice has been made. */
function formPage(account: Account, title: string, values: FormValues, errors: FormErrors, components?: readonly Component[]): Html {
  if (components?.length === 0) {
    const body = empty('A client belongs to a component. Create one first.', '/dashboard/components/new', 'Create component');
    return page({ title, account, section: SECTION, body });
  }
  const chosen = textOf(values, 'componentId');
  const body = html`<form method="post" class="narrow">
    ${field({ name: 'name', label: 'Name', value: textOf(values, 'name'), hint: 'Of the user or tenant; stands beside what is sent.', error: errors.name })}
    ${field({
      name: 'reference',
      label: 'Reference',
      optional: true,
      value: textOf(values, 'reference'),
      hint: 'What you call this user or tenant, such as your own id.',
      error: errors.reference,
    })}
    ${components
      ? html`<div class="field">
          <label for="componentId">Component</label>
          <select id="componentId" name="componentId" required ${errors.componentId ? invalid('componentId-error') : ''}>
            ${components.map(({ id, title: name }) => html`<option value="${id}" ${id === chosen ? html`selected` : ''}>${name}</option>`)}
          </select>
          ${errors.componentId ? html`<p class="error" id="componentId-error">${errors.componentId}</p>` : ''}
        </div>`
      : ''}
    <div class="actions"><button>${title}</button><a href="${SECTION}">Cancel</a></div>
  </form>`;
  return page({ title, account, section: SECTION, body });
}
