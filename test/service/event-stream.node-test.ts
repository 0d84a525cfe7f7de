import { expect } from 'chai';
import { encodeEvent, EventStream } from '../../demo/service/events/event-stream.js';
import { EventReader, type HeardEvent } from './helpers/event-reader.js';
import { Stage, type Tenant } from './helpers/stage.js';

describe('event stream', () => {
  let stage: Stage;
  let tenant: Tenant;
  const open = (lastEventId?: string, token = tenant.token) => EventReader.open(stage.service, token, lastEventId);
  const textOf = (event: HeardEvent | null) => event?.data.message?.text;

  beforeEach(async () => {
    stage = await Stage.open();
    tenant = await stage.tenant();
  });
  afterEach(() => stage.close());

  it('is a stream that no proxy should keep or hold back', async () => {
    const stream = await open();
    expect(Object.fromEntries(stream.response.headers)).to.include({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'access-control-allow-origin': '*',
    });
  });

  it('stays open for nobody who asks for its headers alone', async () => {
    const { status, headers } = await stage.call('HEAD', '/inbox/events', { token: tenant.token });
    expect([status, headers.get('content-type')]).to.deep.equal([200, 'text/event-stream']);
    expect(stage.service.hub.size).to.equal(0);
  });

  it('tells of a message with the whole message, the whole conversation and an id', async () => {
    const stream = await open();
    const message = await stage.write(tenant.clientId, 'Hello');
    const event = await stream.next();
    const { json: conversation } = await stage.call('GET', `/inbox/conversations/${message.conversationId}`, { token: tenant.token });
    expect(event).to.deep.include({ type: 'message', data: { message, conversation } });
    expect(event?.id).to.be.a('string').and.not.equal('');
  });

  it('tells of a sent message, of its delivery, of reading, marking and closing', async () => {
    const { conversationId, id: messageId } = await stage.write(tenant.clientId, 'Hello');
    const stream = await open();
    const path = `/inbox/conversations/${conversationId}`;
    const { token } = tenant;
    await stage.call('PUT', `${path}/read`, { token, json: { messageId } });
    expect(await stream.next()).to.nested.include({ type: 'conversation', 'data.conversation.unread': 0 });
    await stage.call('DELETE', `${path}/read`, { token });
    expect(await stream.next()).to.nested.include({ type: 'conversation', 'data.conversation.unread': 1 });
    const { json: sent } = await stage.send(tenant, conversationId, 'Hi', 'key-1');
    expect(await stream.next()).to.nested.include({ 'data.message.clientKey': 'key-1', 'data.message.status': 'sent' });
    await stage.service.writer.setDelivery(tenant.clientId, sent.id, 'read');
    expect(await stream.next()).to.nested.include({ 'data.message.id': sent.id, 'data.message.status': 'read', 'data.conversation.lastStatus': 'read' });
    await stage.call('PATCH', path, { token, json: { status: 'closed' } });
    expect(await stream.next()).to.nested.include({ type: 'conversation', 'data.conversation.status': 'closed' });
  });

  it('is silent about what changes nothing', async () => {
    const { conversationId, id: messageId } = await stage.write(tenant.clientId, 'Hello');
    const stream = await open();
    const path = `/inbox/conversations/${conversationId}`;
    const { token } = tenant;
    await stage.call('PATCH', path, { token, json: { status: 'open' } });
    await stage.call('PUT', `${path}/read`, { token, json: { messageId } });
    await stage.call('PUT', `${path}/read`, { token, json: { messageId } });
    await stage.call('DELETE', `${path}/read`, { token });
    const unread = [await stream.next(), await stream.next()].map((event) => event?.data.conversation.unread);
    expect(unread).to.deep.equal([0, 1]);
  });

  it('tells of typing without an id', async () => {
    const { conversationId } = await stage.write(tenant.clientId, 'Hello');
    const stream = await open();
    await stage.service.contactSide.type(tenant.clientId, conversationId);
    expect(await stream.next()).to.deep.equal({ type: 'typing', data: { conversationId, name: 'Mara' } });
  });

  it('tells each of a client’s streams, and nobody else’s', async () => {
    const other = await stage.tenant();
    const [one, two, theirs] = [await open(), await open(), await open(undefined, other.token)];
    await stage.write(tenant.clientId, 'mine');
    await stage.write(other.clientId, 'theirs');
    expect([await one.next(), await two.next(), await theirs.next()].map(textOf)).to.deep.equal(['mine', 'mine', 'theirs']);
  });

  it('goes on from the last event, without a gap and without a repetition', async () => {
    const first = await open();
    await stage.write(tenant.clientId, 'one');
    await first.next();
    await first.close();
    await stage.write(tenant.clientId, 'two');
    await stage.write(tenant.clientId, 'three');
    const second = await open(first.lastEventId);
    expect([textOf(await second.next()), textOf(await second.next())]).to.deep.equal(['two', 'three']);
    await stage.write(tenant.clientId, 'four');
    expect(textOf(await second.next())).to.equal('four');
  });

  it('gives a position at once, for a stream on which nothing happens', async () => {
    const first = await open();
    await first.skipBlock();
    await first.close();
    await stage.write(tenant.clientId, 'while away');
    expect(textOf(await (await open(first.lastEventId)).next())).to.equal('while away');
  });

  it('replays things as they are now, each once', async () => {
    const first = await open();
    await first.skipBlock();
    await first.close();
    const { conversationId } = await stage.write(tenant.clientId, 'Hello');
    const { json: sent } = await stage.send(tenant, conversationId, 'Hi', 'k');
    await stage.service.writer.setDelivery(tenant.clientId, sent.id, 'delivered');
    await stage.service.writer.setDelivery(tenant.clientId, sent.id, 'read');
    const second = await open(first.lastEventId);
    const heard = [await second.next(), await second.next()];
    expect(heard.map(textOf)).to.deep.equal(['Hello', 'Hi']);
    expect(heard[1]?.data.message.status).to.equal('read');
    await stage.write(tenant.clientId, 'next');
    expect(textOf(await second.next())).to.equal('next');
  });

  it('misses nothing of what happens while a stream is being opened', async () => {
    const first = await open();
    await first.skipBlock();
    const writing = Array.from({ length: 40 }, (_, index) => stage.write(tenant.clientId, String(index)));
    const streams = await Promise.all(Array.from({ length: 10 }, () => open(first.lastEventId)));
    await Promise.all(writing);
    for (const stream of streams) {
      const heard = [];
      for (let count = 0; count < 40; count++) heard.push(textOf(await stream.next()));
      expect(heard).to.deep.equal(Array.from({ length: 40 }, (_, index) => String(index)));
    }
  });

  it('holds back what happens while the replay is being read, and tells of it once', async () => {
    const owner = { clientId: 'c', componentId: 'c', keyId: 'k', tokenExpiresAtMs: Infinity };
    const stream = new EventStream(owner, 0, () => undefined);
    for (const position of [5, 6, 7]) stream.send(encodeEvent('message', { position }, String(position)), 0, position);
    // The replay was read between the second and the third.
    stream.begin([5, 6].map((position) => encodeEvent('message', { position }, String(position))), 6, 0);
    stream.end();
    const reader = new EventReader(new Response(stream.body));
    const heard = [];
    for (let event = await reader.next(); event; event = await reader.next()) heard.push(event.id);
    expect(heard).to.deep.equal(['5', '6', '7']);
  });

  for (const [name, id] of [
    ['another database', 'elsewhere-1'],
    ['no position', 'nonsense'],
    ['the future', undefined],
  ] as const) {
    it(`answers a position of ${name} with reset`, async () => {
      const before = await open();
      await before.skipBlock();
      const stream = await open(id ?? before.lastEventId.replace(/\d+$/, '99999'));
      const event = await stream.next();
      expect(event).to.deep.include({ type: 'reset', data: {} });
      expect(event?.id).to.equal(before.lastEventId);
      await stage.write(tenant.clientId, 'after');
      expect(textOf(await stream.next())).to.equal('after');
    });
  }

  it('answers a position that has been pruned with reset, and one that is kept with a replay', async () => {
    await stage.close();
    stage = await Stage.open({ eventsKept: 20 });
    tenant = await stage.tenant();
    const positions: string[] = [];
    const stream = await open();
    for (let count = 0; count < 50; count++) {
      await stage.write(tenant.clientId, String(count));
      positions.push((await stream.next())?.id ?? '');
    }
    expect(await (await open(positions[25])).next()).to.include({ type: 'reset' });
    const kept = await open(positions[30]);
    for (let count = 31; count < 50; count++) expect(textOf(await kept.next())).to.equal(String(count));
    const rows = await stage.service.database.all('SELECT position FROM events WHERE client_id = ?', [tenant.clientId]);
    expect(rows.length, 'what nobody can ask for is not kept').to.be.within(20, 30);
  });

  it('is over for good where it ends before it has begun, as with a token that is revoked meanwhile', async () => {
    let ended = 0;
    const owner = { clientId: tenant.clientId, componentId: tenant.componentId, keyId: 'key', tokenExpiresAtMs: Infinity };
    const stream = new EventStream(owner, 0, () => ended++);
    stream.end();
    stream.end();
    stream.begin([encodeEvent('reset', {})], 0, 0);
    expect([await new Response(stream.body).text(), ended]).to.deep.equal(['', 1]);
  });

  it('sends a comment after 15 s without a byte, and none before', async () => {
    const stream = await open();
    await stream.skipBlock();
    stage.clock.advance(14_000);
    stage.service.tick();
    await stage.write(tenant.clientId, 'Hello');
    expect(textOf(await stream.next())).to.equal('Hello');
    expect(stream.comments).to.equal(0);
    stage.clock.advance(15_000);
    stage.service.tick();
    await stream.skipBlock();
    expect(stream.comments).to.equal(1);
  });

  it('ends when its token expires, and not before', async () => {
    const stream = await open();
    stage.clock.advance(8 * 60 * 60 * 1000 - 1);
    stage.service.tick();
    expect(stage.service.hub.size).to.equal(1);
    stage.clock.advance(1);
    stage.service.tick();
    expect(stage.service.hub.size).to.equal(0);
    while ((await stream.next()) !== null);
  });

  it('forgets a stream that its reader has left', async () => {
    const stream = await open();
    await stream.close();
    expect(stage.service.hub.size).to.equal(0);
    await stage.write(tenant.clientId, 'to nobody');
  });

  it('goes on where another of the same client ends', async () => {
    const [left, kept] = [await open(), await open()];
    await left.close();
    await stage.write(tenant.clientId, 'Still there?');
    expect(textOf(await kept.next())).to.equal('Still there?');
  });

  it('cuts off who does not read, rather than to keep everything for him', async () => {
    const stream = await open();
    const { conversationId } = await stage.write(tenant.clientId, 'Hello');
    const long = 'x'.repeat(10_000);
    for (let count = 0; count < 500 && stage.service.hub.size > 0; count++) {
      await stage.service.contactSide.write(tenant.clientId, { conversationId }, { text: long });
    }
    expect(stage.service.hub.size).to.equal(0);
    await stream.close();
  });
});
