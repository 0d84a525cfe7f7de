import type { InboxEventMap } from './events.js';
import type { InboxUnread } from './inbox-unread.js';
import type { InboxWidget } from './inbox-widget.js';
import type { Properties } from './jsx.js';

/** `inbox-token-failed` as `InboxTokenFailed`. */
type Pascal<Name extends string> = Name extends `${infer First}-${infer Rest}` ? `${Capitalize<First>}${Pascal<Rest>}` : Capitalize<Name>;

/** `onInboxReady` and so on: what Vue makes of `@inbox-ready`. */
type Listeners = { readonly [Name in keyof InboxEventMap as `on${Pascal<Name>}`]?: ((event: InboxEventMap[Name]) => void) | undefined };

/** What Vue keeps to itself. */
interface Reserved {
  readonly key: PropertyKey;
  readonly ref: unknown;
}

/** What Vue's checker takes for a component: an element, and what may be written on its tag. */
type Component<E, Html, Own> = new () => E & {
  readonly $props: Omit<Html, keyof Own | keyof Reserved> & { readonly [Name in keyof (Own & Reserved)]?: (Own & Reserved)[Name] | undefined };
};

/**
 * Both tags and what may be written on them, for Vue's `GlobalComponents`.
 *
 * @template Html what Vue allows on every element: its `HTMLAttributes`
 * @example
 * declare module 'vue' {
 *   interface GlobalComponents extends InboxVueComponents<HTMLAttributes> {}
 * }
 */
export interface InboxVueComponents<Html = Readonly<Record<string, unknown>>> {
  readonly 'inbox-widget': Component<InboxWidget, Html, Properties & Pick<InboxWidget, 'token'> & Listeners>;
  readonly 'inbox-unread': Component<InboxUnread, Html, Pick<InboxUnread, 'for'>>;
}
