import { happeningEvent } from './happening-event.js';
import type { Connection, InboxSource } from './inbox/inbox-source.js';
import type { Happening } from './inbox/state.js';
import { InboxStore } from './inbox/inbox-store.js';
import { ServiceSource } from './inbox/service/service-source.js';
import { createStorage } from './inbox/storage.js';
import type { TokenLease } from './token/token-owner.js';
import { InboxView } from './view/inbox-view.js';
import type { Condition, ViewSettings } from './view/view-options.js';

/** What an inbox on screen needs of its element. */
export interface OpenInboxOptions {
  /** Tells the page what happens, and holds the inbox in its shadow root. */
  readonly element: Element;
  readonly root: ShadowRoot;
  /** Where the inbox comes from; `null` where the set-up is wrong and only that can be said. */
  readonly from: { readonly source: InboxSource } | { readonly tokens: TokenLease; readonly service: string } | null;
  readonly settings: ViewSettings;
  readonly withoutStorage: boolean;
  /** Id of the conversation to open at once. */
  readonly conversation: string | null;
  readonly onHappening: (happening: Happening) => void;
  readonly onConnection: (connection: Connection) => void;
  readonly onConversation: (id: string | null) => void;
  readonly onContinue: () => void;
}

/** The inbox of one client on screen: a source, a store and a view, from the first request to the last trace. */
export interface OpenInbox {
  setSettings(settings: ViewSettings): void;
  setCondition(condition: Condition): void;
  openConversation(id: string | null): void;
  reload(): void;
  /** The element stands at another place: whatever was scrolled is where it was. */
  moved(): void;
  /** @param wipe Whether what is stored of this client goes as well. */
  close(wipe: boolean): void;
}

/** The one thing that the shell loads later: everything that shows an inbox stands behind it. */
export function openInbox(options: OpenInboxOptions): OpenInbox {
  const store = createStore(options);
  const view = new InboxView(options.root, {
    store,
    settings: options.settings,
    onContinue: options.onContinue,
    onConversationShown: options.onConversation,
  });
  // A browser forgets it where an element is taken out of the page, also if only to be put in elsewhere.
  const scrolled = new Map<Element, number>();
  const noteScroll = ({ target }: Event): void => void scrolled.set(target as Element, (target as Element).scrollTop);
  options.root.addEventListener('scroll', noteScroll, true);
  store?.onHappening((happening) => {
    options.onHappening(happening);
    const event = happeningEvent(happening);
    if (event) options.element.dispatchEvent(event);
  });
  store?.subscribe(() => options.onConnection(store.state.connection));
  store?.start();
  if (options.conversation) store?.open(options.conversation);
  return {
    setSettings: (settings) => view.setSettings(settings),
    setCondition: (condition) => view.setCondition(condition),
    openConversation: (id) => store?.open(id),
    reload: () => store?.reload(),
    moved: () => {
      for (const [element, top] of scrolled) element.scrollTop = top;
    },
    close: (wipe) => {
      options.root.removeEventListener('scroll', noteScroll, true);
      view.dispose();
      if (wipe) void store?.wipe();
      store?.stop();
    },
  };
}

function createStore({ from, withoutStorage }: OpenInboxOptions): InboxStore | null {
  if (!from) return null;
  if ('source' in from) return new InboxStore({ source: from.source, storage: createStorage(null) });
  const { tokens, service } = from;
  const source = tokens.shared('source', (supplier) => new ServiceSource({ service, tokens: supplier }));
  return new InboxStore({ source, storage: createStorage(withoutStorage ? null : service) });
}
