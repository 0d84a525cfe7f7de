import type { InboxState } from '../inbox/state.js';
import type { Condition } from './view-options.js';
import type { WordValues } from './translate.js';

/** The one line above everything: its word, and what fills it. */
export interface Notice {
  readonly kind: 'offline' | 'reconnecting' | 'statusRefused' | 'unreadRefused' | 'notDownloaded';
  readonly values?: WordValues;
}

/** Whether the connection, or a token for it, is being waited for. */
export const isReconnecting = ({ connection }: InboxState, condition: Condition): boolean =>
  condition.kind === 'reconnecting' || connection === 'reconnecting';

/**
 * The line above everything, if there is one: what could not be done comes first, then the state of the connection.
 *
 * @param isReconnectingLong A lost connection has been waited for so long that it is shown.
 * @param notDownloaded Name of a file that could not be downloaded; `null` for none.
 */
export function noticeOf(
  state: InboxState,
  isReconnectingLong: boolean,
  notDownloaded: string | null,
): Notice | null {
  if (notDownloaded !== null) return { kind: 'notDownloaded', values: { name: notDownloaded } };
  if (state.refused) return { kind: `${state.refused.change}Refused` };
  if (state.connection === 'offline') return { kind: 'offline' };
  // Where nothing could be loaded, that is said instead, and without a thread there is nothing to go on writing in.
  return isReconnectingLong && (state.openId !== null || state.list.status !== 'failed') ? { kind: 'reconnecting' } : null;
}
