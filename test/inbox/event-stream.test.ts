import { expect } from 'chai';
import { InboxError } from '../../src/errors.js';
import { problem } from '../helpers/fake-service.js';
import { FakeStream } from '../helpers/fake-stream.js';
import { rest } from '../helpers/inbox-timers.js';
import { beat, streamWorld } from './stream-world.js';

describe('the event stream', () => {
  it('is opened once for all who subscribe, and closed with the last', async () => {
    const { service, source, unsubscribe, page, clock } = streamWorld();
    const other = source.subscribe(() => undefined);
    await rest();
    expect(service.streams).to.have.length(1);
    unsubscribe();
    await rest();
    expect(service.openStreams).to.have.length(1);
    other();
    await rest();
    expect(service.openStreams).to.have.length(0);
    expect([page.listeners, clock.pendingTimers]).to.deep.equal([0, 0]);
  });

  it('tells what happens, and asks to fetch anew only when it begins without a position', async () => {
    const { service, stream, pass, texts, resets } = streamWorld();
    await rest();
    expect(resets()).to.equal(1);
    service.inbox.receive('mara', 'One');
    await rest();
    stream().end();
    service.inbox.receive('mara', 'Two');
    await pass(1_000);
    expect(texts()).to.deep.equal(['One', 'Two']);
    expect(resets()).to.equal(1);
  });

  it('asks to fetch anew after a gap that no position bridges', async () => {
    const { service, stream, pass, resets } = streamWorld();
    service.opensWithPosition = false;
    await rest();
    stream().beat();
    stream().lose();
    await pass(1_000);
    expect(stream().lastEventId).to.equal(null);
    expect(resets()).to.equal(2);
  });

  it('is not kept from what follows by an event that it does not understand', async () => {
    const { service, stream, texts } = streamWorld();
    await rest();
    stream().send('event: message\ndata: {"message": 7}\n\nevent: message\ndata: {\n\nevent: weather\ndata: {}\n\n');
    service.inbox.receive('mara', 'Still here');
    await rest();
    expect(texts()).to.deep.equal(['Still here']);
  });

  it('goes on from its last position after an id that no header can carry', async () => {
    const { service, stream, pass, texts } = streamWorld();
    await rest();
    service.inbox.receive('mara', 'One');
    await rest();
    stream().send('id: eight 🙂\n\n');
    await rest();
    stream().lose();
    service.inbox.receive('mara', 'Two');
    await pass(1_000);
    expect(stream().lastEventId).to.equal('1');
    expect(texts()).to.deep.equal(['One', 'Two']);
  });

  it('waits a little less than others that failed with it, by chance', async () => {
    const { service, stream, pass } = streamWorld({ random: () => 0.8 });
    await rest();
    stream().lose();
    await pass(790);
    expect(service.openStreams).to.have.length(0);
    await pass(20);
    expect(service.openStreams).to.have.length(1);
  });

  it('waits longer after each failure, and no shorter for a stream that ends before it says anything', async () => {
    const { service, attempts, pass, stream } = streamWorld();
    service.opensWithPosition = false;
    await rest();
    const starts: number[] = [];
    for (let second = 0; second <= 8; second++) {
      if (service.openStreams.length) {
        starts.push(second);
        if (starts.length < 3) stream().end();
      }
      await pass(1_000);
    }
    expect(starts.slice(0, 3)).to.deep.equal([0, 1, 3]);
    expect(attempts().length).to.equal(3);
  });

  it('says reconnecting, or offline where the page is, and why', async () => {
    const { service, stream, events, page, pass, connections } = streamWorld();
    await rest();
    service.fault = ({ path }) => (path === '/inbox/events' ? problem(503, 'busy') : null);
    stream().lose();
    await pass(1_000);
    expect(connections()).to.include('reconnecting');
    const told = events.findLast((event) => event.type === 'connection');
    expect(told?.type === 'connection' && told.error).to.include({ code: 'INBOX_SERVICE_UNREACHABLE', status: 503 });
    page.tell('offline');
    expect(connections().at(-1)).to.equal('offline');
    service.fault = () => problem(503, 'busy');
    await pass(10_000);
    expect(connections().at(-1), 'whatever fails meanwhile').to.equal('offline');
    service.fault = () => null;
    page.tell('online');
    await rest();
    expect(connections().at(-1)).to.equal('live');
  });

  it('says that the service could not be reached where the network has lost it', async () => {
    const { stream, events } = streamWorld();
    await rest();
    stream().lose();
    await rest();
    const told = events.findLast((event) => event.type === 'connection');
    expect(told?.type === 'connection' && told.error?.code).to.equal('INBOX_SERVICE_UNREACHABLE');
  });

  it('is let go of by a page that leaves in whichever moment of its opening', async () => {
    for (let moment = 0; moment < 12; moment++) {
      const { service, page, pass, connections } = streamWorld();
      service.fault = () => problem(502, 'bad_gateway');
      await rest();
      const stream = new FakeStream('token-1', null);
      service.fault = ({ init }) => {
        // As a browser does with a body that is on its way.
        init.signal?.addEventListener('abort', () => stream.isOpen && stream.lose());
        const response = new Response(stream.body, { headers: { 'content-type': 'text/event-stream' } });
        let left = moment;
        const leave = (): void => (left-- ? queueMicrotask(leave) : page.tell('pagehide'));
        queueMicrotask(leave);
        return response;
      };
      await pass(1_000);
      const told = connections().length;
      stream.beat();
      await rest();
      expect([stream.isOpen, connections().length], String(moment)).to.deep.equal([false, told]);
    }
  });

  it('is not offline, whatever the browser says, where something still comes on it', async () => {
    const { stream, page, pass, attempts, connections } = streamWorld();
    await rest();
    page.tell('offline');
    await pass(10_000);
    expect(connections().at(-1)).to.equal('offline');
    stream().beat();
    await rest();
    expect(connections().at(-1)).to.equal('live');
    const told = connections().length;
    stream().beat();
    await rest();
    expect(connections(), 'said once').to.have.length(told);
    expect(attempts()).to.have.length(1);
  });

  it('goes on at once when another request shows that there is a token again', async () => {
    const { source, tokens, stream, service, pass } = streamWorld();
    await rest();
    tokens.current = null;
    stream().end();
    await pass(1_000);
    expect(service.openStreams).to.have.length(0);
    tokens.current = 'token-1';
    await source.getInbox();
    await rest();
    expect(service.openStreams).to.have.length(1);
  });

  it('goes on at once when another request shows that the service takes tokens again', async () => {
    const { source, tokens, stream, service, pass } = streamWorld();
    await rest();
    service.tokens.clear();
    tokens.next = 'token-2';
    stream().end();
    await pass(1_000);
    expect(service.openStreams).to.have.length(0);
    service.tokens.add('token-2');
    await source.getInbox();
    await rest();
    expect(service.openStreams).to.have.length(1);
  });

  it('goes on at once when a request gets through, where one before it did not either', async () => {
    const { source, stream, service, pass } = streamWorld();
    await rest();
    service.fault = () => problem(503, 'unavailable');
    stream().end();
    await pass(30_000);
    await source.getInbox().catch(() => undefined);
    service.fault = () => null;
    expect(service.openStreams).to.have.length(0);
    await source.getConversation('theo');
    await rest();
    expect(service.openStreams).to.have.length(1);
  });

  it('is tried once for that, however often others fail and get through beside it', async () => {
    const { source, stream, service, pass, attempts } = streamWorld();
    await rest();
    let asked = 0;
    service.fault = ({ path }) => (path === '/inbox/events' || asked++ % 2 === 0 ? problem(503, 'unavailable') : null);
    stream().end();
    await pass(1_000);
    const before = attempts().length;
    for (let count = 0; count < 20; count++) {
      await source.getInbox().catch(() => undefined);
      await rest();
    }
    expect(attempts()).to.have.length(before + 1);
  });

  const NOT_PASSING: readonly [what: string, answer: () => Response][] = [
    ['cut off', () => problem(502, 'bad_gateway')],
    ['forbidden', () => problem(403, 'forbidden')],
    ['answered by a page', () => new Response('Hello', { headers: { 'content-type': 'text/html' } })],
  ];
  for (const [what, answer] of NOT_PASSING) {
    it(`is not tried more often for what passes or is given up beside it, where it alone is ${what}`, async () => {
      const { source, stream, service, pass, attempts } = streamWorld();
      await rest();
      service.fault = () => problem(503, 'unavailable');
      await source.getInbox().catch(() => undefined);
      service.fault = ({ path }) => (path === '/inbox/events' ? answer() : null);
      await source.getInbox();
      stream().end();
      await pass(1_000);
      const before = attempts().length;
      for (let count = 0; count < 5; count++) await source.getInbox({ signal: AbortSignal.abort() }).catch(() => source.getInbox());
      await rest();
      expect(attempts()).to.have.length(before);
    });
  }

  it('is not opened twice where other requests succeed while it is being opened with a token that has just come', async () => {
    const { source, tokens, stream, service, pass, attempts } = streamWorld();
    await rest();
    tokens.current = null;
    stream().end();
    await pass(1_000);
    tokens.current = 'token-1';
    service.fault = ({ path }) => (path === '/inbox/events' ? new Promise(() => undefined) : null);
    const before = attempts().length;
    for (let count = 0; count < 3; count++) await source.getInbox();
    await rest();
    expect(attempts()).to.have.length(before + 1);
  });

  it('is connecting again, whatever it was before, for whoever comes after the last has gone', async () => {
    const { source, page, unsubscribe } = streamWorld();
    await rest();
    page.tell('offline');
    unsubscribe();
    const told: string[] = [];
    source.subscribe((event) => event.type === 'connection' && told.push(event.connection));
    await rest();
    expect(told).to.deep.equal(['connecting', 'live']);
  });

  it('ends with its source, and so does what was asked', async () => {
    const { source, service, clock, page } = streamWorld();
    await rest();
    service.fault = () => new Promise<never>(() => undefined);
    const asked = source.getInbox().catch((error: unknown) => error);
    await rest();
    source.dispose();
    expect(await asked).to.have.property('name', 'AbortError');
    await rest();
    expect(service.openStreams).to.have.length(0);
    expect([page.listeners, clock.pendingTimers]).to.deep.equal([0, 0]);
  });
});

describe('F33: a stream that reconnects', () => {
  it('F33 carries the token of that moment and the last position', async () => {
    const { service, tokens, stream, pass } = streamWorld();
    await rest();
    service.inbox.receive('mara', 'One');
    await rest();
    service.tokens.add('token-2');
    tokens.current = 'token-2';
    stream().lose();
    await pass(1_000);
    expect([stream().token, stream().lastEventId]).to.deep.equal(['token-2', '1']);
  });

  it('F33 makes no attempt with a token that is over while another is on its way', async () => {
    const { service, tokens, attempts, stream, pass } = streamWorld();
    await rest();
    let arrive = (_token: string): void => undefined;
    tokens.current = new Promise((resolve) => {
      arrive = resolve;
    });
    stream().end();
    await pass(10_000);
    expect(attempts()).to.have.length(1);
    service.tokens.add('token-2');
    arrive('token-2');
    await rest();
    expect(attempts().map(({ token }) => token)).to.deep.equal(['token-1', 'token-2']);
  });

  it('F33 names the token that was refused, and tries once more with another', async () => {
    const { service, tokens, attempts, stream, pass } = streamWorld();
    await rest();
    service.tokens.delete('token-1');
    service.tokens.add('token-2');
    tokens.next = 'token-2';
    stream().end();
    await pass(1_000);
    expect(tokens.rejected.map(({ token }) => token)).to.deep.equal(['token-1']);
    expect(attempts().map(({ token }) => token)).to.deep.equal(['token-1', 'token-1', 'token-2']);
    expect(service.openStreams).to.have.length(1);
  });

  it('F33 does not read a page of HTML as a stream', async () => {
    const { service, events, stream, pass } = streamWorld();
    await rest();
    const html = new FakeStream('token-1', null);
    service.fault = ({ path }) =>
      path === '/inbox/events' ? new Response(html.body, { headers: { 'content-type': 'text/html' } }) : null;
    stream().end();
    await pass(1_000);
    expect(html.isOpen).to.equal(false);
    const told = events.findLast((event) => event.type === 'connection');
    expect(told?.type === 'connection' && told.connection).to.equal('reconnecting');
    expect(told?.type === 'connection' && told.error).to.be.instanceOf(InboxError);
  });
});

describe('F32: a token that is renewed', () => {
  it('F32 moves the stream to it with no gap, no repetition and no word of it', async () => {
    const { service, tokens, pass, texts, connections, resets } = streamWorld();
    await rest();
    const before = connections().length;
    service.tokens.add('token-2');
    tokens.current = 'token-2';
    let open = (): void => undefined;
    const opening = new Promise<null>((resolve) => {
      open = () => resolve(null);
    });
    service.fault = ({ path }) =>
      path === '/inbox/events' ? opening : null;
    await pass(5_000);
    expect(service.openStreams, 'the old one is closed before the new one is open').to.have.length(0);
    service.inbox.receive('mara', 'In between');
    await rest();
    open();
    await rest();
    service.inbox.receive('mara', 'After');
    await rest();
    expect(service.openStreams.map(({ token }) => token)).to.deep.equal(['token-2']);
    expect(texts()).to.deep.equal(['In between', 'After']);
    expect(new Set(connections().slice(before))).to.deep.equal(new Set(['live']));
    expect(resets()).to.equal(1);
  });

  it('F32 leaves the stream alone while the token is the same', async () => {
    const subject = streamWorld();
    await beat(subject, 240);
    expect(subject.attempts()).to.have.length(1);
  });

  it('F32 is asked for as long as it takes, and by nobody who has left meanwhile', async () => {
    const { service, tokens, page, pass, attempts } = streamWorld();
    await rest();
    let arrive = (_token: string): void => undefined;
    tokens.current = new Promise((resolve) => {
      arrive = resolve;
    });
    await pass(5_000);
    expect(service.openStreams).to.have.length(1);
    page.tell('pagehide');
    service.tokens.add('token-2');
    arrive('token-2');
    await pass(60_000);
    expect([attempts().length, service.openStreams.length]).to.deep.equal([1, 0]);
  });

  it('F32 takes its stream along where it is over and there is no other', async () => {
    const { service, tokens, pass, connections } = streamWorld();
    await rest();
    tokens.current = null;
    await pass(5_000);
    expect([connections().at(-1), service.openStreams.length]).to.deep.equal(['reconnecting', 0]);
    tokens.current = 'token-1';
    await pass(1_000);
    expect([connections().at(-1), service.openStreams.length]).to.deep.equal(['live', 1]);
  });
});
