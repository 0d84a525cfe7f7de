import type { PaneHost } from './pane.js';

/** Which message of the log is pointed at, with a mouse, a finger or the keyboard: it shows its exact time and its tools. */
export class MessagePointer {
  readonly #host: PaneHost;
  /** The log has moved because of a tap. */
  readonly #onMoved: (scrollTop: number) => void;
  /** Key of the message that is pointed at. */
  active: string | undefined;
  /** Its text has been copied. */
  isCopied = false;
  /** The last pointer was a finger or a pen. */
  isTouch = false;

  constructor(host: PaneHost, onMoved: (scrollTop: number) => void) {
    this.#host = host;
    this.#onMoved = onMoved;
  }

  /** Points at a message, or at none. */
  activate(message: HTMLElement | null): void {
    const key = message?.dataset.key;
    if (key === this.active) return;
    this.active = key;
    this.isCopied = false;
    this.#host.requestRender();
  }

  /** The text of the message that is pointed at has been copied. */
  copied(): void {
    this.isCopied = true;
    this.#host.requestRender();
  }

  /** A mouse points where it is. A finger or a pen that scrolls points at nothing, and has left once it is lifted. */
  readonly pointed = ({ type, target, pointerType }: PointerEvent): void => {
    const isTouch = /touch|pen/.test(pointerType);
    // Where no finger taps, nobody listens to clicks, or screen readers would call each message clickable.
    if (isTouch !== this.isTouch) this.#host.requestRender();
    this.isTouch = isTouch;
    const isLeaving = type === 'pointerleave';
    const message = isLeaving ? null : (target as Element).closest<HTMLElement>('.message');
    if (!isTouch && (isLeaving || message)) this.activate(message);
  };

  /** A tap on a message shows the same, wholly visible below it, and the next tap hides it. */
  readonly tapped = ({ target, currentTarget }: Event): void => {
    const log = currentTarget as HTMLElement;
    if ((target as Element).closest('a, button')) return;
    const message = (target as Element).closest<HTMLElement>('.message');
    this.activate(message?.dataset.key === this.active ? null : message);
    this.#host.renderNow();
    log.querySelector('.message-tools')?.scrollIntoView({ block: 'nearest' });
    this.#onMoved(log.scrollTop);
  };

  /**
   * On the log, its messages and what is in them, the arrow keys move from one message to the next, so that it is read aloud and
   * its tools are the next tab stop; a message that is taller than the log is scrolled through first.
   */
  readonly keydown = (event: KeyboardEvent): void => {
    const log = event.currentTarget as HTMLElement;
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    const from = event.target as Element;
    const target = from.closest('.message') ?? from;
    if (!step || !target.matches('.log, .message') || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const { top, bottom } = log.getBoundingClientRect();
    const messages = [...log.querySelectorAll<HTMLElement>('.message[data-key]')];
    const box = (message: HTMLElement | undefined): DOMRect | undefined => message?.getBoundingClientRect();
    // From the message with the focus, whatever the pointer has come to rest on meanwhile.
    const at = messages.findIndex((message) => (target === log ? message.dataset.key === this.active : message === target));
    const here = box(messages[at]);
    if (here && (step < 0 ? here.top < top : here.bottom > bottom)) return;
    const next = here ? messages[at + step] : messages.findLast((message) => (box(message)?.top ?? 0) < bottom);
    if (!next) return;
    event.preventDefault();
    this.isTouch = false;
    this.activate(next);
    // Safari shows no ring by itself where a pointer has moved the focus before.
    next.focus({ preventScroll: true, focusVisible: true });
  };

  /** What the keyboard has moved to becomes wholly visible, not behind the jump button. What is pressed stays where it is. */
  readonly focused = ({ target }: Event): void => {
    const one = target as Element;
    if (one.matches(':focus-visible')) one.scrollIntoView({ block: 'nearest' });
  };
}
