import type { InboxEventMap } from './events.js';
import type { InboxUnread } from './inbox-unread.js';
import type { InboxWidget } from './inbox-widget.js';

/** What JSX allows on every element, as far as the framework's own types do not say so. */
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

/** What an element takes that has no attributes of its own. Its events know it as an `HTMLElement`: those of a `div` would not. */
type Section<Elements> = Elements extends { section: infer Allowed } ? Allowed : unknown;

/** A framework's own type of one attribute, besides ours. */
type Allowed<Name, T> = Name extends keyof T ? T[Name] : never;

/**
 * Whatever a framework allows on every HTML element. Its `ref` is for another class than ours; and its style may forbid
 * `--inbox-accent`.
 *
 * @template Elements the framework's `JSX.IntrinsicElements`
 */
type Html<Elements, Style, T = Section<Elements>> = {
  [Name in keyof T as Name extends 'ref' | 'style' ? never : Name]: T[Name];
} & Omit<AnyElement<Style | Allowed<'style', T>>, Exclude<keyof T, 'style'>>;

/** The same, and what React and Preact add to it. */
type KeyedElement<E, Elements, Style> = Html<Elements, Style> &
  Omit<{ readonly className?: string | undefined; readonly key?: string | number | null | undefined }, keyof Section<Elements>> & {
    readonly ref?: ((element: E | null) => unknown) | { current: E | null } | null | undefined;
  };

/** Whatever may be absent may be `undefined`: so it is for all other elements in JSX. */
type Optional<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

/** The same under names with something before them. */
type Prefixed<Prefix extends string, T> = { readonly [Name in keyof T & string as `${Prefix}${Name}`]?: T[Name] | undefined };

type Handlers = { readonly [Name in keyof InboxEventMap]: (event: InboxEventMap[Name]) => void };

/** What may be set on the tag by the names that scripts use, apart from the token. */
export type Properties = Pick<
  InboxWidget,
  | 'theme' | 'layout' | 'conversation' | 'strings' | 'source' | 'withoutComposer' | 'withoutStorage'
  | 'baseUrl' | 'refreshEndpoint' | 'refreshCredentials' | 'refreshHeaders' | 'fetchToken'
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
 * Both tags and what may be written on them, for the `JSX.IntrinsicElements` of a framework, or Svelte's `SvelteHTMLElements`.
 * React's has them. Whatever the framework allows on every element is allowed on them: `this` is the interface that extends
 * this one.
 *
 * @example
 * declare module 'preact' {
 *   namespace JSX {
 *     interface IntrinsicElements extends InboxElements {}
 *   }
 * }
 */
export interface InboxElements<Style = string | object> {
  readonly 'inbox-widget': KeyedElement<InboxWidget, this, Style> & Widget;
  readonly 'inbox-unread': KeyedElement<InboxUnread, this, Style> & Unread;
}

/** Solid's own, of which some stand under a name with a prefix as well. */
type SolidElement<E, Elements> = Html<Elements, string | object> & {
  readonly classList?: Readonly<Record<string, boolean | undefined>> | undefined;
  readonly ref?: E | ((element: E) => void) | undefined;
} & Prefixed<'attr:', { class: string; dir: string; id: string; lang: string; slot: string }>;

/** Solid takes an object as well, which says how to listen: `{ handleEvent, once: true }`. */
type SolidHandlers = {
  readonly [Name in keyof Handlers]: Handlers[Name] | ({ readonly handleEvent: Handlers[Name] } & Readonly<AddEventListenerOptions>);
};

/** The same for Solid, which also writes `attr:refresh-endpoint`, `bool:without-composer`, `prop:strings` and `on:inbox-ready`. */
export interface InboxSolidElements {
  readonly 'inbox-widget': SolidElement<InboxWidget, this> &
    Widget &
    Prefixed<'attr:', Attributes & Record<keyof Flags, string | boolean> & Pick<Properties, 'theme' | 'layout' | 'conversation'>> &
    Prefixed<'bool:', Flags> &
    Prefixed<'prop:', Properties & Pick<InboxWidget, 'token'>> &
    Prefixed<'on:', SolidHandlers>;
  readonly 'inbox-unread': SolidElement<InboxUnread, this> & Unread & Prefixed<'attr:' | 'prop:', Pick<InboxUnread, 'for'>>;
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
