import type { Span } from './list-window.js';

/** No fewer messages than this are rendered, however low the log is. */
const MIN_MESSAGES = 21;
/** No message is lower than this, in px: one line of text and its gap. */
const LOWEST_MESSAGE_PX = 42;

/** How many messages to render for a log of this height in px: enough to fill it, and a quarter more, with the lowest of them. */
export const windowSize = (viewport: number): number => Math.max(MIN_MESSAGES, Math.ceil((viewport / LOWEST_MESSAGE_PX) * 1.25));

/** The newest messages. */
export const newestSpan = (count: number, size: number): Span => ({ start: Math.max(0, count - size), end: count });

/** Further back by a third of a window; what is furthest ahead goes. */
export function olderSpan({ start }: Span, count: number, size: number): Span {
  const from = Math.max(0, start - Math.ceil(size / 3));
  return { start: from, end: Math.min(count, from + size) };
}

/** Further ahead by a third of a window; what is furthest back goes. */
export function newerSpan({ end }: Span, count: number, size: number): Span {
  const to = Math.min(count, end + Math.ceil(size / 3));
  return { start: Math.max(0, to - size), end: to };
}

/** The same messages as before, now that the first of them has the index `start`. */
export function movedSpan(start: number, count: number, size: number): Span {
  const from = Math.max(0, Math.min(start, count - 1));
  return { start: from, end: Math.min(count, from + size) };
}
