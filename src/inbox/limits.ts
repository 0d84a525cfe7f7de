/** Letters of a message's text at most, in UTF-16 units. */
export const LONGEST_TEXT = 10_000;

/** Letters of what is searched for at most, in UTF-16 units. */
export const LONGEST_SEARCH = 200;

/** The largest file that the service takes, in bytes. */
export const LARGEST_ATTACHMENT_BYTES = 25 * 1024 * 1024;

/** Files with one message at most. */
export const ATTACHMENTS_PER_MESSAGE = 10;
