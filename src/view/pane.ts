import type { InboxStoreView } from '../inbox/state.js';
import type { PageClock } from '../page-clock.js';

/** What the parts of the view share. */
export interface PaneHost {
  readonly store: InboxStoreView;
  /** The element that everything is rendered into. */
  readonly frame: HTMLElement;
  readonly clock: PageClock;
  /** Draws once, with everything else that has changed in this task. */
  readonly requestRender: () => void;
  /**
   * Draws at once, for callers that go on with what is then drawn.
   *
   * @param moveFocus Moves the focus after drawing, instead of the view's own rules.
   */
  readonly renderNow: (moveFocus?: () => void) => void;
  /** Moves the focus to the open thread's title, once it is drawn. */
  focusThread(): void;
}

/** Finds one of the view's own elements; `null` where it is not drawn. */
export const find = <T extends HTMLElement = HTMLElement>({ frame }: PaneHost, selector: string): T | null =>
  frame.querySelector<T>(selector);
