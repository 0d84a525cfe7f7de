/**
 * What an inbox is made of. The shapes are those of the service's answers (`GET /inbox` and below); an app's own
 * `InboxSource` returns them as well.
 */

/** An RFC 3339 time in UTC, such as `2026-05-12T09:42:00Z`. */
export type Timestamp = string;

/** The channels that the widget has a glyph, a colour and a name for. Any other is shown by its own text. */
export const KNOWN_CHANNELS = ['whatsapp', 'email', 'sms', 'telegram', 'instagram', 'linkedin', 'web'] as const;
export type KnownChannel = (typeof KNOWN_CHANNELS)[number];
// `& {}` keeps the known names visible in editors while any other string is allowed.
export type Channel = KnownChannel | (string & {});

/** The answer to "whose inbox is this?". */
export interface Inbox {
  readonly component: { readonly id: string; readonly title: string };
  readonly client: { readonly id: string; readonly name: string };
  /** Channels that this inbox uses, for the filter. */
  readonly channels: readonly Channel[];
  /** Number of unread messages over all conversations. */
  readonly unread: number;
}

export interface Contact {
  readonly id: string;
  readonly name: string;
  /** Shown only where the page's Content Security Policy lets it load. */
  readonly avatarUrl?: string;
}

export type ConversationStatus = 'open' | 'closed';

export interface Conversation {
  readonly id: string;
  readonly channel: Channel;
  readonly contact: Contact;
  /** Subject of an e-mail; other channels have none. */
  readonly subject?: string;
  /** Beginning of the newest message, as plain text. */
  readonly preview: string;
  /** The newest message's direction and delivery, for the mark before the preview. */
  readonly lastDirection?: Direction;
  readonly lastStatus?: DeliveryStatus;
  /** Number of unread messages, 0 or more. */
  readonly unread: number;
  readonly status: ConversationStatus;
  /**
   * End of the channel's window for replies (WhatsApp: 24 hours after the contact's last message); absent where
   * replies are always taken.
   */
  readonly replyUntil?: Timestamp;
  readonly lastMessageAt: Timestamp;
}

/** `in`: from the contact; `out`: from the client's side. */
export type Direction = 'in' | 'out';
export const DELIVERY_STATUSES = ['sent', 'delivered', 'read', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export interface Attachment {
  readonly id: string;
  readonly name: string;
  /** Media type as the service states it; never trusted for rendering beyond the list of safe image types. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
}

export interface Message {
  readonly id: string;
  readonly conversationId: string;
  readonly direction: Direction;
  readonly authorName: string;
  /** Plain text; never HTML. */
  readonly text: string;
  /** Absent: none. */
  readonly attachments?: readonly Attachment[];
  readonly sentAt: Timestamp;
  readonly status: DeliveryStatus;
  /** Idempotency key that the sender used: how one's own message is recognised. */
  readonly clientKey?: string;
}

/** In the order in which they are shown. The key of each one's word is its name. */
export const CONVERSATION_FILTERS = ['all', 'unread', 'open', 'closed'] as const;
export type ConversationFilter = (typeof CONVERSATION_FILTERS)[number];

/** Which conversations the list shows. */
export interface ConversationQuery {
  readonly filter: ConversationFilter;
  /** Empty: every channel. */
  readonly channel: string;
  /** Search text; empty: no search. */
  readonly q: string;
}
