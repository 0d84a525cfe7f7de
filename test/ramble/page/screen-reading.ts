/** Frames in which nothing moves, after which nothing will. */
const STILL_FRAMES = 3;

/** What can be read off the screen of the inbox, by its parts. */
export class ScreenReading {
  readonly root: ShadowRoot;

  constructor(root: ShadowRoot) {
    this.root = root;
  }

  find<T extends HTMLElement = HTMLElement>(selector: string): T | null {
    return this.root.querySelector<T>(selector);
  }

  all<T extends HTMLElement = HTMLElement>(selector: string): T[] {
    return [...this.root.querySelectorAll<T>(selector)];
  }

  /** A part that can be seen, with its box. */
  box(selector: string): { readonly element: HTMLElement; readonly top: number; readonly bottom: number } | null {
    const element = this.find(selector);
    if (!element?.clientHeight) return null;
    const { top, bottom } = element.getBoundingClientRect();
    return { element, top, bottom };
  }

  /** Rows as they stand in the list; the first is number 0. */
  get rows(): { readonly index: number; readonly id: string; readonly item: HTMLElement }[] {
    return this.all('.rows > li').map((item) => ({
      index: Number(item.ariaPosInSet) - 1,
      id: item.querySelector<HTMLElement>('.row')?.dataset.id ?? '',
      item,
    }));
  }

  get messages(): HTMLElement[] {
    return this.all('.log[part] .message[data-key]');
  }

  get messageKeys(): string[] {
    return this.messages.map(({ dataset }) => dataset.key ?? '');
  }

  /**
   * What somebody reads who has scrolled up: the first message that begins in sight, and where it stands. One that begins above may grow
   * there, and so begin elsewhere though what is in sight of it stays.
   */
  reading(): { readonly key: string; readonly top: number } | null {
    const log = this.box('.log[part]');
    // The log begins at its end: zero is the newest message, which stays in sight.
    if (!log || Math.abs(log.element.scrollTop) < 24) return null;
    const first = this.messages.find((message) => {
      const { top } = message.getBoundingClientRect();
      return top > log.top - 1 && top < log.bottom - 1;
    });
    return first ? { key: first.dataset.key ?? '', top: first.getBoundingClientRect().top - log.top } : null;
  }

  /** Waits until nothing scrolls any more: a key that scrolls goes on doing so for a while. */
  async still(): Promise<void> {
    const places = (): string => this.all('.scroller').map(({ scrollTop }) => scrollTop).join();
    for (let same = 0, last = ''; same < STILL_FRAMES; ) {
      await new Promise(requestAnimationFrame);
      const now = places();
      same = now === last ? same + 1 : 0;
      last = now;
    }
  }

  /** Where a message stands in the log now; `null` where it is not there. */
  topOf(key: string): number | null {
    const message = this.find(`.log[part] .message[data-key="${CSS.escape(key)}"]`);
    const log = this.box('.log[part]');
    return message && log && message.getBoundingClientRect().top - log.top;
  }
}
