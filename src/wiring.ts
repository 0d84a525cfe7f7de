import { setState } from './custom-states.js';
import { InboxError } from './errors.js';
import { InboxMisconfiguredEvent } from './element-events.js';
import type { OwnWords } from './locales/dictionary.js';
import { newsEvent } from './news-event.js';
import type { OpenInbox } from './open-inbox.js';
import { pageShared } from './page-shared.js';
import type { Setup } from './setup.js';
import { tokenError } from './token/refresh-error.js';
import { acquireTokenOwner } from './token/registry.js';
import type { TokenLease, TokenNews, TokenStatus } from './token/token-owner.js';

/** First pause before another attempt to load the inbox's code, in ms; doubles up to the longest. */
const CODE_RETRY_MS = 5_000;
const LONGEST_CODE_RETRY_MS = 300_000;
/** What is wrong from the start is reported after this time, in ms: scripts that run later may add listeners, or name the service. */
const LISTEN_MS = 2_000;

/** What the wiring and the inbox know of the element. */
export interface WiredElement extends HTMLElement {
  readonly renderRoot: HTMLElement | DocumentFragment;
  readonly unreadCount: number;
  readonly withoutComposer: boolean;
  readonly strings: OwnWords | undefined;
  readonly fetchToken: unknown;
  conversation: string | null | undefined;
}

/**
 * Joins the rooms for one element: a lease on the page's token, the inbox on screen, the events and states outside.
 * Everything that belongs to one setup is gone before the next one comes.
 */
export class Wiring {
  readonly #element: WiredElement;
  readonly #states: CustomStateSet | undefined;
  /** Loads the inbox's code. */
  readonly #load: typeof loadInbox;
  #setup: Setup | null = null;
  /** The last text that the page offered as a token; kept for when the element comes back to the page. Empty: none. */
  #offered = '';
  /** That text has just been offered, and has not been judged yet. */
  #isOffering = false;
  /** All texts that the page has offered for this service. */
  readonly #seen = new Set<string>();
  /** The page has signed out, or had when the last lease ended: it goes on only with a token or `refresh()`. */
  #isSignedOut = false;
  /** This element has signed out, and has not heard of it yet. */
  #isSigningOut = false;
  /** Drafts and unsent messages of whoever had the inbox before are gone. */
  #isWiped = false;
  /** The service that these tokens are for. */
  #service: string | null = null;
  /** The element's hold on the page's token; `null` where there is none to hold. */
  lease: TokenLease | null = null;
  /** The inbox on screen, once its code has been loaded; `null` where there is none. */
  inbox: OpenInbox | null = null;
  /** Grows whenever an inbox is opened or closed, so that nothing late from an older one lands. */
  #generation = 0;

  constructor(element: WiredElement, states: CustomStateSet | undefined, load = loadInbox) {
    this.#element = element;
    this.#states = states;
    this.#load = load;
  }

  get status(): TokenStatus {
    return this.#setup?.error ? 'misconfigured' : (this.lease?.status ?? 'missing');
  }

  /** Takes a text offered as a token, to be passed on with the next `follow()`. */
  offer(text: string): void {
    // A framework that renders again offers nothing new, now or when the element comes back.
    if (this.#seen.has(text)) return;
    this.#seen.add(text);
    this.#offered = text;
    this.#isOffering = true;
  }

  /** Goes on as the setup says; starts over only if it cannot go on with what it has. */
  follow(setup: Setup): void {
    const before = this.#setup;
    if (
      before &&
      before.source === setup.source &&
      before.withoutStorage === setup.withoutStorage &&
      before.error?.message === setup.error?.message &&
      (!setup.config || this.lease?.follow(setup.config))
    ) {
      if (this.#isOffering) this.lease?.offer(this.#offered);
    } else this.#start(setup);
    this.#isOffering = false;
    this.inbox?.settingsChanged();
  }

  /** @throws {InboxError} the reason why there is no new token */
  async refresh(): Promise<void> {
    if (!this.lease) throw this.#setup?.error ?? tokenError(this.#setup ? 'unconfigured' : 'released');
    await this.lease.refresh();
  }

  signOut(): void {
    this.#isSignedOut = this.#isSigningOut = true;
    // Whatever is offered from now on, even before everybody has heard of the sign-out, is for the session after it.
    this.#isOffering = false;
    if (this.lease) this.lease.signOut();
    // Outside the page, or with an app's own source, there is only the inbox to forget.
    else this.#hear({ type: 'signed-out' });
  }

  #start(setup: Setup): void {
    const { config } = setup;
    const isAnother = !setup.error && this.#service !== null && this.#service !== config?.service;
    if (isAnother) this.#close('wipe');
    this.stop();
    this.#setup = setup;
    // One service's token must not reach another.
    if (isAnother) {
      if (!this.#isOffering) this.#offered = '';
      this.#seen.clear();
      this.#seen.add(this.#offered);
      this.#isSignedOut = false;
    }
    if (config) {
      this.#service = config.service;
      this.lease = acquireTokenOwner(config, this.#offered);
      this.lease.subscribe(this.#hear);
      if (this.#isSignedOut) this.lease.stayOut();
    }
    if (setup.error) this.#tellMisconfigured(setup.error);
    this.#isWiped = !!this.lease?.isSignedOut;
    this.#open();
  }

  /** Lets go of everything: the element has left the page for good, as far as can be known, or another setup comes. */
  stop(): void {
    this.#close();
    this.#isSigningOut = false;
    if (this.lease) this.#isSignedOut = this.lease.isSignedOut;
    this.lease?.release();
    this.lease = null;
    this.#setup = null;
  }

  /**
   * Loads the inbox's code, and puts the inbox on screen.
   *
   * @param waitMs How long to wait before loading, in ms; after a failure the next wait is twice as long.
   */
  #open(waitMs = 0): void {
    const setup = this.#setup;
    const generation = ++this.#generation;
    if (!setup) return;
    this.#show();
    const show = ({ openInbox }: Awaited<ReturnType<typeof loadInbox>>): void => {
      if (generation !== this.#generation) return;
      this.inbox = openInbox({
        element: this.#element,
        states: this.#states,
        setup,
        tokens: this.lease,
        isWiped: this.#isWiped,
        onMisconfigured: (error) => this.#tellMisconfigured(error),
        // An event reports why it failed; the person still sees the same panel.
        onContinue: () => this.refresh().catch(() => {}),
      });
    };
    const again = (): void => {
      if (generation !== this.#generation) return;
      // The second failure. Browsers may remember one for as long as the page lives, and no script can make them forget it.
      if (waitMs === CODE_RETRY_MS) this.#tellMisconfigured(new InboxError('INBOX_SERVICE_UNREACHABLE', "The inbox's code cannot be loaded: reload the page."));
      this.#open(Math.min(waitMs * 2 || CODE_RETRY_MS, LONGEST_CODE_RETRY_MS));
    };
    // In a later task: fetching a token takes longest, so the call to the refresh endpoint should leave first.
    setTimeout(() => {
      // Simulated browsers, in which apps run their tests, cannot adopt styles: nothing is shown there.
      if (document.adoptedStyleSheets && generation === this.#generation) void this.#load().then(show, again);
    }, waitMs);
  }

  /** Takes the inbox off the screen; with `wipe`, what is stored of its client goes as well. */
  #close(wipe?: 'wipe'): void {
    const inbox = this.inbox;
    const service = this.#service;
    // First, since closing fires events, and what a listener calls then must not reach an inbox that is being closed.
    this.inbox = null;
    this.#states?.clear();
    inbox?.close(wipe);
    this.#generation++;
    // Where no inbox of the service is on screen, only what was stored is left to delete.
    if (wipe && service && !(inbox && this.lease)) this.#load().then(({ wipeWriting }) => wipeWriting(service)).catch(() => {});
  }

  /** Not a closure of `#start()`: bundlers inline the page's environment there, which would then keep the element alive for ever. */
  readonly #hear = (news: TokenNews): void => {
    const { type } = news;
    const isOver = type === 'client-changed' || type === 'signed-out';
    if (type === 'signed-out') {
      // Where somebody else signs out, that holds for what this element was about to offer as well.
      this.#isOffering &&= this.#isSigningOut;
      this.#isSigningOut = false;
    }
    // What was offered before was the old client's, or has been replaced. What is being offered is the new client's, or the replacement.
    if (!this.#isOffering && (isOver || type === 'refreshed')) this.#offered = '';
    if (isOver) {
      this.#close('wipe');
      this.#isWiped = true;
      this.#element.conversation = null;
    }
    // First, so that listeners find the element as the event describes it.
    this.#show();
    const event = newsEvent(news);
    if (event) this.#element.dispatchEvent(event);
    if (isOver) this.#open();
    if (type === 'misconfigured') this.#tellMisconfigured(news.error);
    if (type === 'unconfirmed' || type === 'confirmed') setState(this.#states, 'unconfirmed', type === 'unconfirmed');
  };

  #tellMisconfigured(error: InboxError): void {
    const setup = this.#setup;
    const tell = (): void => {
      // A page may set its token after a text that was not one.
      if (setup !== this.#setup || (error.code.startsWith('INBOX_TOKEN') && this.lease?.isUsable)) return;
      if (setup) setup.told = setup.error;
      this.#show();
      logOnce(error);
      this.#element.dispatchEvent(new InboxMisconfiguredEvent(error));
    };
    if (document.readyState === 'complete' && !setup?.error) tell();
    else setTimeout(tell, LISTEN_MS);
  }

  /** Shows on the element how things are now. Until the inbox's code is there, that is the state of the token. */
  #show(): void {
    if (this.inbox) return this.inbox.tokenChanged();
    const state = (this.lease?.problem ?? this.#setup?.told) ? this.status : 'loading';
    for (const name of ['loading', 'ended', 'misconfigured']) setState(this.#states, name, name === state);
  }
}

/** Loads the inbox's code, which is not part of the shell. */
const loadInbox = () => import('./open-inbox.js');

/** The only place that writes to the console: once per page for each thing that its developer must fix. */
function logOnce(error: InboxError): void {
  const told = pageShared('told/1', () => new Set<string>());
  if (!told.has(error.message)) console.error(`<inbox-widget> ${error.code}: ${error.message}`);
  told.add(error.message);
}
