import { acquireTokenOwner } from '../../src/token/registry.js';
import type { TokenOwnerConfig } from '../../src/token/token-owner.js';
import { Backend } from './backend.js';
import { Browser } from './browser.js';
import { Ledger } from './ledger.js';
import { Machine } from './machine.js';
import { Network } from './network.js';
import { SimulatedPage } from './page.js';
import { Referee } from './referee.js';
import type { OwnerFile } from './referee.js';
import { seededRandom } from './seeded-random.js';
import { Service, SERVICE_URL } from './service.js';
import type { IssuedToken } from './service.js';
import type { InitialToken, Session } from './session.js';
import { Timeline } from './timeline.js';
import { Visitor } from './visitor.js';

const MINUTE_MS = 60_000;
/** Longer than an owner that nobody holds is kept. */
const BEYOND_GRACE_MS = 3_000;

/** Everything there is in a session, and what can be done to it as a whole. What happens when is the script's affair. */
export class World {
  readonly timeline = new Timeline();
  readonly ledger = new Ledger();
  readonly session: Session;
  readonly random: () => number;
  readonly machine: Machine;
  readonly service: Service;
  /** The customer's backend, where users come and go. */
  readonly backend: Backend;
  /** Another one, that always serves the same user: some pages show two inboxes. */
  readonly otherBackend: Backend;
  readonly browser: Browser;
  readonly network: Network;
  readonly referee: Referee;
  readonly pages: SimulatedPage[] = [];
  readonly visitors = new Map<SimulatedPage, Visitor[]>();
  #pageCount = 0;

  constructor(session: Session) {
    const { timeline, ledger } = this;
    const { showsDate, tokenKind, lifetimeMs } = session;
    this.session = session;
    this.random = seededRandom(session.seed);
    this.machine = new Machine(timeline, session);
    this.service = new Service(timeline);
    const backendOf = (path: string, user: string): Backend =>
      new Backend(`https://customer.example${path}`, user, timeline, this.service, this.random, { tokenKind, lifetimeMs, showsDate });
    this.backend = backendOf('/inbox-token', 'anna');
    this.otherBackend = backendOf('/other-token', 'carla');
    this.browser = new Browser(timeline, this.random, session);
    const { machine, service } = this;
    this.referee = new Referee({
      timeline,
      machine,
      service,
      ledger,
      showsDate,
      probe: (file) => {
        for (const visitor of this.visitorsOf(file.page)) if (visitor.file === file) void visitor.ask();
      },
    });
    this.network = new Network({
      timeline,
      machine,
      service,
      random: this.random,
      log: this.referee,
      backends: [this.backend, this.otherBackend],
      ignoresAbort: session.ignoresAbort,
    });
  }

  visitorsOf(page: SimulatedPage): Visitor[] {
    return this.visitors.get(page) ?? [];
  }

  /** An open page by number, whatever number is asked for; `undefined` where none is open. */
  pageAt(number: number): SimulatedPage | undefined {
    return this.pages[number % this.pages.length];
  }

  open(token: InitialToken, elements: number, isPrerendering = false): SimulatedPage {
    const { timeline, machine, browser, network, random } = this;
    const page = new SimulatedPage(`page ${++this.#pageCount}`, { timeline, machine, browser, network, random }, isPrerendering);
    page.onHeard = (data) => this.#onHeard(page, data);
    this.pages.push(page);
    this.visitors.set(page, []);
    const text = this.#initialToken(this.backend, token);
    for (let element = 0; element < elements; element++) {
      // The third shows another inbox.
      if (element === 2) this.addElement(page, this.otherBackend, null);
      else this.addElement(page, this.backend, text);
    }
    this.#pollAgain(page);
    return page;
  }

  close(page: SimulatedPage): void {
    page.close();
    this.pages.splice(this.pages.indexOf(page), 1);
    for (const { file } of this.visitorsOf(page)) file.elements = 0;
    this.visitors.delete(page);
  }

  addElement(page: SimulatedPage, backend: Backend, token: IssuedToken | null): void {
    const { timeline, network, referee, ledger, session } = this;
    const file = referee.fileOf(page, backend);
    const config: TokenOwnerConfig = {
      service: SERVICE_URL,
      endpoint: backend.url,
      credentials: 'same-origin',
      headers: null,
      fetchToken: null,
    };
    file.elements++;
    if (token) referee.offered(file, token);
    const lease = acquireTokenOwner(config, token?.text ?? '[[ TOKEN ]]', page);
    const namesPosition = session.tokenKind === 'jwt';
    const throws = session.throwingListener;
    const visitor = new Visitor({ timeline, network, referee, ledger, file, lease, namesPosition, throws });
    this.visitorsOf(page).push(visitor);
    referee.disturb((one) => one === file);
    void visitor.poll();
  }

  removeElement(page: SimulatedPage, visitor: Visitor): void {
    this.ledger.check('left-over', visitor.listening <= visitor.waiting, this.timeline.now, () => {
      return `${page.name} still listens ${visitor.listening} times to a caller's signal`;
    });
    const visitors = this.visitorsOf(page);
    visitors.splice(visitors.indexOf(visitor), 1);
    visitor.release();
    visitor.file.elements--;
    visitor.file.emptySince = this.timeline.now;
    this.referee.disturb((file) => file.page === page);
  }

  /** All elements are gone for good: shortly after, nothing of the owner may be left. */
  expectNothingLeft(page: SimulatedPage): void {
    this.timeline.after(page.isThrottled ? 2 * MINUTE_MS : BEYOND_GRACE_MS, () => {
      if (!page.canRun || this.visitorsOf(page).length > 0) return;
      const left = Object.entries(page.openThings).filter(([, count]) => count > 0);
      this.ledger.check('left-over', left.length === 0, this.timeline.now, () => {
        return `${page.name} still has ${left.map(([thing, count]) => `${count} ${thing}`).join(', ')}`;
      });
    });
  }

  /** Cuts the connections of all pages. */
  disconnect(): void {
    for (const page of this.pages) page.connection++;
  }

  /** Tells all pages that the network is back. */
  reconnect(): void {
    this.machine.isOnline = true;
    for (const page of this.pages) page.signal('online');
  }

  fileOf(page: SimulatedPage): OwnerFile {
    return this.referee.fileOf(page, this.backend);
  }

  /** Ends the session in good order: everybody wakes up, all elements leave. */
  async finish(): Promise<void> {
    const { timeline, machine } = this;
    if (machine.isAsleep) machine.wake();
    this.referee.unsettleClocks();
    for (const page of this.pages) {
      page.isFrozen = page.isCached = false;
      page.catchUp();
      page.show();
    }
    this.reconnect();
    this.referee.disturb();
    await timeline.runUntil(timeline.now + MINUTE_MS);
    for (const page of this.pages) {
      for (const visitor of [...this.visitorsOf(page)]) this.removeElement(page, visitor);
      this.expectNothingLeft(page);
    }
    await timeline.runUntil(timeline.now + 2 * BEYOND_GRACE_MS);
    for (const page of this.pages) {
      const reports = this.session.throwingListener ? page.reports.filter((error) => !/listener/.test(String(error))) : page.reports;
      this.ledger.check('quiet', reports.length === 0, timeline.now, () => `${page.name} reported ${reports.join(', ')}`);
    }
  }

  #onHeard(page: SimulatedPage, data: unknown): void {
    const { token: text, client } = Object(data) as { token?: string; client?: string };
    const token = text === undefined ? undefined : this.service.find(text);
    if (text !== undefined && !token) return;
    const backend = client === this.otherBackend.user ? this.otherBackend : this.backend;
    this.referee.heard(this.referee.fileOf(page, backend), token);
  }

  #initialToken(backend: Backend, kind: InitialToken): IssuedToken | null {
    const { lifetimeMs } = this.session;
    const ages: Record<Exclude<InitialToken, 'none'>, number> = { fresh: 0, aged: lifetimeMs * 0.9, over: lifetimeMs + 60_000 };
    return kind === 'none' ? null : backend.issue(ages[kind]);
  }

  /** Each element asks for news again and again, as long as its page runs; a hidden one less often. */
  #pollAgain(page: SimulatedPage): void {
    const pauseMs = this.session.pollsEveryMs * (0.5 + this.random()) * (page.isHidden() ? 3 : 1);
    this.timeline.after(pauseMs, () => {
      if (page.isClosed) return;
      page.run(() => {
        for (const visitor of this.visitorsOf(page)) void visitor.poll();
        this.#pollAgain(page);
      });
    });
  }
}
