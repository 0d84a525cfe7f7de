import type { InboxEventMap } from './events.js';
import type { InboxUnread } from './inbox-unread.js';
import type { InboxWidget } from './inbox-widget.js';

/** What JSX allows on every element, as far as it makes sense here. */
interface AnyElement<Style> {
  readonly children?: unknown;
  readonly class?: string | undefined;
  readonly dir?: string | undefined;
  readonly hidden?: boolean | undefined;
  readonly id?: string | undefined;
  readonly lang?: string | undefined;
  readonly slot?: string | undefined;
  readonly style?: Style | undefined;
}

/** The same, and what React and Preact add to it. */
interface KeyedElement<E, Style> extends AnyElement<Style> {
  readonly className?: string | undefined;
  readonly key?: string | number | null | undefined;
  readonly ref?: ((element: E | null) => unknown) | { current: E | null } | null | undefined;
}

/** Whatever may be absent may be `undefined`: so it is for all other elements in JSX. */
type Optional<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

/** The same under names with something before them. */
type Prefixed<Prefix extends string, T> = { readonly [Name in keyof T & string as `${Prefix}${Name}`]?: T[Name] | undefined };

type Handlers = { readonly [Name in keyof InboxEventMap]: (event: InboxEventMap[Name]) => void };

type Properties = Pick<
  InboxWidget,
  'theme' | 'layout' | 'conversation' | 'strings' | 'fetchToken' | 'refreshHeaders' | 'source' | 'withoutComposer' | 'withoutStorage'
>;

interface Flags {
  readonly 'without-composer': boolean;
  readonly 'without-storage': boolean;
}

interface Attributes {
  readonly 'base-url': string;
  readonly 'refresh-credentials': RequestCredentials;
  readonly 'refresh-endpoint': string;
  readonly token: string;
}

/** `oninbox-ready` and so on. */
type Widget = Optional<Properties & Attributes & Flags> & Prefixed<'on', Handlers>;
type Unread = Optional<Pick<InboxUnread, 'for'>>;

/**
 * Both tags and what may be written on them, for the `JSX.IntrinsicElements` of a framework. React's has them.
 *
 * @example
 * declare module 'preact' {
 *   namespace JSX {
 *     interface IntrinsicElements extends InboxElements {}
 *   }
 * }
 */
export interface InboxElements<Style = string | object> {
  readonly 'inbox-widget': KeyedElement<InboxWidget, Style> & Widget;
  readonly 'inbox-unread': KeyedElement<InboxUnread, Style> & Unread;
}

/** Solid's own, of which some stand under a name with a prefix as well. */
type SolidElement<E> = AnyElement<string | object> & {
  readonly classList?: Readonly<Record<string, boolean | undefined>> | undefined;
  readonly ref?: E | ((element: E) => void) | undefined;
} & Prefixed<'attr:', { class: string; dir: string; id: string; lang: string; slot: string }>;

/** The same for Solid, which also writes `attr:refresh-endpoint`, `bool:without-composer`, `prop:strings` and `on:inbox-ready`. */
export interface InboxSolidElements {
  readonly 'inbox-widget': SolidElement<InboxWidget> &
    Widget &
    Prefixed<'attr:', Attributes & Record<keyof Flags, string | boolean> & Pick<Properties, 'theme' | 'layout' | 'conversation'>> &
    Prefixed<'bool:', Flags> &
    Prefixed<'prop:', Properties & Pick<InboxWidget, 'refreshEndpoint' | 'refreshCredentials' | 'baseUrl' | 'token'>> &
    Prefixed<'on:', Handlers>;
  readonly 'inbox-unread': SolidElement<InboxUnread> & Unread & Prefixed<'attr:' | 'prop:', Pick<InboxUnread, 'for'>>;
}

declare global {
  /* eslint-disable @typescript-eslint/no-namespace, @typescript-eslint/no-empty-object-type -- so React's types are extended */
  namespace React {
    namespace JSX {
      // It throws where a style is a text.
      interface IntrinsicElements extends InboxElements<object> {}
    }
  }
}
