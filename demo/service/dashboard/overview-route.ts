import { createRoute } from '@hono/zod-openapi';
import type { Api } from '../http/api.js';
import type { Service } from '../service.js';
import { showsPage } from './form.js';
import { html, page } from './html.js';

const route = createRoute({ ...showsPage, method: 'get', path: '/dashboard', summary: 'What has been set up, and what comes next' });

/** The setup order of the specification, ticked off as far as it has been walked. */
export function addOverviewRoute(api: Api, { apiKeys, components, clients }: Service): void {
  api.openapi(route, async (c) => {
    const account = c.get('account');
    const keys = await apiKeys.list(account.id);
    const [hasComponent, all] = [(await components.list(account.id)).length > 0, await clients.list(account.id)];
    const embed = all[0] ? `/dashboard/clients/${all[0].id}/embed` : '/dashboard/clients';
    const steps: [done: boolean, address: string, name: string, why: string][] = [
      [true, '/dashboard', 'Create an account', 'You have one.'],
      [keys.length > 0, '/dashboard/api-keys', 'Create an API key', 'Your backend requests tokens with it.'],
      [hasComponent, '/dashboard/components', 'Create a component', 'The inbox widget that you embed.'],
      [all.length > 0, '/dashboard/clients', 'Create a client', 'One of your users or tenants, with an inbox of its own.'],
      [keys.some(({ lastUsedAt }) => lastUsedAt), embed, 'Request a token', 'From your backend, for the client whose page it is.'],
      [false, embed, 'Embed the component', 'Put the snippet into your page.'],
    ];
    const next = steps.findIndex(([done]) => !done);
    const body = html`<ol class="steps">
      ${steps.map(
        ([done, address, name, why], index) => html`<li data-done="${done ? 'yes' : 'no'}" ${index === next ? html`aria-current="step"` : ''}>
          <a href="${address}">${name}</a>
          <span>${why}</span>
          ${done ? html`<span class="visually-hidden">Done.</span>` : ''}
        </li>`,
      )}
    </ol>`;
    return c.html(page({ title: 'Overview', account, section: '/dashboard', body }), 200);
  });
}
