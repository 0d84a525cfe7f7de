// First, for the order of the bundle: see the first line of inbox-view.ts.
import { InboxView } from './view/inbox-view.js';
import { InboxError } from './errors.js';
import { happeningEvent } from './happening-event.js';
import { asInboxError } from './inbox/failures.js';
import { IndexedStorage } from './inbox/indexed-storage.js';
import type { InboxSource, SourceEvent } from './inbox/inbox-source.js';
import { InboxUnreadChangedEvent } from './inbox-events.js';
import { InboxStore } from './inbox/inbox-store.js';
import { ServiceSource } from './inbox/service/service-source.js';
import type { Happening } from './inbox/state.js';
import { conditionOf, customStates, NO_STATES } from './inbox-states.js';
import { browserClock } from './page-clock.js';
import { pageLanguage } from './page-language.js';
import { pageOrigin } from './page-origin.js';
import { tokenError } from './token/refresh-error.js';
import type { TokenLease } from './token/token-owner.js';
import type { Condition, ViewSettings } from './view/view-options.js';
import { widgetChanged } from './widgets.js';
import type { Setup, WiredElement } from './wiring.js';
import { outsideZones } from './zones.js';

/** A page that sets neither a token nor a way to get one has this long, in ms, to set either. */
const SET_UP_LIMIT_MS = 10_000;

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
  /** Nothing that was written is left: the page has signed out. */
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
  /** The token's status has changed. */
  tokenChanged(): void;
  openConversation(id: string | null): void;
  reload(): void;
  /** The element has been moved, or taken out of the page: restores what was scrolled. */
  moved(): void;
  /** @param wipe Whether what is stored of this client goes as well. */
  close(wipe: boolean): void;
}

/**
 * The one thing that the shell loads later: everything that shows an inbox is behind it. None of its timers triggers
 * change detection in an Angular app.
 */
export const openInbox = (options: OpenInboxOptions): OpenInbox => outsideZones(() => showInbox(options));

function showInbox(options: OpenInboxOptions): OpenInbox {
  const { element, states, setup, tokens } = options;
  const root = element.renderRoot as ShadowRoot;
  const source = sourceOf(options);
  const clock = { ...browserClock, now: () => source?.now?.() ?? Date.now() };
  const storage = new IndexedStorage(setup.config?.service, !setup.withoutStorage);
  const store = source && new InboxStore({ source, storage, clock });
  const settings = (): ViewSettings => ({
    withoutComposer: element.withoutComposer,
    strings: element.strings ?? {},
    lang: pageLanguage(element),
  });
  const view = new InboxView(root, {
    store,
    settings: settings(),
    clock,
    onContinue: options.onContinue,
  });
  // Browsers forget scroll positions when an element is taken out of the page, even if only to be put in elsewhere.
  const scrolled = new WeakMap<Element, number>();
  const noteScroll = ({ target }: Event): void => void scrolled.set(target as Element, (target as Element).scrollTop);
  root.addEventListener('scroll', noteScroll, true);
  /** What is open as the page last said or was told; what it says next is not to be undone by news of what it said before. */
  let openId = element.conversation || null;
  /** There has been something to show. */
  let ready = false;
  let unread = 0;
  let { isWiped } = options;
  let isUsable = tokens?.usable;
  let condition: Condition = { kind: 'none' };
  /** Why the service cannot be asked, where only the page's developer can help. */
  let problem: InboxError | null = null;
  const setUnread = (now: number): void => {
    if (now === unread) return;
    unread = now;
    widgetChanged(element);
    element.dispatchEvent(new InboxUnreadChangedEvent(now));
  };
  const show = (): void => {
    // First, so that a listener of any event finds it in the element.
    if (store && store.state.openId !== openId) element.conversation = openId = store.state.openId;
    const wasUsable = isUsable;
    isUsable = tokens?.usable;
    if (isUsable) isWiped = false;
    // Whatever waits to be retried goes on at once.
    if (isUsable && !wasUsable) store?.reload();
    const error = setup.error ?? (ready ? null : problem);
    if (error) condition = { kind: 'misconfigured', error };
    else if (tokens) condition = conditionOf(tokens, condition, isWiped);
    view.setCondition(condition);
    setStates(states, customStates(condition, store?.state.connection ?? 'connecting', ready));
    if (ready) setUnread(condition.kind === 'ended' ? 0 : (store?.state.unread ?? 0));
  };
  const report = (error: InboxError): void => {
    if (error.message !== problem?.message) options.onMisconfigured(error);
    problem = error;
    show();
  };
  const hear = (event: SourceEvent): void => {
    if (event.type !== 'connection') return;
    const next = setupProblem(event.error);
    // What stands in the way of a token is reported by its manager.
    if (next && tokens?.status !== 'misconfigured') return report(next);
    if (event.connection === 'live') problem = null;
    show();
  };
  const happened = (happening: Happening): void => {
    if (happening.type === 'ready') ready = true;
    show();
    // A stream may outlive its session for a moment.
    if (condition.kind !== 'ended' || happening.type !== 'received') element.dispatchEvent(happeningEvent(happening));
  };
  const stops = store ? [store.onHappening(happened), store.subscribe(show)] : [];
  try {
    if (source) stops.push(source.subscribe(hear));
    store?.start();
  } catch (cause) {
    report(asInboxError(cause));
  }
  store?.open(openId);
  widgetChanged(element);
  show();
  const setUpLimit = setTimeout(() => {
    const hasWay = setup.config?.endpoint ?? setup.config?.fetchToken;
    if (hasWay || tokens?.status !== 'missing') return;
    report(tokenError('unconfigured'));
  }, SET_UP_LIMIT_MS);
  return {
    get unread() {
      return unread;
    },
    settingsChanged: () => view.setSettings(settings()),
    tokenChanged: show,
    openConversation: (id) => store?.open((openId = id)),
    reload: () => store?.reload(),
    moved: () => {
      widgetChanged(element);
      for (const part of root.querySelectorAll('*')) part.scrollTop = scrolled.get(part) ?? 0;
    },
    close: (wipe) => {
      clearTimeout(setUpLimit);
      root.removeEventListener('scroll', noteScroll, true);
      // Before anything is taken down: from now on, news would be about an inbox that is gone.
      // An app's own source may return nothing to call, hence `?.`.
      for (const stop of stops) stop?.();
      view.dispose();
      setStates(states, NO_STATES);
      setUnread(0);
      widgetChanged(element, false);
      if (wipe) void store?.wipe();
      store?.stop();
    },
  };
}

function setStates(states: CustomStateSet | undefined, next: Record<string, boolean>): void {
  for (const [name, holds] of Object.entries(next)) states?.[holds ? 'add' : 'delete'](name);
}

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
