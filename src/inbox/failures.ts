import { InboxError, type InboxErrorCode } from '../errors.js';

const FINAL: readonly InboxErrorCode[] = [
  'INBOX_SERVICE_REFUSED',
  'INBOX_SERVICE_UNEXPECTED',
  'INBOX_MESSAGE_REJECTED',
  'INBOX_ATTACHMENT_REJECTED',
];

/**
 * Whether the same request may succeed later. What has to do with the network or the token passes: a person who signs
 * in again finds everything waiting.
 */
export const passes = ({ code, status }: InboxError): boolean => status === 401 || !FINAL.includes(code);

/** Whether this is an `InboxError`, of this copy of the package or of another on the page. */
export const isInboxError = (error: unknown): error is InboxError => (error as Error | null)?.name === 'InboxError';

/** Whatever a source throws, as an `InboxError`. An app's own source may throw what it likes. */
export const asInboxError = (cause: unknown): InboxError =>
  isInboxError(cause) ? cause : new InboxError('INBOX_SERVICE_UNEXPECTED', 'The source failed.', { cause });
