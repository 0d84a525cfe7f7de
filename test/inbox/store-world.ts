import { InboxStore } from '../../src/inbox/inbox-store.js';
import { IndexedStorage } from '../../src/inbox/indexed-storage.js';
import type { InboxSource } from '../../src/inbox/inbox-source.js';
import { createMemorySource, exampleInbox, type MemorySeed } from '../../src/inbox/memory/index.js';
import type { Happening } from '../../src/inbox/state.js';
import type { InboxStorage } from '../../src/inbox/storage.js';
import { FakeClock, settle } from '../helpers/fake-clock.js';
import { clockOf } from '../helpers/inbox-timers.js';

export const NOW = Date.parse('2026-05-21T09:44:00Z');

export interface StoreWorldOptions {
  readonly seed?: MemorySeed;
  /** No event ever comes. */
  readonly isDeaf?: boolean;
  readonly storage?: InboxStorage;
  /** Throws where a method is called, as an app's own source may, in place of rejecting. */
  readonly called?: (method: keyof InboxSource) => void;
  /** Makes something else of an answer. */
  readonly answer?: (method: keyof InboxSource, answer: unknown) => unknown;
  /** Waits or throws before the answer to a method. */
  readonly before?: (method: keyof InboxSource) => void | Promise<void>;
  /** Waits or throws after the source has done it, before its answer arrives. */
  readonly after?: (method: keyof InboxSource) => void | Promise<void>;
}

/** A store on a source in memory, with time in the test's hands. Has started, and has its first data. */
export async function storeWorld({ seed = exampleInbox(NOW), storage = new IndexedStorage(), called, answer = (_, given) => given, before, after, isDeaf }: StoreWorldOptions = {}) {
  const clock = new FakeClock(NOW);
  const calls: string[] = [];
  const source = createMemorySource(seed, {
    now: () => clock.wall,
    before: (method) => {
      calls.push(method);
      return before?.(method);
    },
  });
  const delayed = new Proxy<InboxSource>(source, {
    get: (target, name: keyof InboxSource) => {
      const method = (target[name] as (...parameters: unknown[]) => unknown).bind(target);
      if (name === 'subscribe') return isDeaf ? () => () => undefined : method;
      const answered = async (...parameters: unknown[]) => {
        const result = await method(...parameters);
        await after?.(name);
        return answer(name, result);
      };
      return (...parameters: unknown[]) => {
        called?.(name);
        return answered(...parameters);
      };
    },
  });
  let keys = 0;
  const store = new InboxStore({
    source: delayed,
    storage,
    clock: clockOf(clock),
    random: () => 0,
    randomKey: () => `key-${++keys}`,
  });
  const happenings: Happening[] = [];
  store.onHappening((happening) => happenings.push(happening));
  let changes = 0;
  store.subscribe(() => changes++);
  store.start();
  await settle();
  return {
    clock,
    source,
    store,
    calls,
    happenings,
    changes: () => changes,
    told: () => happenings.map(({ type }) => type),
    say: (id: string, text: string) => {
      store.setDraftText(id, text);
      store.send(id);
    },
    /** What a person sees of a thread: texts of messages, then of the outbox. */
    bubbles: (id: string) => [
      ...(store.state.threads.get(id)?.messages ?? []).map(({ text }) => text),
      ...store.state.outbox.filter(({ conversationId }) => conversationId === id).map(({ text }) => text),
    ],
  };
}

/** So many conversations of one message each, a minute apart, the newest first: every other one by e-mail. */
export const manyConversations = (count: number): MemorySeed => ({
  conversations: Array.from({ length: count }, (_, index) => ({
    id: `c${index}`,
    channel: index % 2 ? 'email' : 'web',
    contact: { id: `p${index}`, name: `Contact ${index}` },
    messages: [
      {
        id: `m${index}`,
        conversationId: `c${index}`,
        direction: 'in' as const,
        authorName: `Contact ${index}`,
        text: index % 3 ? 'An oak table' : 'A chair',
        attachments: [],
        sentAt: new Date(NOW - index * 60_000).toISOString(),
        status: 'read' as const,
      },
    ],
  })),
});

/** A promise that the test settles. */
export function gate(): { readonly passed: Promise<void>; open: () => void; fail: (error: Error) => void } {
  let open = (): void => undefined;
  let fail = (_error: Error): void => undefined;
  const passed = new Promise<void>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { passed, open, fail };
}
