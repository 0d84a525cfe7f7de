import type { InboxError } from '../errors.js';
import type { OwnWords } from '../locales/dictionary.js';

/** What the page decides about the view; may change at any time. */
export interface ViewSettings {
  /** BCP 47 tag of the language for words, numbers and dates. */
  readonly lang: string;
  readonly withoutComposer: boolean;
  /** The page's own words, which take precedence over the dictionary's. */
  readonly strings: OwnWords;
}

/**
 * What stands in the way of the inbox as a whole, besides what the store knows. `reconnecting` here is about the token: the
 * old one has expired and a new one cannot be had.
 */
export type Condition =
  | { readonly kind: 'none' }
  | { readonly kind: 'reconnecting' }
  /** `isWiped`: nothing that was written is left, or will be after the page. */
  | { readonly kind: 'ended'; readonly isWiped?: boolean }
  | { readonly kind: 'misconfigured'; readonly error: InboxError };
