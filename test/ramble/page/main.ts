/** Runs in the page of a ramble: inboxes of the production build over one source in memory, with the weather that they are given. */
import type * as Inbox from '../../../src/index.js';
import type * as Memory from '../../../src/inbox/memory/index.js';
import { examplePicture } from '../../../src/inbox/memory/example-picture.js';
import { seededRandom } from '../../soak/seeded-random.js';
import { Crowd, FILES } from './crowd.js';
import { Guest } from './guest.js';
import type { ScreenReading } from './screen-reading.js';
import { Sendings } from './sendings.js';
import { Weather } from './weather.js';

/** What the machine that rambles takes hold of. */
export interface Ramble {
  /** All inboxes of the page; the steps are taken in one of them. */
  readonly guests: readonly Guest[];
  guest: Guest;
  readonly widget: Inbox.InboxWidget;
  readonly screen: ScreenReading;
  readonly source: Memory.MemorySource;
  readonly crowd: Crowd;
  readonly weather: Weather;
  readonly sendings: Sendings;
  /** Widths that the inbox gets, in px. */
  readonly widths: readonly number[];
  /** Goes on in the inbox with this number. */
  turnTo(index: number): void;
}

declare global {
  var ramble: Ramble;
}

const parameters = new URLSearchParams(location.search);
const built = { inbox: '/cdn/inbox-widget.js', memory: '/memory.js' };
const { InboxError } = (await import(built.inbox)) as typeof Inbox;
const { createMemorySource } = (await import(built.memory)) as typeof Memory;
const crowd = new Crowd(seededRandom(Number(parameters.get('seed'))));
const source = createMemorySource({
  conversations: Array.from({ length: Number(parameters.get('conversations')) }, () => crowd.next()),
  files: new Map(FILES.flatMap(({ id }) => (id === 'lost' ? [] : [[id, examplePicture()]]))),
});
const weather = new Weather(source, InboxError);
const guests: Guest[] = [];
for (let number = 0; number < Number(parameters.get('inboxes')); number++) {
  const id = `inbox-${number}`;
  const count = document.createElement('inbox-unread');
  count.setAttribute('for', id);
  document.querySelector('#counters')?.append(count);
  guests.push(await Guest.enter(id, source, weather));
}
const widths = (parameters.get('widths') ?? '').split(' ').map(Number);
for (const { widget } of guests) widget.style.width = `${widths[0]}px`;
globalThis.ramble = {
  guests,
  guest: guests[0] as Guest,
  get widget() {
    return this.guest.widget;
  },
  get screen() {
    return this.guest.screen;
  },
  source,
  crowd,
  weather,
  sendings: new Sendings(source, weather),
  widths,
  turnTo(index) {
    this.guest = this.guests[index] as Guest;
    for (const { widget } of this.guests) widget.toggleAttribute('data-current', widget === this.widget);
  },
};
ramble.turnTo(0);
