import { z } from '@hono/zod-openapi';
import type { Account } from '../accounts/accounts.js';
import { channelName, CHANNELS } from '../accounts/channels.js';
import type { Component, Components } from '../accounts/components.js';
import type { Api } from '../http/api.js';
import { Problem } from '../http/problem.js';
import { nameSchema } from '../inbox/schemas.js';
import { again, formErrors, textOf, type FormErrors, type FormValues } from './form.js';
import { confirmDelete, day, empty, field, html, invalid, page, type Html } from './html.js';
import { sectionRoutes } from './section-routes.js';

const SECTION = '/dashboard/components';
const ORIGINS_MAX_COUNT = 20;

const channel = z.enum(CHANNELS as [string, ...string[]]);
/** A form with one ticked box sends a text, with several a list. */
const channels = z
  .union([channel.transform((one) => [one]), z.array(channel)], 'choose at least one channel')
  .openapi({ type: 'array', items: { type: 'string' } });
const allowedOrigins = z
  .string()
  .max(5000)
  .default('')
  .transform((text) => [...new Set(text.split(/\s+/).filter(Boolean).map(originOf))])
  .refine((origins) => origins.length <= ORIGINS_MAX_COUNT, `at most ${ORIGINS_MAX_COUNT} origins`)
  .refine((origins) => !origins.includes(null), 'each line must be an origin such as https://shop.example.com, without a path')
  .transform((origins) => origins.filter((origin) => origin !== null));
const schema = z.object({ title: nameSchema(100), channels, allowedOrigins });

const routes = sectionRoutes(SECTION, {
  createSchema: schema,
  editSchema: schema,
  summaries: { list: 'Components', create: 'Create component', edit: 'Change a component', delete: 'Delete a component' },
});

/** The section Components. */
export function addComponentRoutes(api: Api, components: Components): void {
  const find = async (account: Account, id: string): Promise<Component> => {
    const found = await components.find(account.id, id);
    if (!found) throw new Problem('component_unknown');
    return found;
  };

  api.openapi(routes.list, async (c) => c.html(listPage(c.get('account'), await components.list(c.get('account').id)), 200));
  api.openapi(routes.createPage, (c) => {
    return c.html(formPage(c.get('account'), 'Create component', { title: 'Inbox', channels: [...CHANNELS] }, {}), 200);
  });
  api.openapi(
    routes.create,
    async (c) => {
      await components.create(c.get('account').id, c.req.valid('form'));
      return c.redirect(SECTION, 303);
    },
    (result, c) => {
      if (!result.success) {
        const errors = formErrors(result.error);
        return again(c, (values) => formPage(c.get('account'), 'Create component', values, errors));
      }
    },
  );
  api.openapi(routes.editPage, async (c) => {
    const component = await find(c.get('account'), c.req.valid('param').id);
    const values = { ...component, allowedOrigins: component.allowedOrigins.join('\n') };
    return c.html(formPage(c.get('account'), 'Change component', values, {}), 200);
  });
  api.openapi(
    routes.edit,
    async (c) => {
      const { id } = await find(c.get('account'), c.req.valid('param').id);
      await components.update(c.get('account').id, id, c.req.valid('form'));
      return c.redirect(SECTION, 303);
    },
    (result, c) => {
      if (!result.success) {
        const errors = formErrors(result.error);
        return again(c, (values) => formPage(c.get('account'), 'Change component', values, errors));
      }
    },
  );
  api.openapi(routes.deletePage, async (c) => {
    const { title } = await find(c.get('account'), c.req.valid('param').id);
    const consequence = `“${title}”, its clients and their inboxes are gone for good, and their tokens stop at once.`;
    const body = confirmDelete('component', consequence, SECTION);
    return c.html(page({ title: 'Delete component', account: c.get('account'), section: SECTION, body }), 200);
  });
  api.openapi(routes.delete, async (c) => {
    if (!(await components.delete(c.get('account').id, c.req.valid('param').id))) throw new Problem('component_unknown');
    return c.redirect(SECTION, 303);
  });
}

function listPage(account: Account, components: readonly Component[]): Html {
  const list = html`<p class="actions"><a class="button" href="${SECTION}/new">Create component</a></p>
    <table>
      <thead><tr><th>Title</th><th>componentId</th><th>Channels</th><th>Allowed origins</th><th>Created (UTC)</th><th><span class="visually-hidden">Actions</span></th></tr></thead>
      <tbody>
        ${components.map(
          ({ id, title, channels: used, allowedOrigins: origins, createdAt }) => html`<tr>
            <th scope="row">${title}</th>
            <td><code>${id}</code></td>
            <td>${used.map(channelName).join(', ')}</td>
            <td>${origins.length ? origins.join(', ') : 'any'}</td>
            <td>${day(createdAt)}</td>
            <td class="row-actions">
              <a href="${SECTION}/${id}">Change<span class="visually-hidden"> ${title}</span></a>
              <a href="${SECTION}/${id}/delete">Delete<span class="visually-hidden"> ${title}</span></a>
            </td>
          </tr>`,
        )}
      </tbody>
    </table>`;
  const body = components.length
    ? list
    : empty('A component is one inbox widget, for all users of one of your products.', `${SECTION}/new`, 'Create component');
  return page({ title: 'Components', account, section: SECTION, body });
}

function formPage(account: Account, title: string, values: FormValues, errors: FormErrors): Html {
  const ticked = [values.channels].flat();
  const body = html`<form method="post" class="narrow">
    ${field({ name: 'title', label: 'Title', value: textOf(values, 'title'), hint: 'By which you tell your components apart.', error: errors.title })}
    <fieldset>
      <legend>Channels</legend>
      ${CHANNELS.map(
        (id) => html`<label class="choice"><input type="checkbox" name="channels" value="${id}" ${ticked.includes(id) ? html`checked` : ''}
          ${errors.channels ? invalid('channels-error') : ''} /> ${channelName(id)}</label>`,
      )}
      ${errors.channels ? html`<p class="error" id="channels-error">${errors.channels}</p>` : ''}
    </fieldset>
    ${field({
      name: 'allowedOrigins',
      label: 'Allowed origins',
      type: 'textarea',
      optional: true,
      value: textOf(values, 'allowedOrigins'),
      hint: 'One on each line, such as https://shop.example.com. Left empty, pages of any origin may show it.',
      error: errors.allowedOrigins,
    })}
    <div class="actions"><button>${title}</button><a href="${SECTION}">Cancel</a></div>
  </form>`;
  return page({ title, account, section: SECTION, body });
}

/** The origin as browsers send it, also of an address as it is copied from one: `https://Shop.example.com/`. */
function originOf(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/` && !/[?#*]/.test(text) ? url.origin : null;
}
