/** Runs in the page of a ramble: an inbox of the production build over a source in memory, which fails and dawdles as it is told to. */
import type * as Inbox from '../../../src/index.js';
import type * as Memory from '../../../src/inbox/memory/index.js';
import { examplePicture } from '../../../src/inbox/memory/example-picture.js';
import { seededRandom } from '../../soak/seeded-random.js';
import { Crowd, FILES } from './crowd.js';
import { findings } from './findings.js';
import { ScreenReading } from './screen-reading.js';
import { untruths } from './truth.js';

const LONGEST_ANSWER_MS = 60;

/** What the machine that rambles takes hold of. */
export interface Ramble {
  readonly widget: Inbox.InboxWidget;
  readonly source: Memory.MemorySource;
  readonly crowd: Crowd;
  readonly screen: ScreenReading;
  /** Shares of the requests that fail, and that are answered late; from 0 to 1. */
  readonly weather: { failing: number; slow: number };
  /** What is wrong at this moment. */
  findings(): string[];
  /** What differs from the source, once all is at rest. */
  untruths(): Promise<string[]>;
}

declare global {
  var ramble: Ramble;
}

const parameters = new URLSearchParams(location.search);
const built = { inbox: '/cdn/inbox-widget.js', memory: '/memory.js' };
const { InboxError } = (await import(built.inbox)) as typeof Inbox;
const { createMemorySource } = (await import(built.memory)) as typeof Memory;
const random = seededRandom(Number(parameters.get('seed')));
const crowd = new Crowd(random);
const weather = { failing: 0, slow: 0 };
const source = createMemorySource(
  {
    conversations: Array.from({ length: Number(parameters.get('conversations')) }, () => crowd.next()),
    files: new Map(FILES.flatMap(({ id }) => (id === 'lost' ? [] : [[id, examplePicture()]]))),
  },
  {
    async before() {
      // Not the session's own random numbers: how many requests there are is the browser's to say.
      if (Math.random() < weather.slow) await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_ANSWER_MS));
      if (Math.random() < weather.failing) throw new InboxError('INBOX_SERVICE_UNREACHABLE', 'Out of order.');
    },
  },
);
const widget = document.createElement('inbox-widget');
widget.source = source;
widget.withoutStorage = true;
document.querySelector('#home')?.append(widget);
await new Promise((resolve) => widget.addEventListener('inbox-ready', resolve, { once: true }));
const screen = new ScreenReading(widget.shadowRoot as ShadowRoot);
globalThis.ramble = {
  widget,
  source,
  crowd,
  screen,
  weather,
  findings: () => findings(screen, widget),
  untruths: () => untruths(screen, widget, source),
};
