import { loadDictionary } from '../../src/locales/index.js';
import hostCss from '../../src/host.css?inline';
import type { Conversation } from '../../src/inbox/model.js';
import { InboxView } from '../../src/view/inbox-view.js';
import type { ViewSettings } from '../../src/view/view-options.js';
import { HandClock, StateStore, type StateWords } from './fixtures.js';

export interface MountOptions {
  readonly width?: number;
  readonly height?: number;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly settings?: Partial<ViewSettings>;
  /** `null`: without a store. */
  readonly store?: StateStore | null;
}

/** A view on the page, in a host as the element has one, with what tests ask of it. */
export class Mounted {
  readonly host = document.createElement('div');
  readonly root: ShadowRoot;
  readonly store: StateStore;
  readonly clock = new HandClock();
  readonly view: InboxView;
  continued = 0;
  /** What becomes of the wish to go on after the end of the session. */
  answer: Promise<void> = Promise.resolve();

  constructor(words: StateWords, options: MountOptions = {}) {
    const { width = 960, height = 640, attributes = {}, settings } = options;
    for (const [name, value] of Object.entries(attributes)) this.host.setAttribute(name, value);
    // Browsers that run tests have low windows; a box may be higher than one.
    Object.assign(this.host.style, { width: `${width}px`, height: `${height}px`, maxBlockSize: 'none', fontFamily: 'sans-serif' });
    document.body.append(this.host);
    this.root = this.host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(hostCss);
    this.root.adoptedStyleSheets = [sheet];
    this.store = options.store ?? new StateStore(words);
    this.view = new InboxView(this.root, {
      store: options.store === null ? null : this.store,
      settings: { lang: 'en-GB', withoutComposer: false, strings: {}, ...settings },
      onContinue: () => {
        this.continued++;
        return this.answer;
      },
      clock: this.clock,
    });
  }

  get frame(): HTMLElement {
    return this.find('.inbox');
  }

  get heard(): string {
    return this.find('[role="status"]').textContent?.replace(/\u00a0$/, '') ?? '';
  }

  get focused(): Element | null {
    return this.root.activeElement;
  }

  find<T extends HTMLElement = HTMLElement>(selector: string): T {
    const found = this.root.querySelector<T>(selector);
    if (!found) throw new Error(`There is no ${selector}.`);
    return found;
  }

  all<T extends HTMLElement = HTMLElement>(selector: string): T[] {
    return [...this.root.querySelectorAll<T>(selector)];
  }

  text(selector: string): string {
    return this.find(selector).textContent?.replace(/\s+/g, ' ').trim() ?? '';
  }

  row(name: string): HTMLElement {
    const found = this.all('.row').find((row) => row.querySelector('.row-name')?.textContent === name);
    if (!found) throw new Error(`There is no row of ${name}.`);
    return found;
  }

  /** Everything that is planned for now has been drawn, and the browser has laid it out and told its observers. */
  async drawn(): Promise<void> {
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    // What is in sight is told in a task of its own, after the frame, to all who have asked at once.
    const told = new Promise<IntersectionObserver>((resolve) => new IntersectionObserver((_, observer) => resolve(observer)).observe(document.body));
    (await told).disconnect();
  }

  press(key: string, more: KeyboardEventInit = {}): KeyboardEvent {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true, ...more });
    (this.root.activeElement ?? this.frame).dispatchEvent(event);
    return event;
  }

  type(selector: string, text: string): void {
    const field = this.find<HTMLInputElement | HTMLTextAreaElement>(selector);
    field.focus();
    field.value = text;
    field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  }

  remove(): void {
    this.view.dispose();
    this.host.remove();
  }
}

const mounted = new Set<Mounted>();

/** Puts a view of this state on the page, drawn. */
export async function mount(words: StateWords = {}, options?: MountOptions): Promise<Mounted> {
  // The network takes as long as it likes: the words are there before the view asks for them.
  await loadDictionary(options?.settings?.lang ?? 'en');
  const one = new Mounted(words, options);
  mounted.add(one);
  await one.drawn();
  return one;
}

/** For `afterEach`. */
export function unmountAll(): void {
  for (const one of mounted) one.remove();
  mounted.clear();
  // What a test has scrolled would be scrolled for the next one as well.
  window.scrollTo(0, 0);
}

/** So many of them, `Person 0` and on. */
export const people = (count: number, make: (part: { id: string; name: string }) => Conversation): Conversation[] =>
  Array.from({ length: count }, (_, index) => make({ id: `c${index}`, name: `Person ${index}` }));
