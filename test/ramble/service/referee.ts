import { everythingReadable } from '../../e2e/stage.js';
import type { Scene } from './steps.js';
import type { Sight, Tab } from './tab.js';
import type { World } from './world.js';
import type { Sending } from './writings.js';

/** Calls of one page in any minute: six that nobody planned, and the renewals of tokens that live for 30 s. */
const CALLS_PER_MINUTE = 6 + 4;
const MINUTE_MS = 60_000;
const PAGE = { limit: 100 };

/** What is not as the service has it, in any tab, once nothing is broken any more. */
export async function untruths(scene: Scene): Promise<string[]> {
  const wrong: string[] = [];
  for (const tab of scene.tabs) {
    const sight = await tab.see();
    const found = sight ? await wrongInSight(scene, tab, sight) : ['no inbox is shown'];
    wrong.push(...found.map((what) => `${tab.name}: ${what}`));
  }
  return [...wrong, ...(await wrongSendings(scene))];
}

/** What must not have happened at all, however long one waits. */
export async function offences({ world, tabs }: Scene): Promise<string[]> {
  const wrong = [...world.failures, ...deadTokens(world), ...tooManyCalls(world)];
  for (const tab of tabs) {
    wrong.push(...tab.errors.map((error) => `${tab.name}: ${error}`));
    const { page, said, addresses } = tab;
    const readable = await everythingReadable({ page, context: page.context(), console: said, addresses });
    if ([...world.tokens].some((token) => readable.includes(token.split('.')[2] ?? token))) wrong.push(`${tab.name}: a token can be read`);
    for (const id of await conversationIds(world, 1 - tab.user)) if (readable.includes(id)) wrong.push(`${tab.name}: ${id} is another client’s`);
  }
  return wrong;
}

async function conversationIds({ service, clientIds }: World, user: number): Promise<string[]> {
  const { conversations } = await service.reader.conversations(clientIds[user] ?? '', { ...PAGE, filter: 'all', channel: '', q: '' });
  return conversations.map(({ id }) => id);
}

async function wrongInSight({ world: { service, clientIds }, writings }: Scene, tab: Tab, sight: Sight): Promise<string[]> {
  const clientId = clientIds[tab.user] ?? '';
  const { filter, channel, q, open } = sight;
  const { conversations, unread } = await service.reader.conversations(clientId, { ...PAGE, filter, channel, q });
  return [
    ...(sight.unread === unread ? [] : [`${sight.unread} unread, not ${unread}`]),
    ...(sight.notice ? [`it says “${sight.notice}”`] : []),
    ...wrongRows(sight, conversations),
    ...(open ? await wrongMessages(sight, service, clientId) : []),
    ...(open && sight.draft !== null ? writings.compare(tab, open, sight.draft) : []),
  ];
}

function wrongRows({ rows, open }: Sight, conversations: readonly { id: string; unread: number }[]): string[] {
  if (rows.length === 0 && conversations.length > 0) return [`none of ${conversations.length} rows is drawn`];
  // The conversation that is being read keeps its row though it no longer fits.
  const kept = rows.find(({ id }) => !conversations.some((one) => one.id === id));
  if (kept && kept.id !== open) return [`row ${kept.id} does not fit`];
  return rows.flatMap(({ id, index, unread }) => {
    if (id === kept?.id) return [];
    const there = conversations[index - Number(kept !== undefined && index > kept.index)];
    if (there?.id !== id) return [`row ${index} is ${id}, not ${there?.id}`];
    return there.unread === unread ? [] : [`row ${index} counts ${unread}, not ${there.unread}`];
  });
}

async function wrongMessages({ open, messages }: Sight, { reader }: World['service'], clientId: string): Promise<string[]> {
  const stored = (await reader.messages(clientId, open, PAGE)).messages;
  const keys = stored.map(({ id, clientKey }) => clientKey ?? id);
  // What was refused stands below all others, until somebody decides what is to become of it.
  const drawn = messages.filter(({ key, isFailed }) => keys.includes(key) || !isFailed);
  const from = keys.indexOf(drawn[0]?.key ?? '');
  if (drawn.length === 0) return keys.length ? [`none of ${keys.length} messages is drawn`] : [];
  if (from + drawn.length !== keys.length) return [`${drawn.length} messages from ${from} on are drawn, of ${keys.length}`];
  const wrong = drawn.find(({ key, text }, at) => keys[from + at] !== key || !text.includes(stored[from + at]?.text.split(/\s/)[0] ?? ''));
  return wrong ? [`message ${wrong.key} is out of place`] : [];
}

/** What was lost, sent twice, sent in another order or without its files. */
async function wrongSendings({ world: { service, clientIds }, writings, tabs }: Scene): Promise<string[]> {
  const wrong: string[] = [];
  for (const conversation of new Set(writings.sendings.map((sending) => sending.conversation))) {
    const sendings = writings.sendings.filter((sending) => sending.conversation === conversation);
    const { messages } = await service.reader.messages(clientIds[sendings[0]?.tab.user ?? 0] ?? '', conversation, PAGE);
    const placesOf = ({ mark }: Sending): number[] => messages.flatMap(({ text }, at) => (text.includes(mark) ? [at] : []));
    for (const sending of sendings) {
      const places = placesOf(sending);
      if (places.length > 1) wrong.push(`“${sending.mark}” is there ${places.length} times`);
      const isThere = places.length > 0 || (await sending.tab.refused()).some((text) => text.includes(sending.mark));
      if (!isThere) wrong.push(`“${sending.mark}” of ${sending.tab.name} is not there`);
      const [message] = places.map((place) => messages[place]);
      if (message && message.attachments.length !== sending.files) wrong.push(`“${sending.mark}” has ${message.attachments.length} files`);
    }
    for (const tab of tabs) {
      const order = sendings.filter((sending) => sending.tab === tab).flatMap(placesOf);
      if (order.some((place, at) => place < (order[at - 1] ?? 0))) wrong.push(`what ${tab.name} sent in ${conversation} is in another order`);
    }
  }
  return wrong;
}

/** Of tokens that were rejected, each tab keeps account by itself: one does not know what another one was told. */
function deadTokens({ requests }: World): string[] {
  return requests.flatMap(({ method, path, tokenState }) => (tokenState === 'expired' ? [`${method} ${path} with an expired token`] : []));
}

function tooManyCalls({ asked }: World): string[] {
  return [...new Set(asked.map(({ tab }) => tab))].flatMap((tab) => {
    // A page that is loaded anew knows nothing of the calls before.
    let calls: number[] = [];
    let most = 0;
    for (const { at, what } of asked.filter((one) => one.tab === tab)) {
      calls = what === 'page' ? [] : [...calls.filter((before) => at - before < MINUTE_MS), at];
      most = Math.max(most, calls.length);
    }
    return most > CALLS_PER_MINUTE ? [`${most} calls in a minute by the page ${tab}`] : [];
  });
}
