import { LONGEST_TEXT } from './limits.js';
import type { Draft, InboxState, StagedAttachment } from './state.js';

const EMPTY: Draft = { text: '', attachments: [] };

/** What is being written in a conversation. */
export const draftOf = ({ drafts }: InboxState, conversationId: string): Draft => drafts.get(conversationId) ?? EMPTY;

/** Whether a file is still on its way to the service: neither there nor given up. */
export const isOnItsWay = ({ uploaded, error }: StagedAttachment): boolean => !uploaded && !error;

/** By how many UTF-16 units the text is too long for the service; 0: it is not. */
export const excessOf = ({ text }: Draft): number => Math.max(0, text.trim().length - LONGEST_TEXT);

/** Whether there is text or an uploaded file to send, and no file still being uploaded. */
export const isSendable = (draft: Draft): boolean =>
  !excessOf(draft) &&
  (draft.text.trim() !== '' || draft.attachments.some(({ uploaded }) => uploaded)) &&
  !draft.attachments.some(isOnItsWay);
