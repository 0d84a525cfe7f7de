/** Above this many, a wall of emoji is set like text. */
const LARGE_EMOJI_LIMIT = 8;

/** Whether a message consists of a few emoji and nothing else, and is shown large. */
export function isEmojiOnly(text: string): boolean {
  try {
    // Not a literal, which would be a syntax error where the flag is unknown.
    return new RegExp(`^(\\s*\\p{RGI_Emoji}){1,${LARGE_EMOJI_LIMIT}}\\s*$`, 'v').test(text);
  } catch {
    return false;
  }
}
