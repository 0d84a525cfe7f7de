import type { ConversationPage, MessagePage, SourceEvent } from '../inbox-source.js';
import type { Attachment, Conversation, DeliveryStatus, Direction, Inbox, Message } from '../model.js';
import { unexpected } from './answer.js';

/**
 * Reads what the service sends (`wire` section 3). What is not as it must be throws `INBOX_SERVICE_UNEXPECTED`; what is
 * not known is left out, so that a newer service may say more.
 */

type Json = Record<string, unknown>;

const object = (value: unknown, name: string): Json => {
  if (typeof value !== 'object' || value === null) throw unexpected(`no ${name}`);
  return value as Json;
};

const text = (json: Json, name: string): string => {
  const value = json[name];
  if (typeof value !== 'string') throw unexpected(`${name} is no text`);
  return value;
};

const optionalText = <K extends string>(json: Json, name: K): { [name in K]?: string } =>
  (typeof json[name] === 'string' ? { [name]: json[name] } : {}) as { [name in K]?: string };

const count = (json: Json, name: string): number => {
  const value = json[name];
  if (typeof value !== 'number' || !(value >= 0)) throw unexpected(`${name} is no count`);
  return value;
};

const time = (json: Json, name: string): string => {
  const value = text(json, name);
  if (Number.isNaN(Date.parse(value))) throw unexpected(`${name} is no time`);
  return value;
};

const list = <T>(json: Json, name: string, parse: (item: unknown) => T): T[] => {
  const value = json[name];
  if (!Array.isArray(value)) throw unexpected(`${name} is no list`);
  return value.map(parse);
};

const direction = (value: unknown): Direction => (value === 'in' ? 'in' : 'out');
/** A state that this version does not know has at least been sent. */
const delivery = (value: unknown): DeliveryStatus =>
  value === 'delivered' || value === 'read' || value === 'failed' ? value : 'sent';

export function parseInbox(value: unknown): Inbox {
  const json = object(value, 'inbox');
  const component = object(json.component, 'component');
  const client = object(json.client, 'client');
  return {
    component: { id: text(component, 'id'), title: text(component, 'title') },
    client: { id: text(client, 'id'), name: text(client, 'name') },
    channels: list(json, 'channels', String),
    unread: count(json, 'unread'),
  };
}

export function parseConversation(value: unknown): Conversation {
  const json = object(value, 'conversation');
  const contact = object(json.contact, 'contact');
  return {
    id: text(json, 'id'),
    channel: text(json, 'channel'),
    contact: { id: text(contact, 'id'), name: text(contact, 'name'), ...optionalText(contact, 'avatarUrl') },
    ...optionalText(json, 'subject'),
    preview: text(json, 'preview'),
    ...(json.lastDirection !== undefined && { lastDirection: direction(json.lastDirection) }),
    ...(json.lastStatus !== undefined && { lastStatus: delivery(json.lastStatus) }),
    unread: count(json, 'unread'),
    status: json.status === 'closed' ? 'closed' : 'open',
    ...(json.replyUntil != null && { replyUntil: time(json, 'replyUntil') }),
    lastMessageAt: time(json, 'lastMessageAt'),
  };
}

export function parseAttachment(value: unknown): Attachment {
  const json = object(value, 'attachment');
  return { id: text(json, 'id'), name: text(json, 'name'), type: text(json, 'type'), size: count(json, 'size') };
}

export function parseMessage(value: unknown): Message {
  const json = object(value, 'message');
  return {
    id: text(json, 'id'),
    conversationId: text(json, 'conversationId'),
    direction: direction(json.direction),
    authorName: text(json, 'authorName'),
    text: text(json, 'text'),
    attachments: list(json, 'attachments', parseAttachment),
    sentAt: time(json, 'sentAt'),
    status: delivery(json.status),
    ...optionalText(json, 'clientKey'),
  };
}

export function parseConversationPage(value: unknown): ConversationPage {
  const json = object(value, 'page');
  return {
    conversations: list(json, 'conversations', parseConversation),
    nextCursor: optionalText(json, 'nextCursor').nextCursor ?? null,
    unread: count(json, 'unread'),
  };
}

export function parseMessagePage(value: unknown): MessagePage {
  const json = object(value, 'page');
  return { messages: list(json, 'messages', parseMessage), hasMore: json.hasMore === true };
}

/** One event of the stream; `null` where this version does not know its kind. */
export function parseEvent(type: string, data: string): SourceEvent | null {
  if (type === 'reset') return { type };
  if (type !== 'message' && type !== 'conversation' && type !== 'typing') return null;
  const json = object(JSON.parse(data), 'event');
  if (type === 'typing') return { type, conversationId: text(json, 'conversationId'), name: text(json, 'name') };
  const conversation = parseConversation(json.conversation);
  return type === 'message' ? { type, message: parseMessage(json.message), conversation } : { type, conversation };
}
