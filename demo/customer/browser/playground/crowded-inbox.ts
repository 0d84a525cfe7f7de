import { KNOWN_CHANNELS } from '../../../../src/inbox/model.js';
import type { ConversationSeed, MemorySeed } from './inbox-types.js';
import { conversationOf, type Line } from './messages.js';

const CONVERSATIONS = 10_000;
const MESSAGES = 100_000;

const FIRST = ['Mara', 'Théo', 'Aiko', 'Nikolai', 'Priya', 'Inés', 'Oluwaseun', 'Hannah', 'Samir', 'Greta', 'Leïla', 'Tomás'];
const LAST = ['Lindqvist', 'Baptiste', 'Tanaka', 'Petrov', 'Raman', 'Carvalho', 'Adeyemi', 'Fischer', 'Haddad', 'Sommer', 'Novak'];
const WORDS = [
  'Thank you, that helps.',
  'Could it be delivered before the 24th?',
  'I have measured the alcove again, and it is two centimetres narrower than I thought. Does the shelf come in 78 as well?',
  'Yes please 🙏',
  'See you at four, then.',
];

const pick = (list: readonly string[], index: number): string => list[index % list.length] ?? '';

/** 10,000 conversations, the newest of them with 100,000 messages: what a list and a thread have to bear. */
export function crowdedInbox(now: number): MemorySeed {
  const conversations: ConversationSeed[] = [];
  for (let index = 0; index < CONVERSATIONS; index += 1) {
    const name = `${pick(FIRST, index)} ${pick(LAST, Math.floor(index / FIRST.length))} ${index + 1}`;
    const lines = index === 0 ? longThread() : [lineOf(index, index * 7)];
    conversations.push(conversationOf({ id: `crowd-${index + 1}`, name, channel: pick(KNOWN_CHANNELS, index), unread: index % 9 === 4 ? 1 : 0 }, lines, now));
  }
  return { client: { id: 'fjord-pine', name: 'Fjord & Pine' }, channels: KNOWN_CHANNELS, conversations };
}

function longThread(): Line[] {
  return Array.from({ length: MESSAGES }, (_, index) => lineOf(index, MESSAGES - index));
}

function lineOf(index: number, minutesAgo: number): Line {
  return [minutesAgo, index % 3 === 1 ? 'read' : 'in', pick(WORDS, index)];
}
