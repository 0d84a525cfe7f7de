import type { Span } from './list-window.js';

/** What shows less than this, in px, can be read by nobody: it is less than a line of text. The line "New" is scrolled to with as much room above. */
export const LEAST_PX = 16;

/** Part of a message in sight, and where it was. */
export interface Place {
  readonly node: Element;
  /** In px, from the top of the viewport. */
  readonly top: number;
}

/**
 * How far an element begins above what is in sight of a log, in px; negative below. Not as measured in the window: where a page is
 * zoomed by CSS, that has other pixels than those by which a log is scrolled.
 */
export const distanceAbove = (log: Element, element: HTMLElement): number => log.scrollTop - element.offsetTop;

/**
 * Measures which messages of a log are in sight.
 *
 * @param start Index of the first message that is drawn.
 * @returns Their indexes, and of each the first part that can be read, from the top.
 */
export function messagesInSight(log: Element, start: number): { readonly seen: Span; readonly places: readonly Place[] } {
  const places: Place[] = [];
  const seen = { start, end: start };
  const bounds = log.getBoundingClientRect();
  log.querySelectorAll('.message[data-key]').forEach((message, index) => {
    const { top, bottom } = message.getBoundingClientRect();
    if (bottom <= bounds.top || top >= bounds.bottom) return;
    if (seen.end === start) seen.start = start + index;
    seen.end = start + index + 1;
    // Of a message that begins out of sight, what is out of sight may change its height.
    const node = [...message.querySelectorAll('[part]')].find((part) => part.getBoundingClientRect().bottom > bounds.top + LEAST_PX);
    if (node) places.push({ node, top: node.getBoundingClientRect().top });
  });
  return { seen, places };
}
