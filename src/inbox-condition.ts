import type { Connection } from './inbox/inbox-source.js';
import type { TokenLease } from './token/token-owner.js';
import type { Condition } from './view/view-options.js';

/**
 * What the token's state means for the person. A setup that turns out to be wrong while the token is still good is
 * reported to the page, and the person goes on. After the end of a session, whoever asks to go on may be somebody else:
 * nothing is shown until there is a token again.
 *
 * @param before The condition until now.
 * @param isWiped The client's data is gone, since the page has signed out, or will be with the page.
 */
export function conditionOf(
  { status, problem, isUsable }: Pick<TokenLease, 'status' | 'problem' | 'isUsable'>,
  before: Condition,
  isWiped: boolean,
): Condition {
  if (status === 'ended' || (before.kind === 'ended' && !isUsable)) return { kind: 'ended', isWiped };
  if (status === 'misconfigured' && problem && !isUsable) return { kind: 'misconfigured', error: problem };
  return { kind: status === 'expired' ? 'reconnecting' : 'none' };
}

/**
 * The element's custom states by name, and whether each holds.
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
