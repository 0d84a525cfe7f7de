import type { Attachment, ConversationSeed, DeliveryStatus, Message } from './inbox-types.js';

/** One line: how long ago in minutes, who (`in`, or what became of an own message), what, and a file. */
export type Line = readonly [minutesAgo: number, from: 'in' | DeliveryStatus, text: string, attachment?: Attachment];

const MINUTE_MS = 60_000;

/** Makes a conversation of lines. */
export function conversationOf(
  seed: Omit<ConversationSeed, 'contact' | 'messages'> & { readonly name: string },
  lines: readonly Line[],
  now: number,
): ConversationSeed {
  const { name, ...rest } = seed;
  return {
    ...rest,
    contact: { id: `contact-${seed.id}`, name },
    messages: lines.map(
      ([minutesAgo, from, text, attachment], index): Message => ({
        id: `${seed.id}-${index + 1}`,
        conversationId: seed.id,
        direction: from === 'in' ? 'in' : 'out',
        authorName: from === 'in' ? name : 'Fjord & Pine',
        text,
        attachments: attachment ? [attachment] : [],
        sentAt: new Date(now - minutesAgo * MINUTE_MS).toISOString(),
        status: from === 'in' ? 'read' : from,
      }),
    ),
  };
}

