import type { InboxError } from './errors.js';
import { InboxMisconfiguredEvent } from './element-events.js';
import type { InboxSource } from './inbox/inbox-source.js';
import { newsEvent } from './news-event.js';
import type { OpenInbox } from './open-inbox.js';
import { pageShared } from './page-shared.js';
import { acquireTokenOwner, sameConfig } from './token/registry.js';
import type { TokenLease, TokenNews, TokenOwnerConfig, TokenStatus } from './token/token-owner.js';
import type { ViewSettings } from './view/view-options.js';
import { widgetChanged } from './widgets.js';

/** Pause before the inbox's code is asked for again, where it could not be loaded. */
const CODE_RETRY_MS = 5000;
/** The inbox's code waits so long for the first call of the refresh endpoint to leave before it: other tabs may be calling. */
const FIRST_CALL_LEAD_MS = 200;

/** Where the inbox comes from, as far as the element decided it. */
export interface Setup {
  readonly source: InboxSource | null;
  readonly config: TokenOwnerConfig | null;
  readonly withoutStorage: boolean;
  /** Why there is neither source nor config. */
  readonly error: InboxError | null;
}

/** The element, as far as its wiring knows it. */
export interface WiredElement extends HTMLElement {
  readonly renderRoot: HTMLElement | DocumentFragment;
  readonly unreadCount: number;
  conversation: string | null | undefined;
}

/**
 * Joins the rooms for one element: a lease on the page's token, the inbox on screen, the events and states outside.
 * Everything of one set-up goes before the next one comes.
 */
export class Wiring {
  readonly #element: WiredElement;
  readonly #settings: () => Omit<ViewSettings, 'lang'>;
  readonly #states: CustomStateSet | undefined;
  #setup: Setup | null = null;
  /** The last text that the page offered as a token; kept for when the element comes back to the page. */
  #offered: string | null = null;
  #offerIsNew = false;
  #isOffering = false;
  /** Whose tokens these are. */
  #service: string | null = null;
  #lease: TokenLease | null = null;
  #inbox: OpenInbox | null = null;
  /** Grows whenever the inbox on screen is another, so that nothing late of an older one lands. */
  #generation = 0;
  /** Unread messages over all conversations. */
  unread = 0;

  /** @param settings Reads what the page says about the view, as it stands. */
  constructor(element: WiredElement, settings: () => Omit<ViewSettings, 'lang'>, states: CustomStateSet | undefined) {
    this.#element = element;
    this.#settings = settings;
    this.#states = states;
  }

  get status(): TokenStatus {
    return this.#setup?.error ? 'misconfigured' : (this.#lease?.status ?? 'missing');
  }

  get expiresAt(): Date | null {
    return this.#lease?.expiresAt ?? null;
  }

  /** Takes a text for a token, to be handed on with the next `follow()`. */
  offer(text: string): void {
    this.#offered = text;
    this.#offerIsNew = true;
  }

  /** Goes on as the set-up says; starts anew only where it is another. */
  follow(setup: Setup): void {
    const before = this.#setup;
    const same =
      before &&
      before.source === setup.source &&
      before.withoutStorage === setup.withoutStorage &&
      before.error?.message === setup.error?.message &&
      sameConfig(before.config, setup.config);
    this.#isOffering = this.#offerIsNew;
    this.#offerIsNew = false;
    if (!same) this.#start(setup);
    else if (this.#isOffering) this.#lease?.offer(this.#offered ?? '');
    this.#isOffering = false;
    this.#inbox?.setSettings(this.#settings());
  }

  openConversation(id: string | null): void {
    this.#inbox?.openConversation(id);
  }

  reload(): void {
    this.#inbox?.reload();
  }

  moved(): void {
    this.#inbox?.moved();
  }

  /** @throws {InboxError} the reason why there is no new token */
  async refresh(): Promise<void> {
    if (this.#setup?.error) throw this.#setup.error;
    await this.#lease?.refresh();
  }

  signOut(): void {
    this.#offered = null;
    this.#lease?.signOut();
  }

  /** The element has left the page for good, as far as one can know. What is stored stays. */
  stop(): void {
    this.#release(false);
  }

  #start(setup: Setup): void {
    const { config } = setup;
    const isAnother = this.#service !== null && this.#service !== config?.service;
    this.#release(isAnother);
    this.#setup = setup;
    // One service's token is none of another's business.
    if (isAnother && !this.#isOffering) this.#offered = null;
    if (config) {
      this.#service = config.service;
      this.#lease = acquireTokenOwner(config, this.#offered);
      this.#lease.subscribe(this.#hear);
    }
    if (setup.error) this.#tellMisconfigured(setup.error);
    this.#open();
  }

  #release(wipe: boolean): void {
    this.#close(wipe);
    this.#setState('unconfirmed', false);
    this.#lease?.release();
    this.#lease = null;
    this.#setup = null;
  }

  /** Loads the inbox's code, which the shell does without, and puts the inbox on screen. */
  #open(): void {
    const generation = this.#generation;
    this.#setState('loading', true);
    this.#firstCall().then(() => import('./open-inbox.js')).then(
      ({ openInbox }) => {
        if (generation !== this.#generation || !this.#setup) return;
        const { source, config, withoutStorage } = this.#setup;
        this.#inbox = openInbox({
          from: source ? { source } : config && this.#lease ? { tokens: this.#lease, service: config.service } : null,
          settings: this.#settings(),
          withoutStorage,
          conversation: this.#element.conversation ?? null,
          element: this.#element,
          root: this.#element.renderRoot as ShadowRoot,
          states: this.#states,
          token: () => ({
            status: this.status,
            error: this.#setup?.error ?? this.#lease?.problem ?? null,
            usable: !!this.#lease?.usable,
          }),
          onUnread: (unread) => {
            this.unread = unread;
            widgetChanged(this.#element);
          },
          onMisconfigured: (error) => this.#tellMisconfigured(error),
          onConversation: (id) => (this.#element.conversation = id),
          // Why it failed is told by an event; the person sees the same panel still.
          onContinue: () => void this.refresh().catch(() => {}),
        });
      },
      () => setTimeout(() => generation === this.#generation && this.#open(), CODE_RETRY_MS),
    );
  }

  /** The token is what takes longest: its call leaves first. */
  async #firstCall(): Promise<void> {
    const lease = this.#lease;
    if (!lease || lease.usable) return;
    await Promise.race([lease.turn, new Promise((resolve) => setTimeout(resolve, FIRST_CALL_LEAD_MS))]);
  }

  /** @param wipe Whether what is stored of this client goes as well. */
  #close(wipe: boolean): void {
    this.#generation++;
    this.#inbox?.close(wipe);
    this.#inbox = null;
  }

  /** No closure of `#start()`: into that, bundlers put the page's environment, which would keep the element for ever. */
  readonly #hear = (news: TokenNews): void => {
    const wipe = news.type === 'client-changed' || news.type === 'signed-out';
    if (wipe) {
      // What was offered before was the old client's; only the very offer that brings the new one is his.
      if (!this.#isOffering || news.type === 'signed-out') this.#offered = null;
      this.#close(true);
      this.#element.conversation = null;
    }
    const event = newsEvent(news);
    if (event) this.#element.dispatchEvent(event);
    if (wipe) this.#open();
    if (news.type === 'misconfigured') logOnce(news.error);
    if (news.type === 'status') this.#inbox?.tokenChanged();
    if (news.type === 'unconfirmed' || news.type === 'confirmed') this.#setState('unconfirmed', news.type === 'unconfirmed');
  };

  #tellMisconfigured(error: InboxError): void {
    this.#element.dispatchEvent(new InboxMisconfiguredEvent(error));
    logOnce(error);
  }

  #setState(name: string, on: boolean): void {
    this.#states?.[on ? 'add' : 'delete'](name);
  }
}

/** The only place that writes to the console: once on a page for each thing that its developer must mend. */
function logOnce(error: InboxError): void {
  const told = pageShared('told/1', () => new Set<string>());
  if (!told.has(error.message)) console.error(`<inbox-widget> ${error.code}: ${error.message}`);
  told.add(error.message);
}
