import { expect } from 'chai';
import { LivelyContacts } from '../../demo/service/contacts/lively-contacts.js';
import { EventReader } from './helpers/event-reader.js';
import { Stage, type Tenant } from './helpers/stage.js';

/** Timers that run when they are told to. */
class Timers {
  #due: { at: number; callback: () => void }[] = [];
  #now = 0;

  readonly after = (ms: number, callback: () => void) => {
    const timer = { at: this.#now + ms, callback };
    this.#due.push(timer);
    return () => void (this.#due = this.#due.filter((other) => other !== timer));
  };

  get pending(): number {
    return this.#due.length;
  }

  advance(ms: number): void {
    this.#now += ms;
    const due = this.#due.filter(({ at }) => at <= this.#now);
    this.#due = this.#due.filter(({ at }) => at > this.#now);
    for (const { callback } of due) callback();
  }
}

describe('lively contacts', () => {
  let stage: Stage;
  let tenant: Tenant;
  let timers: Timers;
  let contacts: LivelyContacts;
  let stream: EventReader;
  let conversationId: string;

  beforeEach(async () => {
    stage = await Stage.open();
    tenant = await stage.tenant();
    timers = new Timers();
    const scriptOf = (name: string) => (name === 'Mara' ? { answers: ['First', 'Second'], later: ['By the way'] } : undefined);
    contacts = new LivelyContacts({ service: stage.service, scriptOf, random: () => 0.5, after: timers.after });
    contacts.start();
    ({ conversationId } = await stage.write(tenant.clientId, 'Hello'));
    stream = await EventReader.open(stage.service, tenant.token);
  });
  afterEach(async () => {
    contacts.stop();
    await stage.close();
  });

  it('receive, read, type and answer what a client sends', async () => {
    await stage.send(tenant, conversationId, 'Hi', 'k');
    expect(await stream.next()).to.nested.include({ 'data.message.status': 'sent' });
    timers.advance(900);
    expect(await stream.next()).to.nested.include({ 'data.message.status': 'delivered' });
    timers.advance(1100);
    expect(await stream.next()).to.nested.include({ 'data.message.status': 'read' });
    // Its turn in the queue comes after that of the reading.
    await stage.service.database.all('SELECT 1');
    timers.advance(600);
    expect(await stream.next()).to.include({ type: 'typing' });
    timers.advance(4000);
    expect(await stream.next()).to.nested.include({ 'data.message.text': 'First', 'data.message.direction': 'in' });
  });

  it('write unasked, now and then, where somebody watches', async () => {
    timers.advance(60_000);
    await stage.service.database.all('SELECT 1');
    timers.advance(600);
    expect(await stream.next()).to.include({ type: 'typing' });
    timers.advance(4000);
    expect(await stream.next()).to.nested.include({ 'data.message.text': 'By the way' });
  });

  it('leave an inbox alone that nobody watches', async () => {
    await stream.close();
    for (let minute = 0; minute < 10; minute++) {
      timers.advance(60_000);
      await stage.service.database.all('SELECT 1');
    }
    const { json } = await stage.call('GET', `/inbox/conversations/${conversationId}/messages`, { token: tenant.token });
    expect(json.messages).to.have.length(1);
  });

  it('leave no timer behind when they are stopped', async () => {
    await stage.send(tenant, conversationId, 'Hi', 'k');
    contacts.stop();
    expect(timers.pending).to.equal(0);
    await stage.send(tenant, conversationId, 'Anybody?', 'k2');
    expect(timers.pending).to.equal(0);
  });
});
