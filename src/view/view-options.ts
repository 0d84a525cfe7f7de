import type { InboxError } from '../errors.js';
import type { OwnWords } from '../locales/dictionary.js';

/** What the page decides about the view; may change at any time. */
export interface ViewSettings {
  /** BCP 47 tag of the language of words, numbers and dates. */
  readonly lang: string;
  readonly withoutComposer: boolean;
  /** The page's own words, over the dictionary's. */
  readonly strings: OwnWords;
}

/**
 * What stands in the inbox's way as a whole, beside what the store knows. `reconnecting` here is the token's: a new one
 * cannot be reached and the old one is over.
 */
export type Condition =
  | { readonly kind: 'none' }
  | { readonly kind: 'reconnecting' }
  /** `isWiped`: nothing that was written is left. */
  | { readonly kind: 'ended'; readonly isWiped?: boolean }
  | { readonly kind: 'misconfigured'; readonly error: InboxError };
