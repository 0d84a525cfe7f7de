/**
 * Up to eight emoji: flags, and signs in colour with what modifies and joins them. More would be a wall, and are set like
 * text. `\p{RGI_Emoji}` says it in a word, but a browser expands it to thousands of alternatives: for the first messages of a
 * thread, that took longer than everything else together. Each character can match in one way only, or a stranger's text
 * could keep the page busy.
 */
const FEW_EMOJI =
  /^(?:\s*(?:\p{RI}{2}|(?!\p{EMod})(?:\p{EPres}|\p{Emoji}(?=[\uFE0F\p{EMod}]))(?:\u200D\p{Emoji}|[\p{M}\p{EMod}\u{E0020}-\u{E007F}])*)){1,8}\s*$/u;

/** Whether a message consists of a few emoji and nothing else, and is shown large. */
export const isEmojiOnly = (text: string): boolean => FEW_EMOJI.test(text);
