/** Rows beyond each edge of what can be seen, so that a slow scroll never shows a gap. More would cost elements and save no gaps. */
const OVERSCAN_ROWS = 1;

/** The list's geometry as last measured, in px. */
export interface ListGeometry {
  /** From the top of one row to that of the next. */
  readonly pitch: number;
  /** Height of what can be seen. */
  readonly viewport: number;
  readonly scrollTop: number;
}

/** What a list is taken for until it has been measured. */
export const UNMEASURED: ListGeometry = { pitch: 64, viewport: 700, scrollTop: 0 };

/** Indexes from `start` to before `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Which of `count` rows to render. All rows have the same height. */
export function visibleRows(count: number, { pitch, viewport, scrollTop }: ListGeometry): Span {
  const end = Math.min(count, Math.ceil((scrollTop + viewport) / pitch) + OVERSCAN_ROWS);
  const first = Math.floor(scrollTop / pitch) - OVERSCAN_ROWS;
  return { start: Math.max(0, Math.min(first, end - 1)), end };
}

/**
 * Where to scroll so that what is being read stays where it is, now that the rows are others.
 *
 * A list at its top stays there, so that what is new is seen. Where the first visible row is gone, the next one that is
 * left takes its place.
 */
export function keptScrollTop(before: readonly string[], after: readonly string[], geometry: ListGeometry): number {
  const { pitch, scrollTop } = geometry;
  const first = Math.floor(scrollTop / pitch);
  if (scrollTop < pitch / 2 || before === after) return scrollTop;
  for (let index = first; index < before.length; index++) {
    const now = after.indexOf(before[index] as string);
    if (now >= 0) return Math.max(0, scrollTop + (now - index) * pitch);
  }
  return scrollTop;
}

/** Where to scroll, moving as little as possible, so that a row is wholly visible. */
export function scrollTopShowing(index: number, { pitch, viewport, scrollTop }: ListGeometry): number {
  return Math.max(Math.min(scrollTop, index * pitch), (index + 1) * pitch - viewport);
}
