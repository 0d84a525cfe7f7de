import { isOwnKey } from './keys.js';
import type { Screen } from './screen.js';

const FIELDS = 'input, textarea, select';

/** Whether an element has boxes: `checkVisibility()` is missing from browsers in which the inbox still works. */
const isShown = (element: Element): boolean => element.getClientRects().length > 0;

/** Where the focus is before everything is drawn anew. */
export interface FocusPlace {
  /** What has it; `null`: nothing here. */
  readonly focused: Element | null;
  /** The list or composer that this is in: once it is gone, nothing tells where it was. */
  readonly pane: Element | null;
}

/** What had the focus in a view that has gone or is hidden, by where that was: the next one that shows there takes the focus over. */
const left = new WeakMap<ShadowRoot, Element | null>();

/**
 * Keeps the focus inside the inbox when what had it is redrawn, hidden or gone, and leads it into a thread that is opened. Keeps
 * the keys that are pressed here to the inbox.
 */
export class FocusKeeper {
  readonly #root: ShadowRoot;
  readonly #frame: HTMLElement;
  readonly #isCovered: () => boolean;
  readonly #screen: Pick<Screen, 'recoverFocus'> | null;
  /** What had the focus when a thread was opened: from there, the focus follows into the thread. */
  #followsFrom: Element | null = null;
  #shownId: string | null = null;
  /** What took the focus from a field that vanished while somebody was typing in it: the keys that follow are not meant for it. */
  #typedAt: Element | null = null;
  /** The list or composer from which a panel in place of everything has taken the focus, which goes back there with the inbox. */
  #coveredPane: Element | null = null;
  /** The last key pressed, if the inbox has used it; else empty. */
  #usedKey = '';
  /** Where list and thread are no longer side by side, what has the focus may now be hidden behind the other one. */
  readonly #resizes = new ResizeObserver(() => {
    const focused = this.#root.activeElement;
    if (focused && !isShown(focused)) this.#recoverFocus(focused, null);
  });

  /**
   * @param frame Everything is drawn in it. Whatever uses keys there is listening already, and calls `preventDefault()` on those it uses.
   * @param status An element whose width depends on the layout alone, which may change while the size of the frame does not.
   * @param isCovered Whether a panel stands in place of everything.
   * @param screen Knows what is nearest to something that is gone; `null` where there is no inbox to show.
   */
  constructor(root: ShadowRoot, frame: HTMLElement, status: HTMLElement, isCovered: () => boolean, screen: Pick<Screen, 'recoverFocus'> | null) {
    this.#root = root;
    this.#frame = frame;
    this.#isCovered = isCovered;
    this.#screen = screen;
    for (const type of ['keydown', 'keypress', 'keyup'] as const) frame.addEventListener(type, this.#keepOwnKey);
    frame.addEventListener('focusout', ({ target }) => {
      this.#typedAt = null;
      if (this.#isHidden) left.set(root, target as Element);
    });
    this.#resizes.observe(frame);
    this.#resizes.observe(status);
  }

  dispose(): void {
    left.set(this.#root, this.#root.activeElement);
    this.#resizes.disconnect();
  }

  /** A person has opened a thread: from what has the focus now, it moves there once that is drawn. */
  followIntoThread(): void {
    this.#followsFrom = this.#active;
  }

  /** Where the focus is now. */
  get place(): FocusPlace {
    const root = this.#root;
    // Unless it has gone elsewhere meanwhile.
    const focused = this.#active === root.ownerDocument.body ? (left.get(root) ?? null) : root.activeElement;
    if (focused === root.activeElement || !this.#isHidden) left.delete(root);
    return { focused, pane: focused?.closest('.list, .composer') ?? null };
  }

  /**
   * Everything has been drawn anew.
   *
   * @param before Where the focus was before that.
   * @param openId Id of the open conversation.
   * @param moveFocus Moves the focus, in place of the rules here.
   */
  drawn(before: FocusPlace, openId: string | null, moveFocus?: () => void): void {
    if (moveFocus) moveFocus();
    else this.#move(before, openId);
    this.#shownId = openId;
    // Whoever has gone elsewhere meanwhile is not to be led back later.
    if (!this.#isCovered()) this.#coveredPane = null;
  }

  /** Back from the back-forward cache, the inbox shows nothing for a moment, though its element does; browsers take the focus from what is hidden. */
  get #isHidden(): boolean {
    return getComputedStyle(this.#frame).visibility !== getComputedStyle(this.#root.host).visibility;
  }

  /** What has the focus, here or elsewhere on the page. */
  get #active(): Element | null {
    return this.#root.activeElement ?? this.#root.ownerDocument.activeElement;
  }

  /**
   * Moves the focus into the thread that a person has opened, unless they have gone elsewhere meanwhile, and keeps it inside
   * the inbox where it was on something that is now gone, moved, or behind the thread.
   */
  #move({ focused, pane }: FocusPlace, openId: string | null): void {
    const isOther = openId !== this.#shownId;
    const isLost = focused && (!this.#root.activeElement || (isOther && !isShown(focused)));
    const follows = this.#followsFrom && (isLost ? focused : this.#active) === this.#followsFrom;
    const leads = openId !== null && (follows || (isLost && isOther));
    const title = leads && this.#frame.querySelector<HTMLElement>('.thread-title');
    if (title) title.focus({ preventScroll: true });
    else if (isLost && !leads && isShown(focused)) {
      // A row loses the focus when it is moved among the others.
      (focused as HTMLElement).focus({ preventScroll: true });
    } else if (leads || isLost) this.#recoverFocus(focused, leads ? null : pane);
    this.#followsFrom = leads && !title ? this.#active : null;
  }

  /**
   * Gives the focus a new place.
   *
   * @param lost What had the focus.
   * @param pane The list or composer that it was in; `null` where the focus is to go to the thread, whatever had it.
   */
  #recoverFocus(lost: Element | null, pane: Element | null): void {
    const isCovered = this.#isCovered();
    const wasTyping = !!lost?.matches(FIELDS);
    const frame = this.#frame;
    // Somebody who goes on typing must not press a button by accident.
    const button = frame.querySelector<HTMLElement>('[part="panel-button"]:not(.list *)');
    const next = isCovered && (wasTyping || !button || !isShown(button)) ? frame : button;
    if (next === frame) frame.tabIndex = -1;
    if (next) next.focus({ preventScroll: next === frame });
    else this.#screen?.recoverFocus(pane ?? this.#coveredPane);
    this.#coveredPane = pane ?? this.#coveredPane;
    this.#typedAt = wasTyping ? this.#root.activeElement : null;
  }

  /** Keeps from the page's shortcuts what is typed here, and every event of a key that the inbox has used. */
  readonly #keepOwnKey = (event: KeyboardEvent): void => {
    const { key, type } = event;
    const target = event.target as Element;
    const isOwn = event.defaultPrevented || isOwnKey(event, target, target === this.#typedAt || target.matches(FIELDS));
    if (type === 'keydown') this.#usedKey = isOwn ? key : '';
    if (isOwn || key === this.#usedKey) event.stopPropagation();
  };
}
