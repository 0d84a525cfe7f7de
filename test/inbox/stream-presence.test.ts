import { expect } from 'chai';
import { browserPage, type PageSignal } from '../../src/inbox/service/page-signals.js';
import { problem, type FakeService } from '../helpers/fake-service.js';
import { rest, clockOf, until } from '../helpers/inbox-timers.js';
import { beat, streamWorld } from './stream-world.js';
import { plainStore } from '../helpers/plain-store.js';

describe('F34: a page that is shown and hidden', () => {
  it('F34 has one stream however often it is shown while an attempt waits', async () => {
    const { service, page, stream, attempts, pass, texts } = streamWorld();
    await rest();
    service.fault = ({ path }) => (path === '/inbox/events' ? problem(502, 'bad_gateway') : null);
    stream().lose();
    await rest();
    for (const signal of ['hidden', 'visible', 'hidden', 'visible', 'hidden', 'visible'] as const) {
      page.tell(signal);
      await pass(50);
    }
    service.fault = () => null;
    await pass(16_000);
    const made = attempts().length;
    service.inbox.receive('mara', 'Once');
    await rest();
    expect(service.openStreams).to.have.length(1);
    expect(made).to.be.lessThan(9);
    expect(texts()).to.deep.equal(['Once']);
  });

  it('F34 has one stream where it is shown again while one is being opened', async () => {
    const { service, page, stream, attempts, pass } = streamWorld();
    await rest();
    let open = (): void => undefined;
    const opening = new Promise<null>((resolve) => {
      open = () => resolve(null);
    });
    service.fault = ({ path }) => (path === '/inbox/events' ? opening : null);
    stream().lose();
    await pass(1_000);
    for (const signal of ['hidden', 'visible', 'hidden', 'visible'] as const) page.tell(signal);
    for (const signal of ['offline', 'online'] as const) page.tell(signal);
    open();
    await rest();
    await pass(10_000);
    expect(service.openStreams).to.have.length(1);
    expect(attempts()).to.have.length(3);
  });
});

describe('a page that was hidden for a moment', () => {
  it('keeps its stream', async () => {
    const world = streamWorld();
    const { page, attempts, pass, service } = world;
    await rest();
    page.tell('hidden');
    await pass(5_000);
    page.tell('visible');
    await beat(world, 5);
    expect([attempts().length, service.openStreams.length]).to.deep.equal([1, 1]);
  });
});

describe('a page that is online again', () => {
  it('keeps a stream on which something has come since it was offline, or that was never said to be', async () => {
    const { page, stream, attempts, pass, connections } = streamWorld();
    await rest();
    for (let count = 0; count < 5; count++) {
      page.tell('online');
      await pass(1_000);
    }
    page.tell('offline');
    stream().beat();
    await rest();
    page.tell('online');
    await pass(1_000);
    expect(attempts()).to.have.length(1);
    expect(connections().at(-1)).to.equal('live');
  });

  it('opens one at once in the place of one on which nothing has come since, or a heartbeat is overdue', async () => {
    const { service, page, attempts, pass, connections } = streamWorld();
    await rest();
    page.tell('offline');
    page.tell('online');
    await rest();
    expect([attempts().length, connections().at(-1)]).to.deep.equal([2, 'live']);
    await pass(15_000);
    page.tell('online');
    await rest();
    expect([attempts().length, service.openStreams.length]).to.deep.equal([3, 1]);
  });

  it('does not wait for the next try', async () => {
    const { service, page, stream, attempts, pass } = streamWorld();
    await rest();
    service.fault = ({ path }) => (path === '/inbox/events' ? problem(502, 'bad_gateway') : null);
    stream().lose();
    await pass(1_000);
    service.fault = () => null;
    const before = attempts().length;
    page.tell('online');
    await rest();
    expect([attempts().length, service.openStreams.length]).to.deep.equal([before + 1, 1]);
  });
});

describe('F35: a page that nobody sees', () => {
  it('F35 keeps its stream for a minute, then asks for the unread count once a minute', async () => {
    const { service, page, events, pass } = streamWorld();
    await rest();
    page.tell('hidden');
    await pass(59_000);
    expect(service.openStreams).to.have.length(1);
    await pass(1_000);
    expect(service.openStreams).to.have.length(0);
    service.inbox.receive('aiko', 'Are you there?');
    const before = service.calls.length;
    await pass(59_000);
    expect(service.callsTo('/inbox')).to.have.length(0);
    await pass(121_000);
    expect(service.calls.slice(before).map(({ path }) => path)).to.deep.equal(['/inbox', '/inbox', '/inbox']);
    expect(events.at(-1)).to.deep.equal({ type: 'unread', unread: 4 });
  });

  it('F35 ends the request of a stream that it lets go of: where a tool of the page reads a copy of each answer, the connection would stay', async () => {
    const { page, pass, attempts } = streamWorld();
    await rest();
    expect(attempts()[0]?.init.signal?.aborted).to.equal(false);
    page.tell('hidden');
    await pass(60_000);
    expect(attempts()[0]?.init.signal?.aborted).to.equal(true);
  });

  it('F35 goes on asking for the unread count after an answer that failed', async () => {
    const { service, page, pass, events } = streamWorld();
    await rest();
    const unhandled: unknown[] = [];
    const note = (event: PromiseRejectionEvent): void => void (event.preventDefault(), unhandled.push(event.reason));
    addEventListener('unhandledrejection', note);
    page.tell('hidden');
    await pass(60_000);
    service.fault = () => problem(503, 'busy');
    for (let minute = 0; minute < 2; minute++) await pass(60_000);
    // A browser tells of it in a task of its own, soon after.
    await new Promise((resolve) => setTimeout(resolve));
    removeEventListener('unhandledrejection', note);
    expect(unhandled).to.deep.equal([]);
    service.fault = () => null;
    await pass(60_000);
    expect(service.callsTo('/inbox')).to.have.length(3);
    expect(events.at(-1)).to.deep.equal({ type: 'unread', unread: 3 });
  });

  it('F35 lets go of its stream each time, and takes none up for a network that comes back', async () => {
    const world = streamWorld();
    const { service, page, attempts } = world;
    await rest();
    for (let times = 1; times < 4; times++) {
      page.tell('hidden');
      await beat(world, 4);
      page.tell('offline');
      page.tell('online');
      await rest();
      expect([attempts().length, service.openStreams.length]).to.deep.equal([times, 0]);
      page.tell('visible');
      await rest();
      expect(service.openStreams).to.have.length(1);
    }
  });

  it('F35 takes its stream up where it was when it is seen again, and has missed nothing', async () => {
    const { service, page, stream, texts, resets, pass } = streamWorld();
    await rest();
    service.inbox.receive('mara', 'Before');
    page.tell('hidden');
    await pass(60_000);
    service.inbox.receive('mara', 'Meanwhile');
    await pass(600_000);
    page.tell('visible');
    await rest();
    expect(stream().lastEventId).to.equal('1');
    expect(texts()).to.deep.equal(['Before', 'Meanwhile']);
    expect(resets()).to.equal(1);
    expect(service.openStreams).to.have.length(1);
  });

  it('F35 lets go at once when another tab of the same client has opened one, and only then', async () => {
    const hidden = streamWorld();
    await hidden.source.getInbox();
    await rest();
    const seen = streamWorld();
    await seen.source.getInbox();
    await rest();
    // The last to listen is the last to hear.
    const channel = new BroadcastChannel('inbox-widget/stream');
    const heard = (): Promise<unknown> => new Promise((resolve) => (channel.onmessage = resolve));
    const lost = (): void => seen.service.streams.at(-1)?.lose();
    let told = heard();
    lost();
    await seen.pass(1_000);
    await told;
    expect(hidden.service.openStreams, 'while it is visible').to.have.length(1);
    hidden.page.tell('hidden');
    told = heard();
    lost();
    await seen.pass(2_000);
    await told;
    expect(hidden.service.openStreams).to.be.empty;
    channel.close();
    hidden.source.dispose();
    seen.source.dispose();
  });

  it('F35 tells other tabs of a stream once it knows whose it is, and of nothing else', async () => {
    const channel = new BroadcastChannel('inbox-widget/stream');
    const told: unknown[] = [];
    channel.onmessage = ({ data }) => told.push(data);
    // What is sent from here afterwards comes after all that was sent before.
    const hearAll = async (): Promise<number> => {
      const mark = new BroadcastChannel('inbox-widget/stream');
      mark.postMessage('mark');
      await until(() => told.at(-1) === 'mark');
      mark.close();
      return told.splice(0).length - 1;
    };
    const world = streamWorld();
    const { source, page } = world;
    await rest();
    expect(await hearAll(), 'before it is known').to.equal(0);
    await source.getInbox();
    expect(await hearAll(), 'once it is known').to.equal(1);
    await source.getInbox();
    page.tell('hidden');
    await beat(world, 4);
    await world.pass(120_000);
    expect(await hearAll(), 'while it only asks').to.equal(0);
    source.dispose();
    channel.close();
  });

  it('F35 keeps its stream where a tab of another service, by chance of a client of the same id, has opened one', async () => {
    const [hidden, other] = [streamWorld(), streamWorld({ address: 'https://another.example' })];
    for (const { source } of [hidden, other]) await source.getInbox();
    await rest();
    hidden.page.tell('hidden');
    const channel = new BroadcastChannel('inbox-widget/stream');
    const told = new Promise((resolve) => (channel.onmessage = resolve));
    other.stream().lose();
    await other.pass(1_000);
    await told;
    expect(hidden.service.openStreams).to.have.length(1);
    channel.close();
    for (const { source } of [hidden, other]) source.dispose();
  });

  it('F35 hears nothing of other tabs any more where nobody listens', async () => {
    const [left, hidden, seen] = [streamWorld(), streamWorld(), streamWorld()];
    for (const { source } of [left, hidden, seen]) await source.getInbox();
    await rest();
    left.page.tell('hidden');
    hidden.page.tell('hidden');
    left.unsubscribe();
    await rest();
    const asked = left.service.calls.length;
    seen.stream().lose();
    await seen.pass(1_000);
    // Heard by the one that came after it.
    await until(() => !hidden.service.openStreams.length);
    await left.pass(120_000);
    expect(left.service.calls).to.have.length(asked);
    for (const { source } of [hidden, seen]) source.dispose();
  });

  it('F35 opens none where it is hidden from the start', async () => {
    const { service, page, unsubscribe, source } = streamWorld();
    unsubscribe();
    page.isVisible = false;
    const before = service.streams.length;
    source.subscribe(() => undefined);
    await rest();
    expect(service.streams).to.have.length(before);
    page.tell('visible');
    await rest();
    expect(service.openStreams).to.have.length(1);
  });

  it('F35 shows the right count after it was hidden, though the count came before its conversations', async () => {
    const { service, page, pass, source, clock } = streamWorld();
    const store = plainStore({ source, clock: clockOf(clock), random: () => 0 });
    store.start();
    await rest();
    page.tell('hidden');
    await pass(60_000);
    service.inbox.receive('aiko', 'One');
    service.inbox.receive('aiko', 'Two');
    await pass(60_000);
    expect(store.state.unread).to.equal(5);
    page.tell('visible');
    await pass(5_000);
    expect(store.state.unread).to.equal(5);
    expect(store.state.conversations.get('aiko')?.unread).to.equal(2);
    store.stop();
  });
});

describe('F36: a stream on which nothing comes', () => {
  it('F36 is opened anew after 45 s, from the last position', async () => {
    const { service, stream, attempts, pass } = streamWorld();
    await rest();
    service.inbox.receive('mara', 'Last');
    await pass(44_000);
    expect(attempts()).to.have.length(1);
    await pass(1_000);
    expect(service.openStreams, 'let go of before another is opened').to.have.length(0);
    await pass(2_000);
    expect(attempts()).to.have.length(2);
    expect(stream().lastEventId).to.equal('1');
    expect(service.openStreams).to.have.length(1);
  });

  it('F36 is held to be alive for an hour by heartbeats alone', async () => {
    const subject = streamWorld();
    await beat(subject, 240);
    expect(subject.attempts()).to.have.length(1);
  });

  it('F36 is opened anew at once when a page wakes that slept for too long', async () => {
    const { service, page, clock, attempts } = streamWorld();
    await rest();
    page.tell('hidden');
    clock.jump({ wall: 3_600_000 });
    page.tell('visible');
    await rest();
    await clock.advance(1_000);
    await rest();
    expect(attempts()).to.have.length(2);
    expect(service.openStreams).to.have.length(1);
  });

  for (const seconds of [5, 300]) {
    it(`F36 is let go of by a page that goes into the back-forward cache, and taken up when it returns after ${seconds} s`, async () => {
      const { service, page, pass } = streamWorld();
      await rest();
      const before = service.calls.length;
      // In this order a browser tells of it.
      page.tell('pagehide');
      page.tell('hidden');
      await pass(seconds * 1_000);
      expect([service.openStreams.length, service.calls.length]).to.deep.equal([0, before]);
      page.tell('visible');
      await rest();
      expect(service.openStreams).to.have.length(1);
    });
  }

  it('F36 gives way to polling after three silent attempts, and the list stays current', async () => {
    const { service, source, clock, pass, attempts, connections } = streamWorld();
    service.opensWithPosition = false;
    const store = plainStore({ source, clock: clockOf(clock), random: () => 0 });
    store.start();
    for (let second = 0; second < 150; second += 5) await pass(5_000);
    expect(attempts()).to.have.length(3);
    muteStreams(service);
    service.inbox.receive('hannah', 'By another way');
    await pass(21_000);
    expect(store.state.list.ids[0]).to.equal('hannah');
    expect(store.state.unread).to.equal(4);
    expect(connections().at(-1)).to.equal('live');
    service.opensWithPosition = true;
    for (let second = 0; second < 300; second += 5) await pass(5_000);
    expect(service.openStreams).to.have.length(1);
    const asked = service.callsTo('/inbox').length;
    await beat({ service, clock }, 4);
    expect(service.callsTo('/inbox').length, 'polling ends where a stream passes').to.equal(asked);
    store.stop();
  });
});

describe('the page that this script runs in', () => {
  it('tells when it comes, goes, and is on or off the network, until nobody listens', () => {
    const heard: PageSignal[] = [];
    const unlisten = browserPage.listen((signal) => heard.push(signal));
    const tell = (): void => {
      for (const type of ['pagehide', 'pageshow', 'offline', 'online']) window.dispatchEvent(new Event(type));
      document.dispatchEvent(new Event('visibilitychange'));
    };
    tell();
    unlisten();
    tell();
    expect(heard).to.deep.equal(['pagehide', 'visible', 'offline', 'online', 'visible']);
  });
});

/** A proxy keeps back what the service writes. */
const muteStreams = (service: FakeService): void => {
  for (const stream of service.streams) stream.send = () => undefined;
};
