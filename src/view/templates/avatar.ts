import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Channel, Contact } from '../../inbox/model.js';
import { channelBadge, icon } from '../icons.js';
import { hueOf, initials } from '../people.js';

/** An absolute address: a relative one would be requested from the page's server, with the reader's cookies. */
const ADDRESS = /^(https?|data|blob):/i;

/**
 * Somebody's avatar: initials, and over them the contact's own image where the page's policy lets it load.
 *
 * @param channel Shown as a badge; `null` for none.
 */
export function avatar(contact: Contact, channel: Channel | null): TemplateResult {
  return html`<span class="avatar" part="avatar" data-hue=${hueOf(contact.id)} aria-hidden="true"
    >${initials(contact.name) || icon('person')}${ADDRESS.test(contact.avatarUrl ?? '')
      ? html`<img src=${contact.avatarUrl} alt="" loading="lazy" referrerpolicy="no-referrer" @error=${hide} />`
      : nothing}${channel === null
      ? nothing
      : channelBadge(channel)}</span
  >`;
}

const hide = ({ target }: Event): void => {
  (target as HTMLElement).hidden = true;
};
