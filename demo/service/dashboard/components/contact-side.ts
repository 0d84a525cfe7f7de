import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import type { ConversationJson, DeliveryStatus, MessageJson } from '../../inbox/schemas.js';
import { ContactRequests, type Bulk } from './contact-requests.js';
import { conversationList, fields, thread, type Draft, type NamedChannel } from './contact-templates.js';

const POLL_MS = 1000;

/**
 * Where one plays everybody who writes to a client: conversations, one of them open, and a form to write in with. It is
 * kept fresh by asking once a second while it is visible.
 *
 * Renders into the page itself, so that the page's styles and labels hold for it.
 */
export class ContactSide extends LitElement {
  static override properties = {
    src: {},
    channels: { type: Array },
    conversations: { state: true },
    messages: { state: true },
    openId: { state: true },
    draft: { state: true },
    making: { state: true },
    problem: { state: true },
    staleness: { state: true },
  };

  /** Address below which the service lets the contacts of one client be played. */
  declare src: string;
  /** The inbox's channels, as JSON in the attribute. */
  declare channels: readonly NamedChannel[];

  /** `null`: not known yet. */
  declare conversations: readonly ConversationJson[] | null;
  /** Of the open conversation. */
  declare messages: readonly MessageJson[];
  /** `null`: somebody else is about to write. */
  declare openId: string | null;
  declare draft: Draft;
  /** What is being made in bulk. */
  declare making: Bulk | null;
  /** Why the last thing that was asked for did not happen. */
  declare problem: string;
  /** Why what is shown may be old. */
  declare staleness: string;

  #poll: ReturnType<typeof setInterval> | undefined;
  /** The newest request for what is shown, until it is answered. */
  #request: symbol | null = null;
  #isWriting = false;

  constructor() {
    super();
    this.src = '';
    this.channels = [];
    this.conversations = null;
    this.messages = [];
    this.openId = null;
    this.draft = { contactName: '', channel: '', subject: '', text: '' };
    this.making = null;
    this.problem = '';
    this.staleness = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#refresh();
    this.#poll = setInterval(() => {
      if (!document.hidden && !this.#request) void this.#refresh();
    }, POLL_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#poll);
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('channels') && !this.draft.channel) this.#edit({ channel: this.channels[0]?.[0] ?? '' });
  }

  protected override render(): TemplateResult {
    const isOpen = this.openId !== null;
    return html`<section aria-labelledby="conversations">
        <h2 id="conversations">Conversations</h2>
        ${conversationList(this.conversations, this.openId, this.#nameOf, this.#open)}
        <h2>In bulk</h2>
        <div class="actions">
          ${this.#bulkButton('conversations', '10,000 conversations')} ${this.#bulkButton('messages', '1,000 messages in 10 s')}
        </div>
        <p class="muted" role="status">${this.making ? `Making ${this.making}…` : ''}</p>
      </section>
      <section aria-labelledby="thread">
        <h2 id="thread">${this.#openConversation?.contact.name ?? 'Write in'}</h2>
        ${thread(this.messages, this.#setStatus)}
        <form class="write" @input=${this.#onInput} @submit=${this.#write}>
          ${fields(this.draft, this.channels)}
          <p class="error" role="alert">${this.problem || this.staleness}</p>
          <div class="actions">
            <button>Write</button>
            <button type="button" class="quiet" ?disabled=${!isOpen} @click=${this.#type}>Only type</button>
            <button type="button" class="quiet" @click=${this.#startAnother}>Another contact</button>
          </div>
        </form>
      </section>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    const before = changed.get('messages');
    if (!before || (before.at(-1)?.id === this.messages.at(-1)?.id && !changed.has('openId'))) return;
    const list = this.querySelector('.thread');
    if (list) list.scrollTop = list.scrollHeight;
  }

  get #requests(): ContactRequests {
    return new ContactRequests(this.src);
  }

  get #openConversation(): ConversationJson | undefined {
    return this.conversations?.find(({ id }) => id === this.openId);
  }

  readonly #nameOf = (channel: string): string => this.channels.find(([id]) => id === channel)?.[1] ?? channel;

  #bulkButton(kind: Bulk, words: string): TemplateResult {
    return html`<button type="button" class="quiet" ?disabled=${this.making !== null} @click=${() => this.#makeMany(kind)}>
      ${words}
    </button>`;
  }

  #edit(change: Partial<Draft>): void {
    this.draft = { ...this.draft, ...change };
  }

  #onInput({ target }: Event): void {
    if (target instanceof HTMLInputElement && target.type === 'file') return;
    const { name, value } = target as HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
    this.#edit({ [name]: value });
  }

  readonly #open = ({ id, contact, subject = '', channel }: ConversationJson): void => {
    if (id !== this.openId) this.messages = [];
    this.openId = id;
    this.#edit({ contactName: contact.name, channel, subject });
    void this.#refresh();
  };

  #startAnother(): void {
    this.openId = null;
    this.messages = [];
    this.#edit({ contactName: '', subject: '' });
    this.querySelector<HTMLInputElement>('#contactName')?.focus();
  }

  async #write(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    // Who presses twice has not written twice.
    if (this.#isWriting) return;
    this.#isWriting = true;
    const form = event.currentTarget as HTMLFormElement;
    await this.#attempt(async () => {
      const { conversationId } = await this.#requests.write(new FormData(form)).finally(() => (this.#isWriting = false));
      this.openId = conversationId;
      this.#edit({ text: '' });
      (form.elements.namedItem('attachments') as HTMLInputElement).value = '';
    });
  }

  async #type(): Promise<void> {
    const { openId } = this;
    if (openId) await this.#attempt(() => this.#requests.type(openId));
  }

  readonly #setStatus = (message: MessageJson, status: DeliveryStatus): void => {
    void this.#attempt(() => this.#requests.setStatus(message.id, status));
  };

  async #makeMany(kind: Bulk): Promise<void> {
    this.making = kind;
    await this.#attempt(() => this.#requests.makeMany(kind));
    this.making = null;
  }

  /** Does something, and says beside the form what went wrong. */
  async #attempt(work: () => Promise<void>): Promise<void> {
    this.problem = '';
    try {
      await work();
    } catch (error) {
      this.problem = (error as Error).message;
    }
    await this.#refresh();
  }

  async #refresh(): Promise<void> {
    const { openId } = this;
    const request = Symbol();
    this.#request = request;
    let shown: Partial<ContactSide>;
    try {
      const conversations = await this.#requests.conversations();
      const messages = openId ? await this.#requests.messages(openId) : [];
      // Somebody else may be about to write by now.
      shown = { conversations, ...(openId === this.openId && { messages }), staleness: '' };
    } catch (error) {
      shown = { staleness: (error as Error).message };
    }
    // It was asked again meanwhile: the newer answer counts.
    if (request !== this.#request) return;
    this.#request = null;
    Object.assign(this, shown);
  }
}
