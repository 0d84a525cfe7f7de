import type { Account } from '../accounts/accounts.js';
import type { ServiceClient } from '../accounts/clients.js';
import { CHANNELS } from './component-routes.js';
import { field, html, page, type Html } from './html.js';

/** The frame of the contact side; `assets/contact-side.js` fills it and keeps it fresh. */
export function contactPage(account: Account, { id, name }: ServiceClient, channels: readonly string[]): Html {
  const nameOf = (channel: string) => CHANNELS.find(([known]) => known === channel)?.[1] ?? channel;
  const body = html`<p>You are everybody who writes to ${name}. What you do here arrives in the widget at once.</p>
    <div class="contact-side" data-contacts="/dashboard/clients/${id}/contacts">
      <section aria-labelledby="conversations">
        <h2 id="conversations">Conversations</h2>
        <ul class="conversation-list" data-list></ul>
        <p class="muted" data-empty hidden>Nobody has written yet. Write the first message.</p>
        <h2>In bulk</h2>
        <p class="actions">
          <button type="button" class="quiet" data-bulk="conversations">10,000 conversations</button>
          <button type="button" class="quiet" data-bulk="messages">1,000 messages in 10 s</button>
        </p>
      </section>
      <section aria-labelledby="thread">
        <h2 id="thread" data-title>Write in</h2>
        <ol class="thread" data-thread tabindex="0" aria-labelledby="thread"></ol>
        <form class="write" data-write>
          ${field({ name: 'contactName', label: 'As', hint: 'Name or number of the contact.' })}
          <div class="field">
            <label for="channel">Channel</label>
            <select id="channel" name="channel">
              ${channels.map((channel) => html`<option value="${channel}">${nameOf(channel)}</option>`)}
            </select>
          </div>
          ${field({ name: 'subject', label: 'Subject', optional: true })}
          ${field({ name: 'text', label: 'Message', type: 'textarea', optional: true })}
          <div class="field">
            <label for="attachments">Attachments <small>(optional)</small></label>
            <input id="attachments" name="attachments" type="file" multiple />
          </div>
          <p class="error" role="alert" data-error></p>
          <div class="actions">
            <button>Write</button>
            <button type="button" class="quiet" data-type disabled>Only type</button>
            <button type="button" class="quiet" data-new>Another contact</button>
          </div>
        </form>
      </section>
    </div>`;
  return page({ title: `Contacts of ${name}`, account, section: '/dashboard/clients', scripts: ['/dashboard/assets/contact-side.js'], body });
}
