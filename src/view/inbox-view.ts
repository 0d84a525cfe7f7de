// Styles, then templates, then all else: the bundle follows this order, and compresses better where like stands next to like.
import { ViewStyles } from './style-sheets.js';
import { firstLoadTemplate } from './templates/thread.js';
import { endedPanel, misconfiguredPanel } from './templates/panels.js';
import { html, nothing, render } from 'lit/html.js';
import type { InboxStoreView } from '../inbox/state.js';
import type { WordKey } from '../locales/dictionary.js';
import { ENGLISH, isRightToLeft, loadDictionary, servedLanguage, type LoadedDictionary } from '../locales/index.js';
import { Announcer, heardOf } from './announcer.js';
import { browserClock, type PageClock } from '../page-clock.js';
import { FocusKeeper } from './focus-keeper.js';
import { Formats, startOfDay } from './formats.js';
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
  readonly #box: HTMLElement;
  readonly #frame: HTMLElement;
  readonly #styles: ViewStyles;
  readonly #clock: PageClock;
  readonly #announcer: Announcer;
  readonly #screen: Screen | null;
  readonly #focus: FocusKeeper;
  readonly #stops: (() => void)[] = [];
  #settings: ViewSettings;
  #condition: Condition = { kind: 'none' };
  /** The person has asked to go on after the end of the session, and nobody has answered yet. */
  #isAsking = false;
  /** What is said of that end: other words once they have asked in vain, so that the answer is seen. */
  #endedTitle: 'endedTitle' | 'endedStill' = 'endedTitle';
  /** `null` until the first words have been loaded. */
  #words: LoadedDictionary | null = null;
  #ui: Ui | null = null;
  #isPlanned = false;

  constructor(root: ShadowRoot, options: InboxViewOptions) {
    const { store, settings, clock = browserClock } = options;
    this.#options = options;
    this.#clock = clock;
    this.#settings = settings;
    this.#styles = new ViewStyles(root);
    const box = (this.#box = root.ownerDocument.createElement('div'));
    box.className = 'box';
    // Markup may have brought the shadow root along, with styles that could spy on what is shown.
    root.replaceChildren(box);
    this.#draw(nothing);
    const frame = (this.#frame = box.querySelector('section') as HTMLElement);
    const status = frame.querySelector('p') as HTMLElement;
    this.#announcer = new Announcer(() => frame.querySelector<HTMLElement>('.viewer [role="status"]') ?? status, clock);
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
            this.#focus.followIntoThread();
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
    this.#focus = new FocusKeeper(root, frame, status, () => this.#isCovered, this.#screen);
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
    const isAnother = kind !== this.#condition.kind;
    const wasCovered = this.#isCovered;
    this.#condition = condition;
    // A message that came just before must not be read out of an inbox that is shown no more.
    if (isAnother && (wasCovered || this.#isCovered)) this.#announcer.hush();
    if (isAnother && this.#isCovered) this.#announcer.say(this.#freshUi().t(`${kind}Title` as WordKey));
    if (kind !== 'ended') this.#endedTitle = 'endedTitle';
    this.#requestRender();
  }

  /** It has been moved, perhaps into another document. */
  moved(): void {
    this.#styles.restore();
  }

  /** Removes everything that the view has put in place. */
  dispose(): void {
    for (const stop of this.#stops) stop();
    this.#focus.dispose();
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
    const before = this.#focus.place;
    this.#draw(this.#template(ui));
    this.#screen?.rendered(ui.now);
    this.#focus.drawn(before, store?.state.openId ?? null, moveFocus);
  };

  /**
   * Draws the frame, around what is in it. The status region has to be there before anything is said, and stands last: whoever
   * jumps to the landmark hears what comes first in it.
   */
  #draw(content: unknown): void {
    const { lang, t } = this.#ui ?? {};
    const openId = this.#options.store?.state.openId ?? null;
    render(
      html`<section class="inbox" part="frame" lang=${lang ?? nothing} aria-label=${t?.('inbox') ?? nothing} ?data-open=${openId !== null}>
        ${content}
        <p class="visually-hidden" role="status"></p>
      </section>`,
      this.#box,
    );
  }

  /** Asks whether the person can go on. One who is still signed out sees and hears that. */
  async #continue(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#requestRender();
    await this.#options.onContinue();
    this.#isAsking = false;
    this.#requestRender();
    if (this.#words && this.#condition.kind === 'ended') this.#announcer.say(this.#freshUi().t((this.#endedTitle = 'endedStill')));
  }

  #template(ui: Ui): unknown {
    const condition = this.#condition;
    if (condition.kind === 'ended') return endedPanel(this.#endedTitle, condition.isWiped, this.#isAsking, ui, () => void this.#continue());
    if (condition.kind === 'misconfigured') return misconfiguredPanel(condition.error, ui);
    return this.#screen?.template(ui, condition, this.#settings.withoutComposer) ?? firstLoadTemplate(ui);
  }

  /** Whether a panel stands in place of everything. */
  get #isCovered(): boolean {
    return this.#condition.kind === 'ended' || this.#condition.kind === 'misconfigured';
  }

  /** What templates are given; recreated for other words, for another day, and in another time zone, where the day began at another time. */
  #freshUi(): Ui {
    const now = this.#clock.now();
    const today = startOfDay(now);
    if (this.#ui?.today === today) return Object.assign(this.#ui, { now });
    const { lang, words } = this.#words ?? ENGLISH;
    const { lang: tag, strings } = this.#settings;
    const format = new Formats(tag);
    // Ours write numbers as the reader's country does: in Mexico, 10.000 is ten.
    const t = createTranslate(words, tag.startsWith(`${lang}-`) ? format : new Formats(lang), strings, format, !isRightToLeft(lang) && getComputedStyle(this.#frame).direction === 'rtl');
    const isAllOwn = Object.keys(words).every((key) => strings[key as WordKey]);
    return (this.#ui = { t, format, now, today, lang: isAllOwn ? tag : lang });
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

/** Files that are dropped beside the thread would be opened by the browser, in place of the page. */
function refuseFiles(event: DragEvent): void {
  const { dataTransfer, defaultPrevented } = event;
  if (defaultPrevented || !dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  dataTransfer.dropEffect = 'none';
}
