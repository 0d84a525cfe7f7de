/** Frames in which nothing moves, after which nothing will. */
const STILL_FRAMES = 3;

/** Nobody reads that of which less is in sight, in px: less than a line of text. */
const LEAST_PX = 16;

/** A part of a message. */
export interface Place {
  readonly key: string;
  /** Its number among the parts. */
  readonly part: number;
}

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

  isRefused(key: string): boolean {
    return this.messages.some(({ dataset }) => dataset.key === key && dataset.status === 'failed');
  }

  /**
   * What somebody reads who has scrolled up: the first part of a message that they can read, and where it ends. What is above it may
   * grow, the line "New" may leave the place below it, and a notice may take the room above.
   */
  reading(): { readonly place: Place; readonly ends: readonly number[] } | null {
    const log = this.box('.log[part]');
    // The log begins at its end: zero is the newest message, which stays in sight.
    if (!log || Math.abs(log.element.scrollTop) < 24) return null;
    for (const message of this.messages) {
      const part = partsOf(message).findIndex((one) => one.getBoundingClientRect().bottom > log.top + LEAST_PX);
      const place = { key: message.dataset.key ?? '', part };
      const ends = part < 0 ? null : this.endsOf(place);
      if (ends) return { place, ends };
    }
    return null;
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

  /** Where a part of a message ends now, in the window and in the log; `null` where it is not there. */
  endsOf({ key, part }: Place): readonly number[] | null {
    const message = this.find(`.log[part] .message[data-key="${CSS.escape(key)}"]`);
    const bottom = partsOf(message)[part]?.getBoundingClientRect().bottom;
    const log = this.box('.log[part]');
    return bottom !== undefined && log ? [bottom, bottom - log.top] : null;
  }
}

/** What can be seen of a message, from the top. */
const partsOf = (message: Element | null): Element[] => [...(message?.querySelectorAll('[part]') ?? [])];
