import type { InboxState, ThreadState } from '../inbox/state.js';
import type { Span } from './list-window.js';
import { distanceAbove, LEAST_PX, messagesInSight, type Place } from './log-sight.js';
import { MessagePointer } from './message-pointer.js';
import { find, type PaneHost } from './pane.js';
import { costsOf, firstUnread, keyOf, receivedSince, threadItems, type LogModel, type Sequence } from './thread-items.js';
import { LEAST_BUDGET, newestSpan, windowOf, type CostAt } from './thread-window.js';

/** Nearer to its end than this, in px, the log counts as resting there. */
const END_PX = 24;
/** At least this much is drawn beyond what is in sight: this fraction of the visible height, … */
const MARGIN = 0.2;
/** … but no more than this, in px. How far one scrolls in a frame does not grow with the log, and each message costs elements. */
const MARGIN_MAX_PX = 160;
/** The window moves when less than this is left to scroll, in px: as far as a wheel goes at once, or it would stop at the end of what is drawn. */
const TURN_PX = 320;
/** A log that is not filled gets a budget so many times larger. */
const GROWTH = 1.1;
/** The end is far off where more than this fraction of the visible height lies below. */
const FAR = 0.4;

const marginOf = ({ clientHeight }: Element): number => Math.min(clientHeight * MARGIN, MARGIN_MAX_PX);

/**
 * The log of the open thread: which of its messages are drawn, and where it is scrolled to.
 *
 * The log's box is reversed, so that its scroll position counts from its end (0, and negative above): it rests at its
 * end by itself. Away from there, what is being read is held in place by measuring it before and after each render.
 */
export class LogPane {
  readonly #host: PaneHost;
  readonly pointer: MessagePointer;
  #openId: string | null = null;
  #sequence: Sequence = [];
  #span: Span = { start: 0, end: 0 };
  /** Key of the window's first message, by which that is found again when the messages have changed. */
  #firstKey: string | undefined;
  #newestKey: string | undefined;
  /** Key of the newest message of the service's that has been seen. */
  #seenKey: string | undefined;
  #arrived: string | undefined;
  /** Where the log is scrolled to. `unread`: the first unread message is on its way to the top. `older`: anywhere but the end, and held there. */
  #place: 'end' | 'unread' | 'older' = 'end';
  /** The thread is not drawn yet: only then is it known whether all that is unread is in sight. Until then, nothing counts as new. */
  #isOpening = false;
  /** The end is so far off that a button back to it helps. */
  #isFar = false;
  #lastTop = 0;
  /** What the window may cost, in elements. */
  #budget = LEAST_BUDGET;
  /** The budget is known to fill the log. */
  #isMeasured = false;
  /** The window is to move: back to older messages, or forward. */
  #towards: 'older' | 'newer' | null = null;
  /** Of each message that was in sight before a render, its first part in sight, and where that was. */
  #held: readonly Place[] = [];
  /** Browsers scroll by whole pixels: what was left over, in px, is made up for the next time, or it would add up. */
  #fraction = 0;
  /** How far the log has been scrolled without an event having reported it yet, in px. */
  #unreportedScroll = 0;
  readonly #resizes = new ResizeObserver(() => {
    const log = this.#log;
    if (!log?.clientHeight) return;
    // Where it was hidden, Chromium shows it scrolled elsewhere.
    if (!this.atEnd) log.scrollTop = this.#lastTop;
    this.#unmeasure();
    this.#host.requestRender();
  });
  #observed: Element | null = null;

  constructor(host: PaneHost) {
    this.#host = host;
    // What a tap has moved is not the finger's scrolling.
    this.pointer = new MessagePointer(host, (scrollTop) => (this.#lastTop = scrollTop));
  }

  /** Takes in how the open thread is now: what is to be drawn of it. Measures what is being read, so that `rendered()` can hold it in place. */
  follow({ openId, outbox, list }: InboxState, thread: ThreadState | undefined): LogModel {
    if (openId !== this.#openId) this.#begin(openId);
    const outgoing = outbox.filter(({ conversationId }) => conversationId === openId);
    const before = this.#sequence.length;
    const messages: Sequence = thread?.messages ?? [];
    // All of them are copied only while something is on its way, not with each frame that is scrolled.
    const sequence = (this.#sequence = outgoing.length ? messages.concat(outgoing) : messages);
    const newest = keyOf(sequence.at(-1));
    if (newest !== this.#newestKey) {
      // Where the last message is discarded, the one before it is no news.
      this.#arrived = before && sequence.length > before ? newest : undefined;
      this.#newestKey = newest;
    }
    this.#moveWindow(thread, costsOf(sequence, list.query.q !== ''));
    const atNewest = this.#span.end === sequence.length;
    const count = receivedSince(sequence, this.#seenKey);
    return {
      items: threadItems(sequence, this.#span, thread?.unreadFrom ?? null),
      // Scrolling does not ask for them again.
      lacksOlder: !!thread?.error && thread.hasMore && !thread.loadingOlder && !this.#span.start,
      atNewest,
      below: count || this.#isFar || !atNewest ? count : null,
      arrived: this.#arrived,
    };
  }

  /** Another conversation is open: its thread begins at the end. */
  #begin(openId: string | null): void {
    this.#openId = openId;
    this.#place = 'end';
    this.#isOpening = true;
    this.#sequence = [];
    this.pointer.active = undefined;
    this.#isFar = false;
    this.#lastTop = 0;
    this.#unmeasure();
  }

  /** Decides which messages are drawn: the newest, those where what is unread begins, or those around what is being read. */
  #moveWindow(thread: ThreadState | undefined, costAt: CostAt): void {
    const sequence = this.#sequence;
    const { length } = sequence;
    const unread = this.#place === 'unread' && thread ? firstUnread(thread) : -1;
    // Not one of the outbox, which may be discarded.
    if (this.atEnd || this.#isOpening) this.#seenKey = keyOf(thread?.messages.at(-1));
    if (this.atEnd) {
      this.#span = newestSpan(length, costAt, this.#budget);
    } else if (unread >= 0) {
      this.#seenKey = keyOf(sequence[unread - 1]);
      this.#span = windowOf(unread, { start: unread, end: unread + 1 }, 'newer', length, costAt, this.#budget).span;
    } else {
      // Mostly it is where it was. Otherwise older ones have come before it, and it is still near the beginning: they come for those who read there.
      const then = this.#span.start;
      const start = keyOf(sequence[then]) === this.#firstKey ? then : sequence.findIndex((one) => keyOf(one) === this.#firstKey);
      // Older messages that have been waited for are shown at once.
      const towards = start > 0 && !this.#span.start ? 'older' : this.#towards;
      const { span, budget } = windowOf(start, this.#hold(start), towards, length, costAt, this.#budget);
      this.#span = span;
      this.#budget = budget;
    }
    this.#towards = null;
    this.#firstKey = keyOf(sequence[this.#span.start]);
  }

  /**
   * Does what needs a drawn log: restores its scroll position, and fetches older messages where there is room for them.
   * Measures only where it must, since measuring forces a layout that the browser otherwise does once a frame.
   */
  rendered(thread: ThreadState | undefined): void {
    const log = this.#log;
    if (log !== this.#observed) {
      this.dispose();
      if ((this.#observed = log)) this.#resizes.observe(log);
    }
    if (!log) return;
    if (this.#place === 'unread' && thread) return this.#toUnread(log, thread);
    const held = this.#held.find(({ node }) => node.isConnected);
    if (held && !this.atEnd) {
      const scrollTop = log.scrollTop + held.node.getBoundingClientRect().top - held.top + this.#fraction;
      log.scrollTop = scrollTop;
      this.#fraction = (scrollTop - log.scrollTop) % 1;
      this.#lastTop = log.scrollTop - this.#unreportedScroll;
    }
    const { start, end } = this.#span;
    const isPart = start > 0 || end < this.#sequence.length;
    if (thread?.status !== 'ready' || (this.#isMeasured && isPart)) return;
    const { clientHeight, scrollHeight } = log;
    this.#isMeasured = scrollHeight > clientHeight;
    if (isPart && scrollHeight < clientHeight + marginOf(log)) {
      this.#isMeasured = false;
      this.#grow();
    } else if (clientHeight && scrollHeight <= clientHeight && !thread.error) {
      // Where all of a thread is in sight, so is what is unread, whatever becomes of it later.
      if (!thread.hasMore) {
        this.#place = 'end';
        this.#isOpening = false;
      }
      this.#older();
    } else if (this.#isOpening && clientHeight) this.#open(log, thread);
  }

  /** Rests where what is unread begins, if that is above what is in sight. */
  #open(log: HTMLElement, thread: ThreadState): void {
    this.#isOpening = false;
    const marker = log.querySelector<HTMLElement>('.unread-marker');
    if (firstUnread(thread) < 0 || (marker && distanceAbove(log, marker) < END_PX)) return;
    this.#place = 'unread';
    this.#host.requestRender();
  }

  /** Brings what is unread to the top, with something below to scroll to, and above where more of it is to be fetched. */
  #toUnread(log: HTMLElement, { unreadAbove }: ThreadState): void {
    const first = log.querySelector<HTMLElement>(unreadAbove ? '.message' : '.unread-marker');
    if (first) log.scrollTop -= distanceAbove(log, first) + LEAST_PX;
    this.#lastTop = log.scrollTop;
    if (first && this.#span.end < this.#sequence.length && -log.scrollTop < marginOf(log)) return this.#grow();
    this.#place = 'older';
    if (unreadAbove) this.#older();
  }

  readonly scrolled = (): void => {
    const log = this.#log;
    if (!log) return;
    const { scrollTop, scrollHeight, clientHeight } = log;
    const moved = scrollTop - this.#lastTop;
    if (this.pointer.isTouch && moved) this.pointer.activate(null);
    this.#lastTop = scrollTop;
    const isAtEnd = this.#span.end === this.#sequence.length && -scrollTop < END_PX;
    if (this.atEnd !== isAtEnd) this.#place = isAtEnd ? 'end' : 'older';
    this.#isFar = -scrollTop > clientHeight * FAR;
    if (moved < 0 && scrollHeight - clientHeight + scrollTop < TURN_PX) this.#older();
    if (moved > 0 && -scrollTop < TURN_PX && this.#span.end < this.#sequence.length) this.#towards = 'newer';
    this.#host.requestRender();
  };

  /** Goes to the newest message. The focus moves to the log, since the button is gone then. */
  readonly jump = (): void => {
    this.toEnd();
    this.#log?.focus({ preventScroll: true });
  };

  toEnd(): void {
    this.#place = 'end';
    this.#isOpening = false;
    this.#host.renderNow();
    if (this.#log) this.#log.scrollTop = 0;
  }

  dispose(): void {
    this.#resizes.disconnect();
  }

  /** The log is scrolled to the newest message. */
  get atEnd(): boolean {
    return this.#place === 'end';
  }

  get #log(): HTMLElement | null {
    return find(this.#host, '.log[part]');
  }

  /** Shows or fetches older messages. The store knows whether there are any, and whether they are already being fetched. */
  #older(): void {
    if (this.#span.start) this.#towards = 'older';
    else if (this.#openId !== null) this.#host.store.loadOlderMessages(this.#openId);
  }

  #grow(): void {
    this.#budget *= GROWTH;
    this.#host.requestRender();
  }

  #unmeasure(): void {
    this.#isMeasured = false;
    this.#budget = LEAST_BUDGET;
  }

  /**
   * Measures the messages in sight: the first that is still there after the render is held in place.
   *
   * @param start Index of the first message that is drawn.
   */
  #hold(start: number): Span {
    const log = this.#log;
    const { seen, places } = log ? messagesInSight(log, start) : { seen: { start, end: start }, places: [] };
    this.#held = places;
    this.#unreportedScroll = log ? log.scrollTop - this.#lastTop : 0;
    return seen;
  }
}
