import { expect } from 'chai';
import { rest } from '../helpers/inbox-timers.js';
import { streamWorld } from './stream-world.js';

/** What has gathered on a stream while the page was busy: each event bears its number, as the name of somebody who types. */
const gathered = (count: number): string =>
  Array.from({ length: count }, (_, index) => `id: ${index + 1}\nevent: typing\ndata: {"conversationId": "mara", "name": "${index + 1}"}\n\n`).join('');

describe('an event stream that brings much at once', () => {
  const COUNT = 2_000;
  const world = async () => {
    const { events, stream, ...more } = streamWorld();
    await rest();
    const numbers = (): number[] => events.flatMap((event) => (event.type === 'typing' ? [Number(event.name)] : []));
    stream().send(gathered(COUNT));
    await rest();
    return { ...more, stream, numbers };
  };

  it('takes it in piece by piece, in order, and lets the page have its turns in between', async () => {
    const { numbers, pass, clock } = await world();
    expect(numbers().length).to.be.within(1, COUNT / 4);
    await pass(0);
    expect(numbers()).to.deep.equal(Array.from({ length: COUNT }, (_, index) => index + 1));
    expect(clock.delays.filter(({ delayMs }) => !delayMs).length, 'turns of others').to.be.within(4, 20);
  });

  it('takes in no more of it once it is left, and asks for the rest from where it was', async () => {
    const { numbers, stream, clock, page, pass, service } = await world();
    const taken = numbers().length;
    expect(taken).to.be.below(COUNT);
    page.tell('pagehide');
    await pass(0);
    expect([numbers().length, clock.pendingTimers]).to.deep.equal([taken, 0]);
    page.tell('visible');
    await rest();
    expect(service.streams).to.have.length(2);
    expect(stream().lastEventId).to.equal(String(taken));
  });
});
