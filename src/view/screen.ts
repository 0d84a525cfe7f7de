import { html } from 'lit/html.js';
import type { InboxState } from '../inbox/state.js';
import { Timers } from '../timers.js';
import type { Announcer } from './announcer.js';
import { ComposerPane } from './composer-pane.js';
import { each } from './each.js';
import { FilesPane } from './files-pane.js';
import { startOfDay } from './formats.js';
import { isForInputMethod, typedCharacter } from './keys.js';
import { isEverything, ListPane } from './list-pane.js';
import { LogPane } from './log-pane.js';
import { Narrator } from './narrator.js';
import { NewestInSight } from './newest-in-sight.js';
import { isReconnecting, noticeOf, type Notice } from './notice.js';
import { find, type PaneHost } from './pane.js';
import { uploadNote, whyNoReply } from './templates/composer.js';
import { listTemplate } from './templates/list.js';
import { emptyInboxPanel, failedPanel, noticeTemplate } from './templates/panels.js';
import { firstLoadTemplate, nothingOpenTemplate, threadTemplate } from './templates/thread.js';
import type { ScreenUi, Ui } from './ui.js';
import type { Condition } from './view-options.js';

/** Shorter interruptions than this, in ms, are not shown. */
const RECONNECTING_SHOWN_AFTER_MS = 5_000;
/** From the start of a day, this leads into the next one, even on a day when the clocks change. */
const NEXT_DAY_MS = 27 * 3_600_000;

/** List and thread of a store on screen, and everything that a person can do there. */
export class Screen {
  readonly #host: PaneHost;
  readonly #announcer: Announcer;
  readonly #list: ListPane;
  readonly #log: LogPane;
  readonly #composer: ComposerPane;
  readonly #files: FilesPane;
  readonly #sight: NewestInSight;
  readonly #narrator: Narrator;
  #ui!: ScreenUi;
  readonly #timers: Timers<'reconnecting' | 'boundary'>;
  /** Reconnecting has taken so long by now that it is shown. */
  #isLong = false;
  /** The conversation and newest message last marked as read: only once, whatever comes of it, until the thread is reopened. */
  #read = '';
  /** When to redraw though nothing has happened, in ms since 1970. */
  #boundary = 0;

  constructor(host: PaneHost, announcer: Announcer) {
    this.#host = host;
    this.#timers = new Timers(host.clock);
    this.#announcer = announcer;
    this.#narrator = new Narrator(announcer);
    this.#list = new ListPane(host);
    this.#log = new LogPane(host);
    this.#composer = new ComposerPane(
      host,
      () => this.#log.toEnd(),
      (staged) => announcer.say(`${staged.name}: ${uploadNote(staged, this.#ui)}`),
    );
    this.#files = new FilesPane(host);
    this.#sight = new NewestInSight(host.clock, () => this.#markRead());
  }

  template(words: Ui, condition: Condition, withoutComposer: boolean): unknown {
    const { store } = this.#host;
    const { state } = store;
    const { list, openId } = state;
    // The same object as before, unless everything must be redrawn.
    const ui = (this.#ui = Object.assign(words, { store, screen: this, list: this.#list, log: this.#log, composer: this.#composer, files: this.#files }));
    this.#files.follow(state);
    const notice = this.#notice(state, condition);
    const conversation = state.conversations.get(openId ?? '');
    const replied = withoutComposer ? undefined : conversation;
    const reason = replied && whyNoReply(replied, ui);
    const model = openId === null ? null : this.#log.follow(state, state.threads.get(openId));
    this.#narrator.follow(state, notice, !!model?.lacksOlder, reason, ui.t);
    const line = noticeTemplate(notice, ui);
    const isFirst = list.status === 'loading' && !list.ids.length && !list.query.q;
    if (!isFirst && !list.ids.length && openId === null && isEverything(list.query)) {
      return [line, list.status === 'failed' ? failedPanel(ui) : emptyInboxPanel(ui)];
    }
    return html`${line}${listTemplate(state, ui)}${each(
      [openId],
      (id) => id,
      () => (model ? threadTemplate(state, model, replied, reason, ui) : isFirst ? firstLoadTemplate(ui) : nothingOpenTemplate(ui)),
    )}${this.#files.template(line, ui)}`;
  }

  /**
   * Does what can only be done once everything is drawn.
   *
   * @param now When that was, in ms since 1970: what has ended since is not on screen yet.
   */
  rendered(now: number): void {
    const { state } = this.#host.store;
    this.#list.rendered();
    this.#log.rendered(state.threads.get(state.openId ?? ''));
    this.#composer.rendered(state);
    this.#files.rendered();
    this.#sight.follow(find(this.#host, '.log[part]'));
    this.#markRead();
    this.#planBoundary(state, now);
  }

  /**
   * Gives the focus to the nearest thing when what had it is gone, so that keyboard users need not start over.
   *
   * @param pane The list or composer that it was in; `null` to go to the thread, whatever it was.
   */
  recoverFocus(pane: Element | null): void {
    const log = find(this.#host, '[data-open] .log');
    if (this.#files.focus() || (pane?.matches('.composer') && this.#composer.focus())) return;
    if (log?.clientHeight && !pane?.matches('.list')) log.focus({ preventScroll: true });
    else this.#list.focusRow(null);
  }

  /** Escape clears the search, or leads from the thread back to its row. What is typed on the thread begins a reply. */
  readonly keydown = (event: KeyboardEvent): void => {
    const from = event.target as Element;
    // Space scrolls, as everywhere, and a key that the page has used types nothing. Any other types into what has the focus by then.
    const isTyped = !event.defaultPrevented && (typedCharacter(event) ?? ' ') !== ' ';
    if (isTyped && from.matches('.thread-title, .log, .message') && this.#composer.focus()) event.stopPropagation();
    if (event.key !== 'Escape' || isForInputMethod(event) || from.closest('dialog')) return;
    if (from.closest('.thread')) this.leave({ focusVisible: true });
    else if (!from.matches('.search-field') || !this.#list.clearSearch()) return;
    event.preventDefault();
  };

  /**
   * Back to the list. Where it stands beside the thread, only the focus goes back.
   *
   * @param options.closes The thread is closed there as well.
   */
  leave({ closes, ...focus }: FocusOptions & { closes?: boolean } = {}): void {
    const { store, renderNow } = this.#host;
    const { openId } = store.state;
    if (closes || !find(this.#host, '.list')?.clientHeight) store.open(null);
    this.#log.pointer.activate(null);
    renderNow(() => this.#list.focusRow(openId, focus));
  }

  readonly markUnread = (): void => {
    const { store } = this.#host;
    store.markUnread(store.state.openId ?? '');
    // Left open, it would be read again at once.
    this.leave({ closes: true });
  };

  async copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.#log.pointer.copied();
      this.#announcer.say(this.#ui.t('copied'));
    } catch {
      // Where the page's policy forbids it, the text is selected, one keystroke away from being copied.
      const bubble = find(this.#host, '.message:has(.message-tools) > .bubble');
      if (bubble) getSelection()?.selectAllChildren(bubble);
    }
  }

  readonly dismiss = (): void => {
    this.#files.notDownloaded = null;
    this.#host.store.dismissRefused();
    this.#host.requestRender();
  };

  dispose(): void {
    this.#list.dispose();
    this.#log.dispose();
    this.#files.dispose();
    this.#sight.dispose();
    this.#timers.cancelAll();
  }

  #notice(state: InboxState, condition: Condition): Notice | null {
    if (!isReconnecting(state, condition)) {
      this.#timers.cancel('reconnecting');
      this.#isLong = false;
    } else if (!this.#isLong && !this.#timers.has('reconnecting')) {
      this.#timers.set('reconnecting', RECONNECTING_SHOWN_AFTER_MS, () => {
        this.#isLong = true;
        this.#host.requestRender();
      });
    }
    return noticeOf(state, this.#isLong, this.#files.notDownloaded);
  }

  /** The newest message counts as read once a person can see it. */
  #markRead(): void {
    const { store } = this.#host;
    const { openId, conversations, threads } = store.state;
    this.#sight.dismiss();
    if (openId === null) this.#read = '';
    const thread = threads.get(openId ?? '');
    if (openId === null || !conversations.get(openId)?.unread || thread?.status !== 'ready') return;
    if (!this.#log.atEnd || !this.#sight.ask()) return store.markUnseen(openId);
    const newest = `${openId} ${thread.messages.at(-1)?.id}`;
    if (newest !== this.#read) store.markRead(openId);
    this.#read = newest;
  }

  /** Plans to redraw when the day ends, or a channel's window for replies. */
  #planBoundary({ openId, conversations }: InboxState, now: number): void {
    const replyUntil = Date.parse(conversations.get(openId ?? '')?.replyUntil ?? '');
    const boundary = Math.min(startOfDay(startOfDay(now) + NEXT_DAY_MS), replyUntil > now ? replyUntil : Infinity);
    if (boundary === this.#boundary) return;
    this.#boundary = boundary;
    this.#timers.set('boundary', boundary - now, () => {
      // By this clock, which the service may have set back meanwhile, it may be too early still.
      this.#boundary = 0;
      this.#host.requestRender();
    });
  }
}
