import type { SourceEvent } from '../../src/inbox/inbox-source.js';
import { exampleInbox } from '../../src/inbox/memory/index.js';
import { ServiceSource } from '../../src/inbox/service/service-source.js';
import { FakeClock } from '../helpers/fake-clock.js';
import { FakePage } from '../helpers/fake-page.js';
import { FakeService, SERVICE } from '../helpers/fake-service.js';
import { FakeTokens } from '../helpers/fake-tokens.js';
import { rest, clockOf, turn } from '../helpers/inbox-timers.js';

/** A source at the fake service, with all that happens to it. */
export function streamWorld({ address = SERVICE, random = (): number => 0 } = {}) {
  const clock = new FakeClock(Date.parse('2026-05-21T09:44:00Z'));
  const service = new FakeService(exampleInbox(clock.wall));
  const tokens = new FakeTokens();
  const page = new FakePage();
  const source = new ServiceSource({
    service: address,
    tokens,
    fetch: service.fetch,
    clock: clockOf(clock),
    random,
    page,
  });
  const events: SourceEvent[] = [];
  const unsubscribe = source.subscribe((event) => events.push(event));
  const pass = async (ms: number): Promise<void> => {
    await rest();
    await clock.advance(ms);
    await rest();
  };
  return {
    clock,
    service,
    tokens,
    page,
    source,
    events,
    pass,
    unsubscribe,
    attempts: () => service.callsTo('/inbox/events'),
    stream: () => service.streams.at(-1) as (typeof service.streams)[number],
    texts: () => events.flatMap((event) => (event.type === 'message' ? [event.message.text] : [])),
    connections: () => events.flatMap((event) => (event.type === 'connection' ? [event.connection] : [])),
    resets: () => events.filter(({ type }) => type === 'reset').length,
  };
}

export type StreamWorld = ReturnType<typeof streamWorld>;

/** Lets time pass in steps of a heartbeat, on every stream that is open. */
export async function beat({ service, clock }: Pick<StreamWorld, 'service' | 'clock'>, times: number): Promise<void> {
  await rest();
  for (let count = 0; count < times; count++) {
    await clock.advance(15_000);
    for (const stream of service.openStreams) stream.beat();
    await turn();
  }
  await rest();
}
