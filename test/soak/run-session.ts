import type { Invariant, Violation } from './ledger.js';
import type { SimulatedPage } from './page.js';
import type { OwnerFile } from './referee.js';
import { SESSION_MS } from './session.js';
import type { Session, WorldEvent } from './session.js';
import { World } from './world.js';

const THROTTLED_AFTER_MS = 300_000;

export interface SessionReport {
  readonly calls: number;
  readonly requests: number;
  readonly checks: Readonly<Record<Invariant, number>>;
  readonly violations: readonly Violation[];
}

/** Plays a session from its beginning to its end, or for so many ms of it. */
export async function runSession(session: Session, lastsMs = SESSION_MS): Promise<SessionReport> {
  const world = new World(session);
  const { timeline, referee, ledger } = world;
  for (const { token, elements, isBehind } of session.tabs) {
    const page = world.open(token, elements);
    if (isBehind) goBehind(world, page);
  }
  for (const { atMs, event } of session.happenings) {
    timeline.at(atMs, () => {
      begin(world, event);
      referee.disturb();
    });
  }
  await timeline.runUntil(lastsMs);
  await world.finish();
  return { calls: referee.calls, requests: referee.requests, checks: ledger.checks, violations: ledger.violations };
}

/** Starts what happens, and sees to its end. */
function begin(world: World, event: WorldEvent): void {
  const { timeline, machine, service, backend, referee, session } = world;
  const later = (delayMs: number, action: () => void): void => {
    timeline.after(delayMs, () => {
      action();
      referee.disturb();
    });
  };
  switch (event.kind) {
    case 'endpoint-fault': {
      const { fault } = event;
      backend.fault = fault;
      later(event.lastsMs, () => {
        if (backend.fault === fault) backend.fault = null;
        askWhere(world, 'refused');
      });
      break;
    }
    case 'service-fault':
      service.mode = event.mode;
      later(event.lastsMs, () => {
        service.mode = 'good';
      });
      break;
    case 'short-lives':
      backend.lifetimeMs = event.lifetimeMs;
      later(event.lastsMs, () => {
        backend.lifetimeMs = session.lifetimeMs;
      });
      break;
    case 'offline':
      if (machine.isAsleep) break;
      machine.isOnline = false;
      world.disconnect();
      later(event.lastsMs, () => !machine.isAsleep && world.reconnect());
      break;
    case 'sleep':
      if (machine.isAsleep) break;
      machine.sleep();
      machine.isOnline = false;
      world.disconnect();
      later(event.lastsMs, () => {
        machine.wake();
        referee.unsettleClocks();
        for (const page of world.pages) page.catchUp();
        later(event.offlineMs, () => !machine.isAsleep && world.reconnect());
      });
      break;
    case 'clock':
      machine.setClock(event.byMs);
      referee.unsettleClocks();
      break;
    case 'turn':
      turn(world, event, later);
      break;
    case 'cache': {
      const page = world.pageAt(event.page);
      // What nobody has come to yet, nobody leaves.
      if (!page?.canRun || page.isPrerendering()) break;
      page.enterCache();
      later(event.lastsMs, () => {
        if (!page.isClosed && !machine.isAsleep && page.isCached) restore(world, page);
        else page.isCached = false;
      });
      break;
    }
    case 'open': {
      const page = world.open(event.token, event.elements, event.prerendersMs > 0);
      if (event.isBehind) goBehind(world, page);
      if (event.prerendersMs > 0) later(event.prerendersMs, () => page.run(() => page.activate()));
      break;
    }
    case 'close': {
      const page = world.pageAt(event.page);
      if (page && world.pages.length > 1) world.close(page);
      break;
    }
    case 'switch-user':
      backend.user = event.to;
      break;
    case 'leave':
      backend.user = null;
      later(event.lastsMs, () => {
        backend.user = event.to;
        askWhere(world, 'refused');
      });
      break;
    case 'sign-out':
      signOut(world, event, later);
      break;
    case 'revoke':
      service.revokeAll();
      break;
    case 'ask': {
      const page = world.pageAt(event.page);
      for (let time = 0; page && time < event.times; time++) later(time * 700, () => ask(world, page));
      break;
    }
    case 'offer': {
      const page = world.pageAt(event.page);
      if (page) page.run(() => offer(world, page, event.isOld));
      break;
    }
    case 'remove':
      remove(world, event, later);
      break;
    case 'stranger':
      world.browser.post(null, strangerMessage(world, event.message), null);
      break;
  }
}

type Later = (delayMs: number, action: () => void) => void;
type EventOf<Kind extends WorldEvent['kind']> = WorldEvent & { readonly kind: Kind };

/** A tab that is left is slowed down after five minutes. */
function goBehind({ timeline }: World, page: SimulatedPage): void {
  page.hide();
  timeline.after(THROTTLED_AFTER_MS, () => page.isHidden() && page.throttle());
}

function turn(world: World, { page: number, lastsMs, isFrozen }: EventOf<'turn'>, later: Later): void {
  const page = world.pageAt(number);
  if (!page?.canRun) return;
  if (page.isHidden()) {
    show(world, page);
    later(lastsMs, () => page.canRun && goBehind(world, page));
    return;
  }
  goBehind(world, page);
  if (isFrozen) later(Math.min(lastsMs / 2, THROTTLED_AFTER_MS), () => page.isHidden() && page.canRun && page.freeze());
  later(lastsMs, () => !page.isClosed && show(world, page));
}

function show(world: World, page: SimulatedPage): void {
  if (page.isFrozen) page.thaw();
  page.show();
  for (const visitor of world.visitorsOf(page)) page.run(() => void visitor.poll());
}

function restore(world: World, page: SimulatedPage): void {
  const { ledger, timeline, machine } = world;
  const shown = world.visitorsOf(page).filter(({ screen, file }) => screen !== null && file.latch === null);
  page.leaveCache();
  for (const visitor of shown) {
    ledger.check('private', visitor.isCovered || visitor.screen === null, timeline.now, () => `${page.name} came back uncovered`);
  }
  const { connection } = page;
  timeline.after(30_000, () => {
    if (!page.canRun || machine.isAsleep || page.connection !== connection) return;
    for (const visitor of world.visitorsOf(page)) {
      ledger.check('private', !visitor.isCovered || visitor.file.latch !== null, timeline.now, () => `${page.name} stays covered`);
    }
  });
}

function signOut(world: World, { page: number, lastsMs, isOffered }: EventOf<'sign-out'>, later: Later): void {
  const page = world.pageAt(number);
  if (!page?.canRun) return;
  const visitor = world.visitorsOf(page).find(({ file }) => file.backend === world.backend);
  if (!visitor) return;
  world.referee.signedOut(visitor.file);
  visitor.lease.signOut();
  for (const one of world.visitorsOf(page)) {
    if (one.file !== visitor.file) continue;
    world.ledger.check('private', one.screen === null, world.timeline.now, () => `${page.name} shows an inbox after its sign-out`);
  }
  // A framework that renders again offers what it has offered before.
  later(lastsMs / 2, () => page.run(() => offer(world, page, true)));
  later(lastsMs, () => page.run(() => (isOffered ? offer(world, page, false) : ask(world, page))));
  // "Continue", in the tabs that have signed out as well.
  later(lastsMs, () => askWhere(world, 'heard'));
}

function remove(world: World, { page: number, isAll, lastsMs }: EventOf<'remove'>, later: Later): void {
  const page = world.pageAt(number);
  if (!page?.canRun) return;
  const leaving = isAll ? [...world.visitorsOf(page)] : world.visitorsOf(page).slice(0, 1);
  for (const visitor of leaving) world.removeElement(page, visitor);
  if (isAll) world.expectNothingLeft(page);
  const file = world.fileOf(page);
  later(lastsMs, () =>
    page.run(() => {
      // Past the grace, a new element starts from nothing, and is an asking by itself.
      if (file.elements === 0 && world.timeline.now - file.emptySince > 1_000) world.referee.forget(file);
      world.addElement(page, world.backend, null);
    }),
  );
}

function ask(world: World, page: SimulatedPage): void {
  page.run(() => {
    const visitor = world.visitorsOf(page).find(({ file }) => file.backend === world.backend);
    if (!visitor) return;
    world.referee.asked(visitor.file);
    visitor.lease.refresh().catch(() => {});
  });
}

/** Signing in again makes pages ask: by a reload, by a script, or by whoever sits there. */
function askWhere(world: World, latch: OwnerFile['latch']): void {
  for (const page of world.pages) if (world.fileOf(page).latch === latch) ask(world, page);
}

function offer(world: World, page: SimulatedPage, isOld: boolean): void {
  const { referee, backend } = world;
  const visitor = world.visitorsOf(page).find(({ file }) => file.backend === backend);
  if (!visitor) return;
  if (isOld) {
    const first = [...visitor.file.delivered.values()].find(({ isOwn }) => isOwn);
    if (first) visitor.lease.offer(first.token.text);
    return;
  }
  // Given another client's token, one of several elements would go its own way: the logs could not tell them apart.
  const own = [...visitor.file.delivered.values()].findLast(({ isOwn }) => isOwn);
  const isOfAnother = own?.token.client !== backend.user;
  if (isOfAnother && visitor.file.elements > 1) return ask(world, page);
  const token = backend.issue();
  if (!token) return;
  referee.offered(visitor.file, token);
  visitor.lease.offer(token.text);
}

function strangerMessage(world: World, message: EventOf<'stranger'>['message']): unknown {
  const { service, session, backend } = world;
  if (message === 'garbage') return { token: { toString: 'x' }, client: 7, expiresInMs: NaN };
  const client = message === 'over' ? (backend.user ?? 'anna') : 'mallory';
  const ageMs = message === 'over' ? session.lifetimeMs + 60_000 : 0;
  return { token: service.issue(client, session.tokenKind, session.lifetimeMs, ageMs).text, client, expiresInMs: 60_000 };
}
