import type { InboxWidget } from '../../../src/index.js';
import type { MemorySource } from '../../../src/inbox/memory/index.js';
import type { Conversation, ConversationFilter, Message } from '../../../src/inbox/model.js';
import type { ScreenReading } from './screen-reading.js';

const FILTERS: readonly ConversationFilter[] = ['all', 'unread', 'open', 'closed'];
const PAGE = { limit: 100 };
/** Days and the reader's mark stand between messages, and take so much room at most, in px. */
const BETWEEN_PX = 60;

/** In what the screen differs from what the source knows, once nothing is on its way any more. */
export async function untruths(screen: ScreenReading, widget: InboxWidget, source: MemorySource): Promise<string[]> {
  const { unread } = await source.getInbox();
  return [
    ...(widget.unreadCount === unread ? [] : [`${widget.unreadCount} unread, not ${unread}`]),
    ...(await wrongRows(screen, widget, source)),
    ...(await wrongMessages(screen, widget, source)),
  ];
}

async function wrongRows(screen: ScreenReading, { conversation }: InboxWidget, source: MemorySource): Promise<string[]> {
  const at = screen.all<HTMLInputElement>('.filter input').findIndex(({ checked }) => checked);
  const query = {
    q: screen.find<HTMLInputElement>('.search-field')?.value.trim() ?? '',
    channel: screen.find<HTMLSelectElement>('.channel-filter select')?.value ?? '',
    filter: FILTERS[at] ?? 'all',
  };
  const ids: string[] = [];
  for (let cursor: string | null | undefined; ; ) {
    const page = await source.listConversations(query, { ...PAGE, ...(cursor && { cursor }) });
    ids.push(...page.conversations.map(({ id }: Conversation) => id));
    cursor = page.nextCursor;
    if (!cursor) break;
  }
  // The conversation that is being read keeps its row though it no longer fits.
  const kept = screen.rows.find(({ id }) => !ids.includes(id));
  if (kept && kept.id !== conversation) return [`row ${kept.id} does not fit ${JSON.stringify(query)}`];
  const wrong = screen.rows.find(({ id, index }) => id !== kept?.id && ids[index - Number(kept !== undefined && index > kept.index)] !== id);
  return wrong ? [`row ${wrong.index} is ${wrong.id}: ${JSON.stringify(query)}`] : [];
}

async function wrongMessages(screen: ScreenReading, { conversation }: InboxWidget, source: MemorySource): Promise<string[]> {
  const log = screen.box('.log[part]');
  if (!conversation || !log) return [];
  const messages: Message[] = [];
  for (;;) {
    const [first] = messages;
    const page = await source.listMessages(conversation, { ...PAGE, ...(first && { before: first.id }) });
    messages.unshift(...page.messages);
    if (!page.hasMore) break;
  }
  const keys = messages.map(({ id, clientKey }) => clientKey ?? id);
  const { messageKeys } = screen;
  const from = keys.indexOf(messageKeys[0] ?? '');
  if (messageKeys.length === 0) return [`none of ${keys.length} messages is drawn`];
  const wrong = messageKeys.find((key, at) => keys[from + at] !== key);
  if (wrong !== undefined) return [`message ${wrong} is out of place`];
  const [top, bottom] = [screen.messages[0], screen.messages.at(-1)].map((message) => message?.getBoundingClientRect());
  const isAtNewest = from + messageKeys.length === keys.length;
  return [
    ...(from > 0 && (top?.top ?? 0) > log.top + BETWEEN_PX ? ['a gap above the messages'] : []),
    ...(!isAtNewest && (bottom?.bottom ?? 0) < log.bottom - BETWEEN_PX ? ['a gap below the messages'] : []),
    ...(!isAtNewest && Math.abs(log.element.scrollTop) < 1 ? ['at the end without the newest message'] : []),
  ];
}
