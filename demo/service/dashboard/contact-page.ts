import type { Account } from '../accounts/accounts.js';
import { channelName } from '../accounts/channels.js';
import type { ServiceClient } from '../accounts/clients.js';
import { html, page, type Html } from './html.js';

/** The page of the contact side; the component `components/contact-side.ts` is all that happens on it. */
export function contactPage(account: Account, { id, name }: ServiceClient, channels: readonly string[]): Html {
  const named = channels.map((channel) => [channel, channelName(channel)]);
  const body = html`<p>You are everybody who writes to ${name}. What you do here arrives in the widget at once.</p>
    <contact-side src="/dashboard/clients/${id}/contacts" channels="${JSON.stringify(named)}">
      <noscript><p class="notice">Playing the contacts needs scripts, which this browser does not run.</p></noscript>
    </contact-side>`;
  return page({ title: `Contacts of ${name}`, account, section: '/dashboard/clients', body });
}
