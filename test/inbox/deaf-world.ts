import { createMemorySource, exampleInbox, type MemorySeed } from '../../src/inbox/memory/index.js';
import type { Happening } from '../../src/inbox/state.js';
import { FakeClock, settle } from '../helpers/fake-clock.js';
import { clockOf } from '../helpers/inbox-timers.js';
import { DisorderedSource } from './disordered-source.js';
import { NOW } from './store-world.js';
import { plainStore } from '../helpers/plain-store.js';

/** A store that hears of nothing, and is answered when the test says so. */
export async function deafWorld(seed: MemorySeed = exampleInbox(NOW)) {
  const clock = new FakeClock(NOW);
  const truth = createMemorySource(seed, { now: () => clock.wall });
  const { listConversations } = truth;
  // A network makes copies.
  truth.listConversations = async (...words) => structuredClone(await listConversations.apply(truth, words));
  const between = new DisorderedSource(truth);
  const store = plainStore({ source: between.source, clock: clockOf(clock), random: () => 0 });
  const happenings: Happening[] = [];
  store.onHappening((happening) => happenings.push(happening));
  const answered = async (): Promise<void> => {
    await settle();
    while (between.answersOnTheirWay) {
      between.answer(0);
      await settle();
    }
  };
  store.start();
  await answered();
  return {
    clock,
    truth,
    between,
    store,
    answered,
    /** What listeners were told of with a message, in order. */
    told: () => happenings.flatMap((happening) => ('message' in happening ? [`${happening.type}: ${happening.message.text}`] : [])),
    say: async (id: string, text: string): Promise<void> => {
      store.setDraftText(id, text);
      store.send(id);
      await settle();
    },
    /** What a person sees of a thread: texts of messages, then of the outbox. */
    bubbles: (id: string) => [
      ...(store.state.threads.get(id)?.messages ?? []).map(({ text }) => text),
      ...store.state.outbox.filter(({ conversationId }) => conversationId === id).map(({ text }) => text),
    ],
  };
}
