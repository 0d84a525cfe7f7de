import { InboxError } from '../../../../src/index.js';
import { exampleInbox } from '../../../../src/inbox/memory/index.js';
import { arabicInbox } from './arabic-inbox.js';
import { awkwardInbox } from './awkward-inbox.js';
import type { Choice } from './choice.js';
import { crowdedInbox } from './crowded-inbox.js';
import type { Driver } from './driver.js';
import type { InboxSource, MemorySeed, MemorySource } from './inbox-types.js';
import { conversationOf } from './messages.js';

/** One state of the inbox, and how it comes about. */
export interface PlaygroundState {
  /** In the menu. */
  readonly word: string;
  /** What the inbox holds; default: the example. */
  readonly seed?: (now: number) => MemorySeed;
  /** Makes what happens before each request; it may wait or fail. Called once. */
  readonly hurdle?: () => (method: keyof InboxSource) => void | Promise<void>;
  /** Id of the conversation that is open from the start. */
  readonly conversation?: string;
  /** Knobs that this state is about. */
  readonly own?: Partial<Choice>;
  /** Instead of a source in memory: attributes of the element, for states of the token. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** What people and contacts then do. */
  readonly act?: (driver: Driver, source: MemorySource) => void | Promise<void>;
}

/** How often somebody must type to be seen typing, in milliseconds. */
const TYPING_EVERY_MS = 3_000;

const forever = (): Promise<void> => new Promise(() => {});

function keepTyping(source: MemorySource, ...ids: readonly string[]): void {
  const type = () => { for (const id of ids) source.type(id); };
  type();
  setInterval(type, TYPING_EVERY_MS);
}

/** As the pictures show it: a draft elsewhere, a reply half written, two contacts typing. */
async function liven(driver: Driver, source: MemorySource): Promise<void> {
  await driver.open('priya', 'Priya Raman');
  await driver.write('Thursday suits us. Shall I bring the samples along?');
  await driver.open('mara', 'Mara Lindqvist');
  await driver.write(
    'Before the 24th works: our driver is in your street on Thursday the 22nd, between ten and twelve.\nI’ll ask the workshop about the oil',
  );
  keepTyping(source, 'mara', 'nikolai');
}

/** The first message is refused, the second is on its way for ever; so is the second file. */
function sendingHurdle(): (method: keyof InboxSource) => void | Promise<void> {
  let sent = 0;
  let uploaded = 0;
  return (method) => {
    if (method === 'uploadAttachment' && ++uploaded > 1) return forever();
    if (method !== 'sendMessage') return undefined;
    if (++sent > 1) return forever();
    throw new InboxError('INBOX_MESSAGE_REJECTED', 'The service refused this message.', { status: 422 });
  };
}

function deliveryInbox(now: number): MemorySeed {
  const lines = [
    [12, 'in', 'Is it on its way already?'],
    [4, 'read', 'On its way'],
    [3, 'delivered', 'It left the workshop this morning'],
    [2, 'sent', 'The driver has your number'],
  ] as const;
  return { client: { id: 'fjord-pine', name: 'Fjord & Pine' }, conversations: [conversationOf({ id: 'mara', name: 'Mara Lindqvist', channel: 'whatsapp' }, lines, now)] };
}

async function sendInVain(driver: Driver): Promise<void> {
  await driver.open('mara', 'Mara Lindqvist');
  await driver.send('I could also bring the samples along.');
  await driver.send('Anything else I can do?');
  await driver.attach(
    new File(['An example.'], 'Samples.pdf', { type: 'application/pdf' }),
    new File(['An example.'], 'Oak, oiled.jpg', { type: 'image/jpeg' }),
  );
}

/** The example, with its first conversation changed. */
function exampleWith(change: Partial<NonNullable<MemorySeed['conversations']>[number]>): (now: number) => MemorySeed {
  return (now) => {
    const example = exampleInbox(now);
    const [first, ...others] = example.conversations ?? [];
    return first ? { ...example, conversations: [{ ...first, ...change }, ...others] } : example;
  };
}

/** The same with nothing unread, so that a thread opens at its end. */
function allRead(seed: MemorySeed): MemorySeed {
  return { ...seed, conversations: (seed.conversations ?? []).map((conversation) => ({ ...conversation, unread: 0 })) };
}

/** Every state that the look knows, by the name in the address. */
export const STATES: Readonly<Record<string, PlaygroundState>> = {
  loaded: { word: 'Loaded', act: liven },
  loading: { word: 'Loading', hurdle: () => forever, conversation: 'mara' },
  empty: { word: 'Empty inbox', seed: () => ({}) },
  'nothing-found': { word: 'Nothing found', act: (driver) => driver.search('invocie') },
  choose: { word: 'None chosen' },
  offline: { word: 'Offline', conversation: 'mara', act: (_, source) => { source.setConnection('offline'); } },
  reconnecting: { word: 'Reconnecting', conversation: 'mara', act: (_, source) => { source.setConnection('reconnecting'); } },
  ended: { word: 'Signed out', attributes: { 'base-url': '/playground/service', 'refresh-endpoint': '/playground/refuses' } },
  misconfigured: { word: 'Not set up', attributes: { 'base-url': '/playground/service', token: '[[ TOKEN ]]' } },
  delivery: { word: 'Delivery states', seed: deliveryInbox, hurdle: sendingHurdle, act: sendInVain },
  'long-words': { word: 'Long words', seed: (now) => allRead(awkwardInbox(now)), conversation: 'bartholomew' },
  'channel-closed': {
    word: 'Channel window over',
    seed: exampleWith({ replyUntil: '2020-01-01T00:00:00Z' }),
    conversation: 'mara',
  },
  closed: { word: 'Closed conversation', seed: exampleWith({ status: 'closed' }), conversation: 'mara' },
  'long-names': { word: 'Long names', seed: awkwardInbox },
  compact: { word: 'Compact', conversation: 'theo', own: { density: '0.75' } },
  typing: { word: 'Typing', conversation: 'mara', act: (_, source) => { keepTyping(source, 'mara', 'nikolai'); } },
  'failed-list': {
    word: 'List cannot be had',
    hurdle: () => (method) => {
      if (method === 'listConversations') throw new InboxError('INBOX_SERVICE_REFUSED', 'The service refused.', { status: 403 });
    },
  },
  viewer: { word: 'Picture viewer', conversation: 'mara', act: (driver) => driver.viewPicture() },
  many: { word: 'Crowded', seed: crowdedInbox, conversation: 'crowd-1' },
  rtl: {
    word: 'Right to left',
    seed: arabicInbox,
    conversation: 'layla',
    own: { lang: 'ar' },
    act: (_, source) => { keepTyping(source, 'layla', 'youssef'); },
  },
};
