/** How the contact side looks, as functions of what it knows. */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import { NEXT_STATUS } from '../../inbox/next-status.js';
import type { ConversationJson, DeliveryStatus, MessageJson } from '../../inbox/schemas.js';

/** A channel with the name that people know it by. */
export type NamedChannel = readonly [id: string, name: string];

/** What stands in the form. */
export interface Draft {
  readonly contactName: string;
  readonly channel: string;
  readonly subject: string;
  readonly text: string;
}

/** @param conversations `null`: not known yet. */
export function conversationList(
  conversations: readonly ConversationJson[] | null,
  openId: string | null,
  nameOf: (channel: string) => string,
  onOpen: (conversation: ConversationJson) => void,
): TemplateResult {
  if (conversations?.length === 0) return html`<p class="muted">Nobody has written yet. Write the first message.</p>`;
  return html`<ul class="conversation-list">
    ${repeat(
      conversations ?? [],
      ({ id }) => id,
      (conversation) => html`<li>
        <button
          type="button"
          class="conversation"
          aria-current=${conversation.id === openId ? 'true' : nothing}
          @click=${() => onOpen(conversation)}
        >
          <strong>${conversation.contact.name}</strong>
          <span>${nameOf(conversation.channel)}${conversation.subject ? `, ${conversation.subject}` : ''}</span>
          <span>${conversation.preview}</span>
        </button>
      </li>`,
    )}
  </ul>`;
}

export function thread(
  messages: readonly MessageJson[],
  onStatus: (message: MessageJson, status: DeliveryStatus) => void,
): TemplateResult {
  return html`<ol class="thread" tabindex="0" aria-labelledby="thread">
    ${repeat(
      messages,
      ({ id }) => id,
      (message) => html`<li class=${message.direction}>
        ${message.text ? html`<p>${message.text}</p>` : nothing}
        ${message.attachments.map(({ name, size }) => html`<p class="file">${name}, ${size} bytes</p>`)}
        ${message.direction === 'out' ? delivery(message, onStatus) : nothing}
      </li>`,
    )}
  </ol>`;
}

function delivery(message: MessageJson, onStatus: (message: MessageJson, status: DeliveryStatus) => void): TemplateResult {
  return html`<div class="delivery">
    <span class="muted">${message.status}</span>
    ${NEXT_STATUS[message.status].map(
      (status) => html`<button type="button" class="quiet" @click=${() => onStatus(message, status)}>${status}</button>`,
    )}
  </div>`;
}

/** The fields of the form. Their values are kept in the draft, so that drawing anew takes nothing away. */
export function fields(draft: Draft, channels: readonly NamedChannel[]): TemplateResult {
  return html`<div class="field">
      <label for="contactName">As</label>
      <input
        id="contactName" name="contactName" autocomplete="off" required aria-describedby="contactName-hint"
        .value=${live(draft.contactName)}
      />
      <p class="hint" id="contactName-hint">Name or number of the contact.</p>
    </div>
    <div class="field">
      <label for="channel">Channel</label>
      <select id="channel" name="channel">
        ${channels.map(([id, name]) => html`<option value=${id} .selected=${live(id === draft.channel)}>${name}</option>`)}
      </select>
    </div>
    <div class="field">
      <label for="subject">Subject <small>(optional)</small></label>
      <input id="subject" name="subject" autocomplete="off" .value=${live(draft.subject)} />
    </div>
    <div class="field">
      <label for="text">Message <small>(optional)</small></label>
      <textarea id="text" name="text" rows="3" .value=${live(draft.text)}></textarea>
    </div>
    <div class="field">
      <label for="attachments">Attachments <small>(optional)</small></label>
      <input id="attachments" name="attachments" type="file" multiple />
    </div>`;
}
