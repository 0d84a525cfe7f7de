import { InboxError, type InboxErrorCode } from '../errors.js';

const FINAL: readonly InboxErrorCode[] = [
  'INBOX_SERVICE_REFUSED',
  'INBOX_SERVICE_UNEXPECTED',
  'INBOX_MESSAGE_REJECTED',
  'INBOX_ATTACHMENT_REJECTED',
];

/**
 * Whether the same request may succeed later. Failures of the network or the token pass: a person who signs in again finds
 * everything waiting.
 */
export const isTemporary = ({ code, status }: InboxError): boolean => status === 401 || !FINAL.includes(code);

/** Whether this is an `InboxError`, from this copy of the package or another one on the page. */
export const isInboxError = (error: unknown): error is InboxError => (error as Error | null)?.name === 'InboxError';

/** Whatever a source throws, as an `InboxError`: an app's own source may throw anything. */
export const asInboxError = (cause: unknown): InboxError =>
  isInboxError(cause) ? cause : new InboxError('INBOX_SERVICE_UNEXPECTED', 'The source failed.', { cause });
