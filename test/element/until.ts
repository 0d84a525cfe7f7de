/** The page's own, whatever a test puts in its place. */
const { setTimeout: later, requestAnimationFrame: beforeFrame } = globalThis;

const LOOK_AGAIN_MS = 5;

/** Waits until something is so. What never comes ends by the test's own time limit. */
export async function until<T>(look: () => T): Promise<NonNullable<T>> {
  for (;;) {
    const found = look();
    if (found) return found;
    await new Promise((resolve) => void later(resolve, LOOK_AGAIN_MS));
  }
}

/** Everything that is planned for now happens: microtasks, messages, timers without a delay. */
export const turn = (): Promise<void> => new Promise((resolve) => void later(resolve, 0));

/**
 * So much of the page's own time passes, in ms. For limits of the element that are real time by their nature (how long
 * an element is kept that has left the page), and only for what must not happen within them.
 */
export const passed = (ms: number): Promise<void> => new Promise((resolve) => void later(resolve, ms));

/** The next frame is about to be drawn. */
export const frame = (): Promise<unknown> => new Promise((resolve) => void beforeFrame(resolve));
