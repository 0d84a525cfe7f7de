import { expect } from 'chai';
import type { Invariant } from './ledger.js';
import { Machine } from './machine.js';
import { runSession } from './run-session.js';
import { seededRandom } from './seeded-random.js';
import { Service } from './service.js';
import { SimulatedBody } from './simulated-response.js';
import type { Session } from './session.js';
import { Timeline } from './timeline.js';
import { World } from './world.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const calm: Session = {
  seed: 3,
  lifetimeMs: HOUR_MS,
  tokenKind: 'jwt',
  showsDate: true,
  clockErrorMs: 0,
  monotonicStopsInSleep: true,
  locks: 'good',
  channels: 'good',
  ignoresAbort: false,
  throwingListener: false,
  pollsEveryMs: 2 * MINUTE_MS,
  tabs: [],
  happenings: [],
};

describe('simulated world', () => {
  it('lets things happen in the order of their time, and what they resolve before time goes on', async () => {
    const timeline = new Timeline();
    const seen: string[] = [];
    timeline.at(20, () => seen.push(`b ${timeline.now}`));
    timeline.at(10, () => {
      void Promise.resolve()
        .then(() => undefined)
        .then(() => seen.push(`a ${timeline.now}`));
    });
    timeline.at(20, () => seen.push('c'));
    timeline.at(15, () => seen.push('never')).cancel();
    await timeline.runUntil(100);
    expect(seen).to.deep.equal(['a 10', 'b 20', 'c']);
    expect(timeline.now).to.equal(100);
  });

  it('keeps the two clocks apart: one jumps, the other stops in sleep', async () => {
    const timeline = new Timeline();
    const machine = new Machine(timeline, calm);
    const [wall, mono] = [machine.wallTime(), machine.monotonicTime()];
    machine.sleep();
    await timeline.runUntil(HOUR_MS);
    machine.wake();
    machine.setClock(-2 * HOUR_MS);
    expect(machine.wallTime() - wall).to.equal(-HOUR_MS);
    expect(machine.monotonicTime() - mono).to.equal(0);
  });

  it('holds timers of a frozen page, and fires those of a throttled one by the minute', async () => {
    const world = new World(calm);
    const page = world.open('none', 0);
    const fired: number[] = [];
    page.setTimer(() => fired.push(world.timeline.now), 1_000);
    page.freeze();
    await world.timeline.runUntil(5 * MINUTE_MS);
    expect(fired).to.deep.equal([]);
    page.thaw();
    await world.timeline.runUntil(6 * MINUTE_MS);
    page.hide();
    page.throttle();
    page.setTimer(() => fired.push(world.timeline.now), 1_000);
    await world.timeline.runUntil(8 * MINUTE_MS);
    expect(fired).to.deep.equal([5 * MINUTE_MS, 7 * MINUTE_MS]);
  });

  it('knows of time what the larger of two clocks tells at each look, and not more than the truth', async () => {
    const world = new World(calm);
    const page = world.open('none', 0);
    await world.timeline.runUntil(HOUR_MS);
    world.machine.setClock(9 * HOUR_MS);
    expect(page.knownMs).to.be.closeTo(HOUR_MS, 1);
    expect(page.livedMs).to.be.closeTo(10 * HOUR_MS, 1);
    world.machine.sleep();
    await world.timeline.runUntil(4 * HOUR_MS);
    world.machine.setClock(-2 * HOUR_MS);
    world.machine.wake();
    expect(page.knownMs).to.be.closeTo(2 * HOUR_MS, 1);
  });

  it('gives a lock to one page at a time, and to the next when its holder is closed', async () => {
    const world = new World(calm);
    const [first, second] = [world.open('none', 0), world.open('none', 0)];
    const held: string[] = [];
    for (const page of [first, second]) {
      void page.locks()!.request('a', { signal: new AbortController().signal }, () => {
        held.push(page.name);
        return new Promise(() => {});
      });
    }
    await world.timeline.runUntil(1_000);
    expect(held).to.deep.equal([first.name]);
    world.close(first);
    await world.timeline.runUntil(2_000);
    expect(held).to.deep.equal([first.name, second.name]);
  });

  it('rejects a token that is over, revoked or unknown, and says whose a good one is', async () => {
    const timeline = new Timeline();
    const service = new Service(timeline);
    const token = service.issue('anna', 'jwt', HOUR_MS);
    expect(service.answer(token.text)).to.include({ status: 200, client: 'anna' });
    expect(service.answer('unknown').status).to.equal(401);
    await timeline.runUntil(HOUR_MS);
    expect(service.answer(token.text).status).to.equal(401);
    const next = service.issue('anna', 'jwt', HOUR_MS);
    service.revokeAll();
    expect(service.answer(next.text).status).to.equal(401);
  });

  it('counts a body as open until it is read to its end, cancelled or aborted', async () => {
    const arrive = (deliver: () => void): void => deliver();
    const read = new SimulatedBody('text', arrive);
    const reader = read.getReader();
    await reader.read();
    expect(read.isOpen).to.be.true;
    expect((await reader.read()).done).to.be.true;
    expect(read.isOpen).to.be.false;
    const endless = new SimulatedBody(null, arrive);
    const failure = endless.getReader().read().catch((error: unknown) => error);
    endless.abort('aborted');
    expect(await failure).to.equal('aborted');
  });

  it('goes the same way twice', async () => {
    const session: Session = {
      ...calm,
      tabs: [{ token: 'fresh', elements: 2, isBehind: false }, { token: 'over', elements: 1, isBehind: true }],
      happenings: [{ atMs: HOUR_MS, event: { kind: 'sleep', lastsMs: 3 * HOUR_MS, offlineMs: 5_000 } }],
    };
    expect(await runSession(session, 8 * HOUR_MS)).to.deep.equal(await runSession(session, 8 * HOUR_MS));
  });

  it('draws numbers evenly', () => {
    const random = seededRandom(5);
    const numbers = Array.from({ length: 10_000 }, random);
    expect(Math.min(...numbers)).to.be.within(0, 0.001);
    expect(Math.max(...numbers)).to.be.within(0.999, 1);
    expect(numbers.reduce((sum, number) => sum + number) / numbers.length).to.be.closeTo(0.5, 0.01);
  });
});

describe('referee', () => {
  const violated = async (break_: (world: World) => void | Promise<void>): Promise<Set<Invariant>> => {
    const world = new World(calm);
    await break_(world);
    return new Set(world.ledger.violations.map(({ invariant }) => invariant));
  };
  const post = { method: 'POST', signal: new AbortController().signal };

  it('sees two calls within the floor, and seven in a minute', async () => {
    const found = await violated(async (world) => {
      const page = world.open('none', 0);
      for (let call = 0; call < 7; call++) {
        world.timeline.at(call * 1_000, () => void page.fetch(world.backend.url, post));
      }
      await world.timeline.runUntil(MINUTE_MS);
    });
    expect([...found]).to.have.members(['floor', 'rate']);
  });

  it('sees a call after a refusal', async () => {
    const found = await violated(async (world) => {
      const page = world.open('none', 0);
      world.backend.user = null;
      for (const atMs of [0, 10_000]) world.timeline.at(atMs, () => void page.fetch(world.backend.url, post));
      await world.timeline.runUntil(MINUTE_MS);
    });
    expect([...found]).to.deep.equal(['unasked']);
  });

  it('sees a rejected token, a dead one, and a position in another inbox', async () => {
    const found = await violated(async (world) => {
      const page = world.open('none', 0);
      const token = world.service.issue('anna', 'jwt', HOUR_MS);
      const { network, backend, timeline } = world;
      for (const atMs of [HOUR_MS, HOUR_MS + 1_000]) {
        timeline.at(atMs, () => void network.ask(page, backend, token.text, null));
      }
      await timeline.runUntil(2 * HOUR_MS);
      expect([...world.ledger.violations].map(({ invariant }) => invariant)).to.deep.equal(['dead-token']);
      void network.ask(page, backend, world.service.issue('anna', 'jwt', HOUR_MS).text, 'ben');
    });
    expect([...found]).to.have.members(['dead-token', 'private']);
  });

  it('sees a page that holds nothing though all is well', async () => {
    const found = await violated(async (world) => {
      const page = world.open('none', 1);
      await world.timeline.runUntil(MINUTE_MS);
      const file = world.fileOf(page);
      expect(world.referee.isDue(file)).to.be.true;
      world.referee.checkHeld(file, null);
    });
    expect([...found]).to.deep.equal(['recovered']);
  });

  it('sees what is left over', async () => {
    const found = await violated(async (world) => {
      const page = world.open('none', 0);
      page.setTimer(() => {}, 50_000);
      page.listen(() => {});
      world.expectNothingLeft(page);
      await world.timeline.runUntil(10_000);
    });
    expect([...found]).to.deep.equal(['left-over']);
  });
});
