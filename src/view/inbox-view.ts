// Styles, then templates, then all else: the bundle follows this order, and compresses better where like stands next to like.
import { ViewStyles } from './style-sheets.js';
import { firstLoadTemplate } from './templates/thread.js';
import { endedPanel, misconfiguredPanel } from './templates/panels.js';
import { render } from 'lit/html.js';
import type { InboxStoreView } from '../inbox/state.js';
import type { WordKey } from '../locales/dictionary.js';
import { ENGLISH, loadDictionary, servedLanguage, type LoadedDictionary } from '../locales/index.js';
import { Announcer, heardOf } from './announcer.js';
import { browserClock, type PageClock } from '../page-clock.js';
import { Formats, startOfDay } from './formats.js';
import { isOwnKey, type KeyPlace } from './keys.js';
import { find } from './pane.js';
import { Screen } from './screen.js';
import { createTranslate } from './translate.js';
import type { Ui } from './ui.js';
import type { Condition, ViewSettings } from './view-options.js';

/** How long the first render waits for the words of a language other than English, in ms. */
const WORDS_WAIT_MS = 2_000;

export interface InboxViewOptions {
  /** `null` where there is no inbox to show, only a condition. */
  readonly store: InboxStoreView | null;
  readonly settings: ViewSettings;
  /** The person says that they have signed in again, and asks to go on. May return a promise: whatever comes of it. */
  readonly onContinue: () => unknown;
  readonly clock?: PageClock;
}

/**
 * An inbox on screen, in the shadow root that it is given. Draws a store's state, and calls the store's actions when a
 * person does something. Changes in one task are drawn once, in a microtask, so that a hidden page is drawn too.
 */
export class InboxView {
  readonly #options: InboxViewOptions;
  readonly #root: ShadowRoot;
  readonly #box: HTMLElement;
  readonly #frame: HTMLElement;
  readonly #end = new Comment();
  readonly #styles: ViewStyles;
  readonly #clock: PageClock;
  readonly #announcer: Announcer;
  readonly #screen: Screen | null;
  readonly #stops: (() => void)[] = [];
  #settings: ViewSettings;
  #condition: Condition = { kind: 'none' };
  /** The person has asked to go on after the end of the session, and nobody has answered yet. */
  #isAsking = false;
  /** `null` until the first words have been loaded. */
  #words: LoadedDictionary | null = null;
  #ui: Ui | null = null;
  #isPlanned = false;
  /** What had the focus when a thread was opened: from there, the focus follows into the thread. */
  #followsFrom: Element | null = null;
  #shownId: string | null = null;
  /** What took the focus from a field that vanished while somebody was typing in it: further keys are meant for nothing. */
  #typedAt: Element | null = null;
  /** The last key pressed, if the inbox has used it; else empty. */
  #usedKey = '';
  /** Where list and thread are no longer side by side, what has the focus may now be hidden behind the other one. */
  readonly #resizes = new ResizeObserver(() => {
    const focused = this.#root.activeElement;
    if (focused && !isShown(focused)) this.#recoverFocus(focused, null);
  });

  constructor(root: ShadowRoot, options: InboxViewOptions) {
    const { store, settings, clock = browserClock } = options;
    this.#options = options;
    this.#root = root;
    this.#clock = clock;
    this.#settings = settings;
    this.#styles = new ViewStyles(root);
    const { ownerDocument } = root;
    const make = (name: string, className: string): HTMLElement => Object.assign(ownerDocument.createElement(name), { className });
    const frame = (this.#frame = make('section', 'inbox'));
    const status = make('p', 'visually-hidden');
    frame.setAttribute('part', 'frame');
    status.setAttribute('role', 'status');
    frame.append(status, this.#end);
    const box = (this.#box = make('div', 'box'));
    box.append(frame);
    // Markup may have brought the shadow root along, with styles that could spy on what is shown.
    root.replaceChildren(box);
    this.#announcer = new Announcer(() => find(frame, '.viewer [role="status"]') ?? status, clock);
    this.#screen =
      store &&
      new Screen(
        {
          store,
          frame,
          clock,
          requestRender: this.#requestRender,
          renderNow: this.#renderNow,
          focusThread: () => {
            this.#followsFrom = this.#active;
            this.#requestRender();
          },
        },
        this.#announcer,
      );
    if (store && this.#screen) {
      frame.addEventListener('keydown', this.#screen.keydown);
      frame.addEventListener('dragover', refuseFiles);
      this.#stops.push(
        store.subscribe(this.#requestRender),
        store.onHappening((happening) => this.#isCovered || this.#announcer.tell(heardOf(happening, store.state, this.#freshUi()))),
      );
    }
    for (const type of ['keydown', 'keypress', 'keyup'] as const) frame.addEventListener(type, this.#keepOwnKey);
    frame.addEventListener('focusout', () => (this.#typedAt = null));
    this.#resizes.observe(frame);
    // Its width depends on the layout alone, which may be another one in a frame of the same size.
    this.#resizes.observe(status);
    this.#stops.push(clock.after(WORDS_WAIT_MS, () => this.#takeWords(this.#words ?? ENGLISH)));
    this.#loadWords();
  }

  setSettings(settings: ViewSettings): void {
    const { lang } = this.#settings;
    if (JSON.stringify(settings) === JSON.stringify(this.#settings)) return;
    this.#settings = settings;
    this.#ui = null;
    if (settings.lang !== lang) this.#loadWords();
    this.#requestRender();
  }

  setCondition(condition: Condition): void {
    const { kind } = condition;
    const title = kind === 'ended' || kind === 'misconfigured' ? this.#freshUi().t(`${kind}Title`) : '';
    if (kind !== this.#condition.kind && (title || this.#isCovered)) {
      // A message that came just before must not be read out of an inbox that is shown no more.
      this.#announcer.hush();
      this.#announcer.say(title);
    }
    this.#condition = condition;
    this.#requestRender();
  }

  /** Removes everything that the view has put in place. */
  dispose(): void {
    for (const stop of this.#stops) stop();
    this.#resizes.disconnect();
    this.#screen?.dispose();
    this.#announcer.hush();
    this.#styles.dispose();
    this.#box.remove();
    // Without words, a render that is still planned draws nothing.
    this.#words = null;
  }

  readonly #requestRender = (): void => {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    queueMicrotask(() => {
      if (this.#isPlanned) this.#renderNow();
    });
  };

  readonly #renderNow = (moveFocus?: () => void): void => {
    this.#isPlanned = false;
    if (!this.#words) return;
    const { store } = this.#options;
    const ui = this.#freshUi();
    const frame = this.#frame;
    const openId = store?.state.openId ?? null;
    const focused = this.#root.activeElement;
    // Once it is gone, nothing tells where it was.
    const pane = focused?.closest('.list, .composer') ?? null;
    frame.toggleAttribute('data-open', openId !== null);
    render(this.#template(ui), frame, { renderBefore: this.#end });
    if (!this.#isCovered) this.#screen?.rendered();
    if (moveFocus) moveFocus();
    else this.#moveFocus(focused, pane, openId);
    this.#shownId = openId;
  };

  /** Whoever stays signed out hears so again: nothing on screen would tell that anything has been tried. */
  async #continue(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#requestRender();
    await this.#options.onContinue();
    this.#isAsking = false;
    this.#requestRender();
    if (this.#words && this.#condition.kind === 'ended') this.#announcer.say(this.#freshUi().t('endedTitle'));
  }

  #template(ui: Ui): unknown {
    const condition = this.#condition;
    if (condition.kind === 'ended') return endedPanel(condition.isWiped, this.#isAsking, ui, () => void this.#continue());
    if (condition.kind === 'misconfigured') return misconfiguredPanel(condition.error, ui);
    return this.#screen?.template(ui, condition, this.#settings.withoutComposer) ?? firstLoadTemplate(ui);
  }

  /** Whether a panel stands in place of everything. */
  get #isCovered(): boolean {
    return this.#condition.kind === 'ended' || this.#condition.kind === 'misconfigured';
  }

  /** What has the focus, here or elsewhere on the page. */
  get #active(): Element | null {
    return this.#root.activeElement ?? this.#root.ownerDocument.activeElement;
  }

  /**
   * Moves the focus into the thread that a person has opened, unless they have gone elsewhere meanwhile, and keeps it inside
   * the inbox where it was on something that is now gone, moved, or behind the thread.
   */
  #moveFocus(focused: Element | null, pane: Element | null, openId: string | null): void {
    const isOther = openId !== this.#shownId;
    const isLost = focused && (!this.#root.activeElement || (isOther && !isShown(focused)));
    const follows = this.#followsFrom && (isLost ? focused : this.#active) === this.#followsFrom;
    const leads = openId !== null && (follows || (isLost && isOther));
    const title = leads && find(this.#frame, '.thread-title');
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
    const wasTyping = !!lost?.matches(FIELDS);
    const frame = this.#frame;
    // Whoever goes on typing must not press a button by it.
    const next = this.#isCovered && wasTyping ? frame : find(frame, '[part="panel-button"]:not(.list *)');
    if (next === frame) frame.tabIndex = -1;
    if (this.#isCovered || next) next?.focus({ preventScroll: next === frame });
    else this.#screen?.recoverFocus(pane);
    this.#typedAt = wasTyping ? this.#root.activeElement : null;
  }

  /** Keeps from the page's shortcuts what is typed here, and every event of a key that the inbox has used. */
  readonly #keepOwnKey = (event: KeyboardEvent): void => {
    const { key, type } = event;
    const target = event.target as Element;
    const isOwn = event.defaultPrevented || isOwnKey(event, target === this.#typedAt ? 'field' : placeOf(target));
    if (type === 'keydown') this.#usedKey = isOwn ? key : '';
    if (isOwn || key === this.#usedKey) event.stopPropagation();
  };

  /** What templates are given; recreated for other words and for another day. */
  #freshUi(): Ui {
    const now = this.#clock.now();
    if (this.#ui && startOfDay(this.#ui.now) === startOfDay(now)) return this.#ui;
    const { lang, words } = this.#words ?? ENGLISH;
    const { lang: tag, strings } = this.#settings;
    const format = new Formats(tag);
    const t = createTranslate(words, lang, strings, format, lang !== 'ar' && getComputedStyle(this.#frame).direction === 'rtl');
    const isAllOwn = Object.keys(words).every((key) => strings[key as WordKey]);
    // Not with each render: setting even the same language makes the browser recalculate all styles.
    Object.assign(this.#frame, { lang: isAllOwn ? tag : lang, ariaLabel: t('inbox') });
    return (this.#ui = { t, format, now });
  }

  #loadWords(): void {
    const { lang } = this.#settings;
    if (servedLanguage(lang) === 'en') return this.#takeWords(ENGLISH);
    loadDictionary(lang).then(
      (words) => lang === this.#settings.lang && this.#takeWords(words),
      () => this.#takeWords(this.#words ?? ENGLISH),
    );
  }

  #takeWords(words: LoadedDictionary): void {
    // They may come after the view has been disposed of.
    if (!this.#box.parentNode) return;
    this.#words = words;
    this.#ui = null;
    this.#requestRender();
  }
}

/** Whether an element has boxes: `checkVisibility()` is missing from browsers in which the inbox still works. */
const isShown = (element: Element): boolean => element.getClientRects().length > 0;

/** Files that are dropped beside the thread would be opened by the browser, in place of the page. */
function refuseFiles(event: DragEvent): void {
  const { dataTransfer, defaultPrevented } = event;
  if (defaultPrevented || !dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  dataTransfer.dropEffect = 'none';
}

const FIELDS = 'input, textarea, select';

function placeOf(target: Element): KeyPlace {
  if (target.closest('dialog')) return 'dialog';
  if (target.matches(FIELDS)) return 'field';
  if (target.matches('.row')) return 'row';
  return target.matches('button, a') ? 'button' : 'elsewhere';
}
