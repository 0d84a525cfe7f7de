import type { ConversationJson, DeliveryStatus, MessageJson } from '../../inbox/schemas.js';

/** How many of something are made at once. */
export type Bulk = 'conversations' | 'messages';

/** What the contact side asks the service for. Whatever fails is an `Error` whose message can be shown. */
export class ContactRequests {
  readonly #base: string;

  /** @param base Address below which the contacts of one client are played, without a slash at its end. */
  constructor(base: string) {
    this.#base = base;
  }

  /** The newest conversations, newest first. */
  async conversations(): Promise<readonly ConversationJson[]> {
    const { conversations } = await this.#ask<{ conversations: ConversationJson[] }>('GET', '/conversations');
    return conversations;
  }

  /** The newest messages of a conversation, oldest first. */
  async messages(conversationId: string): Promise<readonly MessageJson[]> {
    const { messages } = await this.#ask<{ messages: MessageJson[] }>('GET', `/conversations/${conversationId}/messages`);
    return messages;
  }

  /** A contact writes: `contactName`, `channel`, `subject`, `text` and `attachments`. */
  async write(form: FormData): Promise<MessageJson> {
    return this.#ask('POST', '/messages', form);
  }

  async type(conversationId: string): Promise<void> {
    await this.#ask('PUT', `/conversations/${conversationId}/typing`);
  }

  async setStatus(messageId: string, status: DeliveryStatus): Promise<void> {
    await this.#ask('PUT', `/messages/${messageId}/status`, { status });
  }

  async makeMany(kind: Bulk): Promise<void> {
    await this.#ask('POST', '/bulk', { kind });
  }

  async #ask<Answer>(method: string, path: string, body?: FormData | object): Promise<Answer> {
    const init: RequestInit = { method };
    if (body instanceof FormData) init.body = body;
    else if (body) Object.assign(init, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
    const response = await fetch(this.#base + path, init).catch(() => {
      throw new Error('The service could not be reached.');
    });
    if (response.ok) return (response.status === 204 ? undefined : await response.json()) as Answer;
    const problem = (await response.json().catch(() => ({}))) as { detail?: string };
    throw new Error(problem.detail ?? `The service answered ${response.status}.`);
  }
}
