/**
 * Reads what the service sends (docs/wire.md, section 3). Anything that is not as it must be throws `INBOX_SERVICE_UNEXPECTED`;
 * anything unknown is left out, so that a newer service may say more.
 */
import type { ConversationPage, MessagePage, SourceEvent } from '../inbox-source.js';
import type { Attachment, Conversation, Inbox, Message } from '../model.js';
import { unexpected } from './answer.js';

type Json = Readonly<Record<string, unknown>>;

/**
 * Takes the named fields of a JSON object, in a notation of its own for brevity: a bare name is a text, `#` marks a count,
 * `@` a time, and a `?` before these a field that may be absent.
 */
function pick<T>(value: unknown, fields: string): T {
  const json = value as Json | null;
  const picked: Record<string, unknown> = {};
  for (const [, optional, kind, name = ''] of fields.matchAll(/(\??)([#@]?)(\w+)/g)) {
    const given = json?.[name];
    if (optional && given == null) continue;
    // JavaScript has no leap seconds.
    const field = typeof given === 'string' && kind ? given.replace(':60', ':59') : given;
    const isRight =
      kind === '#'
        ? Number.isSafeInteger(field) && (field as number) >= 0
        : typeof field === 'string' && (!kind || !Number.isNaN(Date.parse(field)));
    if (!isRight) throw unexpected(name);
    picked[name] = field;
  }
  return picked as T;
}

function list<T>(value: unknown, name: string, parse: (item: unknown) => T): T[] {
  const items = (value as Json | null)?.[name];
  if (!Array.isArray(items)) throw unexpected(name);
  return items.map(parse);
}

/** One of a few texts; any other counts as the first of them: what a newer service says means at least that. */
const oneOf = <T>(field: unknown, first: T, ...others: T[]): T => others.find((other) => other === field) ?? first;
const direction = (field: unknown) => oneOf(field, 'out' as const, 'in');
const delivery = (field: unknown) => oneOf(field, 'sent' as const, 'delivered', 'read', 'failed');

export function parseInbox(json: unknown): Inbox {
  const inbox = pick<Inbox>(json, '#unread');
  const { component, client } = json as Json;
  return {
    ...inbox,
    component: pick(component, 'id title'),
    client: pick(client, 'id name'),
    channels: list(json, 'channels', String),
  };
}

/** A name without the characters that change the direction of text, which can make it look like another one: "exe.pdf". */
const plainName = (name: string): string => name.replace(/\p{Bidi_Control}/gu, '');

export function parseConversation(json: unknown): Conversation {
  const conversation = pick<Conversation>(json, 'id channel preview #unread @lastMessageAt ?subject ?@replyUntil');
  const { contact, status, lastDirection, lastStatus } = json as Json;
  return {
    ...conversation,
    contact: pick(contact, 'id name ?avatarUrl'),
    status: oneOf(status, 'open', 'closed'),
    ...(!!lastDirection && { lastDirection: direction(lastDirection) }),
    ...(!!lastStatus && { lastStatus: delivery(lastStatus) }),
  };
}

export const parseAttachment = (json: unknown): Attachment => {
  const attachment = pick<Attachment>(json, 'id name type #size');
  return { ...attachment, name: plainName(attachment.name) };
};

export const parseMessage = (json: unknown): Message => ({
  ...pick<Message>(json, 'id conversationId authorName text @sentAt ?clientKey'),
  direction: direction((json as Json).direction),
  attachments: list(json, 'attachments', parseAttachment),
  status: delivery((json as Json).status),
});

export const parseConversationPage = (json: unknown): ConversationPage => ({
  ...pick<ConversationPage>(json, '#unread ?nextCursor'),
  conversations: list(json, 'conversations', parseConversation),
});

export const parseMessagePage = (json: unknown): MessagePage => ({
  messages: list(json, 'messages', parseMessage),
  hasMore: (json as Json).hasMore === true,
});

/** One event of the stream; `null` where this version does not know its kind or cannot read it: the rest of the stream still counts. */
export function parseEvent(type: string, data: string): SourceEvent | null {
  if (type === 'reset') return { type };
  try {
    const json = JSON.parse(data) as Json | null;
    if (type === 'typing') return { type, ...pick<{ conversationId: string; name: string }>(json, 'conversationId name') };
    const conversation = parseConversation(json?.conversation);
    if (type === 'message') return { type, message: parseMessage(json?.message), conversation };
    return type === 'conversation' ? { type, conversation } : null;
  } catch {
    return null;
  }
}
