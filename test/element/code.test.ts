import { expect } from 'chai';
import { InboxError } from '../../src/index.js';
import { createMemorySource, exampleInbox } from '../../src/inbox/memory/index.js';
import type * as Code from '../../src/open-inbox.js';
import { Wiring, type WiredElement } from '../../src/wiring.js';
import { GuestPage } from './guest-page.js';
import { HeldTimers } from './held-timers.js';
import { until } from './until.js';

const FIRST_PAUSE_MS = 5_000;
/** How long scripts have to listen, or to name the service. */
const LISTEN_MS = 2_000;

describe('the inbox\'s code, where it cannot be loaded,', () => {
  let page: GuestPage;
  let timers: HeldTimers;
  let wiring: Wiring;
  /** How often it was asked for. */
  let asked: number;

  beforeEach(() => {
    page = new GuestPage();
    timers = new HeldTimers(FIRST_PAUSE_MS);
    asked = 0;
    const element = document.createElement('div');
    document.body.append(element);
    wiring = new Wiring(element as unknown as WiredElement, undefined, () => Promise.reject(new Error(`No. ${++asked}`)));
    wiring.follow({ source: createMemorySource(exampleInbox()), config: null, withoutStorage: true, error: null });
  });
  afterEach(() => {
    wiring.stop();
    timers.stop();
    page.leave();
  });

  /** The next pause begins. */
  const pause = (): Promise<number> => until(() => timers.waiting[0]);
  const told = (): string[] => page.heard('inbox-misconfigured').map(({ error }) => `${error.code}: ${error.message}`);

  it('is asked for again with pauses that double, up to five minutes', async () => {
    const pauses: number[] = [];
    while (pauses.length < 9) {
      pauses.push(await pause());
      timers.end(pauses.at(-1) ?? 0);
    }
    expect(pauses.map((ms) => ms / 1000)).to.deep.equal([5, 10, 20, 40, 80, 160, 300, 300, 300]);
  });

  it('is told of once, when it has failed for the second time, with what helps', async () => {
    timers.end(await pause());
    expect(told()).to.deep.equal([]);
    for (let more = 0; more < 3; more++) timers.end(await pause());
    await until(() => asked === 5);
    expect(told()).to.deep.equal(['INBOX_SERVICE_UNREACHABLE: The inbox\'s code cannot be loaded: reload the page.']);
  });

  it('leaves alone the inbox of the set-up after it, whose code has come before it failed', async () => {
    await pause();
    wiring.stop();
    let fail = (): void => undefined;
    const failing = new Promise<never>((_, reject) => (fail = () => reject(new Error('No.'))));
    let opened = 0;
    const inbox = { settingsChanged: () => undefined, close: () => undefined } as unknown as Code.OpenInbox;
    const code = { openInbox: () => (opened++, inbox), wipeWriting: () => Promise.resolve() };
    wiring = new Wiring(document.createElement('div') as unknown as WiredElement, undefined, () => (++asked === 2 ? failing : Promise.resolve(code)));
    for (let times = 0; times < 2; times++) {
      wiring.follow({ source: createMemorySource(exampleInbox()), config: null, withoutStorage: true, error: null });
      await new Promise((resolve) => setTimeout(resolve));
    }
    const { length } = timers.waiting;
    fail();
    await new Promise((resolve) => setTimeout(resolve));
    expect([asked, opened, timers.waiting.length]).to.deep.equal([3, 1, length]);
    expect(wiring.inbox).to.equal(inbox);
  });

  it('is not asked for any more where the element has gone', async () => {
    const ms = await pause();
    wiring.stop();
    timers.end(ms);
    await new Promise((resolve) => setTimeout(resolve));
    expect(asked).to.equal(1);
  });
});

describe("while the inbox's code is on its way, an event finds the element as it tells:", () => {
  let page: GuestPage;
  let wiring: Wiring;
  let states: Set<string>;
  let root: ShadowRoot;
  let comes: (code: typeof Code) => void;

  beforeEach(() => {
    page = new GuestPage();
    states = new Set();
    const element = document.createElement('div');
    root = element.attachShadow({ mode: 'open' });
    document.body.append(element);
    const widget = Object.assign(element, { renderRoot: root }) as unknown as WiredElement;
    const code = new Promise<typeof Code>((resolve) => (comes = resolve));
    wiring = new Wiring(widget, states, () => code);
  });
  afterEach(() => {
    wiring.stop();
    page.leave();
  });

  /** The states when the page hears of an event. */
  const statesAt = (event: 'inbox-session-ended' | 'inbox-misconfigured' | 'inbox-token-refreshed'): Promise<string[]> =>
    new Promise((resolve) => document.addEventListener(event, () => resolve([...states]), { once: true }));

  for (const [status, event, state] of [
    [401, 'inbox-session-ended', 'ended'],
    [404, 'inbox-misconfigured', 'misconfigured'],
  ] as const) {
    it(`${state}, where there is no token, and loading again with one`, async () => {
      const fetchToken = (): Promise<string> => Promise.reject(Object.assign(new Error('No.'), { status }));
      const config = { service: page.web.origin, endpoint: null, credentials: 'same-origin', headers: null, fetchToken } as const;
      const setup = { source: null, config, withoutStorage: true, error: null };
      const told = statesAt(event);
      wiring.follow(setup);
      expect([...states]).to.deep.equal(['loading']);
      expect(await told).to.deep.equal([state]);
      wiring.offer(page.web.issue());
      wiring.follow(setup);
      await until(() => [...states].join() === 'loading');
    });
  }

  it('misconfigured, where the set-up is wrong from the start, but no sooner; the inbox then shows it', async () => {
    const timers = new HeldTimers(LISTEN_MS);
    try {
      const told = statesAt('inbox-misconfigured');
      const error = new InboxError('INBOX_SERVICE_UNCONFIGURED', 'No service.');
      wiring.follow({ source: null, config: null, withoutStorage: true, error });
      expect([...states]).to.deep.equal(['loading']);
      timers.end(LISTEN_MS);
      expect(await told).to.deep.equal(['misconfigured']);
      const code = await import('../../src/open-inbox.js');
      comes(code);
      await until(() => root.textContent?.includes('INBOX_SERVICE_UNCONFIGURED'));
    } finally {
      timers.stop();
    }
  });
});
