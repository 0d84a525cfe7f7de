import type { InboxError } from './errors.js';
import type { Connection } from './inbox/inbox-source.js';
import type { TokenStatus } from './token/token-owner.js';
import type { Condition } from './view/view-options.js';

/** What the inbox on screen has to know of its token. */
export interface TokenView {
  readonly status: TokenStatus;
  /** Why `status` is `ended` or `misconfigured`; else `null`. */
  readonly error: InboxError | null;
  /** There is a token that may be used now. */
  readonly usable: boolean;
}

/**
 * What the token's state means for the person. A set-up that is found wrong while the token is still good is told to
 * the page, and the person goes on. After an end, whoever asks to go on may be somebody else: nothing is shown before
 * there is a token again.
 */
export function conditionOf({ status, error, usable }: TokenView, before: Condition): Condition {
  if (status === 'ended' || (before.kind === 'ended' && !usable)) return { kind: 'ended' };
  if (status === 'misconfigured' && error && !usable) return { kind: 'misconfigured', error };
  return { kind: status === 'expired' ? 'reconnecting' : 'none' };
}

/**
 * The element's custom states, and which of them hold.
 *
 * @param ready Whether anything of the inbox has been shown yet.
 */
export function customStates({ kind }: Condition, connection: Connection, ready: boolean): Record<string, boolean> {
  return {
    loading: !ready && kind === 'none',
    reconnecting: kind === 'reconnecting' || (kind === 'none' && connection === 'reconnecting'),
    offline: connection === 'offline',
    ended: kind === 'ended',
    misconfigured: kind === 'misconfigured',
  };
}
