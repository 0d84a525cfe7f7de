/** The longest text of a message, in UTF-16 units. */
export const LONGEST_TEXT = 10_000;

/** The longest search text, in UTF-16 units. */
export const LONGEST_SEARCH = 200;

/** The largest page that the service gives, of conversations or messages. */
export const LARGEST_PAGE_SIZE = 100;

/** The largest file that the service takes, in bytes. */
export const LARGEST_ATTACHMENT_BYTES = 25 * 1024 * 1024;

/** The most files that one message takes. */
export const ATTACHMENTS_PER_MESSAGE = 10;
