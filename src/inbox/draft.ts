import { LONGEST_TEXT } from './limits.js';
import type { Draft, InboxState, StagedAttachment } from './state.js';

const EMPTY: Draft = { text: '', attachments: [] };

/** What is being written in a conversation. */
export const draftOf = ({ drafts }: InboxState, conversationId: string): Draft => drafts.get(conversationId) ?? EMPTY;

/** Whether a file is still on its way to the service: neither there nor given up. */
export const isOnItsWay = ({ uploaded, error }: StagedAttachment): boolean => !uploaded && !error;

/** Whether the service would refuse the draft for its length. */
export const isTooLong = ({ text }: Draft): boolean => text.trim().length > LONGEST_TEXT;

/** Whether there is text or an uploaded file to send, and no file still being uploaded. */
export const isSendable = (draft: Draft): boolean =>
  !isTooLong(draft) &&
  (draft.text.trim() !== '' || draft.attachments.some(({ uploaded }) => uploaded)) &&
  !draft.attachments.some(isOnItsWay);
