import type { ConversationJson, MessageJson } from '../inbox/schemas.js';

/** What a client is told of its inbox: how a thing is now. */
export type InboxEvent =
  | { readonly type: 'message'; readonly data: { message: MessageJson; conversation: ConversationJson } }
  | { readonly type: 'conversation'; readonly data: { conversation: ConversationJson } };

export interface LoggedEvent {
  readonly position: number;
  readonly event: InboxEvent;
}
