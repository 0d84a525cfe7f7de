/** Above this many, a wall of emoji is set like text. */
const LARGE_EMOJI_LIMIT = 8;

/** One emoji as people see it: flags, keycaps, and pictures with their tones and joined companions. */
const EMOJI =
  /(?:\p{RI}\p{RI}|[0-9#*]\uFE0F?\u20E3|\p{Extended_Pictographic}(?:\p{EMod}|\uFE0F)?(?:[\u{E0020}-\u{E007E}]+\u{E007F})?(?:\u200D\p{Extended_Pictographic}(?:\p{EMod}|\uFE0F)?)*)/gu;

/** Signs that are text unless a selector says otherwise, such as ©. */
const TEXT_BY_DEFAULT = /^[©®™]$/;

/** Whether a message consists of a few emoji and nothing else, and is shown large. */
export function isEmojiOnly(text: string): boolean {
  const compact = text.replace(/\s+/gu, '');
  const found = compact.match(EMOJI);
  return (
    !!found &&
    found.length <= LARGE_EMOJI_LIMIT &&
    found.join('') === compact &&
    !found.some((emoji) => TEXT_BY_DEFAULT.test(emoji))
  );
}
