/** Rows beyond each edge of what can be seen, so that a slow scroll never shows a gap. More would cost elements, not save gaps. */
const OVERSCAN_ROWS = 1;
/** Rows of the first render, before one has been measured. */
const UNMEASURED_ROWS = 12;

/** What the list's geometry is known to be, in px. */
export interface ListGeometry {
  /** From one row's top to the next one's; 0 until one has been measured. */
  readonly pitch: number;
  /** Height of what can be seen. */
  readonly viewport: number;
  readonly scrollTop: number;
}

/** Indexes from `start` to before `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The rows to render of `count`. All rows are of the same height. */
export function visibleRows(count: number, { pitch, viewport, scrollTop }: ListGeometry): Span {
  if (!pitch) return { start: 0, end: Math.min(count, UNMEASURED_ROWS) };
  const end = Math.min(count, Math.ceil((scrollTop + viewport) / pitch) + OVERSCAN_ROWS);
  const first = Math.floor(scrollTop / pitch) - OVERSCAN_ROWS;
  return { start: Math.max(0, Math.min(first, end - 1)), end };
}

/**
 * Where to scroll so that what is being read stays where it is, now that the rows are others.
 *
 * At its top a list stays there, so that what is new is seen. Where the first visible row has gone, the next that is
 * left takes its place.
 */
export function keptScrollTop(before: readonly string[], after: readonly string[], geometry: ListGeometry): number {
  const { pitch, scrollTop } = geometry;
  const first = Math.floor(scrollTop / pitch);
  if (!pitch || scrollTop < pitch / 2 || before === after) return scrollTop;
  for (let index = first; index < before.length; index++) {
    // Most changes leave most rows where they were.
    const now = after[index] === before[index] ? index : after.indexOf(before[index] as string);
    if (now >= 0) return Math.max(0, scrollTop + (now - index) * pitch);
  }
  return scrollTop;
}

/** Where to scroll, as little as can be, so that a row is seen whole. */
export function scrollTopShowing(index: number, { pitch, viewport, scrollTop }: ListGeometry): number {
  return Math.max(Math.min(scrollTop, index * pitch), (index + 1) * pitch - viewport);
}
