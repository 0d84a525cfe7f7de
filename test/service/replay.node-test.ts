import { expect } from 'chai';
import { REPLAY_MAX_BYTES, REPLAY_MAX_THINGS } from '../../demo/service/events/missed-events.js';
import { EventReader } from './helpers/event-reader.js';
import { Stage, type Tenant } from './helpers/stage.js';

describe('what a replay may cost', () => {
  let stage: Stage;
  let tenant: Tenant;
  let position: string;
  let conversationId: string;
  const open = (lastEventId?: string) => EventReader.open(stage.service, tenant.token, lastEventId);
  const write = (text: string) => stage.service.contactSide.write(tenant.clientId, { conversationId }, { text });

  async function set(limits = {}): Promise<void> {
    stage = await Stage.open({ limits });
    tenant = await stage.tenant();
    ({ conversationId } = await stage.write(tenant.clientId, 'Hello'));
    const stream = await open();
    await stream.skipBlock();
    await stream.close();
    position = stream.lastEventId;
  }
  afterEach(() => stage.close());

  const heard = async (from: string): Promise<string[]> => {
    const stream = await open(from);
    const types: string[] = [];
    await stage.service.contactSide.type(tenant.clientId, conversationId);
    for (let event = await stream.next(); event && event.type !== 'typing'; event = await stream.next()) types.push(event.type);
    await stream.close();
    return types;
  };

  it('tells of so many things, and says reset where there is one more', async () => {
    await set();
    await Promise.all(Array.from({ length: REPLAY_MAX_THINGS }, () => write('x')));
    expect(await heard(position)).to.deep.equal(Array.from({ length: REPLAY_MAX_THINGS }, () => 'message'));
    await write('one more');
    expect(await heard(position)).to.deep.equal(['reset']);
  });

  it('counts a thing once, however often it has changed', async () => {
    await set();
    for (let count = 0; count <= REPLAY_MAX_THINGS; count++) {
      await stage.service.writer.setStatus(tenant.clientId, conversationId, count % 2 === 0 ? 'closed' : 'open');
    }
    expect(await heard(position)).to.deep.equal(['conversation']);
  });

  it('says reset where the texts are too long, counted in bytes', async () => {
    await set();
    // Two bytes each.
    const long = 'é'.repeat(8192);
    const count = REPLAY_MAX_BYTES / (2 * long.length);
    await Promise.all(Array.from({ length: count }, () => write(long)));
    expect(await heard(position)).to.have.length(count);
    await write('x');
    expect(await heard(position)).to.deep.equal(['reset']);
  });

  it('goes on from the position that came with reset', async () => {
    await set();
    await Promise.all(Array.from({ length: REPLAY_MAX_THINGS + 1 }, () => write('x')));
    const stream = await open(position);
    const { id } = (await stream.next()) ?? {};
    await stream.close();
    await write('after');
    expect(await (await open(id)).next()).to.nested.include({ 'data.message.text': 'after' });
  });

  it('keeps others waiting for one of a client’s replays at most, and never who writes for all of them', async () => {
    await set();
    const other = await stage.tenant();
    await write('missed');
    const done: string[] = [];
    const told = (what: string) => () => done.push(what);
    const replays = Array.from({ length: 20 }, () => stage.service.events.replay(tenant.clientId, position).then(told('replay')));
    const reading = stage.service.reader.inbox(other.clientId).then(told('read'));
    const writing = stage.write(other.clientId, 'Hello').then(told('written'));
    await Promise.all([...replays, reading, writing]);
    expect(done.indexOf('read')).to.be.at.most(3);
    expect(done.indexOf('written')).to.be.at.most(3);
  });

  it('is had by so many streams of a client, and by one more once another ends', async () => {
    await set({ openStreams: 3 });
    const streams = [await open(), await open(), await open()];
    const { status, headers, json } = await stage.call('GET', '/inbox/events', { token: tenant.token });
    expect([status, json.code, headers.get('retry-after')]).to.deep.equal([429, 'too_many_requests', '30']);
    expect(headers.get('access-control-expose-headers')).to.include('Retry-After');
    const other = await stage.tenant();
    expect((await stage.call('GET', '/inbox/events', { token: other.token })).status, 'of another client').to.equal(200);
    await streams[0]?.close();
    expect((await stage.call('GET', '/inbox/events', { token: tenant.token })).status, 'in its place').to.equal(200);
  });
});
