import type { InboxSource, SourceEvent } from '../inbox-source.js';
import type { Conversation, ConversationQuery } from '../model.js';

/** The checks that the conformance suite uses. No test runner is needed: a check that fails throws. */

export const ALL: ConversationQuery = { filter: 'all', channel: '', q: '' };

export const sum = (conversations: readonly Conversation[]): number =>
  conversations.reduce((total, { unread }) => total + unread, 0);

/** An unread conversation with at least three messages. */
export async function unreadOne(source: InboxSource): Promise<Conversation> {
  const { conversations } = await source.listConversations({ ...ALL, filter: 'unread' }, {});
  for (const conversation of conversations) {
    if ((await source.listMessages(conversation.id, { limit: 3 })).messages.length >= 3) return conversation;
  }
  throw new Error('There is no unread conversation of three messages.');
}

export interface Followed {
  next(isMeant: (event: SourceEvent) => boolean): Promise<SourceEvent>;
  stop(): void;
}

/** Subscribes, and waits until events come. */
export async function follow(source: InboxSource): Promise<Followed> {
  const events: SourceEvent[] = [];
  let look = (): void => undefined;
  const stop = source.subscribe((event) => {
    events.push(event);
    look();
  });
  const next: Followed['next'] = (isMeant) =>
    new Promise((resolve) => {
      look = () => {
        const event = events.find(isMeant);
        if (event) resolve(event);
      };
      look();
    });
  await next((event) => event.type === 'connection' && event.connection === 'live');
  return { next, stop };
}

/** The error that a promise rejects with; an error that says so where it does not. */
export const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => new Error('It did not fail.'),
    (error: unknown) => error,
  );

export function expect(condition: unknown, what: string): void {
  if (!condition) throw new Error(`Not so: ${what}.`);
}

/** Checks that a page repeats nothing of those before it, and is not empty unless it is the last: else one would ask for the next for ever. */
export function expectProgress(page: readonly { readonly id: string }[], before: readonly { readonly id: string }[], hasMore: boolean): void {
  expect(page.length || !hasMore, 'a page with another one after it is not empty');
  for (const { id } of page) expect(!before.some((one) => one.id === id), `${id} is on one page only`);
}

/** Compares as JSON, regardless of the order of keys. */
export function equal(actual: unknown, expected: unknown, what: string): void {
  if (actual !== expected && stable(actual) !== stable(expected)) {
    throw new Error(`${what}: ${stable(actual)} where ${stable(expected)} was expected.`);
  }
}

/** JSON with the keys in order. */
const stable = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? 'undefined';
