import { setImmediate } from 'node:timers/promises';
import type { Reads } from '../database/database.js';

/** Messages that are looked through at once: few enough that nobody notices having waited for them. */
export const MESSAGES_AT_ONCE = 200;

/**
 * Which of some conversations hold a text in their name, their subject or a message. Others get their turn between one
 * portion of messages and the next. It is looked for here and not by `LIKE`, which compares it anew at each letter: over
 * long messages that are nearly what is looked for, that takes a hundred times longer.
 *
 * @param ids At least one.
 * @param text Folded as what is looked through is, by `searchText()`.
 */
export async function conversationsHolding(reads: Reads, ids: readonly string[], text: string): Promise<ReadonlySet<string>> {
  const named = await reads.all<{ id: string; searchText: string }>(
    `SELECT id, search_text AS "searchText" FROM conversations WHERE id IN (${places(ids)})`,
    ids,
  );
  const holding = new Set(named.filter(({ searchText }) => searchText.includes(text)).map(({ id }) => id));
  let position: number | undefined = 0;
  while (position !== undefined) {
    const left = ids.filter((id) => !holding.has(id));
    if (left.length === 0) break;
    await setImmediate();
    const messages: MessageText[] = await reads.all<MessageText>(
      `SELECT position, conversation_id AS "conversationId", search_text AS "searchText" FROM messages WHERE position IN (
         SELECT position FROM messages WHERE conversation_id IN (${places(left)}) AND position > ? ORDER BY position LIMIT ?)
       ORDER BY position`,
      [...left, position, MESSAGES_AT_ONCE],
    );
    for (const { conversationId, searchText } of messages) if (searchText.includes(text)) holding.add(conversationId);
    position = messages[MESSAGES_AT_ONCE - 1]?.position;
  }
  return holding;
}

interface MessageText {
  readonly position: number;
  readonly conversationId: string;
  readonly searchText: string;
}

function places(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}
