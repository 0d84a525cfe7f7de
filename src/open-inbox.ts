// First, for the sake of the bundle's order: see there.
import { InboxView } from './view/inbox-view.js';
import type { InboxError } from './errors.js';
import { happeningEvent } from './happening-event.js';
import type { InboxSource } from './inbox/inbox-source.js';
import { InboxUnreadChangedEvent } from './inbox-events.js';
import { InboxStore } from './inbox/inbox-store.js';
import { ServiceSource } from './inbox/service/service-source.js';
import { createStorage } from './inbox/storage.js';
import { conditionOf, customStates, type TokenView } from './inbox-states.js';
import { pageLanguage } from './page-language.js';
import type { TokenLease } from './token/token-owner.js';
import type { Condition, ViewSettings } from './view/view-options.js';

/** What an inbox on screen needs of its element. */
export interface OpenInboxOptions {
  /** Tells the page what happens, and holds the inbox in its shadow root. */
  readonly element: Element;
  readonly root: ShadowRoot;
  /** Where the inbox comes from; `null` where the set-up is wrong and only that can be said. */
  readonly from: { readonly source: InboxSource } | { readonly tokens: TokenLease; readonly service: string } | null;
  /** What the page says; the language is read from where the element stands. */
  readonly settings: Omit<ViewSettings, 'lang'>;
  readonly withoutStorage: boolean;
  /** Id of the conversation to open at once. */
  readonly conversation: string | null;
  /** The element's custom states; `undefined` in browsers without. */
  readonly states: CustomStateSet | undefined;
  /** Reads how the token is now. */
  readonly token: () => TokenView;
  /** Called with the number of unread messages when it is another, before the page is told. */
  readonly onUnread: (unread: number) => void;
  /** Only the page's developer can help: its policy blocks the service, or the service refuses the page. Once for each. */
  readonly onMisconfigured: (error: InboxError) => void;
  readonly onConversation: (id: string | null) => void;
  readonly onContinue: () => void;
}

/** The inbox of one client on screen: a source, a store and a view, from the first request to the last trace. */
export interface OpenInbox {
  setSettings(settings: Omit<ViewSettings, 'lang'>): void;
  /** The token is in another state. */
  tokenChanged(): void;
  openConversation(id: string | null): void;
  reload(): void;
  /** The element stands at another place: whatever was scrolled is where it was. */
  moved(): void;
  /** @param wipe Whether what is stored of this client goes as well. */
  close(wipe: boolean): void;
}

/** The one thing that the shell loads later: everything that shows an inbox stands behind it. */
export function openInbox(options: OpenInboxOptions): OpenInbox {
  const { from, withoutStorage, token, states } = options;
  const source = sourceOf(options);
  const isKept = from && 'service' in from && !withoutStorage;
  const store = source && new InboxStore({ source, storage: createStorage(isKept ? from.service : null) });
  const withLanguage = (settings: Omit<ViewSettings, 'lang'>): ViewSettings => ({
    ...settings,
    lang: pageLanguage(options.element),
  });
  const view = new InboxView(options.root, {
    store,
    settings: withLanguage(options.settings),
    onContinue: options.onContinue,
    onConversationShown: options.onConversation,
  });
  // A browser forgets it where an element is taken out of the page, also if only to be put in elsewhere.
  const scrolled = new Map<Element, number>();
  const noteScroll = ({ target }: Event): void => void scrolled.set(target as Element, (target as Element).scrollTop);
  options.root.addEventListener('scroll', noteScroll, true);
  let ready = false;
  let unread = 0;
  const count = (now: number): void => {
    if (now === unread) return;
    unread = now;
    options.onUnread(now);
    options.element.dispatchEvent(new InboxUnreadChangedEvent(now));
  };
  let condition: Condition = { kind: 'none' };
  /** Why the service cannot be asked, where only the page's developer can help. */
  let problem: InboxError | null = null;
  const show = (): void => {
    condition = problem && !ready ? { kind: 'misconfigured', error: problem } : conditionOf(token(), condition);
    view.setCondition(condition);
    setStates(states, customStates(condition, store?.state.connection ?? 'connecting', ready));
  };
  const unsubscribe = source?.subscribe((event) => {
    if (event.type !== 'connection') return;
    const next = setupProblem(event.error);
    if (next && next.message !== problem?.message) options.onMisconfigured(next);
    if (next || event.connection === 'live') problem = next;
    show();
  });
  store?.onHappening((happening) => {
    if (happening.type === 'ready') ready = true;
    if (happening.type === 'ready' || happening.type === 'unread-changed') count(happening.unread);
    show();
    const event = happeningEvent(happening);
    if (event) options.element.dispatchEvent(event);
  });
  store?.subscribe(show);
  store?.start();
  if (options.conversation) store?.open(options.conversation);
  show();
  return {
    setSettings: (settings) => view.setSettings(withLanguage(settings)),
    tokenChanged: show,
    openConversation: (id) => store?.open(id),
    reload: () => store?.reload(),
    moved: () => {
      for (const [element, top] of scrolled) element.scrollTop = top;
    },
    close: (wipe) => {
      options.root.removeEventListener('scroll', noteScroll, true);
      unsubscribe?.();
      view.dispose();
      setStates(states, NO_STATES);
      count(0);
      if (wipe) void store?.wipe();
      store?.stop();
    },
  };
}

/** Nothing is on screen: none of the inbox's states holds. */
const NO_STATES = { loading: false, reconnecting: false, offline: false, ended: false, misconfigured: false };

function setStates(states: CustomStateSet | undefined, next: Record<string, boolean>): void {
  for (const [name, holds] of Object.entries(next)) states?.[holds ? 'add' : 'delete'](name);
}

/** What of a connection's errors only the page's developer can mend: its policy, or the origins that the service allows. */
function setupProblem(error: InboxError | undefined): InboxError | null {
  const isSetup = error?.code === 'INBOX_BLOCKED_BY_POLICY' || error?.serviceCode === 'origin_not_allowed';
  return isSetup ? error : null;
}

/** Where the inbox comes from; of the service, all elements of a client have one. */
function sourceOf({ from }: OpenInboxOptions): InboxSource | null {
  if (!from) return null;
  if ('source' in from) return from.source;
  const { tokens, service } = from;
  return tokens.shared('source', (supplier) => new ServiceSource({ service, tokens: supplier }));
}
