import type { InboxEventMap } from './events.js';
import type { InboxUnread } from './inbox-unread.js';
import type { InboxWidget } from './inbox-widget.js';

/** What JSX allows on every element, as far as it makes sense here. */
interface AnyElement<E> {
  readonly children?: unknown;
  readonly class?: string;
  readonly className?: string;
  readonly dir?: string;
  readonly hidden?: boolean;
  readonly id?: string;
  readonly key?: string | number | null;
  readonly lang?: string;
  readonly ref?: ((element: E | null) => unknown) | { current: E | null } | null;
  readonly slot?: string;
  readonly style?: object;
}

/** `oninbox-ready` and so on. */
type Handlers = { readonly [Name in keyof InboxEventMap as `on${Name}`]?: ((event: InboxEventMap[Name]) => void) | undefined };

type Properties = 'theme' | 'layout' | 'conversation' | 'strings' | 'fetchToken' | 'refreshHeaders' | 'source' | 'withoutComposer' | 'withoutStorage';

interface Attributes {
  readonly 'base-url'?: string;
  readonly 'refresh-credentials'?: RequestCredentials;
  readonly 'refresh-endpoint'?: string;
  readonly token?: string;
  readonly 'without-composer'?: boolean;
  readonly 'without-storage'?: boolean;
}

/** Both tags and what may be written on them, for a framework's `JSX.IntrinsicElements`. React's already has them. */
export interface InboxElements {
  readonly 'inbox-widget': AnyElement<InboxWidget> & Partial<Pick<InboxWidget, Properties>> & Attributes & Handlers;
  readonly 'inbox-unread': AnyElement<InboxUnread> & { readonly for?: string };
}

declare global {
  /* eslint-disable @typescript-eslint/no-namespace, @typescript-eslint/no-empty-object-type -- so React's types are extended */
  namespace React {
    namespace JSX {
      interface IntrinsicElements extends InboxElements {}
    }
  }
}
