// First, for the order of the bundle: see the first line of inbox-view.ts.
import { InboxView } from './view/inbox-view.js';
import { setState } from './custom-states.js';
import { InboxError } from './errors.js';
import { happeningEvent } from './happening-event.js';
import { asInboxError } from './inbox/failures.js';
import { IndexedStorage } from './inbox/indexed-storage.js';
import type { InboxSource, SourceEvent } from './inbox/inbox-source.js';
import { InboxConversationClosedEvent, InboxReadyEvent, InboxUnreadChangedEvent } from './inbox-events.js';
import { InboxStore } from './inbox/inbox-store.js';
import { ServiceSource } from './inbox/service/service-source.js';
import type { Happening } from './inbox/state.js';
import { conditionOf, customStates } from './inbox-condition.js';
import { browserClock } from './page-clock.js';
import { pageLanguage } from './page-language.js';
import { pageOrigin } from './page-origin.js';
import { ScrollMemory } from './scroll-memory.js';
import type { Setup } from './setup.js';
import { tokenError } from './token/refresh-error.js';
import type { TokenLease } from './token/token-owner.js';
import type { Condition, ViewSettings } from './view/view-options.js';
import { widgetChanged } from './widgets.js';
import type { WiredElement } from './wiring.js';
import { outsideZones } from './zones.js';

/** A page that sets neither a token nor a way to get one has this long, in ms, to set either. */
const SET_UP_LIMIT_MS = 10_000;

/** Elements that left the page with something unread, and did not tell it of a 0 then: if they come back, even that is news. */
const owed = new WeakSet<WiredElement>();

/** What an inbox on screen needs of its element. */
export interface OpenInboxOptions {
  /** Dispatches the events, and holds the inbox in its shadow root. */
  readonly element: WiredElement;
  /** The element's custom states; `undefined` in browsers without them. */
  readonly states: CustomStateSet | undefined;
  /** Where the inbox comes from, or why that is unknown. */
  readonly setup: Setup;
  /** The element's hold on a token, where the inbox comes from the service. */
  readonly tokens: TokenLease | null;
  /** Drafts and unsent messages are gone, since the page has signed out, or another client has come. */
  readonly isWiped: boolean;
  /**
   * Called, once for each error, where only the page's developer can help: the page's policy blocks the service, the service
   * refuses the page, the page has set neither a token nor a way to get one, or its own source throws at the start.
   */
  readonly onMisconfigured: (error: InboxError) => void;
  /** The person asks to go on after the end of the session. Resolves once it is known whether they can; never rejects. */
  readonly onContinue: () => Promise<unknown>;
}

/** One client's inbox on screen: a source, a store and a view, from the first request to the last trace. */
export interface OpenInbox {
  /** Number of unread messages over all conversations; 0 for a user who is signed out. */
  readonly unread: number;
  /** The page has changed something about the view. */
  settingsChanged(): void;
  /** There is news of the token. */
  tokenChanged(): void;
  openConversation(id: string | null): void;
  reload(): void;
  /** The element has been moved, or taken out of the page: restores what was scrolled. */
  moved(): void;
  /** Takes the inbox down; with `wipe`, what is stored of its client goes as well. */
  close(wipe?: 'wipe'): void;
}

/**
 * The one thing that the shell loads later: everything that shows an inbox is behind it. None of its timers triggers
 * change detection in an Angular app.
 */
export const openInbox = (options: OpenInboxOptions): OpenInbox => outsideZones(() => new ShownInbox(options));

class ShownInbox implements OpenInbox {
  unread = 0;
  readonly #options: OpenInboxOptions;
  readonly #store: InboxStore | null;
  readonly #view: InboxView;
  readonly #scrolls: ScrollMemory;
  readonly #stops: ((() => void) | undefined)[] = [];
  /** Apps change the language of a page in place, and may give the element its id late. */
  readonly #attributes = new MutationObserver(() => this.settingsChanged());
  /** The open conversation, as the page last set it or was told of it. News of an earlier choice must not undo the page's latest. */
  #openId: string | null;
  /** There has been something to show. */
  #isReady = false;
  /** The page knows of it. */
  #isReadyTold = false;
  #isWiped: boolean;
  #isUsable: boolean | undefined;
  #condition: Condition = { kind: 'none' };
  /** Why there is no inbox, where only the page's developer can help. */
  #problem: InboxError | null = null;

  constructor(options: OpenInboxOptions) {
    const { element, setup, tokens, isWiped, onContinue } = options;
    this.#options = options;
    this.#openId = element.conversation || null;
    this.#isWiped = isWiped;
    this.#isUsable = tokens?.isUsable;
    const root = element.renderRoot as ShadowRoot;
    const source = sourceOf(options);
    const clock = { ...browserClock, now: () => source?.now?.() ?? Date.now() };
    const storage = new IndexedStorage(setup.config?.service, !setup.withoutStorage);
    const store = (this.#store = source && new InboxStore({ source, storage, clock }));
    this.#view = new InboxView(root, { store, settings: settingsOf(element), clock, onContinue });
    this.#scrolls = new ScrollMemory(root);
    if (store) this.#stops.push(store.onHappening((happening) => this.#tell(happening)), store.subscribe(() => this.#show()));
    try {
      if (source) this.#stops.push(source.subscribe((event) => this.#hear(event)));
      store?.start();
    } catch (cause) {
      // Once the caller has this inbox in hand: listeners must find the element as the event describes it.
      queueMicrotask(() => this.#report(asInboxError(cause)));
    }
    store?.open(this.#openId);
    this.moved();
    this.#show();
    this.#stops.push(
      clock.after(SET_UP_LIMIT_MS, () => {
        // A script may have set `fetchToken` meanwhile; another endpoint would have come with another setup.
        if (!(setup.config?.endpoint ?? element.fetchToken) && tokens?.status === 'missing') this.#report(tokenError('unconfigured'));
      }),
    );
  }

  settingsChanged(): void {
    const { element } = this.#options;
    this.#view.setSettings(settingsOf(element));
    // An `<inbox-unread>` may have been waiting for its id.
    widgetChanged(element);
  }

  tokenChanged(): void {
    this.#show();
  }

  openConversation(id: string | null): void {
    this.#openId = id;
    this.#store?.open(id);
  }

  reload(): void {
    this.#store?.reload();
  }

  moved(): void {
    const { element } = this.#options;
    this.#attributes.observe(element.ownerDocument, { subtree: true, attributeFilter: ['lang'] });
    // In a shadow tree, the document's observer does not see it.
    this.#attributes.observe(element, { attributeFilter: ['lang', 'id'] });
    widgetChanged(element);
    this.#view.moved();
    this.#scrolls.restore();
  }

  close(wipe?: 'wipe'): void {
    const { element } = this.#options;
    // Before anything is taken down: from now on, news would be about an inbox that is gone.
    // An app's own source may return nothing to call, hence `?.`.
    for (const stop of this.#stops) stop?.();
    this.#attributes.disconnect();
    this.#scrolls.dispose();
    this.#view.dispose();
    // An element that has left tells nothing: frameworks go on listening to it, and would take its 0 for news of the inbox that has
    // taken its place.
    if (wipe || element.isConnected) this.#setUnread(0);
    else if (this.unread) owed.add(element);
    widgetChanged(element, false);
    if (!wipe) return this.#store?.stop();
    void this.#store?.wipe();
    if (this.#openId === null) return;
    // The conversation belonged to the client who is gone.
    element.conversation = null;
    element.dispatchEvent(new InboxConversationClosedEvent(this.#openId));
  }

  /** Shows how things are now, inside the element and on it. */
  #show(): void {
    const { element, states, tokens, setup } = this.#options;
    const store = this.#store;
    // First, so that listeners of every event find it in the element.
    if (store && store.state.openId !== this.#openId) element.conversation = this.#openId = store.state.openId;
    if (tokens?.isUsable) {
      this.#isWiped = false;
      // Whatever waits to be retried goes on at once.
      if (!this.#isUsable) store?.reload();
    }
    this.#isUsable = tokens?.isUsable;
    const error = this.#isReady ? null : (setup.told ?? this.#problem);
    if (error) this.#condition = { kind: 'misconfigured', error };
    else if (tokens) this.#condition = conditionOf(tokens, this.#condition, setup.withoutStorage || this.#isWiped);
    this.#view.setCondition(this.#condition);
    const next = customStates(this.#condition, store?.state.connection ?? 'connecting', this.#isReady);
    for (const [name, holds] of Object.entries(next)) setState(states, name, holds);
    if (this.#condition.kind === 'ended') return this.#setUnread(0);
    if (!this.#isReady) return;
    this.#setUnread(store?.state.unread ?? 0);
    // What still comes after the end of a session is on screen only once the session goes on.
    if (this.#isReadyTold) return;
    this.#isReadyTold = true;
    element.dispatchEvent(new InboxReadyEvent(this.unread));
  }

  #setUnread(now: number): void {
    const { element } = this.#options;
    if (!owed.delete(element) && now === this.unread) return;
    this.unread = now;
    widgetChanged(element);
    element.dispatchEvent(new InboxUnreadChangedEvent(now));
  }

  #report(error: InboxError): void {
    const isNews = error.message !== this.#problem?.message;
    // First, so that listeners find the element as the event describes it.
    this.#problem = error;
    this.#show();
    if (isNews) this.#options.onMisconfigured(error);
  }

  #hear(event: SourceEvent): void {
    if (event.type !== 'connection') return;
    const problem = setupProblem(event.error);
    // What stands in the way of a token is reported by its manager.
    if (problem && this.#options.tokens?.status !== 'misconfigured') return this.#report(problem);
    // What else is new of the connection comes by way of the store.
    if (event.connection === 'live') this.#problem = null;
  }

  #tell(happening: Happening): void {
    if (happening.type === 'ready') this.#isReady = true;
    this.#show();
    const { element } = this.#options;
    // A stream may outlive its session for a moment; and where another inbox has taken this one's place, that one tells the page.
    const isOver = this.#condition.kind === 'ended' || !element.isConnected;
    const event = happeningEvent(happening);
    if (event && (!isOver || happening.type !== 'received')) element.dispatchEvent(event);
  }
}

const settingsOf = (element: WiredElement): ViewSettings => ({
  withoutComposer: element.withoutComposer,
  strings: element.strings ?? {},
  lang: pageLanguage(element),
});

/** A connection's error, if only the page's developer can fix it: the page's policy, or the origins that the service allows. */
function setupProblem(error: InboxError | undefined): InboxError | null {
  if (error?.serviceCode === 'origin_not_allowed') {
    return new InboxError(error.code, `The service refuses this page: add ${pageOrigin()} to the component's allowed origins.`, error);
  }
  return error?.code === 'INBOX_BLOCKED_BY_POLICY' ? error : null;
}

/** Where the inbox comes from; for the service, all elements of a client share one source. */
function sourceOf({ setup: { source, config }, tokens }: OpenInboxOptions): InboxSource | null {
  if (source || !tokens || !config) return source;
  return tokens.shared((supplier) => new ServiceSource({ service: config.service, tokens: supplier }));
}

/** Deletes what was written and stored for a service's clients, where no inbox is on screen to do so. */
export const wipeWriting = (service: string): Promise<void> => new IndexedStorage(service).wipe();
