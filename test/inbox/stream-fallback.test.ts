import { expect } from 'chai';
import { exampleInbox } from '../../src/inbox/memory/index.js';
import { ServiceSource } from '../../src/inbox/service/service-source.js';
import { FakeClock } from '../helpers/fake-clock.js';
import { FakeService, problem, SERVICE, type Fault, type ServiceCall } from '../helpers/fake-service.js';
import { FakeTokens } from '../helpers/fake-tokens.js';
import { rest, clockOf, until } from '../helpers/inbox-timers.js';
import { beat, streamWorld } from './stream-world.js';
import { plainStore } from '../helpers/plain-store.js';

const FAULTS: readonly [what: string, fault: () => Response | Promise<never>][] = [
  ['answered by 504', () => problem(504, 'gateway_timeout')],
  ['cut by the network', () => Promise.reject(new TypeError('network error'))],
  ['kept back by a proxy', () => new Promise<never>(() => undefined)],
];

/** A store whose streams do not pass, once it has given them up. */
async function blockedWorld(fault: () => Response | Promise<never>) {
  const world = streamWorld();
  const { service, source, clock, pass } = world;
  service.fault = ({ path }) => (path === '/inbox/events' ? fault() : null);
  const store = plainStore({ source, clock: clockOf(clock), random: () => 0 });
  store.start();
  // Three times 45 s without a byte, and the pauses between.
  for (let second = 0; second < 150; second += 5) await pass(5_000);
  return { ...world, store, shown: () => store.state.conversations.get('mara')?.preview };
}

describe('streams that do not pass', () => {
  for (const [what, fault] of FAULTS) {
    it(`F36 give way to polling where they are ${what}, and take over again when they pass`, async () => {
      const { service, clock, pass, connections, store, shown } = await blockedWorld(fault);
      service.inbox.receive('mara', 'By another way');
      await pass(21_000);
      expect(shown()).to.equal('By another way');
      expect(connections().at(-1)).to.equal('live');
      service.fault = () => null;
      await beat({ service, clock }, 21);
      expect(service.openStreams).to.have.length(1);
      const asked = service.callsTo('/inbox').length;
      await beat({ service, clock }, 4);
      expect(service.callsTo('/inbox').length, 'polling has ended').to.equal(asked);
      store.stop();
    });

    it(`F35 are not waited for by a page that is shown again where they are ${what}`, async () => {
      const { service, page, pass, store, shown } = await blockedWorld(fault);
      page.tell('hidden');
      await pass(180_000);
      service.inbox.receive('mara', 'While you were away');
      page.tell('visible');
      await rest();
      expect(shown()).to.equal('While you were away');
      store.stop();
    });
  }

  it('F36 are given up after the first attempt and three more, within 20 s', async () => {
    const { service, pass, connections, attempts } = streamWorld();
    service.fault = ({ path }) => (path === '/inbox/events' ? problem(502, 'bad_gateway') : null);
    for (let second = 0; second < 20; second++) await pass(1_000);
    expect(connections().at(-1)).to.equal('live');
    expect(attempts().length).to.be.within(4, 5);
    expect(service.callsTo('/inbox')).not.to.have.length(0);
  });

  it('F36 give way to polling after the first that brings nothing, and are given up after three, also where earlier ones have brought something', async () => {
    const world = streamWorld();
    const { service, stream, pass, attempts, connections } = world;
    await beat(world, 4);
    stream().send = () => undefined;
    service.opensWithPosition = false;
    while (!service.callsTo('/inbox').length) await pass(1_000);
    expect(attempts(), 'the one that passed, and one').to.have.length(2);
    expect(connections().at(-1), 'while another is tried').to.equal('live');
    for (let second = 0; second < 380; second += 20) await pass(20_000);
    expect(attempts(), 'for five minutes after the third').to.have.length(4);
    expect(service.callsTo('/inbox').length, 'every 20 s').to.be.within(18, 22);
  });

  it('F36 are tried again only after five minutes where three have ended without a byte', async () => {
    const { service, clock, attempts } = streamWorld();
    service.opensWithPosition = false;
    for (let second = 0; second < 295; second++) {
      if (service.openStreams.length) await rest();
      for (const stream of service.openStreams) stream.end();
      await rest(2);
      await clock.advance(1_000);
    }
    expect(attempts()).to.have.length(3);
    await clock.advance(15_000);
    expect(attempts()).to.have.length(4);
  });

  it('F36 are not tried more often for an id that comes before each end', async () => {
    const { service, clock, attempts } = streamWorld();
    for (let second = 0; second < 300; second++) {
      // Only a stream has anything to wait for, and WebKit is slow to take turns.
      if (service.openStreams.length > 0) await rest();
      for (const stream of service.openStreams) stream.end();
      await rest(2);
      await clock.advance(1_000);
    }
    expect(attempts().length).to.be.within(5, 12);
  });

  it('F36 are given up where each ends a few seconds after it began, whatever comes on it', async () => {
    const { service, clock, attempts, connections, resets } = streamWorld();
    service.opensWithPosition = false;
    const heard = async (): Promise<void> => {
      for (const stream of service.openStreams) stream.beat();
      await rest(2);
    };
    for (let second = 0; second < 300; second += 3) {
      await rest(4);
      await heard();
      await heard();
      for (const stream of service.openStreams) stream.end();
      await rest(2);
      await clock.advance(3_000);
    }
    expect(attempts().length).to.be.within(5, 12);
    expect(connections().at(-1)).to.equal('live');
    expect(resets(), 'fetched by the polls and after each attempt').to.be.within(15, 35);
  });

  it('F36 are tried again at once where each has lived for a while, as a proxy allows that ends them every half minute', async () => {
    const { service, clock, attempts } = streamWorld();
    for (let count = 0; count < 8; count++) {
      await beat({ service, clock }, 1);
      await clock.advance(14_000);
      for (const stream of service.openStreams) stream.end();
      await rest();
      await clock.advance(1_000);
    }
    expect(attempts(), 'the first, and one after each end').to.have.length(9);
  });
});

describe('polling in place of streams', () => {
  /** A source that has just given its streams up, since a proxy keeps them back or refuses them; `down` is what befalls the polls. */
  async function polled(stream: () => Response | Promise<never>, stepMs: number) {
    const world = streamWorld();
    const { service, clock } = world;
    /** With few turns, which some engines take their time for. */
    const wait = async (ms: number): Promise<void> => {
      await clock.advance(ms);
      await rest(2);
    };
    let down: Fault = () => null;
    let isPassing = false;
    service.fault = (call) => (call.path !== '/inbox/events' ? down(call) : isPassing ? null : stream());
    await rest();
    while (!service.callsTo('/inbox').length) await wait(stepMs);
    await rest();
    return {
      ...world,
      wait,
      fail: (fault: Fault) => (down = fault),
      letStreamsPass: () => (isPassing = true),
      polls: () => service.callsTo('/inbox').length,
      told: () => world.events.findLast((event) => event.type === 'connection'),
    };
  }
  const keptBack = (): Promise<never> => new Promise(() => undefined);
  const refused = (): Response => problem(502, 'bad_gateway');

  it('F36 is done every 20 s, no more often for the streams that are tried beside it', async () => {
    const { polls, attempts, wait } = await polled(refused, 1_000);
    const before = attempts().length;
    for (let second = 0; second < 59; second++) await wait(1_000);
    expect(attempts().length - before).to.be.at.least(2);
    expect(polls()).to.equal(3);
  });

  it('F36 is done once a minute while it fails, which is told with the reason, and goes on where it does not', async () => {
    const { polls, pass, wait, fail, told, connections } = await polled(keptBack, 15_000);
    expect(connections().at(-1)).to.equal('live');
    fail(() => problem(503, 'busy'));
    await pass(20_000);
    const event = told();
    expect(event?.type === 'connection' && event.connection).to.equal('reconnecting');
    expect(event?.type === 'connection' && event.error).to.include({ code: 'INBOX_SERVICE_UNREACHABLE', status: 503 });
    const before = polls();
    for (let second = 0; second < 100; second += 10) await wait(10_000);
    expect(polls() - before).to.equal(1);
    fail(() => null);
    await pass(20_000);
    expect([polls() - before, connections().at(-1)]).to.deep.equal([2, 'live']);
    await pass(20_000);
    expect(polls() - before).to.equal(3);
  });

  for (const [what, answer] of [
    ['fails', () => problem(503, 'busy')],
    ['is answered', () => null],
  ] as const) {
    it(`F36 has no say any more where it ${what} after a stream has passed`, async () => {
      const { wait, fail, letStreamsPass, connections, resets, service } = await polled(refused, 1_000);
      const held: (() => void)[] = [];
      fail(() => new Promise((resolve) => held.push(() => resolve(answer()))));
      letStreamsPass();
      while (!held.length || !service.openStreams.length) await wait(1_000);
      await rest();
      const before = [connections().length, resets()];
      expect(connections().at(-1)).to.equal('live');
      for (const answerNow of held) answerNow();
      await rest();
      expect([connections().length, resets()]).to.deep.equal(before);
    });
  }

  it('F36 ends with its page', async () => {
    const { polls, page, pass, clock, unsubscribe } = await polled(keptBack, 15_000);
    const before = polls();
    page.tell('pagehide');
    await pass(60_000);
    expect(polls()).to.equal(before);
    page.tell('visible');
    await rest();
    unsubscribe();
    await rest();
    expect(clock.pendingTimers).to.equal(0);
  });

  it('is not done where the page’s policy blocks streams, since it blocks every request', async () => {
    const { service, clock, attempts, connections } = streamWorld();
    service.fault = blockedByPolicy;
    for (let count = 1; count < 7; count++) {
      await until(() => service.calls.length > count || connections().filter((told) => told === 'reconnecting').length === count);
      await clock.advance(1_000 * 2 ** (count - 1));
    }
    expect(service.calls.map(({ path }) => path)).to.deep.equal(attempts().map(() => '/inbox/events'));
  });

  it('ends once the page’s policy blocks it, which is told', async () => {
    const { service, wait, pass, polls, told } = await polled(keptBack, 15_000);
    service.fault = blockedByPolicy;
    await pass(20_000);
    const blocked = (): boolean => {
      const event = told();
      return event?.type === 'connection' && event.error?.code === 'INBOX_BLOCKED_BY_POLICY';
    };
    await until(blocked);
    const before = polls();
    for (let second = 0; second < 200; second += 10) await wait(10_000);
    expect(polls()).to.equal(before);
  });
});

/** Fails as a request does that the page's policy blocks. */
function blockedByPolicy({ path }: ServiceCall): Promise<never> {
  document.dispatchEvent(
    new SecurityPolicyViolationEvent('securitypolicyviolation', {
      blockedURI: SERVICE + path,
      disposition: 'enforce',
      documentURI: location.href,
      effectiveDirective: 'connect-src',
      violatedDirective: 'connect-src',
      originalPolicy: "connect-src 'self'",
      statusCode: 200,
    }),
  );
  return Promise.reject(new TypeError('Failed to fetch'));
}

describe('F35: a page that is loaded while nobody sees it', () => {
  let visibility: DocumentVisibilityState;
  beforeEach(() => {
    visibility = 'hidden';
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
  });
  afterEach(() => Reflect.deleteProperty(document, 'visibilityState'));

  it('F35 opens no stream when its loading ends, but when it is seen', async () => {
    const clock = new FakeClock(Date.parse('2026-05-21T09:44:00Z'));
    const service = new FakeService(exampleInbox(clock.wall));
    const source = new ServiceSource({ service: SERVICE, tokens: new FakeTokens(), fetch: service.fetch, clock: clockOf(clock) });
    source.subscribe(() => undefined);
    dispatchEvent(new Event('pageshow'));
    await rest();
    expect(service.streams).to.have.length(0);
    visibility = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
    await rest();
    expect(service.openStreams).to.have.length(1);
    source.dispose();
  });
});
