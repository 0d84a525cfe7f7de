import type { InboxWidget } from '../../../src/index.js';
import type { MemorySource } from '../../../src/inbox/memory/index.js';
import type { Conversation, ConversationFilter, Message } from '../../../src/inbox/model.js';
import { en } from '../../../src/locales/en.js';
import type { ScreenReading } from './screen-reading.js';

const FILTERS: readonly ConversationFilter[] = ['all', 'unread', 'open', 'closed'];
const PAGE = { limit: 100 };
/** Words of the status region that also stand on screen for as long as they are true. */
const NEWS = [en.notLoaded, en.offline, en.reconnecting, en.gone, en.closedNotice, en.statusRefused, en.unreadRefused] as const;
/** Days and the reader's mark stand between messages, and take so much room at most, in px. */
const BETWEEN_PX = 60;

/** In what the screen differs from what the source knows, once nothing is on its way any more. */
export async function untruths(screen: ScreenReading, widget: InboxWidget, source: MemorySource): Promise<string[]> {
  const { unread } = await source.getInbox();
  return [
    ...(widget.unreadCount === unread ? [] : [`${widget.unreadCount} unread, not ${unread}`]),
    ...(await wrongRows(screen, widget, source)),
    ...(await wrongMessages(screen, widget, source)),
    ...stale(screen),
  ];
}

/** What is still to be heard, though it is so no longer; told of English words only. */
function stale(screen: ScreenReading): string[] {
  const status = screen.find('.inbox > [role="status"]');
  const frame = screen.find('.inbox');
  if (frame?.lang !== 'en' || !status) return [];
  const shown = frame.innerText.replaceAll(/\s+/g, ' ');
  const said = status.textContent;
  return NEWS.filter((words) => said.includes(words) && !shown.replace(said.trim(), '').includes(words)).map((words) => `still heard: ${words}`);
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
  // What was refused stands below all others, until somebody decides what is to become of it.
  const messageKeys = screen.messageKeys.filter((key) => keys.includes(key) || !screen.isRefused(key));
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
